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
    'Gives columns new names; they keep their places and values. Columns can be renamed one by one, and many at once by a rule (a prefix, a pattern, upper case, …), which applies to the chosen columns or to all. A column renamed one by one is left alone by the rule.',
  fields: {
    renames: rows(
      { currentColNames: column({ required: true, title: 'Column' }), newColNames: text({ title: 'New name' }) },
      { key: 'currentColNames' },
    ),
    bulkColumnRename: layout(),
    bulkType: choice(bulkRenames, { title: 'Rule', widget: 'array_single' }),
    prefix: text(),
    suffix: text(),
    remove_extra_charcter: text({ title: 'Characters to remove', description: 'Blank: all but letters, digits and _' }),
    replace_pattern: text({
      title: 'Pattern to replace',
      description: 'A regular expression (RE2): without look-around and back-references',
    }),
    with_pattern_replacement: text({ title: 'Replacement of the pattern' }),
    replace: text({ title: 'Text to replace' }),
    with_replacement: text({ title: 'Replacement of the text' }),
    inputCols: columns({ title: 'Columns of the rule' }),
    inputColumnPropagation: flag({ default: false, title: 'Rule for all columns' }),
  },
  examples: [
    {
      name: 'columns keep their places; two can swap names; a blank new name changes nothing',
      fields: { currentColNames: ['a', 'b', 'c'], newColNames: ['b', 'a', ''] },
      input: table('a int, b string, c int', [[1, 'x', null]]),
      output: table('b int, a string, c int', [[1, 'x', null]]),
    },
    {
      name: 'a prefix for some columns, dots and unicode in names',
      fields: { bulkType: 'add_prefix', prefix: 'p.', inputCols: ['é', 'a.b'] },
      input: table('`é` int, `a.b` int, c int', []),
      output: table('`p.é` int, `p.a.b` int, c int', []),
    },
    {
      name: 'a pattern for all columns; equal names stay equal',
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
      name: 'a column renamed by hand is left alone by the rule',
      fields: { currentColNames: ['a'], newColNames: ['key'], bulkType: 'upper', inputColumnPropagation: 'true' },
      input: table('a int, b int', [[1, 2]]),
      output: table('key int, B int', [[1, 2]]),
    },
    {
      name: 'a column that is not there is named',
      fields: { currentColNames: ['x'], newColNames: ['y'] },
      input: table('a int', []),
      error: '"currentColNames" names the column "x"',
    },
  ],
  run({ input, schema, fields }) {
    const { renames, bulkType, inputCols, inputColumnPropagation } = fields;
    const byHand = new Map(
      renames.map((rule) => [
        requireColumns(schema, [rule.currentColNames], 'currentColNames')[0]?.index,
        rule.newColNames?.trim(),
      ]),
    );
    const chosen = new Set(requireColumns(schema, inputCols, 'inputCols').map((c) => c.index));
    const names = schema.fields.map(({ name }, i) => {
      const newName = byHand.get(i);
      if (newName !== undefined) return newName;
      return bulkType !== undefined && (inputColumnPropagation || chosen.has(i))
        ? rename(name, bulkType, fields)
        : name;
    });
    return input.toDF(...names);
  },
});
