import {
  plainRows,
  predictorOf,
  type MlArtifacts,
  type Result,
  type Save,
  type TrainedModel,
} from '@millrace/processors';
import { quoteName } from '@millrace/spark-connect';
import type { Evaluator, FitStage, TransformStage } from '@millrace/spark-connect/ml';
import type { Relation } from '@millrace/spark-connect/proto';
import { plansOf } from '../../plan/plans-of.ts';
import type { ComposedNode } from '../compose-workflow.ts';
import { call, chain, layOut, type Doc } from './doc.ts';
import type { Names } from './name-nodes.ts';
import { definition, relationCode } from './relation.ts';
import { noForm, NoPythonForm, type Scope } from './scope.ts';
import { sharedParts } from './shared-parts.ts';
import { fitCode, constructorCall, modelCode, operatorCode } from './stage.ts';
import { chainSteps, optionSteps } from './steps.ts';
import { pyNamePart, pyString, pyText } from './text.ts';

type ComposedGraphNode = Extract<ComposedNode, { kind: 'composed' }>;

/** Where the code of one node keeps its variables. */
export interface NodeScope extends Scope {
  /** From here on the relation is known by this variable. */
  define(relation: Relation, name: string): void;
  defineEstimator(stage: FitStage, name: string): void;
  /** The same for a model, by itself or by what makes it. */
  defineModel(stage: TransformStage | FitStage, name: string): void;
  /** What a model is that nothing in the graph trains; undefined if it cannot be had. */
  loaded(model: TrainedModel): TransformStage | undefined;
}

const comment = (text: string): string => `# ${text.replaceAll(/\s*\n\s*/g, ' ')}`;
const assignment = (name: string, doc: Doc): string => `${name} = ${layOut(doc, 0, name.length + 3)}`;
const quietly = (n: number): Doc => call('.show', [String(n), 'truncate=False']);

/** What a node shows, as statements of a program that prints it. */
export function printed(result: Result, scope: Scope): string[] {
  if (result.type === 'text') return [comment(`text "${result.title}"`), `print(${pyText(result.text)})`];
  const data = relationCode(result.data.relation, scope);
  if (result.type === 'variable')
    return [assignment(`value_${pyNamePart(result.name)}`, [chain(data, '.first()'), '[0]'])];
  const { title } = result;
  const show = layOut(chain(data, quietly(result.limit ?? 20)));
  if (result.type === 'table') return [comment(`table "${title}"`), show];
  const { kind, encodings } = result.chart;
  const y = encodings.y === undefined ? '' : ` ${encodings.y.join(', ')}`;
  return [comment(`chart "${title}": ${kind}${y}${encodings.x === undefined ? '' : ` over ${encodings.x}`}`), show];
}

function saveCode(save: Save, scope: NodeScope): string {
  if ('write' in save) {
    const { model, path, mode } = save;
    if (model === undefined) return noForm('a model that is saved');
    const saved = chain(trainedCode(model, scope), mode === 'overwrite' ? '.write().overwrite()' : '.write()');
    return layOut(chain(saved, call('.save', [scope.target(path)])));
  }
  if ('documents' in save) return noForm(`a writer of ${save.format.toUpperCase()} documents`);
  const { data, format, path, mode, partitionBy, singleFile, options } = save;
  const rows = relationCode(data.relation, scope);
  const source = singleFile === true ? chain(rows, '.coalesce(1)') : rows;
  const steps: Doc[] = [
    call('.format', [pyString(format)]),
    call('.mode', [pyString(mode)]),
    ...optionSteps(options ?? {}),
    ...(partitionBy === undefined || partitionBy.length === 0 ? [] : [call('.partitionBy', partitionBy.map(pyString))]),
    call('.save', [scope.target(path)]),
  ];
  return layOut(chainSteps(chain(source, '.write'), steps));
}

/** A model: the variable that holds it, else what makes or loads it. */
function trainedCode(model: TrainedModel, scope: NodeScope): Doc {
  const { training } = model;
  const stage = scope.loaded(model);
  if (stage !== undefined) return modelCode(stage, scope);
  if (training === undefined) return noForm('a model that is not at hand');
  return scope.modelOf(training.estimator) ?? fitCode({ estimator: training.estimator, rows: training.input }, scope);
}

interface Learning {
  readonly id: string;
  readonly learned: readonly (MlArtifacts | undefined)[];
  readonly needsModel: boolean;
}

/** Variables for what a node learns: its estimator, and the model where something asks for it. */
function learningCode({ id, learned, needsModel }: Learning, scope: NodeScope, names: Names): string[] {
  const lines: string[] = [];
  const set = (kind: string, doc: Doc): string => {
    const name = names.unique(`${kind}_${pyNamePart(id)}`);
    lines.push(assignment(name, doc));
    return name;
  };
  for (const model of new Set(learned.flatMap((one) => one?.model ?? []))) {
    const { training } = model;
    if (training === undefined) {
      const stage = scope.loaded(model);
      if (stage !== undefined && 'origin' in stage && scope.model(stage) === undefined)
        scope.defineModel(stage, set('model', modelCode(stage, scope)));
      continue;
    }
    const { estimator, input } = training;
    if (scope.modelOf(estimator) !== undefined || scope.estimator(estimator) !== undefined) continue;
    if (needsModel && model.before !== undefined)
      scope.defineModel(estimator, set('model', fitCode({ estimator, rows: input }, scope)));
    if (model.before !== undefined) continue;
    scope.defineEstimator(estimator, set('estimator', constructorCall(estimator, scope)));
    if (needsModel) scope.defineModel(estimator, set('model', fitCode({ estimator, rows: input }, scope)));
  }
  return lines;
}

