import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadCatalogue, type ProcessorCatalogue } from '../packages/processors/src/index.ts';
import { LocalFiles } from '@millrace/file-space';
import { prepareRun, type PreparedRun } from '../packages/runner/src/index.ts';
import { parseDataset, parseWorkflow, type Dataset } from '../packages/workflow/src/index.ts';

export interface BenchGraph {
  readonly name: string;
  /** True if a node needs Spark's machine learning. */
  readonly learns: boolean;
  readonly path: string;
  readonly prepared: PreparedRun;
  readonly datasets: ReadonlyMap<string, Dataset>;
  readonly catalogue: ProcessorCatalogue;
  readonly files: () => LocalFiles;
}

/** The graphs below a folder (`workflows/`, `datasets/`) that can run here. */
export async function graphsOf(root: string): Promise<BenchGraph[]> {
  const catalogue = await loadCatalogue();
  const datasets = new Map<string, Dataset>();
  for (const file of await readdir(join(root, 'datasets'))) {
    const parsed = parseDataset(await readFile(join(root, 'datasets', file), 'utf8'));
    if (parsed.ok) datasets.set(parsed.dataset.uuid, parsed.dataset);
  }
  const graphs: BenchGraph[] = [];
  for (const file of (await readdir(join(root, 'workflows'))).toSorted()) {
    const path = join(root, 'workflows', file);
    const parsed = parseWorkflow(await readFile(path, 'utf8'));
    if (!parsed.ok) continue;
    const prepared = prepareRun({ workflow: parsed.workflow, catalogue, datasets });
    if (!prepared.ok) continue;
    graphs.push({
      name: file.replace(/\.json$/, ''),
      learns: parsed.workflow.nodes.some(({ nodeClass }) => catalogue.get(nodeClass)?.needs.includes('ml')),
      path,
      prepared: prepared.run,
      datasets,
      catalogue,
      files: () => new LocalFiles(root),
    });
  }
  return graphs;
}
