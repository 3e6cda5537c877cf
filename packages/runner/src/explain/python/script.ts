import { FieldError, plainRows, type TrainedModel } from '@millrace/processors';
import { DataFrame, type CollectedTable, type SparkSession } from '@millrace/spark-connect';
import type { FitStage, FittedStage, TransformStage } from '@millrace/spark-connect/ml';
import type { Relation } from '@millrace/spark-connect/proto';
import type { Compatibility } from '@millrace/workflow';
import { pace } from '../../pace.ts';
import { compatibilityConfig, sessionConfig } from '@millrace/engines/host';
import { plansOf } from '../../plan/plans-of.ts';
import type { ComposedNode } from '../compose-workflow.ts';
import { column } from './expression.ts';
import { fetchedFunction, fetchedImports, FetchedTexts } from './fetched.ts';
import { Names } from './name-nodes.ts';
import { nodeCode, type NodeScope } from './node-code.ts';
import { relationCode } from './relation.ts';
import { localRelations } from './shared-parts.ts';
import { pyString } from './text.ts';

export interface ScriptOptions {
  readonly title: string;
  readonly nodes: readonly ComposedNode[];
  readonly compatibility: Compatibility;
  /** Gives back rows that stand in plans. */
  readonly session: SparkSession;
  /** Folder of the file space; addresses below it are written with the variable FILES. */
  readonly root: string;
  /** What FILES is in the program; the root where not said. */
  readonly filesAt?: string;
  /** True where something asks for the model of a node itself; so it is where not said. */
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

const rootsOf = (node: ComposedNode): Relation[] =>
  node.kind !== 'composed'
    ? []
    : [
        ...plansOf(node.outcome),
        ...(node.outcome.learned ?? []).flatMap((one) => one?.model?.training?.input.relation ?? []),
      ];

/** The models of a graph that nothing in it trains, as they lie in their folders; those that cannot be read are left out. */
async function loadedIn(nodes: readonly ComposedNode[]): Promise<ReadonlyMap<TrainedModel, TransformStage>> {
  const found = new Map<TrainedModel, TransformStage>();
  for (const node of nodes)
    for (const one of node.kind === 'composed' ? (node.outcome.learned ?? []) : []) {
      const model = one?.model;
      if (model === undefined || model.training !== undefined) continue;
      try {
        found.set(model, await model.fitted());
      } catch (error) {
        if (!(error instanceof FieldError)) throw error;
      }
    }
  return found;
}

/** Import lines in their order, one for each module. */
function grouped(imports: ReadonlySet<string>): string[] {
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
export async function pythonScript({
  title,
  nodes,
  compatibility,
  session,
  root,
  filesAt = root,
  wantsModel = () => true,
  urlOf,
}: ScriptOptions): Promise<Script> {
  const breathe = pace();
  const byId = new Map(nodes.map((one) => [one.node.id, one]));
  const rows = new Map<Relation, CollectedTable>();
  for (const relation of localRelations(nodes.flatMap(rootsOf)))
    rows.set(relation, await new DataFrame(session, relation).table());

  const imports = new Set<string>();
  const fromSql = new Set<string>(['SparkSession']);
  const loaded = await loadedIn(nodes);
  const estimators = new Map<FitStage, string>();
  const models = new Map<TransformStage | FitStage, string>();
  const known = new Map<Relation, string>();
  const plans = new Map<bigint, string>();
  const variables = new Map<string, readonly string[]>();
  const names = new Names();
  const ofNodes = new Map<string, string>();
  const missing: string[] = [];
  const texts = new FetchedTexts();
  let [usesFiles, fetches] = [false, false];

  const define = (relation: Relation, name: string): void => {
    known.set(relation, name);
    if (relation.common?.planId !== undefined) plans.set(relation.common.planId, name);
  };
  const below = (path: string): string => {
    usesFiles = true;
    return `f${pyString(`{FILES}${path.replaceAll('{', '{{').replaceAll('}', '}}')}`)}`;
  };
  const scope: Omit<NodeScope, 'hold'> = {
    write: { column, relation: relationCode },
    variable: (relation) => known.get(relation),
    variableOfPlan: (planId) => plans.get(planId),
    estimator: (stage) => estimators.get(stage),
    modelOf: (estimator) => models.get(estimator),
    model(stage) {
      const origin = 'origin' in stage ? (stage as FittedStage).origin : undefined;
      return models.get(stage) ?? (origin === undefined || 'path' in origin ? undefined : models.get(origin.estimator));
    },
    defineEstimator: (stage, name) => void estimators.set(stage, name),
    defineModel: (stage, name) => void models.set(stage, name),
    loaded: (model) => loaded.get(model),
    rows: (relation) => rows.get(relation),
    needs: (what) => void (what.includes(' ') ? imports : fromSql).add(what),
    define,
    path(location) {
      const url = urlOf?.(location);
      if (url !== undefined) {
        fetches = true;
        return texts.code(url);
      }
      const inside = location === root ? '' : location.startsWith(`${root}/`) ? location.slice(root.length) : undefined;
      if (inside === undefined && location.startsWith('/')) return pyString(location);
      return below(inside ?? `/${location}`);
    },
    target: (path) => below(path.startsWith('/') ? path : `/${path}`),
  };

  for (const node of nodes) {
    await breathe();
    const head = `# ${node.node.id}  ${node.node.name}`.replaceAll(/\s*\n\s*/g, ' ');
    if (node.kind === 'composed') {
      // an input that went through unchanged is known by the node that handed it on
      for (const { nodeId, output } of node.inputs) {
        const [source, name] = [byId.get(nodeId), variables.get(nodeId)?.[output]];
        const df = source?.kind === 'composed' ? source.outputs[output]?.df : undefined;
        if (df !== undefined && name !== undefined) define(plainRows(df.relation), name);
      }
      const [input] = node.inputs;
      const source = input && byId.get(input.nodeId);
      const brought = source?.kind === 'composed' ? source.outputs[input?.output ?? 0]?.learned : undefined;
      const made = nodeCode(node, { wantsModel: wantsModel(node.node.id), brought }, scope, names);
      variables.set(node.node.id, made.variables);
      if (made.missing !== undefined) missing.push(made.missing);
      ofNodes.set(node.node.id, [head, ...made.lines].join('\n'));
    } else {
      const why = node.kind === 'failed' ? node.failure.message : `node ${node.because} before it has no plan`;
      missing.push(`node ${node.node.id} (${node.node.name}) has no plan: ${why}`);
      ofNodes.set(node.node.id, `${head}\nraise NotImplementedError(${pyString(missing.at(-1) ?? '')})`);
    }
  }

  const text = [...ofNodes.values()].join('\n\n');
  if (/\bF\./.test(text)) fromSql.add('functions as F');
  const config = Object.entries({ ...sessionConfig, ...compatibilityConfig[compatibility] }).map(
    ([key, value]) => `spark.conf.set(${pyString(key)}, ${pyString(value)})`,
  );
  const fromEnvironment = texts.definitions();
  if (fromEnvironment.length > 0) imports.add('import os');
  if (fetches) for (const line of fetchedImports) imports.add(line);
  const header = [
    `# ${title.replaceAll(/\s*\n\s*/g, ' ')}`,
    ...grouped(imports),
    `from pyspark.sql import ${[...fromSql].toSorted().join(', ')}`,
    '',
    'spark = SparkSession.builder.getOrCreate()',
    ...config,
    ...(usesFiles
      ? ['', `FILES = ${pyString(filesAt)}${filesAt === root ? '' : '  # the folder that holds the file space'}`]
      : []),
    ...(fromEnvironment.length > 0 ? ['', ...fromEnvironment] : []),
    ...(fetches ? ['', '', fetchedFunction, ''] : []),
  ];
  return { code: `${header.join('\n')}\n\n${text}\n`, ofNodes, variables, missing };
}
