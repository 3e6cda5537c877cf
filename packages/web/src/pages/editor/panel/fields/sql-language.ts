import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { sql, SQLDialect } from '@codemirror/lang-sql';
import type { CodeLanguage, CodeTables } from './code-editor.tsx';
import { sqlFunctions, sqlKeywords } from './sql-words.ts';

const dialect = SQLDialect.define({
  keywords: sqlKeywords,
  builtin: sqlFunctions.join(' '),
  types: 'string int bigint double float boolean date timestamp decimal smallint tinyint binary array map struct',
  identifierQuotes: '`',
  doubleQuotedStrings: true,
  backslashEscapes: true,
});

/** Spark SQL, with columns and functions to complete. */
export const sqlLanguage: CodeLanguage = (latest) => [
  sql({ dialect, upperCaseKeywords: false }),
  autocompletion({
    override: [(context) => completions(context, latest.current.tables)],
    icons: false,
    maxRenderedOptions: 60,
  }),
];

const plain = /^[A-Za-z_][A-Za-z0-9_]*$/;

function completions(context: CompletionContext, tables: CodeTables): CompletionResult | null {
  const word = context.matchBefore(/`?[\p{L}\p{N}_]*/u);
  if (word === null || (word.from === word.to && !context.explicit)) return null;
  const columns = new Map<string, Completion>();
  for (const [i, table] of tables.entries())
    for (const { name, type } of table)
      if (!columns.has(name))
        columns.set(name, {
          label: plain.test(name) ? name : `\`${name.replaceAll('`', '``')}\``,
          detail: tables.length > 1 ? `${type} · ${i + 1}` : type,
          type: 'variable',
          boost: 50,
        });
  const functions = sqlFunctions.map((name): Completion => ({
    label: name,
    detail: '()',
    type: 'function',
    apply: (view, _, from, to) => {
      view.dispatch({ changes: { from, to, insert: `${name}()` }, selection: { anchor: from + name.length + 1 } });
    },
  }));
  return { from: word.from, options: [...columns.values(), ...functions], validFor: /^`?[\p{L}\p{N}_]*$/u };
}
