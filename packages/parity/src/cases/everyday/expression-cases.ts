import { parseSchema } from '@millrace/spark-connect';
import { rewriteExpressionForSail } from '@millrace/spark-sql/rewrite';
import { type Case, type CaseInput, combine } from '../case.ts';

/**
 * Cases for expressions as users write them into a column with a name: Sail is asked for what they are rewritten to, as in
 * a run, Spark for the expressions themselves.
 */
export function expressionCases(
  input: CaseInput,
  from: string,
  key: string | undefined,
  list: readonly string[],
  options: Pick<Case, 'about' | 'doubles' | 'tolerated'> = {},
): Case[] {
  const schema = parseSchema(input.schema).fields;
  const [, table = ''] = /^(?:\(select (\w+)\.\*.*|(\w+).*)$/.exec(from)?.filter((name) => name !== undefined) ?? [];
  const inputs = { [table]: input };
  return [...new Set(list)].map((text) => {
    const sql = `${rewriteExpressionForSail(text, schema).sql} as r`;
    const expression = { sql, from, key, asWritten: `${text} as r` };
    // rare values are left to Spark by an error
    const leaving = sql.includes('raise_error(') ? ({ tolerated: 'refused value' } as const) : {};
    return { sql: `select ${sql} from ${from}`, inputs, expression, ...leaving, ...options };
  });
}

/** Every template with each choice for its placeholders `$1`, `$2`, … from the lists. */
export const fill = (templates: readonly string[], ...lists: readonly (readonly string[])[]): string[] =>
  combine(templates, ...lists).map(([template = '', ...parts]) =>
    template.replaceAll(/\$(\d)/g, (_, number: string) => parts[Number(number) - 1] ?? ''),
  );

/** Calls of functions, whose names stand between spaces, with each list of arguments. */
export const call = (names: string, args: readonly string[]): string[] =>
  combine(names.split(' '), args).map(([name, list]) => `${name}(${list})`);

/** All ways to choose up to `max` of a list, in its order. */
export function subsets<T>(list: readonly T[], max: number): T[][] {
  const [first, ...rest] = list;
  if (first === undefined || max === 0) return [[]];
  return [...subsets(rest, max - 1).map((subset) => [first, ...subset]), ...subsets(rest, max)];
}
