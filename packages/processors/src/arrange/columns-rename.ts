import { requireColumns } from '../kit/columns.ts';
import { choice, column, flag, layout, text } from '../kit/fields.ts';
import { columns, rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { bulkRenames, rename } from './_rename.ts';

export const columnsRename = processor({
  nodeClass: 'fire.nodes.etl.NodeColumnsRename',
  name: 'Columns Rename',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Renames columns; their positions and values do not change. Columns can be renamed individually, or many at once by a rule (such as a prefix, a pattern or upper case) that applies to the selected columns or to all. The rule does not apply to columns that are renamed individually.',
  fields: {
    renames: rows(
      { currentColNames: column({ required: true, title: 'Column' }), newColNames: text({ title: 'New name' }) },
      { key: 'currentColNames' },
    ),
    bulkColumnRename: layout(),
    bulkType: choice(bulkRenames, { title: 'Rule', widget: 'array_single' }),
    prefix: text(),
    suffix: text(),
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
    inputCols: columns({ title: 'Columns to apply the rule to' }),
    inputColumnPropagation: flag({ default: false, title: 'Apply the rule to all columns' }),
  },
  examples: [
    {
      name: 'preserves the positions of columns; swaps the names of two; ignores a blank new name',
      fields: { currentColNames: ['a', 'b', 'c'], newColNames: ['b', 'a', ''] },
      input: table('a int, b string, c int', [[1, 'x', null]]),
      output: table('b int, a string, c int', [[1, 'x', null]]),
    },
    {
      name: 'adds a prefix to some columns; takes names with dots and Unicode',
      fields: { bulkType: 'add_prefix', prefix: 'p.', inputCols: ['é', 'a.b'] },
      input: table('`é` int, `a.b` int, c int', []),
      output: table('`p.é` int, `p.a.b` int, c int', []),
    },
    {
      name: 'replaces a pattern in all columns; equal names remain equal',
      fields: {
        bulkType: 'regex',
        replace_pattern: '\\s+(\\w)',
        with_pattern_replacement: '_$1',
        inputColumnPropagation: 'true',
      },
      input: table('`my  id` int, `my  id` int, `a b` int', [[1, 2, 3]]),
      output: table('my_id int, my_id int, a_b int', [[1, 2, 3]]),
    },
    {
      name: 'does not apply the rule to a column that is renamed individually',
      fields: { currentColNames: ['a'], newColNames: ['key'], bulkType: 'upper', inputColumnPropagation: 'true' },
      input: table('a int, b int', [[1, 2]]),
      output: table('key int, B int', [[1, 2]]),
    },
    {
      name: 'rejects an unknown column',
      fields: { currentColNames: ['x'], newColNames: ['y'] },
      input: table('a int', []),
      error: 'unknown column "x" in field "currentColNames"',
    },
  ],
  run({ input, schema, fields }) {
    const { renames, bulkType, inputCols, inputColumnPropagation } = fields;
    const newNames = new Map(
      renames.map((rule) => [
        requireColumns(schema, [rule.currentColNames], 'currentColNames')[0]?.index,
        rule.newColNames?.trim(),
      ]),
    );
    const selection = new Set(requireColumns(schema, inputCols, 'inputCols').map((c) => c.index));
    const names = schema.fields.map(({ name }, i) => {
      const newName = newNames.get(i);
      if (newName !== undefined) return newName;
      return bulkType !== undefined && (inputColumnPropagation || selection.has(i))
        ? rename(name, bulkType, fields)
        : name;
    });
    return input.toDF(...names);
  },
});
