import { useEffect } from 'react';
import { copied, deleteSelected, paste, useCommands } from './commands.ts';
import { useEditorStore } from './store.ts';
import { useSurroundings } from './ui-store.ts';

/** True where keys belong to what has the focus: a field, or a box that lies above the drawing. */
function isElsewhere(event: Event): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (document.querySelector('dialog[open], [role="dialog"]') !== null) return true;
  return target?.closest('input, textarea, select, [contenteditable="true"], [role="menu"]') !== null;
}

/** The editor's keys: those of its commands, and the clipboard. */
export function useKeys(): void {
  const commands = useCommands();
  const store = useEditorStore();
  const { mayChange } = useSurroundings();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const mod = event.metaKey || event.ctrlKey;
      const key = event.key === 'Backspace' ? 'delete' : event.key.toLowerCase();
      const found = commands.find(
        (one) =>
          one.key === key && (one.mod ?? false) === mod && (key === '?' || (one.shift ?? false) === event.shiftKey),
      );
      // saving, running and finding work from within fields too
      const isEverywhere = mod && ['s', 'k', 'enter'].includes(key) && document.querySelector('dialog[open]') === null;
      if (found === undefined || event.altKey || (isElsewhere(event) && !isEverywhere)) return;
      if (found.applies?.() === false) return;
      // a button that has the focus is pressed by Enter itself
      event.preventDefault();
      found.act();
    };
    const onCopy = (event: ClipboardEvent): void => {
      // words that are marked on the page are what is meant
      if (isElsewhere(event) || String(getSelection() ?? '') !== '') return;
      const text = copied(store);
      if (text === undefined) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      if (event.type === 'cut' && mayChange) deleteSelected(store);
    };
    const onPaste = (event: ClipboardEvent): void => {
      if (isElsewhere(event) || !mayChange) return;
      if (paste(store, event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      removeEventListener('keydown', onKey);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [commands, store, mayChange]);
}
