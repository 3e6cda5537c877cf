import type { Relation, SQL } from '@millrace/spark-connect/proto';
import { call, list, type Doc } from './doc.ts';
import { noForm, type Scope } from './scope.ts';
import { formattedQuery } from './sql-query.ts';
import { keyword } from './steps.ts';
import { isPyName, pyString, pyText } from './text.ts';

const sqlArguments = ({ args, posArgs, namedArguments, posArguments }: SQL, scope: Scope): Doc[] => {
  if (Object.keys(args).length > 0 || posArgs.length > 0) return noForm('a query with arguments of an old form');
  if (posArguments.length > 0) return [keyword('args', list(posArguments.map((a) => scope.write.column(a, scope))))];
  const entries = Object.entries(namedArguments);
  if (entries.length === 0) return [];
  const items = entries.map(([name, a]): Doc => [`${pyString(name)}: `, scope.write.column(a, scope)]);
  return [keyword('args', { open: '{', items, close: '}' })];
};

/** SQL over named inputs. A name that Python cannot take as a keyword is replaced by `input_1`, … */
export function query(sql: SQL, references: readonly Relation[], scope: Scope): Doc {
  if (references.length === 0) return call('spark.sql', [pyText(sql.query), ...sqlArguments(sql, scope)]);
  const inputs = references.map(({ relType }, i) => {
    if (relType.case !== 'subqueryAlias') return noForm('a query over parts without a name');
    const { alias, input } = relType.value;
    const placeholder = isPyName(alias) && !['self', 'sqlQuery', 'args'].includes(alias) ? alias : `input_${i + 1}`;
    return { table: alias, placeholder, code: scope.write.relation(input, scope) };
  });
  return call('spark.sql', [
    pyText(formattedQuery(sql.query, inputs)),
    ...sqlArguments(sql, scope),
    ...inputs.map((i) => keyword(i.placeholder, i.code)),
  ]);
}
