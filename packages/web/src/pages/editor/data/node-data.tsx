import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../../../api/problem.ts';
import { editorTexts } from '../../../texts/editor.ts';
import { summarise } from '../../../ui/column-summary.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { count } from '../../../ui/format.ts';
import { Failure, Waiting } from '../../../ui/states.tsx';
import { OutputList } from '../../execution/output-list.tsx';
import { keysOf } from '../model/keys.ts';
import { ColumnList } from '../panel/column-list.tsx';
import { previewQuery, useLive, type Preview } from '../state/live.ts';
import { useSettled } from '../state/live-updates.tsx';
import { useEditor } from '../state/store.ts';
import { useEnvironment, type DataTab } from '../state/ui-store.ts';
import { LastRunOutputs } from './last-run-outputs.tsx';
import classes from './data-pane.module.css';

const texts = editorTexts.data;

interface NodeDataProps {
  readonly nodeId: string;
  readonly sample: number;
  readonly tab: DataTab;
  /** Names of the node's outputs. */
  readonly names: readonly string[];
  /** Only this output, by its number. */
  readonly only?: number;
}

/** The preview of a node, requested once the graph has not changed for a moment. */
function usePreview(nodeId: string, sample: number, withTraining = false, isWanted = true) {
  const { projectId } = useEnvironment();
  const graph = useSettled(useEditor((state) => state.graph));
  const key = keysOf(graph).get(nodeId);
  return useQuery({
    ...previewQuery(projectId, graph, nodeId, key ?? '', sample, withTraining),
    enabled: key !== undefined && isWanted,
  });
}

/** The preview of a node: its rows or columns, or what it shows. */
export function NodeData({ nodeId, sample, tab, names, only }: NodeDataProps) {
  const { data, error, isPlaceholderData, isFetching, refetch } = usePreview(nodeId, sample);
  const [output, setOutput] = useState(0);
  const shownOutput = only ?? Math.min(output, Math.max(0, (data?.outputs.length ?? 1) - 1));
  if (error !== null && !isFetching) return <Fault error={error} nodeId={nodeId} again={() => void refetch()} />;
  if (data === undefined) return <Waiting rows={4} />;
  if (tab === 'shown') return <NodeOutputs nodeId={nodeId} preview={data} sample={sample} />;
  const one = data.outputs[shownOutput];
  return (
    <div className={classes.data} data-behind={isPlaceholderData}>
      {only === undefined && data.outputs.length > 1 ? (
        <div className={classes.outputs} role="group" aria-label={texts.outputs}>
          {data.outputs.map((_, i) => (
            <button
              key={i}
              type="button"
              className={classes.output}
              aria-pressed={i === shownOutput}
              onClick={() => setOutput(i)}
            >
              {names[i] || i + 1}
            </button>
          ))}
        </div>
      ) : null}
      {one === undefined ? (
        <p className={classes.hint}>{data.results.length > 0 ? texts.onlyShows : texts.givesNothing}</p>
      ) : tab === 'columns' ? (
        <ColumnList columns={one.columns} rows={one.rows as never} />
      ) : (
        <Rows preview={data} output={shownOutput} />
      )}
    </div>
  );
}

function Rows({ preview, output }: { readonly preview: Preview; readonly output: number }) {
  const one = preview.outputs[output];
  const summaries = useMemo(() => (one === undefined ? [] : summarise(one.columns, one.rows as never)), [one]);
  if (one === undefined) return null;
  const { sample, warnings, engine, ms } = preview;
  return (
    <>
      <p className={classes.told}>
        {sample.complete ? texts.all(count(one.count)) : texts.ofSample(count(one.count), count(sample.rows))}
        {one.rows.length < one.count ? ` · ${texts.first(count(one.rows.length))}` : ''}
        <span className="soft">
          {' '}
          · {engine} · {Math.round(ms)} ms
        </span>
        {warnings.length === 0 ? null : <span className={classes.warning}> {warnings.join(' ')}</span>}
      </p>
      <DataTable
        key={`${preview.nodeId}/${output}`}
        label={texts.rows}
        columns={one.columns}
        rows={one.rows as never}
        inAll={one.rows.length < one.count ? one.count : undefined}
        summaries={summaries}
      />
    </>
  );
}

