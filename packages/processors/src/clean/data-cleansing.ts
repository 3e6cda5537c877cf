import {
  functions as F,
  types,
  type Column,
  type DataFrame,
  type StructField,
  type StructType,
} from '@millrace/spark-connect';
import { singleBlanks, trim, removeCharacters, withoutWhitespace } from './_characters.ts';
import { requireColumns } from '../kit/columns.ts';
import { choice, flag, layout, text } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import type { FieldValues } from '../contract/fields.ts';
import { inCase, type LetterCase } from './_letter-case.ts';
import { nullsOf } from './_null-columns.ts';
import { isNumber } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const fields = {
  Columns: layout(),
  inputCols: columns({ title: 'Columns' }),
  'Remove Nulls': layout(),
  removeNullRows: flag({ default: false, title: 'Remove rows of nulls only' }),
  removeNullColumns: flag({ default: false, title: 'Remove columns of nulls only' }),
  'Replace Nulls': layout(),
  replaceWithBlanks: flag({ default: false, title: 'Replace nulls with empty strings' }),
  replaceWithZero: flag({ default: false, title: 'Replace nulls with zeros' }),
  'Remove Unwanted Characters': layout(),
  trimWhitespace: flag({ default: false, title: 'Leading and trailing white space' }),
  removeTabsLineBreaks: flag({ default: false, title: 'Tabs, line breaks, repeated spaces' }),
  allWhiteSpace: flag({ default: false, title: 'All white space' }),
  letters: flag({ default: false, title: 'Letters' }),
  lettersExceptions: text({ title: 'Letters to keep' }),
  numbers: flag({ default: false, title: 'Digits' }),
  numbersExceptions: text({ title: 'Digits to keep' }),
  punctuation: flag({ default: false, title: 'Punctuation' }),
  punctuationExceptions: text({ title: 'Punctuation to keep' }),
  'Modify Case': layout(),
  modifyCase: choice(['Upper case', 'Lower Case', 'Title Case', 'Default'], { default: 'Default', title: 'Case' }),
};
type Values = FieldValues<typeof fields>;

const cases = {
  'Upper case': 'upper',
  'Lower Case': 'lower',
  'Title Case': 'title',
  Default: 'as it is',
} as const satisfies Record<string, LetterCase>;

export const dataCleansing = processor({
  nodeClass: 'fire.nodes.etl.NodeDataCleansing',
  name: 'Data Cleansing',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Cleans the selected columns, or all columns if none is selected, in place. Drops rows and columns in which every value is null; replaces nulls with empty strings or zeros; removes leading and trailing white space, tabs, line breaks and repeated spaces (each run becomes one space), all white space, letters, digits or punctuation (except the characters to keep); and changes the case. Characters and case apply to string columns, zeros to numeric columns. To find the columns of nulls only, the input is computed; if it has no rows, all columns are kept.',
  fields,
  examples: [
    {
      name: 'cleans white space, digits and case of strings and leaves numbers unchanged',
      fields: {
        trimWhitespace: 'true',
        removeTabsLineBreaks: 'true',
        numbers: 'true',
        numbersExceptions: '1',
        modifyCase: 'Title Case',
      },
      input: table('s string, n int', [
        ['  heLLo\t\n wORLD 123 ', 12],
        ["o'neil a-b", null],
        [null, 3],
      ]),
      output: table('s string, n int', [
        ['Hello World 1', 12],
        ["O'neil A-b", null],
        [null, 3],
      ]),
    },
    {
      name: 'replaces nulls with empty strings and zeros in the selected columns',
      fields: { inputCols: ['a.b', 'n', 'd'], replaceWithBlanks: 'true', replaceWithZero: 'true' },
      input: table('`a.b` string, n bigint, d double, other string', [
        [null, null, null, null],
        ['x', 1n, 0.5, 'y'],
      ]),
      output: table('`a.b` string, n bigint, d double, other string', [
        ['', 0n, 0, null],
        ['x', 1n, 0.5, 'y'],
      ]),
    },
    {
      name: 'drops rows and columns of nulls only',
      fields: { removeNullRows: 'true', removeNullColumns: 'true' },
      input: table('a int, b string, c int', [
        [1, null, null],
        [null, null, null],
        [null, null, 2],
      ]),
      output: table('a int, c int', [
        [1, null],
        [null, 2],
      ]),
    },
    {
      name: 'removes letters and punctuation of every script except those to keep',
      fields: {
        letters: 'true',
        lettersExceptions: 'aé',
        punctuation: 'true',
        punctuationExceptions: '-]',
        allWhiteSpace: 'true',
        modifyCase: 'Upper case',
      },
      input: table('s string', [['a b-é日, [7]\u00a0$']]),
      output: table('s string', [['A-É7]']]),
    },
    {
      name: 'keeps the columns of an empty input',
      fields: { removeNullColumns: 'true', removeNullRows: 'true', replaceWithZero: 'true' },
      input: table('a int, b string', []),
      output: table('a int, b string', []),
    },
  ],
  async run({ input, schema, fields: f }) {
    const columns = f.inputCols.length === 0 ? schema.fields : requireColumns(schema, f.inputCols, 'inputCols');
    const withValues = f.removeNullRows ? input.filter(anyValue(columns)) : input;
    const rows = f.removeNullColumns
      ? await withoutNullColumns(withValues, schema, columns)
      : { df: withValues, left: columns };
    const replacements = rows.left.flatMap((column): [string, Column][] => {
      const value = cleanValue(column, f);
      return value === undefined ? [] : [[column.name, value]];
    });
    return replacements.length === 0 ? rows.df : rows.df.withColumns(replacements);
  },
});

const anyValue = (columns: readonly StructField[]): Column =>
  columns.map(({ name }) => F.columnNamed(name).isNotNull()).reduce((any, one) => any.or(one), F.lit(false));

async function withoutNullColumns(input: DataFrame, schema: StructType, columns: readonly StructField[]) {
  const { rows, nulls } = await nullsOf(
    input,
    columns.map((c) => c.name),
  );
  const empty = columns.filter((_, i) => rows > 0n && nulls[i] === rows);
  if (empty.length === schema.fields.length) return { df: input, left: columns };
  return {
    df: input.drop(...empty.map((c) => F.columnNamed(c.name))),
    left: columns.filter((c) => !empty.includes(c)),
  };
}

/** The column cleaned, or nothing if there is nothing to do. */
function cleanValue({ name, type }: StructField, f: Values): Column | undefined {
  const cell = F.columnNamed(name);
  if (isNumber(type)) return f.replaceWithZero ? F.coalesce(cell, F.lit(0, types.integer).cast(type)) : undefined;
  if (type.kind !== 'string') return undefined;
  const steps: readonly (readonly [on: boolean, step: (text: Column) => Column])[] = [
    [f.replaceWithBlanks, (text) => F.coalesce(text, F.lit(''))],
    [f.letters, (text) => removeCharacters(text, 'letters', f.lettersExceptions)],
    [f.numbers, (text) => removeCharacters(text, 'digits', f.numbersExceptions)],
    [f.punctuation, (text) => removeCharacters(text, 'punctuation', f.punctuationExceptions)],
    [f.removeTabsLineBreaks, singleBlanks],
    [f.allWhiteSpace, withoutWhitespace],
    [f.trimWhitespace, trim],
    [f.modifyCase !== 'Default', (text) => inCase(text, cases[f.modifyCase])],
  ];
  const activeSteps = steps.filter(([on]) => on);
  return activeSteps.length === 0 ? undefined : activeSteps.reduce((text, [, step]) => step(text), cell);
}
