import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inARow, type NodeDraft } from '../packages/server/test/graphs.ts';
import { loadCatalogue } from '../packages/processors/src/index.ts';
import { EngineHost } from '@millrace/engines/host';
import { LocalFiles } from '@millrace/file-space';
import { prepareRun, runWorkflow } from '../packages/runner/src/index.ts';
import { parseWorkflow } from '../packages/workflow/src/index.ts';
import { writeSales } from './graph.ts';
import { median } from './measure.ts';

const rounds = 3;

const sales: NodeDraft = {
  nodeClass: 'dataset.NodeDatasetCSV',
  type: 'dataset',
  fields: {
    path: 'sales.csv',
    header: 'true',
    outputColNames: ['id', 'ts', 'customer', 'product', 'qty', 'price', 'country'],
    outputColTypes: ['LONG', 'TIMESTAMP', 'INTEGER', 'INTEGER', 'INTEGER', 'DOUBLE', 'STRING'],
  },
};
const amounts: readonly NodeDraft[] = [
  sales,
  { nodeClass: 'etl.NodeRowFilter', fields: { conditionExpr: 'qty > 0' } },
  { nodeClass: 'etl.NodeExpressions', fields: { outputCols: ['amount'], expressions: ['qty * price'] } },
];
const grouping: readonly NodeDraft[] = [
  ...amounts,
  {
    nodeClass: 'etl.NodeGroupBy',
    fields: {
      groupingCols: ['customer'],
      aggregateCols: ['amount', 'price', 'qty'],
      aggregateOperations: ['sum', 'max', 'sum'],
      outputColNames: ['amount', 'price', 'qty'],
    },
  },
];
const trainingNodes: readonly NodeDraft[] = [
  {
    nodeClass: 'ml.NodeVectorAssembler',
    type: 'ml-transformer',
    fields: { inputCols: ['qty', 'price'], outputCol: 'features' },
  },
  {
    nodeClass: 'ml.NodeRandomForestRegression',
    type: 'ml-estimator',
    fields: { featuresCol: 'features', labelCol: 'amount', seed: '7' },
  },
  { nodeClass: 'ml.NodePredict', type: 'ml-predict' },
  { nodeClass: 'ml.NodeRegressionEvaluator', type: 'ml-evaluator', fields: { labelCol: 'amount' } },
];

/**
 * (hand-over) A graph that trains a model, on Spark as a whole, against the same graph up to the first node that trains on Sail, with
 * its rows handed over as Parquet; each warm in one process.
 */
export async function handOver(folder: string, rows: number): Promise<void> {
  console.log('\n(hand-over) a graph that trains a model: all on Spark, or Spark only from the first training node on');
  for (const many of [rows / 200, rows / 10]) {
    await writeSales(folder, many);
    const { size } = await stat(join(folder, 'sales.csv'));
    console.log(`${many} rows, ${(size / 1e6).toFixed(1)} MB of CSV`);
    for (const [name, before] of [
      ['  its rows', amounts],
      ['  its groups', grouping],
    ] as const)
      await compare(folder, name, before);
  }
}

async function compare(folder: string, name: string, before: readonly NodeDraft[]): Promise<void> {
  await using host = new EngineHost();
  const whole: number[] = [];
  const handOvers: number[] = [];
  const path = 'handed-over';
  const saved: NodeDraft = { nodeClass: 'save.NodeSaveParquet', fields: { path, saveMode: 'Overwrite' } };
  const read: NodeDraft = { nodeClass: 'dataset.NodeDatasetParquet', type: 'dataset', fields: { path } };
  for (let round = -2; round < rounds; round++) {
    const all = await measureTime(host, folder, 'auto', [...before, ...trainingNodes]);
    await mkdir(join(folder, path), { recursive: true });
    const first = await measureTime(host, folder, 'sail', [...before, saved]);
    const second = await measureTime(host, folder, 'auto', [read, ...trainingNodes]);
    await rm(join(folder, path), { recursive: true });
    if (round < 0) continue;
    whole.push(all);
    handOvers.push(first + second);
  }
  const [one, two] = [median(whole), median(handOvers)];
  console.log(
    `${name.padEnd(16)} whole ${(one / 1000).toFixed(2)} s   handed over ${(two / 1000).toFixed(2)} s   ${(one / two).toFixed(2)}x`,
  );
}

async function measureTime(
  host: EngineHost,
  folder: string,
  engine: 'auto' | 'sail',
  nodes: readonly NodeDraft[],
): Promise<number> {
  const catalogue = await loadCatalogue();
  const parsed = parseWorkflow(JSON.stringify(inARow('Learns', nodes)));
  if (!parsed.ok) throw new Error('the graph of the benchmark cannot be parsed');
  const sources = { catalogue, datasets: new Map() };
  const prepared = prepareRun({ workflow: parsed.workflow, ...sources });
  if (!prepared.ok) throw new Error(`the graph of the benchmark is refused: ${JSON.stringify(prepared.problems)}`);
  if (engine === 'sail') await host.sailReady();
  await using files = new LocalFiles(folder);
  const manifest = await runWorkflow(prepared.run, { engine }, { ...sources, files, host, emit: () => undefined });
  if (manifest.status !== 'COMPLETED')
    throw new Error(
      `the graph of the benchmark ended ${manifest.status}: ${JSON.stringify(manifest.nodes.find((n) => n.status === 'FAILED'))}`,
    );
  return manifest.ms;
}
