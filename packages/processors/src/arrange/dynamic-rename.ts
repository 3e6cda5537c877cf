import { functions as F, type DataFrame, type StructType } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { requireColumn, requireColumns } from '../kit/columns.ts';
import { choice, column, flag, layout, text } from '../kit/fields.ts';
import { columns, rows } from '../kit/list-fields.ts';
import { invalidValue } from '../kit/field-error.ts';
import { designSchema } from '../kit/type-fields.ts';
import { firstRows, numberRows, type NumberedRows } from '../kit/order.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { bulkRenames, rename, type BulkRename } from './_rename.ts';
import { missing } from '../kit/field-shape.ts';
import type { RunContext } from '../contract/context.ts';

const [addPrefix, addSuffix, ...others] = bulkRenames;
const ways = [
  addPrefix,
  addSuffix,
  'remove_prefix',
  'remove_suffix',
  ...others,
  'first_row',
  'right_input_metadata',
  'right_input_rows',
] as const;

/** Most names that are read from rows. */
const maxNames = 10_000;

export const dynamicRename = processor({
  nodeClass: 'fire.nodes.etl.NodeDynamicRename',
  name: 'Dynamic Rename',
  type: 'pyspark2inputs',
  category: 'Data-Preparation/Others',
  description:
    'Renames columns individually, by a rule, from the values of the first row (which is then dropped), from the column names of the second input, or from its rows: in order, or as pairs of old and new names. The positions of columns do not change; null or blank new names are ignored. Rules apply to the selected columns, or to all columns if none is selected.',
  inputs: { min: 1, max: 2 },
  inputNames: ['Left', 'Right'],
  fields: {
    renames: rows(
      { currentColNames: column({ required: true, title: 'Column' }), newColNames: text({ title: 'New name' }) },
      { key: 'currentColNames' },
    ),
    bulkColumnRename: layout(),
    bulkType: choice(ways, { default: 'add_prefix', title: 'Rule', widget: 'array_single' }),
    prefix: text(),
    suffix: text(),
    remove_prefix: text(),
    remove_suffix: text(),
    remove_extra_charcter: text({
      title: 'Characters to remove',
      description: 'If blank, all characters except letters, digits and _',
    }),
    replace_pattern: text({
      title: 'Pattern to replace',
      description: 'A regular expression of RE2, which has no look-around and no back-references',
    }),
    with_pattern_replacement: text({ title: 'Replacement for the pattern' }),
    replace: text({ title: 'Text to replace' }),
    with_replacement: text({ title: 'Replacement for the text' }),
    inputMode: choice(['Positional', 'Mapped'], {
      default: 'Positional',
      title: 'Rows of the second input',
      widget: 'array_single',
    }),
    oldFieldNameCol: column({ input: 1, title: 'Column of the old names' }),
    newFieldNameCol: column({ input: 1, title: 'Column of the new names' }),
    inputCols: columns({ title: 'Columns to apply the rule to' }),
    inputColumnPropagation: flag({ default: false, title: 'Apply the rule to all columns' }),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'takes the names from the first row and drops it; a null leaves the name unchanged',
      fields: { bulkType: 'first_row' },
      input: [
        table('_c0 string, _c1 string, _c2 string', [
          ['id', 'my näme', null],
          ['1', 'a', 'x'],
          ['2', null, 'y'],
        ]),
      ],
      output: table('id string, `my näme` string, _c2 string', [
        ['1', 'a', 'x'],
        ['2', null, 'y'],
      ]),
    },
    {
      name: 'takes pairs of old and new names and ignores unknown old names',
      fields: { bulkType: 'right_input_rows', inputMode: 'Mapped', oldFieldNameCol: 'old', newFieldNameCol: 'new' },
      input: [
        table('a int, `b.c` int, d int', [[1, 2, null]]),
        table('old string, new string', [
          ['B.C', 'bc'],
          ['z', 'y'],
          ['d', null],
          [null, 'x'],
        ]),
      ],
      output: table('a int, bc int, d int', [[1, 2, null]]),
    },
    {
      name: 'takes names in the order of the rows of the second input, as many as there are',
      fields: { bulkType: 'right_input_rows', newFieldNameCol: 'n' },
      input: [table('a int, b int, c int', []), table('n string', [['x'], ['y']])],
      output: table('x int, y int, c int', []),
    },
    {
      name: 'takes the column names of the second input',
      fields: { bulkType: 'right_input_metadata' },
      input: [table('a int, a int', [[1, 2]]), table('x string, y string', [])],
      output: table('x int, y int', [[1, 2]]),
    },
    {
      name: 'removes a prefix from all columns that have it',
      fields: { bulkType: 'remove_prefix', remove_prefix: 't.' },
      input: [table('`t.a` int, b int', [[null, 1]])],
      output: table('a int, b int', [[null, 1]]),
    },
    {
      name: 'requires a second input to take names from rows',
      fields: { bulkType: 'right_input_rows', newFieldNameCol: 'n' },
      input: [table('a int', [])],
      error: 'invalid value "right_input_rows" for field "bulkType": requires a second input',
    },
  ],
  async run({ input, inputs, schema, schemas, engine, fields }) {
    const { bulkType, inputCols, inputColumnPropagation, renames } = fields;
    const ruleNames = new Map(
      renames.map((rule) => [
        requireColumn(schema, rule.currentColNames, 'currentColNames').index,
        rule.newColNames?.trim(),
      ]),
    );
    const selection = new Set(requireColumns(schema, inputCols, 'inputCols').map((c) => c.index));
    const forAll = inputColumnPropagation || selection.size === 0;
    const right = (): Table => secondOf(inputs, schemas, bulkType);
    const own = schema.fields.map((f) => f.name);
    const order = numberRows(input, schema, engine);
    const nameList = await newNames();
    const names = own.map(
      (name, i) => ruleNames.get(i) || (forAll || selection.has(i) ? nameList[i]?.trim() || name : name),
    );
    return (bulkType === 'first_row' ? order.restore(withoutFirst(order)) : input).toDF(...names);

    async function newNames(): Promise<readonly (string | undefined)[]> {
      switch (bulkType) {
        case 'first_row':
          return firstRowOf(order, schema, engine);
        case 'right_input_metadata':
          return right().schema.fields.map((f) => f.name);
        case 'right_input_rows':
          return fields.inputMode === 'Mapped'
            ? mapNames()
            : (await rowsOf(fields.newFieldNameCol, 'newFieldNameCol')).map(([n]) => textOf(n));
        case 'remove_prefix':
          return own.map((n) => withoutPrefix(n, fields.remove_prefix ?? ''));
        case 'remove_suffix':
          return own.map((n) => withoutSuffix(n, fields.remove_suffix ?? ''));
        default:
          return byRule(bulkType);
      }
    }
    function byRule(by: BulkRename): readonly string[] {
      return own.map((name, i) => (forAll || selection.has(i) ? rename(name, by, fields) : name));
    }
    async function mapNames(): Promise<readonly (string | undefined)[]> {
      if (fields.oldFieldNameCol === undefined) throw missing('oldFieldNameCol', 'choose the column of the old names');
      const pairs = await rowsOf(fields.newFieldNameCol, 'newFieldNameCol', fields.oldFieldNameCol);
      const lookup = new Map(pairs.map(([to, from]) => [textOf(from)?.toLowerCase(), textOf(to)]));
      return own.map((name) => lookup.get(name.toLowerCase()));
    }
    async function rowsOf(
      newCol: string | undefined,
      field: string,
      ...more: string[]
    ): Promise<readonly (readonly unknown[])[]> {
      const { rows: names, schema: itsSchema } = right();
      const name = newCol ?? itsSchema.fields[0]?.name ?? '';
      const columns = [requireColumn(itsSchema, name, field), ...requireColumns(itsSchema, more, 'oldFieldNameCol')];
      const first = firstRows(names, itsSchema, maxNames, engine);
      return (await first.select(...columns.map((c) => asText(F.columnNamed(c.name), c.type, engine))).table()).rows;
    }
  },
});

