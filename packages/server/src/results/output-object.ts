import type { RunOutput } from '@millrace/runner';
import type { ExecutionRow } from '../executions/transitions.ts';
import { statuses } from '../executions/status.ts';

/** An output as the interface's clients read it; what is ours stands next to their keys. */
export interface OutputObject {
  readonly id: number | string;
  readonly name: string;
  readonly nodeId: string;
  readonly title: string;
  readonly type: string;
  readonly time: string;
  /** 2: of a model, 3: data. */
  readonly resultType: 2 | 3;
  readonly visibility: 'EXPANDED';
  readonly tabId: number;
  readonly [key: string]: unknown;
}

/** Number that clients know for what belongs to no node. */
const general = 99_999;

/** A stored output of a node. */
export interface StoredOutput {
  readonly outputId: number;
  readonly nodeId: string;
  readonly nodeName: string | null;
  readonly body: string;
  readonly endedAt: number | null;
}

export function outputObject(
  { outputId, nodeId, nodeName, body, endedAt }: StoredOutput,
  execution: RunEnd,
): OutputObject {
  const output = JSON.parse(body) as RunOutput;
  return {
    ...output,
    ...base(nodeName ?? output.title, endedAt ?? timeOf(execution)),
    resultType: output.of === 'model' ? 2 : 3,
    id: /^\d{1,9}$/.test(nodeId) ? Number(nodeId) : nodeId,
    outputId,
    nodeId,
    title: output.title,
    type: output.type,
  };
}

type RunEnd = Pick<ExecutionRow, 'name' | 'status' | 'message' | 'endedAt' | 'queuedAt'>;

/** The last word of a run as an output: success, or failure with the reason. Undefined while it is under way. */
export function lastWord(execution: RunEnd): OutputObject | undefined {
  const { status, message, name } = execution;
  const word = { id: general, nodeId: '', title: name, ...base(name, timeOf(execution)) };
  if (status === statuses.COMPLETED) return { ...word, type: 'success', text: 'The workflow completed.' };
  if (status === statuses.FAILED || status === statuses.TIMEOUT)
    return { ...word, type: 'failure', text: message ?? 'The workflow failed.' };
  return undefined;
}

const timeOf = ({ endedAt, queuedAt }: RunEnd): number => endedAt ?? queuedAt;

const base = (name: string, at: number) => ({
  name,
  time: clock(at),
  resultType: 3 as const,
  visibility: 'EXPANDED' as const,
  tabId: 0,
});

/** `2026 11 21 22:15:03`, UTC. */
const clock = (at: number): string => new Date(at).toISOString().slice(0, 19).replaceAll('-', ' ').replace('T', ' ');
