import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { versionQuery } from '../../../api/queries-of-workflows.ts';
import { versionsTexts } from '../../../texts/versions.ts';
import { count } from '../../../ui/format.ts';
import { Empty, Failure, Waiting } from '../../../ui/states.tsx';
import { GraphDrawing, signs } from './drawing.tsx';
import { compare, type ChangeState } from './graphs.ts';
import { linesOf } from './words.ts';
import classes from './versions.module.css';

const texts = versionsTexts;

interface ComparisonViewProps {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

const legend: readonly Exclude<ChangeState, 'same'>[] = ['added', 'removed', 'changed', 'moved'];

/** Two versions side by side: one drawing of both, and every change in words. */
export function ComparisonView({ id, from, to }: ComparisonViewProps) {
  const before = useQuery(versionQuery(id, from));
  const after = useQuery(versionQuery(id, to));
  const [old, now] = [before.data?.content, after.data?.content];
  const compared = useMemo(
    () => (old === undefined || now === undefined ? undefined : (compare(old, now) ?? 'unreadable')),
    [old, now],
  );
  const error = before.error ?? after.error;
  if (error !== null) return <Failure error={error} />;
  if (compared === undefined) return <Waiting rows={8} />;
  if (compared === 'unreadable') return <Empty title={texts.unreadable} />;
  const { diff, drawing, names } = compared;
  const lines = linesOf(diff, names);
  return (
    <>
      {drawing.nodes.length === 0 ? null : (
        <>
          <GraphDrawing drawing={drawing} label={texts.drawing(from, to)} />
          <ul className={classes.legend} aria-label={texts.legend}>
            {legend.map((fate) => (
              <li key={fate} data-fate={fate}>
                <span aria-hidden>{signs[fate]}</span>
                {texts.fates[fate]}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className={classes.sum}>{texts.sum(count(lines.length), lines.length)}</h3>
      <ul className={classes.changes}>
        {lines.map(({ fate, subject, text, values }, i) => (
          <li key={i} data-fate={fate}>
            <span aria-hidden className={classes.sign}>
              {signs[fate]}
            </span>
            <div>
              <strong>{subject}</strong> {text}
              {values === undefined ? null : (
                <div className={classes.values}>
                  <del>{values.before}</del>
                  <span aria-hidden> → </span>
                  <ins>{values.after}</ins>
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
