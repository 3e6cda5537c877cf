import { functions as F, type Column, type DataFrame } from '@millrace/spark-connect';
import { choice, column, flag, layout, text } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { integer } from '../kit/number-fields.ts';
import { list } from '../kit/list-fields.ts';
import { designSchema } from '../kit/type-fields.ts';
import { failUnless, words } from '../kit/guard.ts';
import { lambda } from '../kit/lambda.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import type { Context } from '../contract/context.ts';
import { groupCount, javaPattern } from '../kit/regex.ts';
import { replaceAll, requireText } from '../kit/replace.ts';
import type { Outputs } from '../contract/results.ts';
import { missing } from '../kit/field-shape.ts';

const fields = {
  general: layout(),
  inputCol: column({ required: true, title: 'Column' }),
  regexPattern: text({ required: true, title: 'Pattern' }),
  regexMode: choice(['PARSE', 'TOKENIZE_COL', 'TOKENIZE_ROW', 'REPLACE', 'MATCH'], { default: 'PARSE', title: 'Mode' }),
  parseColNames: list({ widget: 'textArray', title: 'Columns for the groups' }),
  caseSensitive: flag({ default: true, widget: 'array_single', title: 'Match case' }),
  replacementText: text({ title: 'Replacement' }),
  copyUnmatchedText: flag({ default: true, widget: 'array_single', title: 'Copy text that does not match' }),
  tokenSplit: integer({ min: 1, max: 1000, title: 'Number of token columns' }),
  tokenizeColName: text({ title: 'Column name for tokens' }),
  extraColumnsPolicy: choice(['DROP', 'DROP_NO_WARN', 'ERROR'], { default: 'DROP', title: 'Extra tokens' }),
  inputMatchCol: text({ title: 'Column for the match' }),
  errorIfNotMatched: flag({ default: false, widget: 'array_single', title: 'Fail if nothing matches' }),
  schema: layout(),
  output: designSchema(),
};

/** What every mode works with: the text, its name, the pattern as written and as the engine reads it. */
interface Work extends Context<typeof fields> {
  readonly name: string;
  readonly cell: Column;
  readonly regexText: string;
  readonly pattern: string;
}

