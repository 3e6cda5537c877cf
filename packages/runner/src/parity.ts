import type { CollectedTable } from '@millrace/spark-connect';
import { areNear, compareTables, haveNearRows } from '@millrace/parity/compare';
import type { PreparedRun } from './execute/prepare-run.ts';
import type { RunRequest, RunServices } from './execute/run-request.ts';
import { runWorkflow } from './execute/run.ts';
import type { Manifest, RunOutput } from './results/events.ts';

/** Where the engines differ at one node. */
export interface NodeDifference {
  readonly nodeId: string;
  readonly name: string;
  /** In one line: what Spark gave against what Sail gave. */
  readonly what: string;
}

export interface ParityReport {
  readonly spark: Manifest;
  readonly sail: Manifest;
  readonly differences: readonly NodeDifference[];
  /** Where only the last digits of fractions differ, which hang on the order in which an engine sums them. */
  readonly lastDigits: readonly NodeDifference[];
  /** Nodes of which every row was compared. */
  readonly compared: number;
  /** Nodes with more rows than are compared. */
  readonly cut: readonly string[];
}

/** Most rows of an output that are compared whole. */
const maxRows = 1_000_000;

interface Side {
  readonly manifest: Manifest;
  readonly tables: ReadonlyMap<string, CollectedTable>;
  readonly cut: ReadonlySet<string>;
}

/**
 * Runs a workflow on Spark and on Sail with the same clock and seed and compares, node by node, every row and type of
 * every output, and what is shown, in order if it has one. Nothing is saved twice: targets are compared by the rows
 * given to them.
 */
export async function checkParity(
  prepared: PreparedRun,
  request: Omit<RunRequest, 'engine' | 'dryRun'>,
  services: Omit<RunServices, 'inspect' | 'emit'>,
): Promise<ParityReport> {
  const fixed = { ...request, now: request.now ?? new Date().toISOString(), seed: request.seed ?? 42n };
  const spark = await runOn(prepared, { ...fixed, engine: 'spark' }, services);
  const sail = await runOn(prepared, { ...fixed, engine: 'sail' }, services);
  const differences: NodeDifference[] = [];
  const lastDigits: NodeDifference[] = [];
  for (const expected of spark.manifest.nodes) {
    const got = sail.manifest.nodes.find((n) => n.id === expected.id);
    const at = { nodeId: expected.id, name: expected.name };
    if (got?.status !== expected.status) {
      const message = (got?.error ?? expected.error)?.message ?? '';
      differences.push({ ...at, what: `${expected.status} on Spark, ${got?.status ?? 'not run'} on Sail: ${message}` });
      continue;
    }
    if (got.rejected !== expected.rejected)
      differences.push({
        ...at,
        what: `${expected.rejected ?? 0} rejected rows on Spark, ${got.rejected ?? 0} on Sail`,
      });
    for (const [key, table] of spark.tables) {
      if (key.slice(0, key.lastIndexOf('/')) !== expected.id) continue;
      const other = sail.tables.get(key);
      const difference = other && compareTables(table, other);
      if (other === undefined || difference === undefined) continue;
      const areTheSame = difference.what === 'rows' && haveNearRows(table, other);
      (areTheSame ? lastDigits : differences).push({ ...at, what: `${difference.what}: ${difference.detail}` });
    }
    const difference = outputDifference(outputsOf(spark.manifest, expected.id), outputsOf(sail.manifest, expected.id));
    if (difference !== undefined) differences.push({ ...at, what: difference });
  }
  return {
    spark: spark.manifest,
    sail: sail.manifest,
    differences,
    lastDigits,
    compared: spark.manifest.nodes.length - spark.cut.size,
    cut: [...spark.cut],
  };
}

async function runOn(
  prepared: PreparedRun,
  request: RunRequest,
  services: Omit<RunServices, 'inspect' | 'emit'>,
): Promise<Side> {
  const tables = new Map<string, CollectedTable>();
  const cut = new Set<string>();
  const manifest = await runWorkflow(
    prepared,
    { ...request, dryRun: true },
    {
      ...services,
      inspect: async (node, output, df) => {
        const table = await df.limit(maxRows + 1).table();
        if (table.rows.length > maxRows) cut.add(node.id);
        tables.set(`${node.id}/${output}`, table);
      },
      emit: () => undefined,
    },
  );
  return { manifest, tables, cut };
}

const outputsOf = (manifest: Manifest, nodeId: string): RunOutput[] =>
  manifest.outputs.filter((o) => o.nodeId === nodeId);

function outputDifference(spark: readonly RunOutput[], sail: readonly RunOutput[]): string | undefined {
  if (spark.length !== sail.length) return `${spark.length} results on Spark, ${sail.length} on Sail`;
  for (const [i, expected] of spark.entries()) {
    const got = sail[i];
    if (got === undefined || expected.title !== got.title) return `result ${i + 1} is titled "${got?.title}" on Sail`;
    if (!('rows' in expected) || !('rows' in got)) {
      if (JSON.stringify(expected) !== JSON.stringify(got)) return `"${expected.title}" differs`;
      continue;
    }
    const columns = (o: typeof expected) => o.columns.map((c) => `${c.name} ${c.type}`).join(', ');
    if (columns(expected) !== columns(got))
      return `"${expected.title}" has (${columns(expected)}) on Spark, (${columns(got)}) on Sail`;
    // which rows come first is up to the engine; all of them are compared with those of the node
    if (expected.unordered === true && got.unordered === true && expected.rows.length === got.rows.length) continue;
    const length = Math.max(expected.rows.length, got.rows.length);
    for (let row = 0; row < length; row++) {
      if (areNear(expected.rows[row] ?? null, got.rows[row] ?? null)) continue;
      const [a, b] = [JSON.stringify(expected.rows[row]), JSON.stringify(got.rows[row])];
      return `"${expected.title}", row ${row + 1}: ${a} on Spark, ${b} on Sail`;
    }
  }
  return undefined;
}
