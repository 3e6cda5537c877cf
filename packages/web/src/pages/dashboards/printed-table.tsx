import type { Output } from '../../api/queries-of-runs.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { CellText } from '../../ui/cell.tsx';
import { kindOf } from '../../ui/column-summary.ts';
import { count } from '../../ui/format.ts';
import { rowsIn } from '../execution/output-view.tsx';
import classes from './printed-table.module.css';

const maxRows = 100;

/** Rows as paper shows them: the first of them, none hidden behind a scroll bar. */
export function PrintedTable({ output }: { readonly output: Output }) {
  const { columns = [], rows = [] } = output;
  const printed = count(Math.min(maxRows, rows.length));
  const all = rowsIn(output);
  const align = (type: string): 'end' | undefined => (kindOf(type) === 'number' ? 'end' : undefined);
  return (
    <div>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ name, type }, i) => (
              <th key={i} scope="col" data-align={align(type)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map((row, at) => (
            <tr key={at}>
              {row.map((value, i) => (
                <td key={i} data-align={align(columns[i]?.type ?? '')}>
                  <CellText value={value} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {all === printed ? null : <p className={classes.more}>{dashboardsTexts.firstRows(printed, all)}</p>}
    </div>
  );
}