export const regexAdvanced = processor({
  nodeClass: 'fire.nodes.etl.NodeRegexAdvanced',
  name: 'Regex Advanced',
  type: 'transform',
  category: 'Data-Preparation/Filter',
  description:
    'Applies a Java regular expression to a string column. PARSE: each group becomes a column, null if nothing matches. TOKENIZE_COL: each match (its first group, if any) becomes a column name_1, name_2, …; DROP shows how many rows had more matches than columns. TOKENIZE_ROW: returns a row for each match, in the named column or in place; a string without a match gives no rows. REPLACE: replaces all matches in place ($1 refers to a group); if text that does not match is not copied, only the replacements remain. MATCH: true if the pattern is found anywhere. Nulls remain null.',
  fields,
  examples: [
    {
      name: 'PARSE: adds groups as columns, null if nothing matches',
      fields: { inputCol: 's', regexPattern: '(\\w+)@(\\w+)', parseColNames: ['user', 'host.name'] },
      input: table('s string', [['me@home'], ['nobody'], [null], ['a@b c@d']]),
      output: table('s string, user string, `host.name` string', [
        ['me@home', 'me', 'home'],
        ['nobody', null, null],
        [null, null, null],
        ['a@b c@d', 'a', 'b'],
      ]),
    },
    {
      name: 'TOKENIZE_COL: adds matches as columns and counts rows with more matches',
      fields: {
        inputCol: 's',
        regexPattern: '[^, ]+',
        regexMode: 'TOKENIZE_COL',
        tokenSplit: '2',
        tokenizeColName: 't',
      },
      input: table('s string', [['a, b, c'], ['ü'], [''], [null]]),
      output: table('s string, t_1 string, t_2 string', [
        ['a, b, c', 'a', 'b'],
        ['ü', 'ü', null],
        ['', null, null],
        [null, null, null],
      ]),
      results: [{ type: 'table', title: 'Rows with dropped tokens', data: table('rows bigint', [[1n]]) }],
    },
    {
      name: 'TOKENIZE_ROW: returns a row for each match, by its first group',
      fields: { inputCol: 's', regexPattern: '#(\\w+)', regexMode: 'TOKENIZE_ROW', tokenizeColName: 'tag' },
      input: table('s string, n int', [
        ['#a x #b', 1],
        ['none', 2],
        [null, 3],
        ['#c', 4],
      ]),
      output: table('s string, n int, tag string', [
        ['#a x #b', 1, 'a'],
        ['#a x #b', 1, 'b'],
        ['#c', 4, 'c'],
      ]),
      ordered: true,
    },
    {
      name: 'REPLACE: ignores case and keeps only the replacements',
      fields: {
        inputCol: 's',
        regexPattern: '(x)(\\d)',
        regexMode: 'REPLACE',
        replacementText: '$2-',
        caseSensitive: 'false',
        copyUnmatchedText: 'false',
      },
      input: table('s string', [['ax1bX2'], ['none'], [null]]),
      output: table('s string', [['1-2-'], [''], [null]]),
    },
    {
      name: 'MATCH: finds the pattern anywhere',
      fields: { inputCol: 's', regexPattern: '\\d', regexMode: 'MATCH', inputMatchCol: 'has digit' },
      input: table('s string', [['a1'], ['a'], [null]]),
      output: table('s string, `has digit` boolean', [
        ['a1', true],
        ['a', false],
        [null, null],
      ]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { inputCol: 's', regexPattern: '(a)', parseColNames: ['x'] },
      input: table('s string', []),
      output: table('s string, x string', []),
    },
    {
      name: 'fails on a string that must match and does not',
      fields: { inputCol: 's', regexPattern: '^a', regexMode: 'MATCH', errorIfNotMatched: 'true' },
      input: table('s string', [['abc'], ['xyz']]),
      error: 'xyz',
    },
    {
      name: 'rejects more names than groups',
      fields: { inputCol: 's', regexPattern: '(a)', parseColNames: ['x', 'y'] },
      input: table('s string', []),
      error: '2 columns, but the pattern has 1 group',
    },
  ],
  run(context) {
    const { schema, fields: f, engine } = context;
    const name = requireText(schema, f.inputCol, 'inputCol');
    const regexText = f.caseSensitive ? f.regexPattern : `(?i)${f.regexPattern}`;
    return modes[f.regexMode]({
      ...context,
      name,
      cell: F.columnNamed(name),
      regexText,
      pattern: javaPattern(regexText, engine),
    });
  },
});

const modes = {
  PARSE: parse,
  TOKENIZE_COL: tokensAsColumns,
  TOKENIZE_ROW: tokensAsRows,
  REPLACE: replace,
  MATCH: match,
} as const satisfies Record<string, (work: Work) => Outputs>;

function parse({ input, fields: f, cell, regexText, pattern }: Work): DataFrame {
  const names = f.parseColNames.filter((name) => name.trim() !== '');
  const groups = groupCount(regexText);
  if (names.length > groups)
    throw new FieldError(
      'parseColNames',
      `too many columns in field "parseColNames": ${names.length} columns, but the pattern has ${groups} group${groups === 1 ? '' : 's'}`,
      'enclose each part of the pattern in parentheses',
    );
  if (names.length === 0) throw missing('parseColNames', 'enter a column name for each group');
  return input.withColumns(
    names.map((name, i) => [name, F.when(cell.rlike(pattern), F.call('regexp_extract', cell, pattern, i + 1))]),
  );
}

const tokensOf = ({ cell, regexText, pattern }: Work): Column =>
  F.call('regexp_extract_all', cell, pattern, groupCount(regexText) > 0 ? 1 : 0);

function tokensAsColumns(work: Work): Outputs {
  const { input, fields: f, name } = work;
  const { tokenSplit: count } = f;
  if (count === undefined) throw missing('tokenSplit', 'enter the number of columns');
  const tokens = tokensOf(work);
  const tooMany = F.call('size', tokens).gt(count);
  const fits = failUnless(
    tooMany.not(),
    words('value "', work.cell, `" in column "${name}" has more than ${count} tokens`),
  );
  const rows = f.extraColumnsPolicy === 'ERROR' ? input.filter(fits) : input;
  const root = f.tokenizeColName ?? name;
  const output = rows.withColumns(
    Array.from({ length: count }, (_, i) => [`${root}_${i + 1}`, F.call('get', tokens, i)]),
  );
  if (f.extraColumnsPolicy !== 'DROP') return output;
  const left = input.agg(F.count(F.when(tooMany, 1)).alias('rows'));
  return { outputs: [output], results: [{ type: 'table', title: 'Rows with dropped tokens', data: left }] };
}

function tokensAsRows(work: Work): DataFrame {
  return work.input.withColumn(work.fields.tokenizeColName ?? work.name, F.explode(tokensOf(work)));
}

function replace({ input, fields: f, engine, name, cell, regexText, pattern }: Work): DataFrame {
  const replaceIn = (text: Column): Column =>
    replaceAll(text, regexText, f.replacementText ?? '', 'replacementText', engine);
  if (f.copyUnmatchedText) return input.withColumn(name, replaceIn(cell));
  const matches = F.call('regexp_extract_all', cell, pattern, 0);
  return input.withColumn(name, F.call('array_join', F.call('transform', matches, lambda('found', replaceIn)), ''));
}

function match({ input, fields: f, name, cell, pattern }: Work): DataFrame {
  const matches = cell.rlike(pattern);
  const rows = f.errorIfNotMatched
    ? input.filter(failUnless(matches, words('value "', cell, `" in column "${name}" does not match the pattern`)))
    : input;
  return rows.withColumn(f.inputMatchCol ?? `${name}_matched`, matches);
}
