import type { Outcome, Save, TableSave } from '@millrace/processors';
import type { DataFrame, StructType } from '@millrace/spark-connect';
import type { Relation } from '@millrace/spark-connect/proto';
import type { WorkflowNode } from '@millrace/workflow';
import { type EngineSession, parquetTypes } from '@millrace/engines/host';
import type { RunFiles } from '@millrace/file-space';
import {
  constructsOfPlan,
  forbidTies,
  isFixed,
  type Apart,
  type NodeConstructs,
  type PlanConstructs,
} from '@millrace/parity';
import { relationsOf } from '@millrace/spark-connect/visit';
import { isMarked } from '../execute/outputs.ts';
import { outputKey, tiesAreDetectable, type SortedBy } from '../execute/ties.ts';
import type { ComposeInput } from './compose.ts';
import type { Consumers } from './consumers.ts';
import { eagerIn, type Eager } from './eager.ts';
import { factsOfFiles } from './facts-of-files.ts';
import { materializedOrder } from './materialized-order.ts';
import { plansOf } from './plans-of.ts';
import type { prepareFor } from './prepare.ts';
import { has } from './relation-traits.ts';
import { emptyTableFor } from './empty-table.ts';
import { deepest, depthOfPlan, inputOf, isWide } from './wide.ts';

type Table = PlanConstructs['table'];

/** A composed output with what the analysis knows of it. */
export interface AnalysedTable extends ComposeInput {
  readonly table: Table;
  /** Most relations that a run may have between these rows and rows that it keeps. */
  readonly depth: number;
  /** True if an empty table stands for rows above it, so that columns that come from values may be missing. */
  readonly isEmpty: boolean;
}

/** The constructs of a node, the sorts that it needs to leave no ties, and its own sorts with their columns. */
export interface NodeAnalysis extends NodeConstructs {
  readonly noTies: ReadonlyMap<string, number>;
  readonly sorts: ReadonlyMap<string, SortedBy>;
  /** What may not tie among the rows of its inputs, as windows number them. */
  readonly apart?: readonly Apart[];
  /** What Sail may compute of it that Spark leaves out; absent if it could not be composed. */
  readonly eager?: Eager;
  /** True if it names what is not there, on any engine. */
  readonly isFaulty?: boolean;
}

export interface AnalysisOptions {
  readonly files: Pick<RunFiles, 'wasInspected'>;
  readonly session: EngineSession;
  readonly prepare: ReturnType<typeof prepareFor>;
  readonly consumers: Consumers;
  /** Columns of the outputs, where they are known already. */
  readonly schemas?: readonly StructType[];
}

/** The constructs of a node that was composed on Sail, and what is known of its outputs. */
export async function analyseOutcome(
  node: WorkflowNode,
  outcome: Outcome,
  inputs: readonly AnalysedTable[],
  options: AnalysisOptions,
): Promise<{ constructs: NodeAnalysis; outputs: readonly AnalysedTable[] }> {
  const analysis = new OutcomeAnalysis(node, outcome, inputs, options);
  const outputs = await analysis.outputs();
  await analysis.results();
  await analysis.rejects();
  await analysis.saves();
  return { constructs: analysis.constructs(), outputs };
}

/** An outcome as it is analysed, output by output, and the constructs found so far. */
class OutcomeAnalysis {
  readonly #node: WorkflowNode;
  readonly #outcome: Outcome;
  readonly #inputs: readonly AnalysedTable[];
  readonly #options: AnalysisOptions;
  readonly #below: readonly Relation[];
  readonly #tables: ReadonlyMap<Relation, Table & { readonly rowsOf: number }>;
  readonly #keys = new Set<string>();
  readonly #apart: Apart[] = [];
  readonly #noTies = new Map<string, number>();
  readonly #sorts = new Map<string, SortedBy>();
  #unverified: string | undefined;

