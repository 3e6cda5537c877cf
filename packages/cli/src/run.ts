import { EngineStartError, RunError, runWorkflow, type Emit } from '@millrace/runner';
import type { WorkflowNode } from '@millrace/workflow';
import { onInterrupt } from './interrupt.ts';
import { hostOf, openCall } from './open-call.ts';
import { onlyWorkflow, readCall } from './options.ts';
import { problemLines } from './problems.ts';
import { showRun } from './show-run.ts';

/** True for nodes that go to Spark by their type alone. */
const learns = ({ type }: WorkflowNode): boolean => type.startsWith('ml-');

/** `millrace run`: 0 when every node completed, 1 when one failed, 2 for a bad graph or call. */
export async function run(args: readonly string[]): Promise<0 | 1 | 2> {
  const call = await readCall(args);
  const path = onlyWorkflow(call);
  await using host = hostOf(call, { oneRun: true });
  const checked = await openCall(call, path, ({ nodes }) => {
    // it comes up while the files are read; Spark's start, which all that learns needs, depends on their size
    if (call.engine === 'sail' || (call.engine === 'auto' && !nodes.some(learns))) host.warmSail();
  });
  if (!checked.ok) {
    if (call.json) process.stdout.write(`${JSON.stringify({ event: 'run.refused', problems: checked.problems })}\n`);
    for (const line of problemLines(checked.problems)) process.stderr.write(`${line}\n`);
    return 2;
  }
  const emit: Emit = call.json
    ? (event) => process.stdout.write(`${JSON.stringify(event)}\n`)
    : showRun(process.stdout);
  const { signal, release } = onInterrupt(() => void host.close());
  const { prepared, ...rest } = checked.opened;
  await using _files = rest.files;
  const { engine, previews, failFast } = call;
  try {
    const run = { workflow: prepared.workflow, host, engine, previews, failFast, signal, ...rest };
    const manifest = await runWorkflow(run, prepared, emit);
    return manifest.status === 'COMPLETED' ? 0 : 1;
  } catch (error) {
    if (!(error instanceof EngineStartError || error instanceof RunError)) throw error;
    if (call.json) process.stdout.write(`${JSON.stringify({ event: 'run.failed', message: error.message })}\n`);
    process.stderr.write(`millrace run: ${error.message}\n`);
    return 1;
  } finally {
    release();
  }
}
