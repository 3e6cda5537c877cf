import { useReactFlow } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import { clipText, paste } from './clipboard.ts';
import { useCommands } from './commands.ts';
import { deleteSelected } from './graph-commands.ts';
import { useEditorStore } from './store.ts';
import { useEnvironment } from './ui-store.ts';

/** True if keys belong to the focused element: a field, or a box above the drawing. */
function isElsewhere(event: Event): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (document.querySelector('dialog[open], [role="dialog"]') !== null) return true;
  return target?.closest('input, textarea, select, [contenteditable="true"], [role="menu"]') !== null;
}

/** Characters that some keyboards have with Shift, and others without. */
const signs: readonly string[] = ['/', '?'];

/** True in fields of the drawing without a box above them. */
const isSetting = ({ target }: Event): boolean =>
  target instanceof Element &&
  target.closest('[data-settings]') !== null &&
  document.querySelector('dialog[open], [role="dialog"]') === null;

/** Fields in which the user has typed since they were focused: they undo by themselves. */
function useTypedIn(): (event: Event) => boolean {
  const typed = useRef(new WeakSet<EventTarget>());
  useEffect(() => {
    const onFocus = ({ target }: Event): void => {
      if (target !== null) typed.current.delete(target);
    };
    const onInput = ({ target }: Event): void => {
      const isText = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && hasText(target));
      if (isText) typed.current.add(target);
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('input', onInput);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('input', onInput);
    };
  }, []);
  return useCallback(({ target }) => target !== null && typed.current.has(target), []);
}

const hasText = ({ type }: HTMLInputElement): boolean =>
  !['checkbox', 'radio', 'color', 'range', 'file'].includes(type);

/** The editor's keys: those of its commands, and the clipboard. */
export function useKeys(): void {
  const commands = useCommands();
  const store = useEditorStore();
  const { mayChange } = useEnvironment();
  const isTypedIn = useTypedIn();
  const flow = useReactFlow();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const mod = event.metaKey || event.ctrlKey;
      // redo has two shortcuts
      const isRedo = mod && event.key.toLowerCase() === 'y';
      const key = isRedo ? 'z' : event.key === 'Backspace' ? 'delete' : event.key.toLowerCase();
      const shift = isRedo || event.shiftKey;
      const command = commands.find(
        (one) =>
          one.key === key && (one.mod ?? false) === mod && (signs.includes(key) || (one.shift ?? false) === shift),
      );
      // save, run and find work from within fields too, and so does undo if nothing was typed
      const isCovered = document.querySelector('dialog[open], [aria-modal="true"]') !== null;
      const isEverywhere = mod && ['s', 'k', 'enter'].includes(key) && !isCovered;
      const isUndone = mod && key === 'z' && isSetting(event) && !isTypedIn(event) && !event.defaultPrevented;
      if (command === undefined || event.altKey || (isElsewhere(event) && !isEverywhere && !isUndone)) return;
      if (command.applies?.() === false) return;
      // Enter presses a focused button
      event.preventDefault();
      command.act();
    };
    const onCopy = (event: ClipboardEvent): void => {
      // selected text of the page is copied instead
      if (isElsewhere(event) || String(getSelection() ?? '') !== '') return;
      const text = clipText(store);
      if (text === undefined) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      if (event.type === 'cut' && mayChange) deleteSelected(store);
    };
    const onPaste = (event: ClipboardEvent): void => {
      if (isElsewhere(event) || !mayChange) return;
      if (paste(store, event.clipboardData?.getData('text/plain') ?? '', flow)) event.preventDefault();
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
  }, [commands, store, mayChange, isTypedIn, flow]);
}
