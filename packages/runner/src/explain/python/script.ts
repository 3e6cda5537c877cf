import { FieldError, plainRows, type TrainedModel } from '@millrace/processors';
import { DataFrame, type CollectedTable, type SparkSession } from '@millrace/spark-connect';
import type { TransformStage } from '@millrace/spark-connect/ml';
import type { Relation } from '@millrace/spark-connect/proto';
import type { Compatibility } from '@millrace/workflow';
import { pace } from '../../pace.ts';
import { compatibilityConfig, sessionConfig } from '@millrace/engines/host';
import { plansOf } from '../../plan/plans-of.ts';
import type { ComposedNode } from '../compose-workflow.ts';
import { fetchedFunction, fetchedImports } from './fetched.ts';
import { Names } from './name-nodes.ts';
import { nodeCode, printed, type NodeCodeContext } from './node-code.ts';
import { ProgramScope } from './program-scope.ts';
import { localRelations } from './shared-parts.ts';
import { pyNamePart, pyString } from './text.ts';

export interface ScriptOptions {
  readonly title: string;
  readonly nodes: readonly ComposedNode[];
  readonly compatibility: Compatibility;
  /** Gives back rows that stand in plans. */
  readonly session: SparkSession;
  /** Folder of the file space; addresses below it are written with the variable FILES. */
  readonly root: string;
  /** What FILES is in the program; the root by default. */
  readonly filesAt?: string;
  /** True if something asks for the model of a node itself; true by default. */
  readonly wantsModel?: (nodeId: string) => boolean;
  /** The URL whose text lies in a file. */
  readonly urlOf?: (file: string) => string | undefined;
}

export interface Script {
  readonly code: string;
  /** What stands in it for each node: a comment with its name, and its statements. */
  readonly ofNodes: ReadonlyMap<string, string>;
  /** The variables of each node's outputs. */
  readonly variables: ReadonlyMap<string, readonly string[]>;
  /** What the code cannot do, one sentence a node. */
  readonly missing: readonly string[];
}

/** The plans of a node: of its rows, of what it shows, and of what it learns from. */
const rootsOf = (node: ComposedNode): Relation[] =>
  node.kind !== 'composed'
    ? []
    : [
        ...plansOf(node.outcome),
        ...(node.outcome.learned ?? []).flatMap((one) => one?.model?.training?.input.relation ?? []),
      ];

/** The models of a graph that nothing in it trains, as they lie in their folders; those that cannot be read are left out. */
async function loadedIn(nodes: readonly ComposedNode[]): Promise<ReadonlyMap<TrainedModel, TransformStage>> {
  const stages = new Map<TrainedModel, TransformStage>();
  for (const node of nodes)
    for (const one of node.kind === 'composed' ? (node.outcome.learned ?? []) : []) {
      const model = one?.model;
      if (model === undefined || model.training !== undefined) continue;
      try {
        stages.set(model, await model.fitted());
      } catch (error) {
        if (!(error instanceof FieldError)) throw error;
      }
    }
  return stages;
}

/** Import lines in their order, one for each module. */
function groupImports(imports: ReadonlySet<string>): string[] {
  const names = new Map<string, string[]>();
  for (const line of imports) {
    const [, module, name] = /^from (\S+) import (\w+)$/.exec(line) ?? [];
    if (module === undefined || name === undefined) names.set(line, []);
    else names.set(`from ${module}`, [...(names.get(`from ${module}`) ?? []), name]);
  }
  return [...names]
    .map(([line, all]) => (all.length === 0 ? line : `${line} import ${all.toSorted().join(', ')}`))
    .toSorted();
}

/** The whole workflow as a PySpark 4 program: a variable for every node's output, in the order of the run. */
export async function pythonScript(options: ScriptOptions): Promise<Script> {
  const { nodes, session, root, urlOf } = options;
  const breathe = pace();
  const rows = await rowsIn(nodes, session);
  const program = new ProgramScope({ root, urlOf, rows, loaded: await loadedIn(nodes) });
  const body = new ProgramBody(options, program);
  for (const node of nodes) {
    await breathe();
    body.add(node);
  }
  const { ofNodes, variables, missing } = body;
  const text = [...ofNodes.values()].join('\n\n');
  program.fromSql.add('SparkSession');
  const header = headerOf(options, program, text);
  return { code: `${header.join('\n')}\n\n${text}\n`, ofNodes, variables, missing };
}

/** Rows that stand in the plans of nodes, but for plans that these relations hold. */
export async function rowsIn(
  nodes: readonly ComposedNode[],
  session: SparkSession,
  until: ReadonlySet<Relation> = new Set(),
): Promise<ReadonlyMap<Relation, CollectedTable>> {
  const rows = new Map<Relation, CollectedTable>();
  for (const relation of localRelations(nodes.flatMap(rootsOf), until))
    rows.set(relation, await new DataFrame(session, relation).table());
  return rows;
}