interface Judging {
  readonly evaluator: Evaluator;
  readonly measures: MlArtifacts['measures'];
  readonly rows: string;
  readonly model: TrainedModel | undefined;
}

/** `print("rmse", RegressionEvaluator(metricName="rmse").evaluate(rows))` for each metric, of rows with nothing missing. */
function judgingCode({ evaluator, measures, rows, model }: Judging, name: string, scope: NodeScope): string[] {
  const predictions = model === undefined ? rows : chain(trainedCode(model, scope), call('.transform', [rows]));
  const metric = evaluator.params['metricName'];
  const all = measures ?? { [typeof metric === 'string' ? metric : 'metric']: evaluator };
  const relations = Object.values(all).flatMap((one) =>
    Object.entries(one.params).flatMap(([param, column]) => (param.endsWith('Col') ? [String(column)] : [])),
  );
  const whole = [...new Set(relations)].map((column) => `${quoteName(column)} IS NOT NULL`).join(' AND ');
  return [
    assignment(name, chain(predictions, call('.filter', [pyString(whole)]))),
    ...Object.entries(all).map(([title, one]) =>
      layOut(call('print', [pyString(title), chain(operatorCode(one, scope), call('.evaluate', [name]))])),
    ),
  ];
}

/** How a node stands among the others: whether its model is asked for, and the models and attributes of its first input. */
export interface NodeCodeContext {
  readonly wantsModel: boolean;
  readonly inputArtifacts: MlArtifacts | undefined;
  /** The statements for something that a node shows. */
  readonly show: (result: Result, scope: Scope) => readonly string[];
}

/** The plans of the rows that a node's models train on, if no variable holds them. */
const trainingPlans = (artifacts: readonly (MlArtifacts | undefined)[], scope: NodeScope): Relation[] =>
  artifacts.flatMap((one) => {
    const training = one?.model?.training;
    return training === undefined || scope.modelOf(training.estimator) !== undefined ? [] : [training.input.relation];
  });

/** The statements of a node: what it learns, shared parts, outputs, what it shows, what it saves. */
export function nodeCode(
  { node, processor, outcome, outputs }: ComposedGraphNode,
  { wantsModel, inputArtifacts, show }: NodeCodeContext,
  outer: Omit<NodeScope, 'hold'>,
  names: Names,
): { lines: string[]; missing?: string; unwritten?: string; variables: string[] } {
  const variables = names.ofOutputs(node.id, outputs.length, processor?.outputs ?? []);
  const results = new Set(outcome.outputs.map((o) => o.relation));
  const lines: string[] = [];
  const scope: NodeScope = {
    ...outer,
    hold(stage, doc) {
      const name = names.unique(`stage_${pyNamePart(node.id)}`);
      lines.push(assignment(name, doc));
      outer.defineEstimator(stage, name);
      return name;
    },
  };
  try {
    if ([...(processor?.needs ?? []), ...(outcome.needs ?? [])].includes('python'))
      noForm('a library of Python beside Spark');
    const artifacts = outcome.learned ?? [];
    let parts = 0;
    for (const part of sharedParts(
      [...plansOf(outcome), ...trainingPlans(artifacts, scope)],
      (r) => scope.variable(r) !== undefined,
      (stage) => scope.model(stage) !== undefined,
    )) {
      if (results.has(part)) continue;
      const name = names.unique(`part_${pyNamePart(node.id)}_${++parts}`);
      lines.push(assignment(name, definition(part, scope)));
      scope.define(part, name);
    }
    lines.push(...learningCode({ id: node.id, learned: artifacts, needsModel: wantsModel }, scope, names));
    outcome.outputs.forEach(({ relation }, i) => {
      const name = variables[i] ?? '';
      lines.push(assignment(name, relationCode(relation, scope)));
      scope.define(plainRows(relation), name);
    });
    const evaluator = artifacts[0]?.evaluator;
    const [variable] = variables;
    if (evaluator !== undefined && evaluator !== inputArtifacts?.evaluator && wantsModel && variable !== undefined) {
      const judging = {
        evaluator,
        measures: artifacts[0]?.measures,
        rows: variable,
        model: predictorOf(inputArtifacts),
      };
      lines.push(...judgingCode(judging, names.unique(`judged_${pyNamePart(node.id)}`), scope));
    }
    for (const result of outcome.results ?? []) lines.push(...show(result, scope));
    for (const save of outcome.saves ?? []) lines.push(saveCode(save, scope));
    return { lines, variables };
  } catch (error) {
    if (!(error instanceof NoPythonForm)) throw error;
    const missing = `node ${node.id} (${node.name}) needs ${error.message}, for which this code has no form`;
    const lack = `raise NotImplementedError(${pyString(missing)})`;
    return { lines: [...lines, lack], missing, unwritten: error.message, variables };
  }
}
