import { functions as F, types, type DataFrame } from '@millrace/spark-connect';
import { byPosition, uniqueNames } from '../kit/columns.ts';
import { choice, column, flag, layout, text } from '../kit/fields.ts';
import { columns, rows } from '../kit/list-fields.ts';
import { designSchema, type } from '../kit/type-fields.ts';
import { failUnless, words } from '../kit/guard.ts';
import { firstRows } from '../kit/order.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { sideColumns, sideValue } from './_side-fields.ts';

/** More source rows than this are many: each of them repeats the whole target. */
const many = 16;

export const appendFields = processor({
  nodeClass: 'fire.nodes.etl.NodeAppendFields',
  name: 'Append Fields',
  type: 'join2inputs',
  category: 'Data-Preparation/Join-Union',
  description:
    'Appends the columns of the source to every row of the target: once for each source row, or only for the first source row. If the source is empty, so is the output. Columns can be selected, cast (a value that cannot be cast becomes null), renamed and dropped; a source column whose name the target already has gets the suffix `_source`. More than 16 source rows can be an error or a warning.',
  inputNames: ['Source', 'Target'],
  fields: {
    sourceFields: rows(
      {
        selectSourceFields: column({ required: true, title: 'Source column' }),
        dataTypeSourceFields: type({ title: 'Type' }),
        renameSourceFields: text({ title: 'New name' }),
      },
      { key: 'selectSourceFields' },
    ),
    targetFields: rows(
      {
        selectTargetFields: column({ required: true, input: 1, title: 'Target column' }),
        dataTypeTargetFields: type({ title: 'Type' }),
        renameTargetFields: text({ title: 'New name' }),
      },
      { key: 'selectTargetFields' },
    ),
    options: layout(),
    prefix: text({ title: 'Prefix for source columns' }),
    suffix: text({ title: 'Suffix for source columns' }),
    enforceThresholdMode: choice(['none', 'warn', 'error'], { default: 'none', title: 'More than 16 source rows' }),
    multiRowSourceBehavior: choice(['first_row', 'cartesian'], { default: 'cartesian', title: 'Source rows to use' }),
    drop: layout(),
    inputPropagateSchema: flag({ default: false, title: 'Include the other columns' }),
    dropSourceFields: columns({ title: 'Source columns to drop' }),
    dropTargetFields: columns({ input: 1, title: 'Target columns to drop' }),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'combines every source row with every target row',
      fields: { prefix: 's_' },
      input: [
        table('rate double, id int', [
          [0.5, 1],
          [null, 2],
        ]),
        table('id int, `ü.x` string', [
          [7, 'a'],
          [8, null],
        ]),
      ],
      output: table('id int, `ü.x` string, s_rate double, s_id int', [
        [7, 'a', 0.5, 1],
        [7, 'a', null, 2],
        [8, null, 0.5, 1],
        [8, null, null, 2],
      ]),
    },
    {
      name: 'takes only the first source row; selects, casts and renames columns; renames duplicate names',
      fields: {
        multiRowSourceBehavior: 'first_row',
        selectSourceFields: ['n', 'v'],
        dataTypeSourceFields: ['INTEGER', ''],
        renameSourceFields: ['', 'id'],
        dropTargetFields: ['gone'],
      },
      input: [
        table('n string, v int, w int', [
          ['5', 1, 1],
          ['6', 2, 2],
        ]),
        table('id int, gone int', [
          [1, 0],
          [2, 0],
        ]),
      ],
      output: table('id int, n int, id_source int', [
        [1, 5, 1],
        [2, 5, 1],
      ]),
    },
    {
      name: 'returns no rows without source rows',
      input: [table('a int', []), table('b int', [[1]])],
      output: table('b int, a int', []),
    },
    {
      name: 'fails on many source rows if chosen',
      fields: { enforceThresholdMode: 'error' },
      input: [
        table(
          'a int',
          Array.from({ length: 17 }, (_, i) => [i]),
        ),
        table('b int', [[1]]),
      ],
      error: 'the source has 17 rows: must have at most 16',
    },
    {
      name: 'warns of many source rows if chosen',
      fields: { enforceThresholdMode: 'warn', multiRowSourceBehavior: 'first_row' },
      input: [
        table(
          'a int',
          Array.from({ length: 17 }, (_, i) => [i]),
        ),
        table('b int', [[1]]),
      ],
      output: table('b int, a int', [[1, 0]]),
      warnings: ['the source has more than 16 rows'],
    },
  ],
  async run({ inputs, schemas, engine, fields }) {
    const [source, target] = inputs;
    const [from = types.struct([]), onto = types.struct([])] = schemas;
    if (source === undefined || target === undefined) throw new TypeError('the node requires two inputs');
    const sourceColumns = sideColumns(from, {
      selection: fields.sourceFields.map((f) => ({
        column: f.selectSourceFields,
        type: f.dataTypeSourceFields,
        name: f.renameSourceFields,
      })),
      others: fields.inputPropagateSchema,
      dropped: fields.dropSourceFields,
      fields: { selection: 'selectSourceFields', dropped: 'dropSourceFields', type: 'dataTypeSourceFields' },
    });
    const targetColumns = sideColumns(onto, {
      selection: fields.targetFields.map((f) => ({
        column: f.selectTargetFields,
        type: f.dataTypeTargetFields,
        name: f.renameTargetFields,
      })),
      others: fields.inputPropagateSchema,
      dropped: fields.dropTargetFields,
      fields: { selection: 'selectTargetFields', dropped: 'dropTargetFields', type: 'dataTypeTargetFields' },
    });
    const { enforceThresholdMode: mode, prefix = '', suffix = '' } = fields;
    const few = mode === 'error' ? refusingMany(source) : source;
    const sourceRows = fields.multiRowSourceBehavior === 'first_row' ? firstRows(few, from, 1, engine) : few;
    const [s, t] = [byPosition(sourceRows, from, '_s'), byPosition(target, onto, '_t')];
    const names = uniqueNames(
      [
        ...uniqueNames(
          targetColumns.map((c) => c.name),
          '_target',
        ),
        ...sourceColumns.map((c) => `${prefix}${c.name}${suffix}`),
      ],
      '_source',
    );
    const values = [
      ...targetColumns.map((c) => sideValue(c, t.columns, onto, 'dataTypeTargetFields', engine)),
      ...sourceColumns.map((c) => sideValue(c, s.columns, from, 'dataTypeSourceFields', engine)),
    ];
    const output = t.rows.crossJoin(s.rows).select(...values.map((c, i) => c.alias(names[i] ?? '')));
    const tooMany = mode === 'warn' && (await source.limit(many + 1).count()) > many;
    return {
      outputs: [output],
      ...(tooMany ? { warnings: [`the source has more than ${many} rows: each of them repeats the target`] } : {}),
    };

    function refusingMany(rows: DataFrame): DataFrame {
      const rowCount = rows.agg(F.count().alias('_rows'));
      const n = F.col('_rows');
      const rowLimit = rowCount.filter(
        failUnless(n.lte(many), words('the source has ', n, ` rows: must have at most ${many}`)),
      );
      return rows.crossJoin(rowLimit).drop('_rows');
    }
  },
});
