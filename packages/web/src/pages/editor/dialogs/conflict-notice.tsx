import type { WorkflowRecord } from '../../../api/queries.ts';
import { editorTexts } from '../../../texts/editor.ts';
import { graphOf } from '../state/saving.ts';
import { useEditor, useEditorStore } from '../state/store.ts';
import { useUi } from '../state/ui-store.ts';
import classes from '../editor.module.css';

const texts = editorTexts.conflict;

/** Says that another user has saved in the meantime, and asks which graph to continue with; neither is lost. */
export function ConflictNotice({ record }: { readonly record: WorkflowRecord | undefined }) {
  const store = useEditorStore();
  const version = useEditor((state) => state.version);
  const isDirty = useEditor(({ graph, saved }) => graph !== saved);
  const isSaving = useUi(({ saving }) => saving !== undefined);
  if (record === undefined || version === null || record.version <= version || isSaving) return null;
  const theirs = graphOf(record.workflow);
  return (
    <div className={classes.notice} role="alert">
      <p>{isDirty ? texts.both(record.version) : texts.theirs(record.version)}</p>
      <button
        type="button"
        className={classes.tool}
        onClick={() => {
          store.getState().take(theirs, record.version);
        }}
      >
        {texts.take}
      </button>
      {isDirty ? (
        <button
          type="button"
          className={classes.tool}
          onClick={() => {
            store.getState().overwrite(theirs, record.version);
          }}
        >
          {texts.keep}
        </button>
      ) : null}
    </div>
  );
}
