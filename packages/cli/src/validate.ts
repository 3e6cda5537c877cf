import { loadCatalogue } from '@millrace/processors';
import { prepareRun } from '@millrace/runner';
import { loadDatasets, loadWorkflow } from './load.ts';
import { onlyWorkflow, readCall } from './options.ts';
import { problemLines } from './problems.ts';

/** `millrace validate`: prints every problem; 0 when there is no error, else 2. */
export async function run(args: readonly string[]): Promise<0 | 2> {
  const call = await readCall(args);
  const loaded = await loadWorkflow(onlyWorkflow(call));
  const prepared = loaded.ok
    ? prepareRun({
        workflow: loaded.workflow,
        catalogue: await loadCatalogue(),
        datasets: await loadDatasets(call.datasets),
        parameters: call.parameters,
      })
    : loaded;
  const problems = [...(loaded.ok ? loaded.problems : []), ...('run' in prepared ? prepared.run.warnings : prepared.problems)];
  if (call.json) process.stdout.write(`${JSON.stringify({ event: 'validated', ok: prepared.ok, problems })}\n`);
  else {
    for (const line of problemLines(problems)) process.stdout.write(`${line}\n`);
    process.stdout.write(prepared.ok ? `the workflow can run\n` : `the workflow cannot run\n`);
  }
  return prepared.ok ? 0 : 2;
}
