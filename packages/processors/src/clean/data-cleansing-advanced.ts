import { functions as F, types, type Column } from '@millrace/spark-connect';
import { withoutCharacters } from './_characters.ts';
import { requireColumn, requireColumns } from '../kit/columns.ts';
import { choice, column, flag, layout } from '../kit/fields.ts';
import { columns, rows } from '../kit/list-fields.ts';
import { designSchema } from '../kit/type-fields.ts';
import { inCase, type LetterCase } from './_letter-case.ts';
import { nullsOf } from './_null-columns.ts';
import { isNumber } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const cases = {
  'Upper Case': 'upper',
  'Lower Case': 'lower',
  'Title Case': 'title',
  Default: 'as it is',
} as const satisfies Record<string, LetterCase>;
const off = (title: string) => flag({ default: false, title });

export const dataCleansingAdvanced = processor({
  nodeClass: 'fire.nodes.etl.NodeDataCleansingAdvanced',
  name: 'Data Cleansing Advanced',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Cleans columns in place, each with its own settings: replaces nulls with empty strings or zeros, removes kinds of characters and changes the case. Characters and case apply to string columns, zeros to numeric columns. Drops the rows that have a null in any of the selected columns or, if none is selected, those in which every value is null. Columns are dropped in the same way. To find the columns to drop, the input is computed; if it has no rows, all columns are kept.',
  fields: {
    'Remove Nulls': layout(),
    removeNullRows: off('Remove rows with nulls'),
    nullRowsCols: columns({ title: 'Columns that must not be null' }),
    removeNullColumns: off('Remove columns with nulls'),
    nullColsCols: columns({ title: 'Columns to check' }),
    'Column Wise': layout(),
    rules: rows(
      {
        inputCols: column({ required: true, title: 'Column' }),
        replaceWithBlanks: off('Replace nulls with empty strings'),
        replaceWithZero: off('Replace nulls with zeros'),
        removeWhitespaces: off('White space'),
        removeLetters: off('Letters'),
        removeDigits: off('Digits'),
        removeSigns: off('Special characters'),
        removeCommas: off('Commas'),
        modifyCases: choice(['Upper Case', 'Lower Case', 'Title Case', 'Default'], {
          default: 'Default',
          title: 'Case',
        }),
      },
      { key: 'inputCols' },
    ),
    schema: layout(),
    output: designSchema(),
  },
  examples: [
    {
      name: 'cleans each column with its own settings',
      fields: {
        inputCols: ['s', 'n', 'u.v'],
        replaceWithBlanks: ['true', '', ''],
        replaceWithZero: ['', 'true', ''],
        removeDigits: ['true', '', 'false'],
        removeSigns: ['', '', 'true'],
        modifyCases: ['Upper Case', '', 'Title Case'],
      },
      input: table('s string, n double, `u.v` string', [
        ['a1é', null, 'x$ yy'],
        [null, 2.5, null],
      ]),
      output: table('s string, n double, `u.v` string', [
        ['AÉ', 0, 'X Yy'],
        ['', 2.5, null],
      ]),
    },
    {
      name: 'drops rows and columns with a null among the selected ones',
      fields: { removeNullRows: 'true', nullRowsCols: ['a'], removeNullColumns: 'true', nullColsCols: ['b', 'c'] },
      input: table('a int, b string, c string, d int', [
        [1, null, 'x', null],
        [null, 'y', null, 1],
        [2, 'z', 'w', null],
      ]),
      output: table('a int, c string, d int', [
        [1, 'x', null],
        [2, 'w', null],
      ]),
    },
    {
      name: 'drops rows and columns of nulls only if none is selected',
      fields: { removeNullRows: 'true', removeNullColumns: 'true' },
      input: table('a int, b string', [
        [1, null],
        [null, null],
      ]),
      output: table('a int', [[1]]),
    },
    {
      name: 'keeps the columns of an empty input',
      fields: { removeNullColumns: 'true', inputCols: ['a'], replaceWithZero: ['true'] },
      input: table('a int', []),
      output: table('a int', []),
    },
  ],
  async run({ input, schema, fields: f }) {
    const rows = f.rules.reduce((result, rule) => {
      const { name, type } = requireColumn(schema, rule.inputCols, 'inputCols');
      const cell = F.columnNamed(name);
      if (isNumber(type))
        return rule.replaceWithZero
          ? result.withColumn(name, F.coalesce(cell, F.lit(0, types.integer).cast(type)))
          : result;
      if (type.kind !== 'string') return result;
      const value = rule.replaceWithBlanks ? F.coalesce(cell, F.lit('')) : cell;
      const characters = {
        whitespace: rule.removeWhitespaces,
        letters: rule.removeLetters,
        digits: rule.removeDigits,
        signs: rule.removeSigns,
        commas: rule.removeCommas,
      };
      return result.withColumn(name, inCase(withoutCharacters(value, characters), cases[rule.modifyCases]));
    }, input);
    const nullColumns = requireColumns(schema, f.nullRowsCols, 'nullRowsCols');
    const withValues = f.removeNullRows
      ? rows.filter(hasValues(nullColumns.length === 0 ? schema.fields : nullColumns, nullColumns.length > 0))
      : rows;
    if (!f.removeNullColumns) return withValues;
    const columns = requireColumns(schema, f.nullColsCols, 'nullColsCols');
    const candidates = columns.length === 0 ? schema.fields : columns;
    const { rows: count, nulls } = await nullsOf(
      withValues,
      candidates.map((c) => c.name),
    );
    const columnsToDrop = candidates.filter((_, i) =>
      columns.length > 0 ? (nulls[i] ?? 0n) > 0n : count > 0n && nulls[i] === count,
    );
    return columnsToDrop.length === schema.fields.length
      ? withValues
      : withValues.drop(...columnsToDrop.map((c) => F.columnNamed(c.name)));
  },
});

/** Whether all of the columns have a value, or at least one has. */
function hasValues(columns: readonly { readonly name: string }[], all: boolean): Column {
  const present = columns.map(({ name }) => F.columnNamed(name).isNotNull());
  return present.reduce((together, one) => (all ? together.and(one) : together.or(one)), F.lit(all));
}
