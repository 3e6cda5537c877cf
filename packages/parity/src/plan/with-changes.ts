import { withOneZero } from '@millrace/processors';
import { Column } from '@millrace/spark-connect';
import type { Expression, Relation } from '@millrace/spark-connect/proto';
import { copyWith } from '@millrace/spark-connect/visit';
import type { Notes, Splice } from '@millrace/spark-sql/analyse';
import { applySplices } from '@millrace/spark-sql/rewrite';

/** A copy of a plan in which the SQL of some messages is changed and some sort keys are given one zero. */
export function withChanges(
  relation: Relation,
  texts: ReadonlyMap<object, Splice[]>,
  oneZero: Notes['oneZero'],
): { relation: Relation; changes: string[] } {
  const changes: string[] = [];
  const copy = copyWith(relation, (message, at) => {
    const fields: Record<string, unknown> = {};
    const splices = texts.get(message);
    for (const name of splices ? ['query', 'expression'] : []) {
      const text = at(name);
      if (typeof text !== 'string' || !splices) continue;
      const rewritten = applySplices(text, splices);
      fields[name] = rewritten.sql;
      changes.push(...rewritten.changes);
    }
    const kind = oneZero.get(message);
    if (kind !== undefined) {
      fields['child'] = withOneZero(new Column(at('child') as Expression), kind).expression;
      changes.push('a sort key has one zero');
    }
    return fields;
  });
  return { relation: copy, changes };
}
