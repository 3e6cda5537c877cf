import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { csv, inARow, print, sql, type NodeDraft } from '../packages/server/test/graphs.ts';
import { trips } from './design.ts';
import { median } from './measure.ts';
import { Client, startService } from './service.ts';

const pyspark = (code: string): NodeDraft => ({ nodeClass: 'etl.NodePySpark', type: 'pyspark', fields: { code } });

/** Filters and groups trips by a node of the catalogue, or by code. */
const native = (miles: number): NodeDraft =>
  sql(`select vendor, passengers, count(*) as n, sum(seconds) as s from t where miles < ${miles} group by 1, 2`);
const coded = (miles: number): NodeDraft =>
  pyspark(`from pyspark.sql import functions as F

def myfn(spark, workflowContext, id, inDF, cust_dict):
    rows = inDF.filter(F.col("miles") < ${miles})
    return rows.groupBy("vendor", "passengers").agg(F.count("*").alias("n"), F.sum("seconds").alias("s"))
`);

const scala = (miles: number): NodeDraft => ({
  nodeClass: 'etl.NodeScala',
  type: 'scala',
  fields: {
    code: `val rows = inDF.filter($"miles" < ${miles})
val outDF = rows.groupBy("vendor", "passengers").agg(count("*").as("n"), sum("seconds").as("s"))
outDF.registerTempTable("outDF")
`,
  },
});

/** (code) A graph with a PySpark node next to the same with a node of the catalogue, in turns, through a service. */
export async function codeNodes(folder: string, rows: number, rounds: number): Promise<void> {
  console.log(
    `\n(code) a PySpark node next to an SQL node, medians of ${rounds} rounds in turn; the ratio is code divided by SQL`,
  );
  const files = join(folder, 'code-files');
  await mkdir(files, { recursive: true });
  await mkdir(join(folder, 'code-home'));
  await writeFile(join(files, 'many.csv'), trips(rows));
  await writeFile(join(files, 'few.csv'), trips(1_000));
  const service = await startService(join(folder, 'code-home'), files);
  try {
    const client = await Client.open(service.url);
    for (const engine of ['auto', 'spark'])
      for (const [file, goal] of [
        ['few.csv', 'at most 2'],
        ['many.csv', 'at most 1.15'],
      ] as const)
        await compare(`${file === 'few.csv' ? 1_000 : rows} rows, warm, ${engine}`, goal, rounds, (node) =>
          runOnce(client, graphOf(file, node(100)), engine),
        );
    for (const [file, name] of [
      ['few.csv', '1000'],
      ['many.csv', String(rows)],
    ] as const)
      await compare(
        `${name} rows, warm, Scala on Spark`,
        'at most 2',
        rounds,
        (node) => runOnce(client, graphOf(file, node(100)), 'spark'),
        scala,
      );
    let changes = 0;
    await compare('preview after an edit of the node', 'under 3', 5 * rounds, async (node) => {
      const graph = inARow('Edited', graphOf('few.csv', node(100 + ++changes)));
      const startedAt = performance.now();
      await client.send('POST', '/api/v1/workflows/nodes/2/execute', graph);
      return performance.now() - startedAt;
    });
  } finally {
    await service.stop();
  }
}

const graphOf = (file: string, node: NodeDraft): readonly NodeDraft[] => [
  csv(
    file,
    ['vendor', 'picked_up', 'passengers', 'seconds', 'miles'],
    ['STRING', 'TIMESTAMP', 'INTEGER', 'INTEGER', 'DOUBLE'],
  ),
  node,
  print,
];

async function runOnce(client: Client, nodes: readonly NodeDraft[], engine: string): Promise<number> {
  const workflow = { ...inARow('Code', nodes), engine };
  const workflowId = Number(await client.send('POST', '/api/v1/workflows', { workflow }));
  await client.ready();
  const startedAt = performance.now();
  const body = { workflowId, sparkConfig: `millrace.reuse=off millrace.engine=${engine}` };
  await client.waitForRun(await client.send('POST', '/api/v1/workflow/execute', body));
  return performance.now() - startedAt;
}

async function compare(
  name: string,
  goal: string,
  rounds: number,
  once: (node: (miles: number) => NodeDraft) => Promise<number>,
  code = coded,
): Promise<void> {
  const both = [code, native];
  const times = new Map(both.map((node) => [node, [] as number[]]));
  for (const node of both) await once(node);
  for (let round = 0; round < rounds; round++)
    for (const node of round % 2 === 0 ? both : both.toReversed()) times.get(node)?.push(await once(node));
  const [ours = 0, query = 0] = both.map((node) => median(times.get(node) ?? []));
  const cells = [ours, query].map((ms) => `${ms.toFixed(0)} ms`.padStart(9));
  console.log([name.padEnd(44), ...cells, (ours / query).toFixed(3).padStart(7), ` goal: ${goal}`].join('  '));
}
