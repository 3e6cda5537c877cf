import { lazy, Suspense } from 'react';
import type { Output } from '../../api/queries-of-runs.ts';
import { texts } from '../../texts.ts';
import { count } from '../../ui/format.ts';
import { Waiting } from '../../ui/states.tsx';
import { CellText } from '../../ui/cell.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import classes from './output-view.module.css';

const ChartView = lazy(() => import('./chart-view.tsx'));

interface OutputViewProps {
  readonly runId: number;
  readonly output: Output;
}

/** What a node has shown. Titles, texts and values come from users: they are drawn as text, whatever they hold. */
export function OutputView({ runId, output }: OutputViewProps) {
  return (
    <figure className={classes.output}>
      <figcaption className={classes.caption}>
        <span className={classes.title}>{output.title}</span>
        <span className="soft">{sizeOf(output)}</span>
        {output.type === 'table' && output.outputId !== undefined ? (
          <a
            className={classes.download}
            href={`/api/v1/workflow-executions/${runId}/results/${output.outputId}/download`}
            download
          >
            {texts.run.download}
          </a>
        ) : null}
      </figcaption>
      <Body output={output} />
    </figure>
  );
}

function Body({ output }: { readonly output: Output }) {
  const { type, columns = [], rows = [], text, name, value, path } = output;
  if (type === 'table') return <DataTable label={output.title} columns={columns} rows={rows} />;
  if (type === 'chart')
    return (
      <Suspense fallback={<Waiting rows={3} />}>
        <ChartView output={output} />
      </Suspense>
    );
  if (type === 'variable')
    return (
      <p className="data">
        {name} = <CellText value={value ?? null} />
      </p>
    );
  if (type === 'file') return <p className="data">{path}</p>;
  return <pre className={`data ${classes.text}`}>{text}</pre>;
}

function sizeOf({ type, rows = [], columns = [], total, truncated }: Output): string {
  if (type !== 'table') return '';
  const all = total ?? rows.length;
  const more = truncated === true && total === null ? '+' : '';
  return `${count(all)}${more} × ${count(columns.length)}`;
}
