import {
  FieldError,
  type Example,
  type ExampleTable,
  type Outcome,
  type Processor,
  type ProcessorCatalogue,
} from '@millrace/processors';
import { DataFrame, SparkError, type CollectedTable, type Value } from '@millrace/spark-connect';
import { indexGraph, parseWorkflow, textList } from '@millrace/workflow';
import { compareTables } from '@millrace/parity/compare';
import { RunError } from '@millrace/errors';
import { collectedOf } from '../../src/examples/examples.ts';
import type { LocalFiles } from '@millrace/file-space';
import { guardPlans } from '@millrace/engines/guard-plans';
import { type EngineSession } from '@millrace/engines/host';
import { constructsOfPlan, decide, readMatrix } from '@millrace/parity';
import { analyseOutcome, type AnalysedTable, type NodeAnalysis } from '../../src/plan/analyse-outcome.ts';
import { consumersOf } from '../../src/plan/consumers.ts';
import { faultsOf } from '../../src/faults/faults-of-data.ts';
import { prepareFor } from '../../src/plan/prepare.ts';
import { haveTies } from '../../src/execute/ties.ts';

/**
 * What becomes of a node. `on Spark`: `auto` takes Spark for it. `moves`: Sail refuses what Spark does not, and the run moves
 * to Spark. `refused`: both refuse it. `overflow`: Spark refuses what Sail wraps, which is tolerated.
 */
export type Kind = 'on Spark' | 'same' | 'moves' | 'refused' | 'overflow' | 'differs';

export interface Finding {
  readonly kind: Kind;
  /** What differs, or why a side refuses it. */
  readonly what?: string;
}

/** Both engines, and what nodes are composed with. */
export interface Both {
  readonly sail: EngineSession;
  readonly spark: EngineSession;
  readonly catalogue: ProcessorCatalogue;
  readonly files: LocalFiles;
}

const textOf = (value: string | readonly string[]): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const storedOf = (fields: Example['fields'] = {}) => ({
  text: (name: string): string | undefined => {
    const value = fields[name];
    return value === undefined ? undefined : textOf(value);
  },
  list: (name: string): readonly string[] | undefined => {
    const value = fields[name];
    return typeof value === 'string' ? textList(value) : value;
  },
});

/** A node that was composed for an engine, with its inputs. */
interface ComposedExample {
  readonly inputs: readonly AnalysedTable[];
  readonly outcome: Outcome;
}

async function compose(
  processor: Processor,
  example: Example,
  tables: readonly ExampleTable[],
  engine: EngineSession,
  files: LocalFiles,
): Promise<ComposedExample> {
  const inputs = tables.map((table): AnalysedTable => {
    const { schema, rows } = collectedOf(table);
    return {
      df: engine.session.createDataFrame(rows, schema),
      schema,
      depth: 0,
      isEmpty: false,
      table: { columns: schema.fields, order: 'input' },
    };
  });
  const [first] = inputs;
  if (first === undefined) throw new Error('an example without inputs has no rims');
  const outcome = await processor.compose({
    session: engine.session,
    engine: engine.kind,
    onePartition: true,
    files,
    dataset: () => undefined,
    now: '2024-02-29T12:34:56.789Z',
    seed: 42n,
    input: first.df,
    inputs: inputs.map(({ df }) => df),
    schema: first.schema,
    schemas: inputs.map(({ schema }) => schema),
    learned: inputs.map(() => undefined),
    trains: true,
    stored: storedOf(example.fields),
  });
  return { inputs, outcome };
}

type Refusal = SparkError | FieldError | RunError;

/** What work gives, or the error of an engine or for the user that it ends with. */
async function settle<T>(work: Promise<T>): Promise<{ readonly value: T } | { readonly error: Refusal }> {
  try {
    return { value: await work };
  } catch (error) {
    if (error instanceof SparkError || error instanceof FieldError || error instanceof RunError) return { error };
    throw error;
  }
}

/** A table that a node gives, shows or rejects. */
interface ResultTable {
  readonly table: CollectedTable;
  /** True where its rows have places that both engines give them. */
  readonly ordered: boolean;
}

/** Rows of all outputs, of all that is shown, and of what is rejected. */
async function rowsOf({ outcome, inputs }: ComposedExample, engine: EngineSession): Promise<readonly ResultTable[]> {
  const prepare = prepareFor(engine);
  const guard = guardPlans(engine.kind);
  const tableOf = new Map(inputs.map(({ df, table }) => [df.relation, table]));
  const results = (outcome.results ?? []).flatMap((result) => ('data' in result ? [result.data] : []));
  const rejected = [outcome.rejects?.rows, outcome.rejects?.counting?.counts].filter((df) => df instanceof DataFrame);
  const tables: ResultTable[] = [];
  for (const df of [...outcome.outputs, ...results, ...rejected]) {
    const prepared = prepare(df, inputs);
    guard(prepared.relation);
    const { order } = constructsOfPlan(prepared.relation, { relationTables: tableOf, keepsOrder: true }).table;
    tables.push({ table: await prepared.table(), ordered: order === 'input' || order === 'total' });
  }
  return tables;
}

