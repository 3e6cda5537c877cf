import type { FieldSpec } from '../catalogue.ts';
import { fieldText, jsonList, textList } from '../fields.ts';
import { mentionsParameter } from '../parameters/substitute.ts';
import { problem } from '../problems/problem.ts';
import { fieldLabel, nodeLabel } from '../problems/quote.ts';
import { specOf } from './context.ts';
import type { Check } from './context.ts';

/**
 * Lists that belong together row by row but differ in length; empty or absent lists are left out. Missing elements
 * count as blank, which is an error only if a used row requires them.
 */
export const checkRows: Check = function* (context) {
  for (const node of context.graph.workflow.nodes) {
    const fields = specOf(context, node)?.fields.filter((spec) => spec.list && spec.rows) ?? [];
    for (const group of Map.groupBy(fields, (spec) => spec.rows).values()) {
      const texts = group.map((spec) => [spec, fieldText(node, spec.name) ?? '[]'] as const);
      if (texts.some(([, text]) => !jsonList(text) && mentionsParameter(text))) continue;
      const lists = texts
        .map(([spec, text]) => ({ spec, elements: textList(text) }))
        .filter(({ elements }) => elements.length > 0);
      const [first] = lists;
      const odd = lists.find(({ elements }) => elements.length !== first?.elements.length)?.spec.name;
      if (odd === undefined) continue;
      const short = incomplete(lists);
      const lengths = new Map(lists.map(({ spec, elements }) => [fieldLabel(spec), elements.length]));
      const params = { node: nodeLabel(node), lengths };
      yield short === undefined
        ? problem('rows-differ', params, { nodeId: node.id, field: odd })
        : problem('rows-incomplete', { ...params, field: fieldLabel(short) }, { nodeId: node.id, field: short.name });
    }
  }
};

interface RowList {
  readonly spec: FieldSpec;
  readonly elements: readonly string[];
}

/** The first list that ends before a row that requires its element. */
function incomplete(lists: readonly RowList[]): FieldSpec | undefined {
  const keys = lists.find(({ spec }) => spec.inRow === 'key')?.elements ?? [];
  const used = keys.findLastIndex((key) => key.trim() !== '') + 1;
  return lists.find(({ spec, elements }) => spec.inRow === 'required' && elements.length < used)?.spec;
}