  constructor(node: WorkflowNode, outcome: Outcome, inputs: readonly AnalysedTable[], options: AnalysisOptions) {
    this.#node = node;
    this.#outcome = outcome;
    this.#inputs = inputs;
    this.#options = options;
    this.#below = inputs.map(({ df }) => df.relation);
    this.#tables = new Map(inputs.map(({ df, table }, rowsOf) => [df.relation, { ...table, rowsOf }]));
    this.#unverified = outcome.unverified;
  }

  /** What is known of the outputs. */
  async outputs(): Promise<readonly AnalysedTable[]> {
    const outputs: AnalysedTable[] = [];
    for (const [at, output] of this.#outcome.outputs.entries()) {
      const same = this.#inputs.find(({ df }) => df.relation === output.relation);
      outputs.push(same ?? (await this.#output(at, output)));
    }
    return outputs;
  }

  async #output(at: number, output: DataFrame): Promise<AnalysedTable> {
    const [node, outcome, inputs, below] = [this.#node, this.#outcome, this.#inputs, this.#below];
    const { session, consumers, schemas = [] } = this.#options;
    const { df, table } = await this.#analyse(output, true);
    const schema = schemas[at] ?? outcome.schemas?.[at] ?? (await df.schema());
    const surelyMaterialized = isMarked(node, outcome) || consumers.uses(node.id, at) !== 1;
    const depth = depthOfPlan(df.relation, new Set(below)) + Math.max(0, ...inputs.map((input) => input.depth));
    // rows that are materialized on several partitions lose an order that cannot be restored
    const materialized = surelyMaterialized || isWide(df.relation, below) || depth > deepest;
    const ordered =
      session.keepsOrder ||
      !materialized ||
      table.unique?.length === 0 ||
      materializedOrder(df.relation, schema) !== undefined;
    const { sortKeys, cut, ...rest } = table;
    const sort = outputKey(node.id, at);
    if (sortKeys !== undefined && tiesAreDetectable(schema)) this.#sorts.set(sort, { columns: sortKeys, cut });
    else if (cut !== undefined) this.#keys.add('cut:ties');
    const later = emptyTableFor(df, schema);
    return {
      df: later,
      schema,
      depth: surelyMaterialized ? 0 : depth,
      isEmpty: later !== df || inputs.some(({ isEmpty }) => isEmpty),
      table: {
        ...rest,
        ...((ordered || rest.order === 'free') && outcome.unordered === undefined ? {} : { order: 'none' }),
        ...(this.#sorts.has(sort) ? { sortedBy: sort, isSortItself: true } : {}),
      },
    };
  }

  /** Analyses what the node shows. */
  async results(): Promise<void> {
    const keys = this.#keys;
    for (const result of this.#outcome.results ?? [])
      if ('data' in result) {
        const [isCut, isCutAtZeros] = [keys.has(freeCut), keys.has(cutAtZeros)];
        const { table } = await this.#analyse(result.data);
        // what is shown of rows in no defined order may be any of them, and says so
        if (!isCut && isCutToShow(result.data.relation, new Set(this.#below))) keys.delete(freeCut);
        // the picture of 0.0 is that of -0.0
        if (!isCutAtZeros && result.type === 'chart') keys.delete(cutAtZeros);
        // points of a chart at the same place may be listed in any order: the picture is the same
        const anyOrder =
          result.type === 'variable' || table.order === 'free' || (table.order === 'ties' && result.type === 'chart');
        if (!anyOrder && !this.#isFixed(table))
          this.#unverified ??= `it shows rows in no fixed order${this.#becauseUnordered}`;
      }
  }

  /** Analyses the rows that the node rejects, and their count. */
  async rejects(): Promise<void> {
    const { rejects } = this.#outcome;
    for (const df of [rejects?.counting?.counts, rejects?.rows]) if (df !== undefined) await this.#analyse(df);
  }

  /** Analyses what the node saves. */
  async saves(): Promise<void> {
    for (const save of this.#outcome.saves ?? []) if (!('write' in save)) await this.#save(save);
  }

  async #save(save: Exclude<Save, { write: unknown }>): Promise<void> {
    const lines = 'lines' in save ? save.lines : undefined;
    const { df, table } = await this.#analyse(lines?.rows ?? save.data);
    // what was sorted to be saved has its order in the file
    if (table.order === 'ties') this.#isFixed(table);
    // documents are written here, whatever the engine
    if (lines !== undefined) this.#unverified ??= unverifiedLines(table, this.#options.session);
    else if (!('documents' in save)) this.#unverified ??= unverifiedSave(save, await df.schema());
    else if (table.order !== 'free' && !this.#isFixed(table))
      this.#unverified ??= `it writes documents of rows in no fixed order${this.#becauseUnordered}`;
  }

  /** All that was found of the node. */
  constructs(): NodeAnalysis {
    const unverified = this.#unverified;
    const constructs = {
      nodeId: this.#node.id,
      keys: [...this.#keys],
      noTies: this.#noTies,
      sorts: this.#sorts,
      apart: this.#apart,
      eager: eagerIn(plansOf(this.#outcome), this.#below),
    };
    return unverified === undefined ? constructs : { ...constructs, unverified };
  }

  /** Adds the constructs of a plan, and returns the DataFrame as Sail gets it and what is known of its rows. */
  async #analyse(df: DataFrame, checksCut = false): Promise<{ df: DataFrame; table: Table }> {
    const { files, session, prepare } = this.#options;
    const prepared = prepare(df, this.#inputs);
    const sources = await factsOfFiles(prepared, this.#below, files, session);
    const plan = constructsOfPlan(prepared.relation, {
      relationTables: this.#tables,
      keepsOrder: session.keepsOrder,
      source: (read) => sources.get(read),
      checksCut,
    });
    for (const key of plan.keys) this.#keys.add(key);
    for (const one of plan.apart) {
      const input = this.#inputs[one.input];
      if (input !== undefined && tiesAreDetectable(input.schema)) this.#apart.push(one);
      else this.#keys.add('over:ties');
    }
    for (const [sort, rows] of plan.noTies) forbidTies(this.#noTies, sort, rows);
    return { df: prepared, table: plan.table };
  }

  #isFixed(table: Table): boolean {
    return isFixed(table, { noTies: this.#noTies });
  }

  get #becauseUnordered(): string {
    const { unordered } = this.#outcome;
    return unordered === undefined ? '' : ` (${unordered})`;
  }
}

/** The construct of the first rows of a sort of which those that tie look the same but for the sign of a zero. */
const cutAtZeros = 'cut:ties-but-zeros';

/** The construct of the first rows of some that stand in no defined order. */
const freeCut = 'cut:free';

/** True if the only limits of a plan stand above all that computes, and cut what is shown. */
function isCutToShow(root: Relation, inputs: ReadonlySet<Relation>): boolean {
  let at: Relation | undefined = root;
  while (at !== undefined && !inputs.has(at) && has(at, 'cells')) at = inputOf(at);
  return at !== undefined && !relationsOf(at, inputs).some(cuts);
}

/** True for a relation that takes some of the rows of its input by their places. */
const cuts = ({ relType }: Relation): boolean =>
  relType.case === 'limit' ||
  relType.case === 'offset' ||
  relType.case === 'tail' ||
  (relType.case === 'sql' && /\b(limit|offset)\b/i.test(relType.value.query));

/** Lines are made above a sort, where Sail deals the rows of large inputs out again. */
const unverifiedLines = ({ order }: Table, { keepsOrder }: EngineSession): string | undefined =>
  keepsOrder || order === 'free' || order === 'none'
    ? undefined
    : 'writing many sorted rows as text is not verified on Sail';

function unverifiedSave({ format, partitionBy = [], options = {} }: TableSave, schema: StructType): string | undefined {
  if (format !== 'parquet') return `writing ${format} is not verified on Sail`;
  if (partitionBy.length > 0) return 'writing partitions is not verified on Sail';
  if (Object.keys(options).length > 0) return 'options of writing are not verified on Sail';
  const odd = schema.fields.find((f) => !parquetTypes.has(f.type.kind));
  return odd === undefined ? undefined : `writing ${odd.type.kind} to Parquet is not verified on Sail`;
}