/** The node alone, as the analysis of a graph has it. */
async function analysedAlone(
  processor: Processor,
  example: Example,
  { outcome, inputs }: ComposedExample,
  { sail, catalogue, files }: Both,
) {
  const fields = Object.entries(example.fields ?? {}).map(([name, value]) => ({ name, value: textOf(value) }));
  const { nodeClass, name, type } = processor;
  const parsed = parseWorkflow({ name: 'rims', nodes: [{ id: '1', name, nodeClass, type, fields }], edges: [] });
  const [node] = parsed.ok ? parsed.workflow.nodes : [];
  if (!parsed.ok || node === undefined) throw new Error('the node cannot be read');
  const consumers = consumersOf(indexGraph(parsed.workflow), catalogue, new Map([['1', []]]));
  return analyseOutcome(node, outcome, inputs, { files, session: sail, prepare: prepareFor(sail), consumers });
}

/** True where rows of an input tie that a window numbers. */
async function tie({ apart = [] }: NodeAnalysis, { inputs }: ComposedExample): Promise<boolean> {
  for (const { input, columns } of apart) {
    const rows = inputs[input];
    const by = { columns, rows: Infinity, cut: undefined };
    if (rows !== undefined && (await haveTies(rows.df, rows.schema, by, new AbortController().signal))) return true;
  }
  return false;
}

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

/** True for a whole number beyond its type; decimals are out of range. */
const isOverflow = (error: Refusal): boolean =>
  error instanceof SparkError && /^(BINARY_)?ARITHMETIC_OVERFLOW/.test(error.errorClass ?? '');

/** Runs an example's fields over other rows on both engines, where `auto` would take Sail. */
export async function onBoth(
  processor: Processor,
  example: Example,
  tables: readonly ExampleTable[],
  both: Both,
): Promise<Finding> {
  const { sail, spark, files } = both;
  const result = await settle(compose(processor, example, tables, sail, files));
  const onSpark = async () =>
    settle(compose(processor, example, tables, spark, files).then((one) => rowsOf(one, spark)));
  if ('error' in result) {
    if (result.error instanceof SparkError) return { kind: 'on Spark', what: firstLine(result.error.message) };
    const expected = await onSpark();
    return 'error' in expected
      ? { kind: 'refused', what: firstLine(expected.error.message) }
      : { kind: 'differs', what: `it is refused on Sail alone: ${result.error.message}` };
  }
  const analysed = await settle(analysedAlone(processor, example, result.value, both));
  if ('error' in analysed) return { kind: 'on Spark', what: firstLine(analysed.error.message) };
  const { constructs } = analysed.value;
  const { engine, why } = decide([constructs], readMatrix().keys);
  if (engine === 'spark') return { kind: 'on Spark', what: why };
  if (await tie(constructs, result.value)) return { kind: 'on Spark', what: 'rows tie under a window' };
  const [actual, expected] = await Promise.all([settle(rowsOf(result.value, sail)), onSpark()]);
  if ('error' in actual) {
    const message = firstLine(actual.error.message);
    if ('error' in expected) return { kind: 'refused', what: firstLine(expected.error.message) };
    return faultsOf([constructs])(actual.error, ['1'])
      ? { kind: 'differs', what: `Sail refuses it as a fault of the data, Spark does not: ${message}` }
      : { kind: 'moves', what: message };
  }
  if ('error' in expected) {
    const message = firstLine(expected.error.message);
    return isOverflow(expected.error)
      ? { kind: 'overflow', what: message }
      : { kind: 'differs', what: `Spark refuses it: ${message}` };
  }
  const what = differenceOf(expected.value, actual.value, constructs.keys.some(mayAddUp));
  return what === undefined ? { kind: 'same' } : { kind: 'differs', what };
}

/** True for a construct that may add fractions up, of which neither engine fixes the last digits. */
const mayAddUp = (key: string): boolean => /^(agg|window):|^unit aggregate/.test(key);

function differenceOf(
  expected: readonly ResultTable[],
  actual: readonly ResultTable[],
  isSummed: boolean,
): string | undefined {
  const normalize = isSummed ? round : (table: CollectedTable): CollectedTable => table;
  if (actual.length !== expected.length) return `${actual.length} tables, not ${expected.length}`;
  for (const [at, { table }] of expected.entries()) {
    const got = actual[at];
    const difference = got && compareTables(normalize(table), normalize(got.table), { ordered: got.ordered });
    if (difference !== undefined) return `table ${at + 1}, ${difference.what}: ${difference.detail}`;
  }
  return undefined;
}

/** Fractions without their last digits. */
const round = ({ schema, rows }: CollectedTable): CollectedTable => ({
  schema,
  rows: rows.map((row) => row.map(withoutLastDigits)),
});
const withoutLastDigits = (value: Value): Value =>
  typeof value === 'number' && Number.isFinite(value) ? Number(value.toPrecision(14)) : value;

/**
 * The same; rows that are refused or overflow are parted from the others, so that these are compared too. Gives what became of
 * each part.
 */
export async function onParts(
  processor: Processor,
  example: Example,
  tables: readonly ExampleTable[],
  both: Both,
): Promise<readonly Finding[]> {
  const difference = await onBoth(processor, example, tables, both);
  const isParted = difference.kind === 'refused' || difference.kind === 'overflow' || difference.kind === 'moves';
  const max = Math.max(...tables.map(({ rows }) => rows.length));
  if (!isParted || max < 2) return [difference];
  const half = Math.ceil(max / 2);
  const part = (from: number, to?: number): ExampleTable[] =>
    tables.map(({ schema, rows }) => ({ schema, rows: rows.slice(from, to) }));
  return [
    ...(await onParts(processor, example, part(0, half), both)),
    ...(await onParts(processor, example, part(half), both)),
  ];
}
