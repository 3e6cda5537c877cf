import { useQuery } from '@tanstack/react-query';
import { peopleQuery } from '../../../api/queries-of-workflows.ts';
import { meQuery, type WorkflowRecord } from '../../../api/queries.ts';
import { editorTexts } from '../../../texts/editor.ts';
import { Time } from '../../../ui/time.tsx';
import { dropDraft } from '../model/drafts.ts';
import { Icon } from '../canvas/icons.tsx';
import { useEditorStore } from '../state/store.ts';
import { useEnvironment, useUi } from '../state/ui-store.ts';
import classes from '../editor.module.css';

const texts = editorTexts;

/** The latest event: a restored draft, or the reason of a failure. */
export function Notice({ record }: { readonly record: WorkflowRecord | undefined }) {
  const store = useEditorStore();
  const { ui, userId, draft } = useEnvironment();
  const notice = useUi((state) => state.notice);
  const draftOf = useUi((state) => state.draftOf);
  const isWritingCode = useUi((state) => state.isWritingCode);
  return (
    <>
      <LockNotice by={record?.lockedByUserId ?? null} />
      {draftOf === undefined ? null : (
        <div className={classes.notice} role="status">
          <p>
            {texts.draftBack} <Time at={draftOf} />
          </p>
          <button
            type="button"
            className={classes.tool}
            onClick={() => {
              const { saved, change } = store.getState();
              change(() => saved);
              dropDraft({ userId, graph: draft });
              ui.setState({ draftOf: undefined });
            }}
          >
            {texts.discard}
          </button>
          <Close onClick={() => ui.setState({ draftOf: undefined })} />
        </div>
      )}
      {isWritingCode ? (
        <div className={classes.notice} role="status">
          <p>{texts.writingCode}</p>
        </div>
      ) : null}
      {notice === undefined ? null : (
        <div className={classes.notice} data-tone="bad" role="alert">
          <p>{notice}</p>
          <Close onClick={() => ui.setState({ notice: undefined })} />
        </div>
      )}
    </>
  );
}

/** Says that another user has locked the graph; the lock only informs. */
function LockNotice({ by }: { readonly by: number | null }) {
  const { data: me } = useQuery(meQuery);
  const { data: people } = useQuery({ ...peopleQuery, enabled: by !== null });
  if (by === null || me === undefined || me.id === by) return null;
  return (
    <div className={classes.notice} role="status">
      <p>{texts.locked(people?.find(({ id }) => id === by)?.username ?? texts.somebody)}</p>
    </div>
  );
}

const Close = ({ onClick }: { readonly onClick: () => void }) => (
  <button type="button" className={classes.tool} aria-label={texts.close} onClick={onClick}>
    <Icon name="close" size={14} />
  </button>
);
