import { parseQuery, tokenize } from '@millrace/spark-sql';
import { visitQuery } from '@millrace/spark-sql/ast';
import { stopWords } from '@millrace/spark-sql/parse';

/** A table name of the query and the name that stands for it between braces. */
export interface Placeholder {
  readonly table: string;
  readonly placeholder: string;
}

const escapeBraces = (sql: string): string => sql.replaceAll('{', '{{').replaceAll('}', '}}');

/** True if an alias follows at this place of the text. */
function aliasFollows(sql: string, end: number): boolean {
  const token = tokenize(sql).tokens.find((t) => t.start >= end);
  return (
    token !== undefined &&
    (token.key === 'AS' || token.kind === 'quoted' || (token.kind === 'word' && !stopWords.has(token.key)))
  );
}

/** Places where the query reads a table of the given names; undefined if the text cannot be read well enough. */
function tablesIn(sql: string, names: ReadonlySet<string>): { start: number; end: number; name: string }[] | undefined {
  const tables: { start: number; end: number; name: string }[] = [];
  let opaque = false;
  try {
    visitQuery(parseQuery(sql), {
      table: ([name = '', ...rest], span, ctes) => {
        const key = name.toLowerCase();
        if (rest.length === 0 && names.has(key) && !ctes.has(key)) tables.push({ ...span, name: key });
      },
      opaque: () => {
        opaque = true;
      },
    });
  } catch {
    return undefined;
  }
  return opaque ? undefined : tables.toSorted((a, b) => a.start - b.start);
}

/**
 * The query as `spark.sql(query, name=df)` of PySpark takes it: `{name}` where it reads a DataFrame. A query that our
 * reader does not understand whole keeps its text and gets the tables in front: `WITH t AS (SELECT * FROM {t}) …`.
 */
export function formattedQuery(sql: string, tables: readonly Placeholder[]): string {
  const byName = new Map(tables.map((t) => [t.table.toLowerCase(), t]));
  const references = tablesIn(sql, new Set(byName.keys()));
  if (references === undefined) return withTables(sql, tables);
  let text = '';
  let at = 0;
  for (const { start, end, name } of references) {
    const table = sql.slice(start, end);
    text += `${escapeBraces(sql.slice(at, start))}{${byName.get(name)?.placeholder}}${aliasFollows(sql, end) ? '' : ` AS ${table}`}`;
    at = end;
  }
  return text + escapeBraces(sql.slice(at));
}

function withTables(sql: string, tables: readonly Placeholder[]): string {
  const heads = tables
    .map((t) => `\`${t.table.replaceAll('`', '``')}\` AS (SELECT * FROM {${t.placeholder}})`)
    .join(', ');
  const own = /^\s*with(\s+recursive)?\s/i.exec(sql);
  if (own === null) return `WITH ${heads} ${escapeBraces(sql)}`;
  return `WITH${own[1] ?? ''} ${heads}, ${escapeBraces(sql.slice(own[0].length))}`;
}
