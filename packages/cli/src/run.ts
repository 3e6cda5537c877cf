import { loadCatalogue } from '@millrace/processors';
import { EngineHost, EngineStartError, LocalFiles, prepareRun, RunError, runWorkflow, type Emit } from '@millrace/runner';
import { loadDatasets, loadWorkflow } from './load.ts';
import { onlyWorkflow, readCall } from './options.ts';
import { problemLines } from './problems.ts';
import { showRun } from './show-run.ts';
import { onInterrupt } from './interrupt.ts';

/** `millrace run`: 0 when every node completed, 1 when one failed, 2 for a bad graph or call. */
export async function run(args: readonly string[]): Promise<0 | 1 | 2> {
  const call = await readCall(args);
  const path = onlyWorkflow(call);
  await using host = new EngineHost({
    ...(call.sparkRemote === undefined ? {} : { sparkRemote: call.sparkRemote }),
    ...(process.env['MILLRACE_ENGINE_MEMORY'] === undefined ? {} : { memory: process.env['MILLRACE_ENGINE_MEMORY'] }),
  });
  // the engine comes up while the files are read
  if (call.engine === 'spark') host.warmSpark();
  else host.warmSail();
  const [loaded, catalogue, datasets] = await Promise.all([loadWorkflow(path), loadCatalogue(), loadDatasets(call.datasets)]);
  const prepared = loaded.ok
    ? prepareRun({ workflow: loaded.workflow, catalogue, datasets, parameters: call.parameters })
    : loaded;
  if (!prepared.ok) {
    const problems = prepared.problems;
    if (call.json) process.stdout.write(`${JSON.stringify({ event: 'run.refused', problems })}\n`);
    for (const line of problemLines(problems)) process.stderr.write(`${line}\n`);
    return 2;
  }
  const emit: Emit = call.json ? (event) => process.stdout.write(`${JSON.stringify(event)}\n`) : showRun(process.stdout);
  const { signal, release } = onInterrupt(() => void host.close());
  try {
    const manifest = await runWorkflow(
      {
        workflow: prepared.run.workflow,
        catalogue,
        datasets,
        files: new LocalFiles(call.files),
        host,
        engine: call.engine,
        previews: call.previews,
        failFast: call.failFast,
        signal,
      },
      prepared.run,
      emit,
    );
    return manifest.status === 'COMPLETED' ? 0 : 1;
  } catch (error) {
    if (!(error instanceof EngineStartError || error instanceof RunError)) throw error;
    const failure = { event: 'run.failed', message: error.message };
    if (call.json) process.stdout.write(`${JSON.stringify(failure)}\n`);
    process.stderr.write(`millrace run: ${error.message}\n`);
    return 1;
  } finally {
    release();
  }
}
