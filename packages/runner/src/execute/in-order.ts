import { DataFrame } from '@millrace/spark-connect';
import type { Relation } from '@millrace/spark-connect/proto';
import { has } from '../plan/relation-traits.ts';
import { inputOf, isSorted } from '../plan/wide.ts';

/** The most rows that a limit can name. */
export const noLimit = 2 ** 31 - 1;

/**
 * Rows that Sail is to keep or save in the order that a sort gave them. It forgets a sort above which nothing needs it: to
 * skip no row needs it where it stands right above. Above a query in SQL, whose sort may lie deeper, a limit does, though
 * Sail then gathers the rows in a heap, at ten times the cost.
 */
export function inOrder({ session, relation }: DataFrame): DataFrame {
  return above(session, relation) ?? new DataFrame(session, relation);
}

function above(session: DataFrame['session'], relation: Relation): DataFrame | undefined {
  const { relType } = relation;
  const df = new DataFrame(session, relation);
  if (relType.case === 'sort') return df.offset(0);
  if (relType.case === 'sql' || relType.case === 'withRelations')
    return isSorted(relation) ? df.limit(noLimit) : undefined;
  // a limit needs the sort below it by itself
  if (relType.case === 'limit' || !has(relation, 'order')) return undefined;
  const input = inputOf(relation);
  const result = input && above(session, input);
  if (result === undefined) return undefined;
  const value = { ...relType.value, input: result.relation };
  return new DataFrame(session, { ...relation, relType: { ...relType, value } as Relation['relType'] });
}

/** What makes a query gather groups, or drop rows that are equal. */
const groups = /\b(group\s+by|distinct|union|intersect|except|minus|min|max|pivot)\b/i;

/**
 * Limits to try in turn for rows of a query in SQL that sorts groups; none for other rows. Sail makes room at once for as
 * many groups as a limit above the sort names: without a low one the memory is full.
 */
export function limitsOf(relation: Relation): readonly number[] {
  const { relType } = relation;
  if (relType.case === 'sql')
    return isSorted(relation) && groups.test(relType.value.query) ? [2 ** 16, 2 ** 22, 2 ** 27] : [];
  if (relType.case === 'withRelations') return relType.value.root === undefined ? [] : limitsOf(relType.value.root);
  if (!has(relation, 'order')) return [];
  const input = inputOf(relation);
  return input === undefined ? [] : limitsOf(input);
}
