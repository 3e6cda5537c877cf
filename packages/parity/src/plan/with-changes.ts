import { withOneZero } from '@millrace/processors';
import { Column } from '@millrace/spark-connect';
import type { Expression, Relation } from '@millrace/spark-connect/proto';
import { copyWith } from '@millrace/spark-connect/visit';
import type { Notes, Splice } from '@millrace/spark-sql/analyse';
import { spliced } from '@millrace/spark-sql/rewrite';

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
      const result = spliced(text, splices);
      fields[name] = result.sql;
      changes.push(...result.changes);
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
