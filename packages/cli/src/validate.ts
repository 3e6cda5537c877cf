import { planProblems } from '@millrace/runner';
import type { EngineHost } from '@millrace/engines/host';
import type { Problem } from '@millrace/workflow';
import { onInterrupt } from './interrupt.ts';
import { hostOf, openCall, type OpenCall } from './open-call.ts';
import { onlyWorkflow, readCall } from './options.ts';
import { problemLines } from './problems.ts';
import { startEarly } from './start-early.ts';

/**
 * `millrace validate`: prints every problem; 0 when there is no error, 2 when there is one, 1 when it was stopped. Where the document is sound, an engine
 * works out the columns of every node; nothing is shown or saved.
 */
export async function run(args: readonly string[]): Promise<0 | 1 | 2> {
  const call = await readCall(args);
  await using host = hostOf(call, { oneRun: true });
  const check = await openCall(call, onlyWorkflow(call), (opened) => startEarly(call, host, opened));
  const problems = check.ok ? await allProblems(check.opened, host) : check.problems;
  if (problems === undefined) return 1;
  const ok = problems.every(({ severity }) => severity !== 'error');
  if (call.json) process.stdout.write(`${JSON.stringify({ event: 'validated', ok, problems })}\n`);
  else {
    for (const line of problemLines(problems)) process.stdout.write(`${line}\n`);
    process.stdout.write(ok ? 'the workflow can run\n' : 'the workflow cannot run\n');
  }
  return ok ? 0 : 2;
}

async function allProblems(
  { prepared, catalogue, datasets, files, libraries }: OpenCall,
  host: EngineHost,
): Promise<readonly Problem[] | undefined> {
  await using _files = files;
  const { signal, release } = onInterrupt(() => void host.close());
  signal.addEventListener('abort', () => void host.close(), { once: true });
  try {
    const problems = await planProblems({ catalogue, datasets, files, host, engine: 'auto', libraries }, prepared);
    return signal.aborted ? undefined : [...prepared.warnings, ...problems];
  } finally {
    release();
  }
}
