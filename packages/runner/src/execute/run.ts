import { isNote } from '@millrace/workflow';
import { libraryLine } from '../libraries/libraries.ts';
import type { ExecutionResult } from './execute.ts';
import type { PreparedRun } from './prepare-run.ts';
import type { RunRequest, RunServices } from './run-request.ts';
import type { Manifest, RunStatus } from '../results/events.ts';
import { WorkflowRun } from './workflow-run.ts';

/**
 * Runs a prepared workflow and gives its manifest, which is also the last event. Node failures are part of the
 * manifest; it throws only when the run could not begin (no engine) or for a fault of ours.
 */
export async function runWorkflow(
  prepared: PreparedRun,
  request: RunRequest,
  services: RunServices,
): Promise<Manifest> {
  const start = performance.now();
  const { emit } = services;
  const order = prepared.order.filter((id) => {
    const node = prepared.graph.nodes.get(id);
    return node !== undefined && !isNote(node);
  });
  emit({ event: 'run.started', workflow: prepared.workflow.name, nodes: order.length, wish: request.engine });
  for (const { message, nodeId } of prepared.warnings)
    emit({ event: 'log', level: 'warning', message, ...(nodeId === undefined ? {} : { nodeId }) });
  const { libraries } = request;
  if (libraries !== undefined) emit({ event: 'log', level: 'info', message: libraryLine(libraries.libraries) });
  const run = new WorkflowRun({ ...prepared, order }, request, services);
  services.files.fetchUntil(run.signal);
  const { executed, choice } = await run.run();
  const reused = executed.nodes.filter((node) => node.reused).length;
  if (reused > 0)
    emit({
      event: 'log',
      level: 'info',
      message: `${reused} of ${executed.nodes.length} nodes were reused from earlier runs: nothing that they depend on has changed`,
    });
  const manifest: Manifest = {
    event: 'run.finished',
    status: statusOf(executed, run.signal),
    engine: choice.session.kind,
    why: choice.why,
    ms: Math.round(performance.now() - start),
    nodes: executed.nodes,
    outputs: executed.outputs,
  };
  emit(manifest);
  return manifest;
}

const statusOf = ({ nodes }: ExecutionResult, signal: AbortSignal): RunStatus =>
  nodes.every((n) => n.status === 'COMPLETED')
    ? 'COMPLETED'
    : nodes.some((n) => n.status === 'FAILED')
      ? 'FAILED'
      : signal.aborted
        ? 'STOPPED'
        : 'FAILED';
