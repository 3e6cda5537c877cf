import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../../api/problem.ts';
import type { FieldSpec } from '../../model/catalogue.ts';
import {
  lineProblemOf,
  resultTableOf,
  savedCodeOf,
  type CodeShape,
  type LineProblem,
  type SavedCode,
} from '../../model/code-shape.ts';
import type { GraphNode } from '../../model/graph.ts';
import { keysOf } from '../../model/keys.ts';
import { keysText } from '../../state/command.ts';
import { previewQuery, stateOf, useLive, type Column, type GraphProblem } from '../../state/live.ts';
import { useSettled } from '../../state/live-updates.tsx';
import { useEditor, useEditorStore } from '../../state/store.ts';
import { useEnvironment, useUi } from '../../state/ui-store.ts';
import { ProgramCodeField } from './code-field.tsx';
import { commonProps } from './field-input.tsx';

interface ProgramFieldProps {
  readonly node: GraphNode;
  readonly shape: CodeShape;
  readonly field: FieldSpec;
  readonly value: string;
  readonly tables: readonly (readonly Column[])[];
  readonly problems: readonly GraphProblem[];
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (value: string) => void;
}

/** The code of a node, in Python or Scala. */
export function ProgramField({ node, shape, problems, tables, value, onChange, ...rest }: ProgramFieldProps) {
  const { field } = rest;
  const failures = useFailures(node.id);
  const found = [...problems.filter((one) => one.field === field.name).map(({ message }) => message), ...failures];
  return (
    <ProgramCodeField
      {...commonProps(rest)}
      {...{ shape, tables, value, onChange }}
      table={resultTableOf(node)}
      saved={useSavedCode(node, field)}
      problem={found.map(lineProblemOf).find((one): one is LineProblem => one !== undefined)}
      keys={keysText('Mod+Enter')}
      isTall
      onPreview={usePreviewCommand(node.id)}
    />
  );
}

/** The code in the last saved version, if it differs. */
function useSavedCode(node: GraphNode, field: FieldSpec): SavedCode | undefined {
  const saved = useEditor((state) => state.saved);
  const version = useEditor((state) => state.version);
  return savedCodeOf(saved, version, node, field);
}

/** Why the node as it is now has failed, in its preview and in its last run. */
function useFailures(nodeId: string): readonly string[] {
  const { projectId } = useEnvironment();
  const graph = useSettled(useEditor((state) => state.graph));
  const sample = useUi((state) => state.sample);
  const key = keysOf(graph).get(nodeId);
  // the data pane requests it
  const { error } = useQuery({ ...previewQuery(projectId, graph, nodeId, key ?? '', sample), enabled: false });
  const run = useLive(({ runs }) => runs.get(nodeId));
  const ofRun = stateOf(run, key) === 'failed' ? run?.message : undefined;
  return [ofPreview(error, nodeId), ofRun].filter((message) => message !== undefined);
}

/** The message of a preview that failed at this node, not before it. */
function ofPreview(error: Error | null, nodeId: string): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 422) return undefined;
  const about = error.problem.errors?.find((one) => one.nodeId !== undefined);
  return about === undefined || about.nodeId === nodeId ? (about?.message ?? error.message) : undefined;
}

/** Shows the rows of a node in the data pane, computed again if they are those of the present graph. */
function usePreviewCommand(nodeId: string): () => void {
  const { ui, projectId } = useEnvironment();
  const store = useEditorStore();
  const client = useQueryClient();
  return () => {
    ui.setState(({ previews }) => ({ tab: 'rows', previews: previews + 1 }));
    // a changed graph is previewed by itself
    const key = keysOf(store.getState().graph).get(nodeId);
    void client.invalidateQueries({ queryKey: ['preview', projectId, nodeId, key] });
  };
}
