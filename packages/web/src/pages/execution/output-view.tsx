import { lazy, Suspense, type ReactNode } from 'react';
import { untilThere } from '../../api/line.ts';
import type { Output } from '../../api/queries-of-runs.ts';
import { runTexts } from '../../texts/run.ts';
import { count } from '../../ui/format.ts';
import { Waiting } from '../../ui/states.tsx';
import { CellText } from '../../ui/cell.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { ChartViewProps } from './chart-view.tsx';
import { PagedTable } from './paged-table.tsx';
import { SavedModel } from './saved-model.tsx';
import classes from './output-view.module.css';

const readCharts = () => untilThere(() => import('./chart-view.tsx'));
const ChartView = lazy(readCharts);

/** Prefetches the chart library; an error is shown at the first chart. */
export const readChartsEarly = (): void => void readCharts().catch(() => undefined);

interface OutputBodyProps extends ChartViewProps {
  /** The run of the output; absent for a sample. */
  readonly runId?: number | undefined;
}

interface OutputViewProps extends OutputBodyProps {
  /** The node of the output, if there are several. */
  readonly node?: string | undefined;
  /** Actions at the end of its heading. */
  readonly action?: ReactNode;
}

/** An output of a node. Titles, texts and values come from users: they are drawn as text, whatever they contain. */
export function OutputView({ node, action, ...body }: OutputViewProps) {
  const { runId, output } = body;
  return (
    <figure className={classes.output}>
      <figcaption className={classes.caption}>
        <span className={classes.title}>{output.title}</span>
        {node === undefined ? null : <span className={`soft ${classes.node}`}>{node}</span>}
        <span className="soft">{sizeOf(output)}</span>
        {output.unordered === true ? (
          <span className="soft" title={runTexts.whyUnordered}>
            {runTexts.unordered}
          </span>
        ) : null}
        <span className={classes.actions}>
          <Download runId={runId} output={output} />
          {action}
        </span>
      </figcaption>
      <OutputBody {...body} />
    </figure>
  );
}

/** A link to the whole table of a run as a file. */
export const Download = ({
  runId,
  output: { type, outputId },
}: {
  readonly runId: number | undefined;
  readonly output: Output;
}) =>
  type === 'table' && runId !== undefined && outputId !== undefined ? (
    <a className={classes.download} href={`/api/v1/workflow-executions/${runId}/results/${outputId}/download`} download>
      {runTexts.download}
    </a>
  ) : null;

/** The content of an output, without its heading. */
export function OutputBody({ runId, output, ofNode, twin }: OutputBodyProps) {
  const { type, columns = [], rows = [], text, name, value, path } = output;
  if (type === 'table') {
    const { conditions, onChoose } = twin ?? {};
    const marked = conditions === undefined ? undefined : { conditions, onClear: () => onChoose?.(undefined) };
    if (runId !== undefined && output.outputId !== undefined && output.kept !== undefined)
      return (
        <PagedTable runId={runId} outputId={output.outputId} output={output} count={output.kept.rows} marked={marked} />
      );
    const { truncated, total } = output.kept ?? output;
    return (
      <DataTable
        label={output.title}
        columns={columns}
        rows={rows}
        inAll={truncated === true || output.kept !== undefined ? (total ?? output.kept?.rows ?? null) : undefined}
        marked={marked}
      />
    );
  }
  if (type === 'chart')
    return (
      <Suspense fallback={<Waiting rows={3} />}>
        <ChartView output={output} ofNode={ofNode} twin={twin} />
      </Suspense>
    );
  if (type === 'variable')
    return (
      <p className="data">
        {name} = <CellText value={value ?? null} />
      </p>
    );
  if (type === 'file')
    return (
      <>
        {path === output.title ? null : <p className="data">{path}</p>}
        {output.model === undefined || runId === undefined ? null : (
          <SavedModel runId={runId} nodeId={output.nodeId} name={output.model.name} />
        )}
      </>
    );
  // without scripts, forms and links that lead out: whoever wrote the code wrote it, not we
  if (output.format === 'html')
    return <iframe className={classes.html} sandbox="" srcDoc={text ?? ''} title={output.title || type} />;
  return (
    <pre className={`data ${classes.text}`} tabIndex={0}>
      {text}
    </pre>
  );
}

export const sizeOf = (output: Output): string =>
  output.type === 'table' ? `${rowsIn(output)} × ${count(output.columns?.length ?? 0)}` : '';

/** The row count of a table, including rows that were not stored if their number is known. */
export function rowsIn({ rows = [], kept: storedRows, ...output }: Output): string {
  const { truncated, total } = storedRows ?? output;
  const all = total ?? storedRows?.rows ?? rows.length;
  const more = truncated === true && total == null ? '+' : '';
  return `${count(all)}${more}`;
}
