import { fieldText, jsonList, textList } from '../fields.ts';
import { mentionsParameter } from '../parameters/substitute.ts';
import { problem } from '../problems/problem.ts';
import { nodeLabel } from '../problems/quote.ts';
import { specOf } from './context.ts';
import type { Check } from './context.ts';

/** Lists that belong together row by row but differ in length; a list that is empty or absent is left out. */
export const checkRows: Check = function* (context) {
  for (const node of context.graph.workflow.nodes) {
    const fields = specOf(context, node)?.fields.filter((spec) => spec.list && spec.rows) ?? [];
    for (const group of Map.groupBy(fields, (spec) => spec.rows).values()) {
      const texts = group.map((spec) => [spec.name, fieldText(node, spec.name) ?? '[]'] as const);
      if (texts.some(([, text]) => !jsonList(text) && mentionsParameter(text))) continue;
      const lengths = new Map(
        texts.map(([name, text]) => [name, textList(text).length] as const).filter(([, n]) => n > 0),
      );
      const [first] = lengths.values();
      const odd = [...lengths].find(([, length]) => length !== first)?.[0];
      if (odd === undefined) continue;
      yield problem('rows-differ', { node: nodeLabel(node), lengths }, { nodeId: node.id, field: odd });
    }
  }
};
