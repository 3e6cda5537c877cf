import type { Emit } from '@millrace/runner';
import { EngineStartError } from '@millrace/engines';
import { RunError } from '@millrace/errors';
import { onInterrupt } from './interrupt.ts';
import { hostOf, openCall } from './open-call.ts';
import { onlyWorkflow, readCall } from './options.ts';
import { problemLines } from './problems.ts';
import { startEarly } from './start-early.ts';

/** `millrace run`: 0 when every node completed, 1 when one failed, 2 for a bad graph or call. */
export async function run(args: readonly string[]): Promise<0 | 1 | 2> {
  const call = await readCall(args);
  const path = onlyWorkflow(call);
  await using host = hostOf(call, { oneRun: true });
  const check = await openCall(call, path, (opened) => startEarly(call, host, opened));
  if (!check.ok) {
    if (call.json) process.stdout.write(`${JSON.stringify({ event: 'run.refused', problems: check.problems })}\n`);
    for (const line of problemLines(check.problems)) process.stderr.write(`${line}\n`);
    return 2;
  }
  // read while the engine comes up
  const [{ runWorkflow }, { showRun }] = await Promise.all([import('@millrace/runner'), import('./show-run.ts')]);
  const emit: Emit = call.json
    ? (event) => process.stdout.write(`${JSON.stringify(event)}\n`)
    : showRun(process.stdout);
  const { signal, release } = onInterrupt(() => void host.close());
  const { prepared, compatibility, libraries, ...services } = check.opened;
  await using _files = services.files;
  const { engine, previews, failFast } = call;
  try {
    const spark = { config: new Map(), jars: [], localJars: libraries?.jars ?? [] };
    const request = { engine, compatibility, libraries, spark, previews, failFast };
    const manifest = await runWorkflow(prepared, request, { ...services, host, signal, emit });
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
