import { openCall } from './open-call.ts';
import { onlyWorkflow, readCall } from './options.ts';
import { problemLines } from './problems.ts';

/** `millrace validate`: prints every problem; 0 when there is no error, else 2. */
export async function run(args: readonly string[]): Promise<0 | 2> {
  const call = await readCall(args);
  const checked = await openCall(call, onlyWorkflow(call));
  const problems = checked.ok ? checked.opened.prepared.warnings : checked.problems;
  if (call.json) process.stdout.write(`${JSON.stringify({ event: 'validated', ok: checked.ok, problems })}\n`);
  else {
    for (const line of problemLines(problems)) process.stdout.write(`${line}\n`);
    process.stdout.write(checked.ok ? 'the workflow can run\n' : 'the workflow cannot run\n');
  }
  return checked.ok ? 0 : 2;
}