/** The import lines of a text. */
export function importsOf({ imports, fromSql }: ProgramScope, text: string): readonly string[] {
  if (/\bF\./.test(text)) fromSql.add('functions as F');
  const sql = [...fromSql].toSorted().join(', ');
  return [...groupImports(imports), ...(sql === '' ? [] : [`from pyspark.sql import ${sql}`])];
}

type BodyOptions = Pick<ScriptOptions, 'nodes' | 'wantsModel'> & Partial<Pick<NodeCodeContext, 'show'>>;

/** The statements of the nodes. */
export class ProgramBody {
  readonly ofNodes = new Map<string, string>();
  readonly variables = new Map<string, readonly string[]>();
  readonly missing: string[] = [];
  /** What nodes need that code cannot express, in a few words, by their ids. */
  readonly unwritten = new Map<string, string>();
  readonly #byId: ReadonlyMap<string, ComposedNode>;
  readonly #wantsModel: (nodeId: string) => boolean;
  readonly #scope: ProgramScope['scope'];
  readonly #show: NodeCodeContext['show'];
  readonly #names = new Names();

  constructor({ nodes, wantsModel = () => true, show = printed }: BodyOptions, { scope }: ProgramScope) {
    this.#byId = new Map(nodes.map((one) => [one.node.id, one]));
    this.#wantsModel = wantsModel;
    this.#scope = scope;
    this.#show = show;
  }

  /** Has an output of a node whose statements are elsewhere in a variable, and returns its name. */
  receive(nodeId: string, output: number, name = this.#names.unique(`df_${pyNamePart(nodeId)}`)): string {
    const variables = [...(this.variables.get(nodeId) ?? [])];
    variables[output] = name;
    this.variables.set(nodeId, variables);
    return name;
  }

  /** Adds a node behind those that it reads. */
  add(node: ComposedNode): void {
    const { id, name } = node.node;
    const head = `# ${id}  ${name}`.replaceAll(/\s*\n\s*/g, ' ');
    if (node.kind === 'composed') {
      this.#defineInputs(node.inputs);
      const [input] = node.inputs;
      const source = input && this.#byId.get(input.nodeId);
      const inputArtifacts = source?.kind === 'composed' ? source.outputs[input?.output ?? 0]?.learned : undefined;
      const context = { wantsModel: this.#wantsModel(id), inputArtifacts, show: this.#show };
      const code = nodeCode(node, context, this.#scope, this.#names);
      this.variables.set(id, code.variables);
      if (code.missing !== undefined) this.missing.push(code.missing);
      if (code.unwritten !== undefined) this.unwritten.set(id, code.unwritten);
      this.ofNodes.set(id, [head, ...code.lines].join('\n'));
    } else {
      const why = node.kind === 'failed' ? node.failure.message : `node ${node.because} before it has no plan`;
      const problem = `node ${id} (${name}) has no plan: ${why}`;
      this.missing.push(problem);
      this.ofNodes.set(id, `${head}\nraise NotImplementedError(${pyString(problem)})`);
    }
  }

  /** An input that went through unchanged is known by the node that handed it on. */
  #defineInputs(inputs: ComposedNode['inputs']): void {
    for (const { nodeId, output } of inputs) {
      const [source, name] = [this.#byId.get(nodeId), this.variables.get(nodeId)?.[output]];
      const df = source?.kind === 'composed' ? source.outputs[output]?.df : undefined;
      if (df !== undefined && name !== undefined) this.#scope.define(plainRows(df.relation), name);
    }
  }
}

/** What stands above the nodes: imports, the session and its settings, and the variables that the nodes use. */
function headerOf(
  { title, compatibility, root, filesAt = root }: ScriptOptions,
  program: ProgramScope,
  text: string,
): readonly string[] {
  const { imports, texts, usesFiles, fetches } = program;
  const config = Object.entries({ ...sessionConfig, ...compatibilityConfig[compatibility] }).map(
    ([key, value]) => `spark.conf.set(${pyString(key)}, ${pyString(value)})`,
  );
  const fromEnvironment = texts.definitions();
  if (fromEnvironment.length > 0) imports.add('import os');
  if (fetches) for (const line of fetchedImports) imports.add(line);
  return [
    `# ${title.replaceAll(/\s*\n\s*/g, ' ')}`,
    ...importsOf(program, text),
    '',
    'spark = SparkSession.builder.getOrCreate()',
    ...config,
    ...(usesFiles
      ? ['', `FILES = ${pyString(filesAt)}${filesAt === root ? '' : '  # the folder that holds the file space'}`]
      : []),
    ...(fromEnvironment.length > 0 ? ['', ...fromEnvironment] : []),
    ...(fetches ? ['', '', fetchedFunction, ''] : []),
  ];
}
