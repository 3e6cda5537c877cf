import { sameJson } from '../json/compare.ts';
import type { JsonObject } from '../json/json.ts';
import { serialiseNode } from '../document/serialise.ts';
import type { WorkflowNode } from '../document/types.ts';
import type { FieldChange, NamedChange, NodeChange } from './types.ts';

const SEPARATE = new Set(['id', 'name', 'x', 'y', 'fields']);

/** How a node differs from its older self; undefined when it does not. */
export function diffNode(before: WorkflowNode, after: WorkflowNode): NodeChange | undefined {
  const moved = before.x !== after.x || before.y !== after.y;
  const renamed = before.name !== after.name;
  const fields = diffFields(before, after);
  const attributes = diffKeys(serialiseNode(before, WHOLE), serialiseNode(after, WHOLE), SEPARATE);
  if (!moved && !renamed && fields.length === 0 && attributes.length === 0) return undefined;
  return {
    nodeId: after.id,
    name: after.name,
    ...(renamed && { renamed: { before: before.name, after: after.name } }),
    ...(moved && { moved: { before: position(before), after: position(after) } }),
    fields,
    attributes,
  };
}

/** The keys whose values differ, sorted; null and absent are the same. */
export function diffKeys(before: JsonObject, after: JsonObject, leaveOut: ReadonlySet<string>): readonly NamedChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !leaveOut.has(name));
  return names
    .sort()
    .filter((name) => !sameJson(before[name], after[name]))
    .map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }));
}

/** With every key written, a default that is spelled out equals one that is left out. */
export const WHOLE = { complete: true };

function diffFields(before: WorkflowNode, after: WorkflowNode): readonly FieldChange[] {
  const old = valuesOf(before);
  const now = valuesOf(after);
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort()
    .map((name) => ({ name, before: old.get(name) ?? null, after: now.get(name) ?? null }))
    .filter((change) => change.before !== change.after);
}

/** Field values by name, the first of each; "" counts as absent, as it does in a run. */
function valuesOf(node: WorkflowNode): ReadonlyMap<string, string | null> {
  return new Map(node.fields.toReversed().map((field) => [field.name, field.value || null]));
}

function position(node: WorkflowNode): { readonly x: string | null; readonly y: string | null } {
  return { x: node.x, y: node.y };
}
