import type { Explanation, NodeExplanation } from '@millrace/runner';
import { withStoredName } from './problems.ts';

const indent = '     ';

const inputText = ({ inputs }: NodeExplanation): string =>
  inputs.length === 0 ? '' : `  ← ${inputs.map((i) => i.nodeId).join(', ')}`;

function* nodeLines(node: NodeExplanation): Generator<string> {
  yield `${node.id.padStart(3)}  ${node.name}  (${node.nodeClass})${inputText(node)}`;
  if (node.description !== '') yield `${indent}${node.description}`;
  for (const { title, value } of node.settings) {
    const [first = '', ...rest] = value.split('\n');
    yield `${indent}· ${title}: ${first}`;
    for (const line of rest) yield `${indent}  ${line}`;
  }
  if (node.proof?.proven === true && node.proof.keys.length > 0)
    yield `${indent}verified on Sail: all ${node.proof.keys.length} constructs`;
  for (const { key, reason } of node.proof?.missing ?? []) yield `${indent}not verified on Sail: ${key}: ${reason}`;
  if (node.because !== undefined) yield `${indent}no plan, because node ${node.because} has none`;
  if (node.failure !== undefined) {
    yield `${indent}no plan: ${withStoredName(node.failure.message, node.failure.field)}`;
    yield `${indent}to try: ${node.failure.remedy}`;
  }
  for (const { name, columns, plan } of node.outputs) {
    const label = name === undefined ? '' : `output ${name} `;
    yield `${indent}${label}(${columns.map((c) => `${c.name} ${c.type}`).join(', ')})`;
    for (const line of plan) yield `${indent}  ${line}`;
  }
  for (const effect of node.effects) yield `${indent}${effect}`;
}

/** An explanation as lines for people. */
export function explanationLines({ workflow, engine, why, schemasFrom, nodes }: Explanation): string[] {
  const schemas = schemasFrom === engine ? [] : [`schemas are computed by ${schemasFrom}`];
  return [workflow, `${engine}: ${why}`, ...schemas, ...nodes.flatMap((node) => ['', ...nodeLines(node)])];
}
