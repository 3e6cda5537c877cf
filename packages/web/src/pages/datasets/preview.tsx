import type { FilePreview } from '../../api/datasets.ts';
import { ApiError } from '../../api/problem.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import type { ColumnSummary } from '../../ui/column-summary.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { count } from '../../ui/format.ts';
import { Empty, Waiting } from '../../ui/states.tsx';
import { columnsOf, type Draft } from './draft.ts';
import classes from './dataset.module.css';

const texts = datasetTexts.preview;

interface PreviewProps {
  readonly draft: Draft;
  readonly preview: FilePreview | undefined;
  readonly error: Error | null;
  /** Whether rows of changed options are loading. */
  readonly isBehind: boolean;
  readonly waiting?: string | undefined;
  readonly summaries?: readonly (ColumnSummary | undefined)[] | undefined;
}

/** The first rows as the present options read them. */
export function Preview({ draft, preview, error, isBehind, waiting, summaries }: PreviewProps) {
  if (waiting !== undefined) return <Empty title={waiting} />;
  if (draft.path.trim() === '') return <Empty title={texts.nothing}>{texts.nothingHint}</Empty>;
  if (error !== null)
    return (
      <div role="alert" className={classes.unread}>
        {error.message} {error instanceof ApiError ? error.remedy : null}
      </div>
    );
  if (preview === undefined) return <Waiting />;
  const columns = columnsOf(draft, preview);
  const { cells, read, warnings, headers } = preview;
  const rowsShown = texts.ofRows(count(cells.length), cells.length);
  const columnsShown = texts.ofColumns(count(headers.length), headers.length);
  return (
    <div className={classes.seen} aria-busy={isBehind}>
      <p className={classes.facts} role="status">
        {read.whole && cells.length >= read.rows
          ? texts.all(rowsShown, columnsShown)
          : texts.first(rowsShown, columnsShown)}
        {read.filesInAll > 1 ? ` ${texts.files(count(read.filesInAll))}` : ''}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className={classes.warning}>
          {warning}
        </p>
      ))}
      <DataTable
        label={texts.rows}
        columns={headers.map((name, i) => ({
          name: columns[i]?.colName ?? name,
          type: columns[i]?.colType.toLowerCase() ?? '',
        }))}
        rows={cells}
        inAll={read.whole && cells.length >= read.rows ? undefined : read.whole ? read.rows : null}
        summaries={summaries}
      />
    </div>
  );
}
