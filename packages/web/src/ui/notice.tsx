import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { commonTexts } from '../texts/common.ts';
import classes from './notice.module.css';

export interface Notice {
  readonly text: string;
  /** True for an error. */
  readonly isFault?: boolean;
  /** An action, such as undo. */
  readonly action?: { readonly title: string; readonly onDo: () => void };
}

interface Notices {
  readonly notice: Notice | undefined;
  readonly say: (notice: Notice | undefined) => void;
}

/** The latest event, above the list that it concerns; it stays until the next one or until it is closed. */
export function useNotice(): Notices & { readonly element: ReactNode } {
  const [notice, say] = useState<Notice>();
  const putAway = useCallback(() => say(undefined), []);
  const element = useMemo(() => <NoticeLine notice={notice} onPutAway={putAway} />, [notice, putAway]);
  return { notice, say, element };
}

function NoticeLine({ notice, onPutAway }: { readonly notice: Notice | undefined; readonly onPutAway: () => void }) {
  if (notice === undefined) return <div role="status" />;
  const { text, isFault = false, action } = notice;
  return (
    <div role={isFault ? 'alert' : 'status'} className={classes.notice} data-fault={isFault}>
      <span className={classes.text}>{text}</span>
      {action === undefined ? null : (
        <button type="button" className={classes.action} onClick={action.onDo}>
          {action.title}
        </button>
      )}
      <button type="button" className={classes.away} aria-label={commonTexts.putAway} onClick={onPutAway}>
        <span aria-hidden>×</span>
      </button>
    </div>
  );
}
