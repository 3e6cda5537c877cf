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

const fields = {
  general: layout(),
  inputCol: column({ required: true, title: 'Column' }),
  regexPattern: text({ required: true, title: 'Pattern' }),
  regexMode: choice(['PARSE', 'TOKENIZE_COL', 'TOKENIZE_ROW', 'REPLACE', 'MATCH'], { default: 'PARSE', title: 'Mode' }),
  parseColNames: list({ widget: 'textArray', title: 'Columns of the groups' }),
  caseSensitive: flag({ default: true, widget: 'array_single', title: 'Case matters' }),
  replacementText: text({ title: 'Replacement' }),
  copyUnmatchedText: flag({ default: true, widget: 'array_single', title: 'Copy text that does not match' }),
  tokenSplit: integer({ min: 1, max: 1000, title: 'Columns of tokens' }),
  tokenizeColName: text({ title: 'Name of the tokens' }),
  extraColumnsPolicy: choice(['DROP', 'DROP_NO_WARN', 'ERROR'], { default: 'DROP', title: 'More tokens than columns' }),
  inputMatchCol: text({ title: 'Column of the match' }),
  errorIfNotMatched: flag({ default: false, widget: 'array_single', title: 'Fail where nothing matches' }),
  schema: layout(),
  output: designSchema(),
};

/** What every mode works with: the text, its name, the pattern as written and as the engine reads it. */
interface Work extends Context<typeof fields> {
  readonly name: string;
  readonly cell: Column;
  readonly written: string;
  readonly pattern: string;
}

export const regexAdvanced = processor({
  nodeClass: 'fire.nodes.etl.NodeRegexAdvanced',
  name: 'Regex Advanced',
  type: 'transform',
  category: 'Data-Preparation/Filter',
  description:
    "Works on a text column by a Java regular expression. PARSE: each group becomes a column, null where nothing matches. TOKENIZE_COL: each match (its first group, if any) becomes a column name_1, name_2, …; DROP shows how many rows had more. TOKENIZE_ROW: a row per match, in the named column or the text's own; text without a match gives no row. REPLACE: replaces all matches in place ($1 names a group); without the text that does not match only the replacements remain. MATCH: true where the pattern is found anywhere. Null stays null.",
  fields,
  examples: [
    {
      name: 'PARSE: groups as columns; null where nothing matches',
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
      name: 'TOKENIZE_COL: matches as columns; rows with more are counted',
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
      results: [{ type: 'table', title: 'Rows with tokens left out', data: table('rows bigint', [[1n]]) }],
    },
    {
      name: 'TOKENIZE_ROW: a row per match, by its first group',
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
      name: 'REPLACE without regard to case, and with nothing but the replacements',
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
      name: 'MATCH: found anywhere',
      fields: { inputCol: 's', regexPattern: '\\d', regexMode: 'MATCH', inputMatchCol: 'has digit' },
      input: table('s string', [['a1'], ['a'], [null]]),
      output: table('s string, `has digit` boolean', [
        ['a1', true],
        ['a', false],
        [null, null],
      ]),
    },
    {
      name: 'an empty input has the new columns',
      fields: { inputCol: 's', regexPattern: '(a)', parseColNames: ['x'] },
      input: table('s string', []),
      output: table('s string, x string', []),
    },
    {
      name: 'text that must match and does not ends the run',
      fields: { inputCol: 's', regexPattern: '^a', regexMode: 'MATCH', errorIfNotMatched: 'true' },
      input: table('s string', [['abc'], ['xyz']]),
      error: 'xyz',
    },
    {
      name: 'more names than groups are refused',
      fields: { inputCol: 's', regexPattern: '(a)', parseColNames: ['x', 'y'] },
      input: table('s string', []),
      error: 'names 2 columns and the pattern has 1 group',
    },
  ],
  run(context) {
    const { schema, fields: f, engine } = context;
    const name = requireText(schema, f.inputCol, 'inputCol');
    const written = f.caseSensitive ? f.regexPattern : `(?i)${f.regexPattern}`;
    return modes[f.regexMode]({
      ...context,
      name,
      cell: F.columnNamed(name),
      written,
      pattern: javaPattern(written, engine),
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

function parse({ input, fields: f, cell, written, pattern }: Work): DataFrame {
  const names = f.parseColNames.filter((name) => name.trim() !== '');
  const groups = groupCount(written);
  if (names.length > groups)
    throw new FieldError(
      'parseColNames',
      `"parseColNames" names ${names.length} columns and the pattern has ${groups} group${groups === 1 ? '' : 's'}`,
      'put each part in parentheses',
    );
  if (names.length === 0)
    throw new FieldError('parseColNames', '"parseColNames" names no column', 'name a column for each group');
  return input.withColumns(
    names.map((name, i) => [name, F.when(cell.rlike(pattern), F.call('regexp_extract', cell, pattern, i + 1))]),
  );
}

const tokensOf = ({ cell, written, pattern }: Work): Column =>
  F.call('regexp_extract_all', cell, pattern, groupCount(written) > 0 ? 1 : 0);

function tokensAsColumns(work: Work): Outputs {
  const { input, fields: f, name } = work;
  const { tokenSplit: count } = f;
  if (count === undefined)
    throw new FieldError('tokenSplit', 'the field "tokenSplit" is required and is empty', 'give the number of columns');
  const tokens = tokensOf(work);
  const tooMany = F.call('size', tokens).gt(count);
  const fits = failUnless(tooMany.not(), words(`column "${name}": "`, work.cell, `" has more than ${count} tokens`));
  const rows = f.extraColumnsPolicy === 'ERROR' ? input.filter(fits) : input;
  const root = f.tokenizeColName ?? name;
  const output = rows.withColumns(
    Array.from({ length: count }, (_, i) => [`${root}_${i + 1}`, F.call('get', tokens, i)]),
  );
  if (f.extraColumnsPolicy !== 'DROP') return output;
  const left = input.agg(F.count(F.when(tooMany, 1)).alias('rows'));
  return { outputs: [output], results: [{ type: 'table', title: 'Rows with tokens left out', data: left }] };
}

function tokensAsRows(work: Work): DataFrame {
  return work.input.withColumn(work.fields.tokenizeColName ?? work.name, F.explode(tokensOf(work)));
}

function replace({ input, fields: f, engine, name, cell, written, pattern }: Work): DataFrame {
  const replaced = (text: Column): Column =>
    replaceAll(text, written, f.replacementText ?? '', 'replacementText', engine);
  if (f.copyUnmatchedText) return input.withColumn(name, replaced(cell));
  const matches = F.call('regexp_extract_all', cell, pattern, 0);
  return input.withColumn(name, F.call('array_join', F.call('transform', matches, lambda('found', replaced)), ''));
}

function match({ input, fields: f, name, cell, pattern }: Work): DataFrame {
  const matches = cell.rlike(pattern);
  const rows = f.errorIfNotMatched
    ? input.filter(failUnless(matches, words(`column "${name}": "`, cell, '" does not match the pattern')))
    : input;
  return rows.withColumn(f.inputMatchCol ?? `${name}_matched`, matches);
}
