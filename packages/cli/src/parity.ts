import { checkParity } from '@millrace/runner';
import { readCall } from './options.ts';
import { hostOf, openCall } from './open-call.ts';
import { printable } from '@millrace/runner/drawings';
import { problemLines } from './problems.ts';

/** `millrace parity`: 0 when both engines give the same at every node of every file, 1 when not, 2 for a bad graph. */
export async function run(args: readonly string[]): Promise<0 | 1 | 2> {
  const call = await readCall(args);
  await using host = hostOf(call);
  host.warmSpark();
  let code: 0 | 1 | 2 = 0;
  for (const path of call.workflows) {
    const check = await openCall(call, path);
    if (!check.ok) {
      for (const line of problemLines(check.problems)) process.stderr.write(`${path}: ${line}\n`);
      code = 2;
      continue;
    }
    const { prepared, compatibility, libraries, ...services } = check.opened;
    await using _files = services.files;
    if (compatibility !== 'spark4') {
      process.stderr.write(`${path}: nothing to compare: compatibility ${compatibility} is available on Spark only\n`);
      code = 2;
      continue;
    }
    const report = await checkParity(prepared, { compatibility, libraries }, { host, ...services });
    const broken = report.spark.nodes.filter((n) => n.status === 'FAILED');
    if (code === 0 && (report.differences.length > 0 || broken.length > 0)) code = 1;
    if (call.json) {
      const { differences, lastDigits, compared, cut } = report;
      process.stdout.write(
        `${JSON.stringify({ event: 'parity', path, differences, lastDigits, compared, cut, failed: broken.map((n) => n.id) })}\n`,
      );
      continue;
    }
    const { length: count } = report.differences;
    const verdict = count === 0 ? 'no differences' : count === 1 ? '1 difference' : `${count} differences`;
    process.stdout.write(
      `${path}: ${verdict} in ${report.compared} nodes (Spark ${report.spark.ms} ms, Sail ${report.sail.ms} ms)\n`,
    );
    for (const { nodeId, name, what } of report.differences)
      process.stdout.write(printable(`  node ${nodeId} ${name}: ${what}\n`));
    for (const { nodeId, name, what } of report.lastDigits)
      process.stdout.write(printable(`  node ${nodeId} ${name}: only the last digits of fractions differ: ${what}\n`));
    for (const id of report.cut) process.stdout.write(`  node ${id}: only its first rows were compared\n`);
    for (const node of broken)
      process.stdout.write(
        printable(`  node ${node.id} ${node.name} failed on both engines: ${node.error?.message}\n`),
      );
  }
  return code;
}
