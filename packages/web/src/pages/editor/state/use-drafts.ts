import { useEffect } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { isTouched } from '../../../ui/touched.ts';
import { dropDraft, storeDraft } from '../model/drafts.ts';
import { useEditorStore } from './store.ts';
import { useEnvironment } from './ui-store.ts';

/** Milliseconds after a change until it is stored. */
const pause = 300;

/** Stores unsaved changes in this browser, and asks before a page with unsaved changes is closed. */
export function useDrafts(): void {
  const store = useEditorStore();
  const { ui, userId, draft, mayChange } = useEnvironment();
  useEffect(() => {
    if (!mayChange) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // a draft of another tab is not dropped
    let isOurs = ui.getState().draftOf !== undefined;
    ui.setState({ isHere: true });
    const storeNow = (): void => {
      clearTimeout(timer);
      timer = undefined;
      const { graph, saved, version } = store.getState();
      // a new graph may have got its number since
      const of = { userId, graph: ui.getState().savedAsId ?? draft };
      if (graph === saved) {
        if (isOurs) dropDraft(of);
        isOurs = false;
        return;
      }
      isOurs = true;
      if (!storeDraft(of, { graph, version, at: Date.now() })) ui.setState({ notice: editorTexts.noDraft });
    };
    const stop = store.subscribe((now, before) => {
      if (now.graph === before.graph && now.saved === before.saved) return;
      clearTimeout(timer);
      timer = setTimeout(storeNow, pause);
    });
    const leave = (event: BeforeUnloadEvent): void => {
      storeNow();
      const { graph, saved } = store.getState();
      if (graph !== saved && isTouched()) event.preventDefault();
    };
    const hide = (): void => storeNow();
    addEventListener('beforeunload', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      stop();
      ui.setState({ isHere: false });
      if (timer !== undefined) storeNow();
      removeEventListener('beforeunload', leave);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [store, ui, userId, draft, mayChange]);
}
