import { useMemo } from 'react';
import type { Cell } from '../../../api/queries-of-runs.ts';
import { editorTexts } from '../../../texts/editor.ts';
import { columnsTexts } from '../../../texts/columns.ts';
import { summarise } from '../../../ui/column-summary.ts';
import { SummaryPicture } from '../../../ui/column-summary.tsx';
import { count } from '../../../ui/format.ts';
import type { Column } from '../state/live.ts';
import classes from '../data/data-pane.module.css';

const texts = editorTexts.data;

interface ColumnListProps {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The columns of an output, one a line: type, numbers of absent and distinct values, distribution. */
export function ColumnList({ columns, rows }: ColumnListProps) {
  const summaries = useMemo(() => summarise(columns, rows), [columns, rows]);
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={texts.columns}>
      <table className={classes.columns}>
        <thead>
          <tr>
            <th scope="col">{columnsTexts.name}</th>
            <th scope="col">{columnsTexts.type}</th>
            <th scope="col">{texts.nulls}</th>
            <th scope="col">{texts.distinct}</th>
            <th scope="col">{texts.least}</th>
            <th scope="col">{texts.greatest}</th>
            <th scope="col">{texts.lie}</th>
          </tr>
        </thead>
        <tbody>
          {summaries.map((one, i) => (
            <tr key={i}>
              <th scope="row">{one.name}</th>
              <td className="soft">{one.type}</td>
              <td className="data">{count(one.nulls)}</td>
              <td className="data">{one.distinct === null ? '' : count(one.distinct)}</td>
              <td className="data">{one.min}</td>
              <td className="data">{one.max}</td>
              <td>
                <SummaryPicture summary={one} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
