import { problem } from '../problems/problem.ts';
import { fieldLabel, nodeLabel } from '../problems/quote.ts';
import { judgedValues } from './check-fields.ts';
import { specOf } from './context.ts';
import type { Check, Column } from './context.ts';
import { nearest } from './nearest.ts';

/** Columns that fields name but the input does not have; names match in any case of letters, as in Spark SQL. */
export const checkColumns: Check = function* (context) {
  for (const node of context.schemas ? context.graph.nodes.values() : []) {
    const inputs = context.schemas?.get(node.id) ?? [];
    const tables = inputs.map((columns) => ({
      names: columns.map((column) => column.name),
      has: nameTest(columns),
    }));
    for (const spec of specOf(context, node)?.fields ?? []) {
      const input = tables[spec.input ?? 0];
      if (spec.kind !== 'column' || !input) continue;
      for (const value of judgedValues(node, spec)) {
        if (input.has(value)) continue;
        const near = nearest(value, input.names);
        const params = {
          node: nodeLabel(node),
          field: fieldLabel(spec),
          value,
          columns: input.names,
          nearest: near,
        };
        yield problem('column-not-found', params, { nodeId: node.id, field: spec.name });
      }
    }
  }
};

/** Returns whether a name is a column, `*`, or a path into one (`person.name`); backticks are taken off. */
function nameTest(columns: readonly Column[]): (name: string) => boolean {
  const names = new Set(columns.map((column) => column.name.toLowerCase()));
  return (value) => {
    const name = value.replace(/^`(.*)`$/, '$1').toLowerCase();
    if (name === '*' || names.has(name)) return true;
    for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
      if (names.has(name.slice(0, dot))) return true;
    }
    return false;
  };
}