interface Table {
  readonly rows: DataFrame;
  readonly schema: StructType;
}

function secondOf([, rows]: readonly DataFrame[], [, schema]: readonly StructType[], bulkType: string): Table {
  if (rows === undefined || schema === undefined)
    throw invalidValue('bulkType', bulkType, 'requires a second input', 'connect a second input');
  return { rows, schema };
}

/** The texts of the first row, undefined for what gives no name. */
async function firstRowOf(
  order: NumberedRows,
  schema: StructType,
  engine: RunContext['engine'],
): Promise<readonly (string | undefined)[]> {
  const first = order.rows
    .orderBy(order.position)
    .limit(1)
    .toDF(...schema.fields.map((_, i) => `_c${i}`), '_position');
  const texts = first.select(...schema.fields.map((f, i) => asText(F.col(`_c${i}`), f.type, engine)));
  const [row] = (await texts.table()).rows;
  return schema.fields.map((_, i) => textOf(row?.[i]));
}

function withoutFirst({ rows, position }: NumberedRows): DataFrame {
  const first = rows.agg(F.min(position).alias('_first'));
  return rows
    .crossJoin(first)
    .filter(position.notEq(F.col('_first')))
    .drop('_first');
}

const withoutPrefix = (name: string, prefix: string): string =>
  name.startsWith(prefix) ? name.slice(prefix.length) : name;

const withoutSuffix = (name: string, suffix: string): string =>
  name.endsWith(suffix) ? name.slice(0, name.length - suffix.length) : name;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
