import { useState, type ReactNode } from 'react';
import type { Output } from '../../api/queries-of-runs.ts';
import type { Conditions } from '../../ui/table-view.ts';
import { isTwin, type NodeRows } from './chart-marks.ts';
import { nodeNames } from './node-names.ts';
import { OutputView } from './output-view.tsx';

interface OutputListProps {
  /** The run of the outputs; absent for those of a sample. */
  readonly runId?: number | undefined;
  readonly outputs: readonly Output[];
  /** Rows of the node's outputs, if they are available. */
  readonly ofNode?: readonly NodeRows[];
  /** The actions for an output. */
  readonly actionOf?: (output: Output) => ReactNode;
}

const nameOf = ({ nodeId, title }: Output): string => JSON.stringify([nodeId, title]);

/** Outputs of nodes. A selected mark of a chart filters the node's table of the same data. */
export function OutputList({ runId, outputs, ofNode, actionOf }: OutputListProps) {
  const [selection, setSelection] = useState<ReadonlyMap<string, Conditions>>(new Map());
  const choose = (name: string, conditions: Conditions | undefined): void => {
    const next = new Map(selection);
    if (conditions === undefined) next.delete(name);
    else next.set(name, conditions);
    setSelection(next);
  };
  const nodes = nodeNames(outputs);
  return outputs.map((output, i) => {
    const name = nameOf(output);
    const other = output.type === 'chart' ? 'table' : 'chart';
    const hasTwin = outputs.some((one) => one.type === other && nameOf(one) === name && isTwin(one, output));
    const onChoose = (conditions: Conditions | undefined): void => choose(name, conditions);
    return (
      <OutputView
        key={`${output.nodeId}/${i}`}
        runId={runId}
        output={output}
        node={nodes.get(output)}
        action={actionOf?.(output)}
        ofNode={ofNode}
        twin={hasTwin ? { conditions: selection.get(name), onChoose } : undefined}
      />
    );
  });
}
