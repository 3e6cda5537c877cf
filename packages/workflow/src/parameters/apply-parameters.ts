import type { Catalogue } from '../catalogue.ts';
import { jsonList } from '../fields.ts';
import { problem } from '../problems/problem.ts';
import type { Problem } from '../problems/problem.ts';
import { labelIn, nodeLabel } from '../problems/quote.ts';
import type { Field, Workflow, WorkflowNode } from '../document/types.ts';
import { isNote } from '../rules/flow.ts';
import { substitute } from './substitute.ts';
import type { Substitution } from './substitute.ts';

/**
 * Returns the workflow with the parameters substituted in every field. A mention without a value stays as it is and
 * gives a warning (but not in notes, in which `$` is mostly plain text), with the field's label if the catalogue is given.
 * `mayBeSet`: whether a node before this one may set the value in the run, which needs no warning.
 */
export function applyParameters(
  workflow: Workflow,
  values: ReadonlyMap<string, string>,
  catalogue?: Catalogue,
  mayBeSet: (nodeId: string, name: string) => boolean = () => false,
): { readonly workflow: Workflow; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const nodes = workflow.nodes.map((node): WorkflowNode => {
    const applied = applyToNode(node, values);
    if (!isNote(node))
      for (const { field, name } of applied.unknown)
        if (!mayBeSet(node.id, name)) problems.push(unknownParameter(node, field, name, catalogue));
    return applied.node;
  });
  return { workflow: { ...workflow, nodes }, problems };
}

/** A node with values in the place of their names, and the names in its fields that have no value. */
export function applyToNode(
  node: WorkflowNode,
  values: ReadonlyMap<string, string>,
): { readonly node: WorkflowNode; readonly unknown: readonly { readonly field: Field; readonly name: string }[] } {
  const mentions: { readonly field: Field; readonly name: string }[] = [];
  const fields = node.fields.map((field): Field => {
    const { text, unknown } = substituteValue(field.value ?? '', values);
    mentions.push(...unknown.map((name) => ({ field, name })));
    return text === (field.value ?? '') ? field : { ...field, value: text };
  });
  const isChanged = fields.some((field, index) => field !== node.fields[index]);
  return { node: isChanged ? { ...node, fields } : node, unknown: mentions };
}

/** Substitutes each element of a JSON list by itself, so that a quote in a value cannot break the list. */
function substituteValue(text: string, values: ReadonlyMap<string, string>): Substitution {
  const items = text.includes('$') ? jsonList(text) : undefined;
  if (!items) return substitute(text, values);
  const results = items.map((item) => substitute(item, values));
  const changed = results.some((item, index) => item.text !== items[index]);
  return {
    text: changed ? JSON.stringify(results.map((item) => item.text)) : text,
    unknown: [...new Set(results.flatMap((item) => item.unknown))],
  };
}

function unknownParameter(node: WorkflowNode, field: Field, name: string, catalogue?: Catalogue): Problem {
  const params = { node: nodeLabel(node), field: labelIn(catalogue?.get(node.nodeClass), field.name), name };
  return problem('unknown-parameter', params, { nodeId: node.id, field: field.name });
}
