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
 */
export function applyParameters(
  workflow: Workflow,
  values: ReadonlyMap<string, string>,
  catalogue?: Catalogue,
): { readonly workflow: Workflow; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const nodes = workflow.nodes.map((node): WorkflowNode => {
    const warns = !isNote(node);
    const fields = node.fields.map((field): Field => {
      const { text, unknown } = substituteValue(field.value ?? '', values);
      if (warns) problems.push(...unknown.map((name) => unknownParameter(node, field, name, catalogue)));
      return text === (field.value ?? '') ? field : { ...field, value: text };
    });
    return fields.some((field, index) => field !== node.fields[index]) ? { ...node, fields } : node;
  });
  return { workflow: { ...workflow, nodes }, problems };
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
