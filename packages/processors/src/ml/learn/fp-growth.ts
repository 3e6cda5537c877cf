import { functions as F, SparkError, types, type DataType, type StructType } from '@millrace/spark-connect';
import { fpGrowth as makeGrowth } from '@millrace/spark-connect/ml';
import { requireColumn } from '../../kit/columns.ts';
import { choice, column } from '../../kit/fields.ts';
import { number } from '../../kit/number-fields.ts';
import { isEmpty } from '../kit/materialize.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainingRows, requireSpark } from '../kit/stages.ts';
import { wrongType } from '../../kit/wrong-type.ts';

export const fpGrowth = processor({
  nodeClass: 'fire.nodes.ml.NodeFPGrowth',
  name: 'FP Growth',
  type: 'transform',
  category: 'Machine-Learning/ML-SparkML/FreqPatternMining',
  description:
    'Finds items that often occur together in the lists of a column (frequent itemsets), or association rules between them with confidence, lift and support. An item that occurs twice in a list counts once; null lists are left out. Returns the rules or itemsets instead of the input rows.',
  fields: {
    itemsCol: column({ default: 'items', title: 'Items', description: 'A column of arrays' }),
    outputType: choice(['freqItemsets', 'associationRules'], { default: 'freqItemsets', title: 'What to find' }),
    minSupport: number({ default: 0.2, min: 0, max: 1, title: 'Minimum support' }),
    minConfidence: number({ default: 0, min: 0, max: 1, title: 'Minimum confidence' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'finds items that occur together in half of the lists',
      fields: { itemsCol: 'x', minSupport: '0.5' },
      input: table('x array<string>', [[['a', 'b']], [['a', 'a']], [['c', 'b', 'a']], [null], [['d']]]),
      output: table('items array<string>, freq bigint', [
        [['a'], 3n],
        [['b'], 2n],
        [['b', 'a'], 2n],
      ]),
    },
    {
      name: 'finds association rules',
      fields: { itemsCol: 'x', outputType: 'associationRules', minSupport: '0.5', minConfidence: '0.9' },
      input: table('x array<int>', [[[1, 2]], [[1]], [[3, 2, 1]], [[1, 4]]]),
      output: table('antecedent array<int>, consequent array<int>, confidence double, lift double, support double', [
        [[2], [1], 1, 1, 0.5],
      ]),
    },
    {
      name: 'reads the column items by default',
      fields: { minSupport: '1' },
      input: table('items array<string>', [[['a', 'b']], [['a']]]),
      output: table('items array<string>, freq bigint', [[['a'], 2n]]),
    },
    {
      name: 'rejects text',
      fields: { itemsCol: 'x' },
      input: table('x string', [['a b']]),
      error: 'must be an array',
    },
    {
      name: 'returns no itemsets below the minimum support',
      fields: { itemsCol: 'x', minSupport: '0.9' },
      input: table('x array<string>', [[['a', 'b']], [['a']], [['c']]]),
      output: table('items array<string>, freq bigint', []),
    },
    {
      name: 'returns no rules without frequent itemsets',
      fields: { itemsCol: 'x', outputType: 'associationRules', minSupport: '0.9' },
      input: table('x array<int>', [[[1, 2]], [[1]], [[3]]]),
      output: table('antecedent array<int>, consequent array<int>, confidence double, lift double, support double', []),
    },
    {
      name: 'returns no itemsets for an input without rows',
      fields: { itemsCol: 'x' },
      input: table('x array<string>', []),
      output: table('items array<string>, freq bigint', []),
    },
  ],
  async run(context) {
    requireSpark(context);
    const { fields, schema, input, session } = context;
    const { outputType, minSupport, minConfidence } = fields;
    const items = requireColumn(schema, fields.itemsCol, 'itemsCol');
    if (items.type.kind !== 'array')
      throw wrongType(
        items,
        'itemsCol',
        'must be an array',
        'split its text into words, or collect the items of each group, before this node',
      );
    const lists = trainingRows(context, input)
      .select(F.call('array_distinct', F.columnNamed(items.name)).alias('items'))
      .filter(F.col('items').isNotNull());
    const shape = shapes(items.type)[outputType];
    // Spark finds nothing in no lists but an error
    if (await isEmpty(lists)) return session.createDataFrame([], shape);
    try {
      const model = await makeGrowth({ itemsCol: 'items', minSupport, minConfidence }).fit(lists);
      return model.table(outputType);
    } catch (error) {
      // nor if no item is frequent enough
      if (error instanceof SparkError && error.errorClass === emptyCollection)
        return session.createDataFrame([], shape);
      throw error;
    }
  },
});

/** What Spark's server of Connect throws for a model without a frequent set. */
const emptyCollection = '_LEGACY_ERROR_TEMP_3014';

const shapes = (items: DataType): Readonly<Record<'freqItemsets' | 'associationRules', StructType>> => ({
  freqItemsets: ofColumns({ items, freq: types.long }),
  associationRules: ofColumns({
    antecedent: items,
    consequent: items,
    confidence: types.double,
    lift: types.double,
    support: types.double,
  }),
});

const ofColumns = (columns: Readonly<Record<string, DataType>>): StructType => ({
  kind: 'struct',
  fields: Object.entries(columns).map(([name, type]) => ({ name, type, nullable: true })),
});
