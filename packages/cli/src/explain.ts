import { loadCatalogue } from '@millrace/processors';
import { EngineStartError } from '@millrace/engines';
import { explainWorkflow, prepareRun, workflowCode } from '@millrace/runner';
import { datasetsFor, loadDatasets, loadWorkflow } from './load.ts';
import { onInterrupt } from './interrupt.ts';
import { compatibilityIn, filesOf, hostOf, librariesIn } from './open-call.ts';
import { onlyWorkflow, readCall } from './options.ts';
import { printable } from '@millrace/runner/drawings';
import { problemLines } from './problems.ts';
import { explanationLines } from './show-explanation.ts';

/** `millrace explain`: 0 when every node has a plan, 1 when one has none, 2 for a bad graph or call. */
export async function run(args: readonly string[]): Promise<0 | 1 | 2> {
  const call = await readCall(args);
  const path = onlyWorkflow(call);
  await using host = hostOf(call);
  if (call.engine === 'spark') host.warmSpark();
  else host.warmSail();
  const [result, catalogue, records] = await Promise.all([
    loadWorkflow(path),
    loadCatalogue(),
    loadDatasets(call.datasets),
  ]);
  const datasets = result.ok ? datasetsFor(result.workflow, records) : records.byUuid;
  const prepared = result.ok
    ? prepareRun({ workflow: result.workflow, catalogue, datasets, parameters: call.parameters })
    : result;
  if (!prepared.ok) {
    if (call.json)
      process.stdout.write(`${JSON.stringify({ event: 'explain.refused', problems: prepared.problems })}\n`);
    for (const line of problemLines(prepared.problems)) process.stderr.write(`${line}\n`);
    return 2;
  }
  await using files = await filesOf(call);
  const compatibility = compatibilityIn(call, prepared.run.workflow);
  const libraries = await librariesIn(call);
  const options = { catalogue, datasets, files, host, engine: call.engine, compatibility, libraries };
  const { signal, release } = onInterrupt(() => void host.close());
  signal.addEventListener('abort', () => void host.close(), { once: true });
  files.fetchUntil(signal);
  try {
    if (call.code && !call.json) {
      const { code, missing } = await workflowCode(options, prepared.run);
      if (signal.aborted) return 1;
      process.stdout.write(code);
      for (const sentence of missing) process.stderr.write(`warning: ${sentence}\n`);
      return missing.length === 0 ? 0 : 1;
    }
    const explanation = await explainWorkflow(options, prepared.run);
    const code = call.code ? await workflowCode(options, prepared.run) : undefined;
    if (signal.aborted) return 1;
    if (call.json)
      process.stdout.write(
        `${JSON.stringify({ ...explanation, ...(code === undefined ? {} : { code: code.code, codeMissing: code.missing }) })}\n`,
      );
    else for (const line of explanationLines(explanation)) process.stdout.write(`${printable(line)}\n`);
    return explanation.nodes.every((n) => n.failure === undefined && n.because === undefined) ? 0 : 1;
  } catch (error) {
    if (signal.aborted) return 1;
    if (!(error instanceof EngineStartError)) throw error;
    process.stderr.write(`millrace explain: ${error.message}\n`);
    return 1;
  } finally {
    release();
  }
}
