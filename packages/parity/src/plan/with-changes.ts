import { withOneZero } from '@millrace/processors';
import { Column } from '@millrace/spark-connect';
import type { Expression, Relation } from '@millrace/spark-connect/proto';
import type { Notes, Splice } from '@millrace/spark-sql/analyse';
import { spliced } from '@millrace/spark-sql/rewrite';

/**
 * A copy of a plan in which the SQL of some messages is changed and some sort keys are given one zero; what has no
 * change in it is shared, not copied.
 */
export function withChanges(
  relation: Relation,
  texts: ReadonlyMap<object, Splice[]>,
  oneZero: Notes['oneZero'],
): { relation: Relation; changes: string[] } {
  const changes: string[] = [];
  const seen = new Map<object, object>();
  const copy = <T>(value: T): T => {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
    const done = seen.get(value);
    if (done) return done as T;
    const fresh = Array.isArray(value) ? copyList(value) : copyMessage(value);
    seen.set(value, fresh);
    return fresh as T;
  };
  const copyList = (list: unknown[]): unknown[] => {
    const fresh = list.map(copy);
    return fresh.some((item, i) => item !== list[i]) ? fresh : list;
  };
  const copyMessage = (message: object): object => {
    const changed: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(message)) {
      const fresh: unknown = copy(value);
      if (fresh !== value) changed[name] = fresh;
    }
    const splices = texts.get(message);
    for (const name of splices ? ['query', 'expression'] : []) {
      const text: unknown = Reflect.get(message, name);
      if (typeof text !== 'string' || !splices) continue;
      const rewritten = spliced(text, splices);
      changed[name] = rewritten.sql;
      changes.push(...rewritten.changes);
    }
    const kind = oneZero.get(message);
    if (kind !== undefined) {
      const child = (changed['child'] ?? Reflect.get(message, 'child')) as Expression;
      changed['child'] = withOneZero(new Column(child), kind).expression;
      changes.push('a sort key has one zero');
    }
    if (!Object.keys(changed).length) return message;
    const fresh: object = Object.create(Object.getPrototypeOf(message) as object | null);
    return Object.assign(fresh, message, changed);
  };
  return { relation: copy(relation), changes };
}
