import type { Result, Save } from '@millrace/processors';
import type { Relation } from '@millrace/spark-connect/proto';
import type { ComposedNode } from '../compose-workflow.ts';
import { call, chain, layOut, type Doc } from './doc.ts';
import type { Names } from './name-nodes.ts';
import { definition, relationCode } from './relation.ts';
import { noForm, NoPythonForm, type Scope } from './scope.ts';
import { sharedParts } from './shared-parts.ts';
import { chained, optionSteps } from './steps.ts';
import { pyNamePart, pyString, pyText } from './text.ts';

type Composed = Extract<ComposedNode, { kind: 'composed' }>;

/** Where the code of one node keeps its variables. */
export interface NodeScope extends Scope {
  /** From here on the relation is known by this variable. */
  define(relation: Relation, name: string): void;
}

const comment = (text: string): string => `# ${text.replaceAll(/\s*\n\s*/g, ' ')}`;
const assignment = (name: string, doc: Doc): string => `${name} = ${layOut(doc, 0, name.length + 3)}`;
const quietly = (n: number): Doc => call('.show', [String(n), 'truncate=False']);

function resultCode(result: Result, scope: Scope): string[] {
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

function saveCode(save: Save, scope: Scope): string {
  if ('write' in save) return noForm('a model that is saved');
  if ('documents' in save) return noForm(`a writer of ${save.format.toUpperCase()} documents`);
  const { data, format, path, mode, partitionBy, singleFile, options } = save;
  const rows = relationCode(data.relation, scope);
  const source = singleFile === true ? chain(rows, '.coalesce(1)') : rows;
  const steps: Doc[] = [
    call('.format', [pyString(format)]),
    call('.mode', [pyString(mode)]),
    ...optionSteps(options ?? {}),
    ...(partitionBy === undefined || partitionBy.length === 0 ? [] : [call('.partitionBy', partitionBy.map(pyString))]),
    call('.save', [scope.path(path)]),
  ];
  return layOut(chained(chain(source, '.write'), steps));
}

/** The statements of a node: shared parts, outputs, what it shows, what it saves. */
export function nodeCode(
  { node, processor, outcome, outputs }: Composed,
  scope: NodeScope,
  names: Names,
): { lines: string[]; missing?: string; variables: string[] } {
  const variables = names.ofOutputs(node.id, outputs.length, processor?.outputs ?? []);
  const data = [
    ...outcome.outputs,
    ...(outcome.results ?? []).flatMap((r) => ('data' in r ? [r.data] : [])),
    ...(outcome.saves ?? []).flatMap((s) => ('data' in s ? [s.data] : [])),
  ];
  const results = new Set(outcome.outputs.map((o) => o.relation));
  const lines: string[] = [];
  try {
    if ([...(processor?.needs ?? []), ...(outcome.needs ?? [])].includes('python'))
      noForm('a library of Python beside Spark');
    let parts = 0;
    for (const part of sharedParts(
      data.map((d) => d.relation),
      (r) => scope.variable(r) !== undefined,
    )) {
      if (results.has(part)) continue;
      const name = names.unique(`part_${pyNamePart(node.id)}_${++parts}`);
      lines.push(assignment(name, definition(part, scope)));
      scope.define(part, name);
    }
    outcome.outputs.forEach(({ relation }, i) => {
      const name = variables[i] ?? '';
      lines.push(assignment(name, relationCode(relation, scope)));
      scope.define(relation, name);
    });
    for (const result of outcome.results ?? []) lines.push(...resultCode(result, scope));
    for (const save of outcome.saves ?? []) lines.push(saveCode(save, scope));
    return { lines, variables };
  } catch (error) {
    if (!(error instanceof NoPythonForm)) throw error;
    const missing = `node ${node.id} (${node.name}) needs ${error.message}, for which this code has no form`;
    return { lines: [...lines, `raise NotImplementedError(${pyString(missing)})`], missing, variables };
  }
}
