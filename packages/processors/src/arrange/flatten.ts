import { functions as F } from '@millrace/spark-connect';
import { requireColumns } from '../kit/columns.ts';
import { columns, rows } from '../kit/list-fields.ts';
import { expression, text } from '../kit/fields.ts';
import { type } from '../kit/type-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const flatten = processor({
  nodeClass: 'fire.nodes.etl.NodeFlatten',
  name: 'Flatten',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Extracts values from structs, arrays and maps by their paths (`address.town`, `orders[0].price`) into separate columns, after the ID columns. A path through an array of structs (`orders.price`) returns an array. A value that cannot be cast to the chosen type is null, and so is every value below a null.',
  fields: {
    ids: columns({ widget: 'flatten_ids', title: 'ID columns' }),
    paths: rows(
      {
        values1: expression({ required: true, title: 'Path' }),
        values2: text({ title: 'New column', description: 'If blank, the last part of the path' }),
        values3: type({ title: 'Type' }),
      },
      {
        key: 'values1',
        required: true,
        widgets: { values1: 'flatten_value1', values2: 'flatten_value2', values3: 'flatten_value3' },
      },
    ),
  },
  examples: [
    {
      name: 'extracts values by path and casts one; null structs give null',
      fields: {
        ids: ['id'],
        values1: ['a.town', 'a.zip', 'o.price'],
        values2: ['town', 'code', ''],
        values3: ['', 'INTEGER', ''],
      },
      input: table('id int, a struct<town:string,zip:string>, o array<struct<price:double>>', [
        [1, { town: 'Oslo', zip: '0150' }, [{ price: 1.5 }, { price: null }]],
        [2, { town: null, zip: 'N/A' }, []],
        [3, null, null],
      ]),
      output: table('id int, town string, code int, price array<double>', [
        [1, 'Oslo', 150, [1.5, null]],
        [2, null, null, []],
        [3, null, null, null],
      ]),
    },
    {
      name: 'extracts an array element; takes a name with a dot',
      fields: { ids: [], values1: ['o[0].`p.q`'], values2: ['ü'] },
      input: table('o array<struct<`p.q`:int>>', [[[{ 'p.q': 7 }]]]),
      output: table('`ü` int', [[7]]),
    },
    {
      name: 'adds the columns to an empty input',
      fields: { ids: ['k.1'], values1: ['s.a'] },
      input: table('`k.1` int, s struct<a:date>', []),
      output: table('`k.1` int, a date', []),
    },
  ],
  run({ input, schema, fields }) {
    requireColumns(schema, fields.ids, 'ids');
    const columns = fields.paths.map(({ values1, values2, values3 }) => {
      const value = F.expr(values1);
      return (values3 === undefined ? value : value.tryCast(values3)).alias(values2?.trim() || lastPart(values1));
    });
    return input.select(...fields.ids.map((id) => F.columnNamed(id)), ...columns);
  },
});

const lastPart = (path: string): string =>
  /(?:`((?:[^`]|``)*)`|([^.`[\]]+))(?:\[[^\]]*\])*\s*$/
    .exec(path)
    ?.slice(1)
    .find((p) => p !== undefined) ?? path;
