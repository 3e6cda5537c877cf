import { useQuery } from '@tanstack/react-query';
import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { datasetsQuery } from '../../../api/datasets.ts';
import { editorTexts } from '../../../texts/editor.ts';
import { count, duration } from '../../../ui/format.ts';
import type { Family } from '../model/catalogue.ts';
import { Ends } from './ends.tsx';
import { heightOf, type Note, type Step } from './flow.ts';
import { Icon } from './icons.tsx';
import { keysOf } from '../model/keys.ts';
import { stateOf, useLive, type NodeState } from '../state/live.ts';
import { useEditor } from '../state/store.ts';
import classes from './canvas.module.css';

const texts = editorTexts;
/** The state of a node as a sign. */
export const signs: Readonly<Record<NodeState, string>> = {
  idle: '',
  stale: '∼',
  running: '…',
  done: '✓',
  failed: '✕',
  skipped: '↷',
  cached: '↺',
};

/** The card of a node: its class, its settings in brief, its state. */
export const StepCard = memo(function StepCard({ id, data, selected }: NodeProps<Step>) {
  const { title, summary, dataset, family, inputs, outputs, isUnknown } = data;
  const run = useLive(({ runs }) => runs.get(id));
  const key = useEditor(({ graph }) => (run === undefined ? undefined : keysOf(graph).get(id)));
  const wrong = useLive(({ problems }) =>
    problems.some(({ nodeId, severity }) => nodeId === id && severity === 'error'),
  );
  const state = stateOf(run, key);
  const height = heightOf(Math.max(inputs.length, outputs.length));
  const rows = run?.rows[0];
  const descriptions = [
    texts.states[state],
    rows == null ? '' : texts.rows(count(rows)),
    wrong || isUnknown ? texts.hasProblem : '',
  ].filter(Boolean);
  return (
    <div
      className={classes.card}
      data-family={family}
      data-state={state}
      data-selected={selected}
      data-wrong={wrong || isUnknown}
      style={{ height }}
      title={run?.message}
    >
      <Ends side="in" titles={inputs} height={height} />
      <span className={classes.icon}>
        <Icon name={family satisfies Family} />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{title}</span>
        <span className={classes.summary}>{dataset === undefined ? summary : <DatasetName uuid={dataset} />}</span>
      </span>
      <span className={classes.state} aria-hidden>
        <span data-tone={state}>{signs[state]}</span>
        {state === 'running' || state === 'skipped' || run?.ms == null ? null : (
          <span className={classes.time}>{duration(run.ms)}</span>
        )}
      </span>
      {wrong || isUnknown ? (
        <span className={classes.flag} aria-hidden>
          !
        </span>
      ) : null}
      <span className={classes.spoken}>{descriptions.join(', ')}</span>
      <Ends side="out" titles={outputs} height={height} />
    </div>
  );
});

/** The name of a dataset; nothing if it is unknown. */
function DatasetName({ uuid }: { readonly uuid: string }) {
  const { data } = useQuery(datasetsQuery);
  return data?.find((one) => one.uuid === uuid)?.name ?? null;
}

/** A note on the canvas: plain text. */
export const NoteCard = memo(function NoteCard({ data: { text, isSticky }, selected, height }: NodeProps<Note>) {
  return (
    <div className={classes.note} data-sticky={isSticky} data-selected={selected} style={{ height }}>
      {text === '' ? <span className={classes.faint}>{texts.emptyNote}</span> : text}
    </div>
  );
});
