import type { Relation } from '@millrace/spark-connect/proto';
import { boundAttributesOf, eachOnce, inputsOfRelation } from '@millrace/spark-connect/visit';
import { relationText } from './relation-text.ts';

/** What a relation that is another node's output is called; undefined for all others. */
export type NameOfInput = (relation: Relation) => string | undefined;

/**
 * A plan as a tree of lines, the last step first. It ends at other nodes' outputs, by name. Parts to which columns are
 * bound carry a number (`#1`), as do parts that are read more than once, whose second mention is the number alone.
 */
export function drawPlan(root: Relation, inputs: NameOfInput): string[] {
  const numbers = numbersOf(root, inputs);
  const nameOfPlan = new Map(
    [...numbers].flatMap(([{ common }, n]) =>
      common?.planId === undefined ? [] : [[common.planId, `#${n}`] as const],
    ),
  );
  const relations = new Set<Relation>();
  const lines: string[] = [];

  const draw = (relation: Relation, head: string, tail: string): void => {
    const number = numbers.get(relation);
    const mark = number === undefined ? '' : `#${number} `;
    const input = inputs(relation);
    if (input !== undefined || relations.has(relation)) {
      lines.push(`${head}${mark}${input ?? 'as above'}`);
      return;
    }
    relations.add(relation);
    const [first = '', ...rest] = relationText(relation, (planId) => nameOfPlan.get(planId)).split('\n');
    lines.push(`${head}${mark}${first}`);
    const below = readBy(relation);
    for (const text of rest) lines.push(`${tail}${below.length > 0 ? '│ ' : '  '}${text}`);
    below.forEach((next, i) => {
      const last = i === below.length - 1;
      draw(next, `${tail}${last ? '└─ ' : '├─ '}`, `${tail}${last ? '   ' : '│  '}`);
    });
  };
  draw(root, '', '');
  return lines;
}

/** SQL over named inputs is one step: its text stands with it, its inputs below. */
const readBy = (relation: Relation): readonly Relation[] =>
  relation.relType.case === 'withRelations'
    ? [
        ...relation.relType.value.references,
        ...(relation.relType.value.root === undefined ? [] : inputsOfRelation(relation.relType.value.root)),
      ]
    : inputsOfRelation(relation);

function numbersOf(root: Relation, inputs: NameOfInput): ReadonlyMap<Relation, number> {
  const { reads } = eachOnce([root], (relation) => (inputs(relation) === undefined ? readBy(relation) : []));
  const own = [...reads].filter(([relation]) => inputs(relation) === undefined);
  const bound = new Set(own.flatMap(([relation]) => boundAttributesOf(relation).map(({ planId }) => planId)));
  const marked = [...reads].filter(
    ([relation, times]) => bound.has(relation.common?.planId ?? -1n) || (times > 1 && inputs(relation) === undefined),
  );
  return new Map(marked.map(([relation], i) => [relation, i + 1]));
}