/** The outputs of a node: on the sample, and of the last run. */
function NodeOutputs({
  nodeId,
  preview,
  sample,
}: {
  readonly nodeId: string;
  readonly preview: Preview;
  readonly sample: number;
}) {
  const trainedPreview = usePreview(nodeId, sample, true, preview.hasMore);
  const results = trainedPreview.data?.results ?? preview.results;
  const ofNode = preview.outputs.map(({ columns, rows, count: all }) => ({
    columns,
    rows: rows as never,
    inAll: rows.length < all ? all : undefined,
  }));
  return (
    <div className={classes.shown}>
      {trainedPreview.isLoading ? (
        <p className={classes.hint} role="status">
          {texts.learning}
        </p>
      ) : null}
      {trainedPreview.error === null || trainedPreview.isFetching ? null : (
        <Fault error={trainedPreview.error} nodeId={nodeId} again={() => void trainedPreview.refetch()} />
      )}
      {trainedPreview.data === undefined || trainedPreview.data.sample.complete ? null : (
        <p className={classes.hint}>{texts.learned(count(trainedPreview.data.sample.rows))}</p>
      )}
      <OutputList key={nodeId} outputs={results} ofNode={ofNode} />
      {results.length === 0 && !preview.hasMore ? <p className={classes.hint}>{texts.showsNothing}</p> : null}
      <LastRunOutputs nodeId={nodeId} />
    </div>
  );
}

/** Input rows of a node, for each of its inputs. */
export function Inputs({ nodeId, sample }: { readonly nodeId: string; readonly sample: number }) {
  const inputs = useLive(({ columns }) => columns.get(nodeId)?.inputs);
  const [index, setIndex] = useState(0);
  const nodes = useEditor(({ graph }) => graph.nodes);
  if (inputs == null || inputs.length === 0) return <p className={classes.hint}>{texts.noInput}</p>;
  const one = inputs[Math.min(index, inputs.length - 1)];
  const nameOf = (id: string): string => nodes.find((node) => node.id === id)?.name ?? id;
  return (
    <div className={classes.inputs}>
      <div className={classes.outputs} role="group" aria-label={texts.inputs}>
        {inputs.map(({ nodeId: source, output }, i) => (
          <button
            key={`${source}/${output}`}
            type="button"
            className={classes.output}
            aria-pressed={i === index}
            onClick={() => setIndex(i)}
          >
            {nameOf(source)}
          </button>
        ))}
      </div>
      {one === undefined ? null : (
        <NodeData key={one.nodeId} nodeId={one.nodeId} sample={sample} tab="rows" names={[]} only={one.output} />
      )}
    </div>
  );
}

/** The reason why there are no rows, with a link to the node that it concerns. */
function Fault({
  error,
  nodeId,
  again,
}: {
  readonly error: Error;
  readonly nodeId: string;
  readonly again: () => void;
}) {
  if (!(error instanceof ApiError) || error.status !== 422) return <Failure error={error} again={again} />;
  const about = error.problem.errors?.find((one) => one.nodeId !== undefined);
  return (
    <div className={classes.fault} role="status">
      <p>{error.message}</p>
      {about === undefined || about.nodeId === undefined || about.nodeId === nodeId ? null : (
        <GoTo nodeId={about.nodeId} />
      )}
    </div>
  );
}

function GoTo({ nodeId }: { readonly nodeId: string }) {
  const select = useEditor((state) => state.select);
  const name = useEditor(({ graph }) => graph.nodes.find(({ id }) => id === nodeId)?.name);
  return (
    <button type="button" className={classes.link} onClick={() => select([nodeId])}>
      {texts.goTo(name ?? nodeId)}
    </button>
  );
}
