import { functions as F, types } from '@millrace/spark-connect';
import { requireColumn } from '../../kit/columns.ts';
import { requireTextOrWords } from '../kit/feature-columns.ts';
import { column } from '../../kit/fields.ts';
import { lambda, lambda2 } from '../../kit/lambda.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';

export const markovChain = processor({
  nodeClass: 'fire.nodes.markov_chain.NodeMarkovChain',
  name: 'Markov Chain',
  type: 'transform',
  category: 'Machine-Learning/ML-SparkML/FeatureExtraction',
  description:
    'Counts the transitions between states in the paths of a column and computes their probabilities. A path is a list, or text with ">", "->" or commas between its states.',
  fields: { transition_path_column: column({ required: true, title: 'Paths' }) },
  needs: ['ml'],
  examples: [
    {
      name: 'reads text paths and ignores single states',
      fields: { transition_path_column: 'p' },
      input: table('p string', [['home > cart > home'], ['home > buy'], ['home'], [null]]),
      output: table('from string, to string, transitions bigint, probability double', [
        ['cart', 'home', 1n, 1],
        ['home', 'buy', 1n, 0.5],
        ['home', 'cart', 1n, 0.5],
      ]),
      ordered: true,
    },
    {
      name: 'reads list paths',
      fields: { transition_path_column: 'p' },
      input: table('p array<string>', [[['a', 'a', 'b']]]),
      output: table('from string, to string, transitions bigint, probability double', [
        ['a', 'a', 1n, 0.5],
        ['a', 'b', 1n, 0.5],
      ]),
      ordered: true,
    },
    {
      name: 'handles an empty input',
      fields: { transition_path_column: 'p' },
      input: table('p string', []),
      output: table('from string, to string, transitions bigint, probability double', []),
    },
    {
      name: 'rejects a number',
      fields: { transition_path_column: 'n' },
      input: table('n int', [[1]]),
      error: 'must be text or an array of strings',
    },
  ],
  run({ input, schema, fields }) {
    const name = requireTextOrWords(schema, fields.transition_path_column, 'transition_path_column');
    const words = F.columnNamed(name);
    const isText = requireColumn(schema, name, 'transition_path_column').type.kind === 'string';
    const path = isText ? F.call('split', F.call('trim', words), F.lit('\\s*(?:->|>|,)\\s*')) : words;
    const states = F.call(
      'filter',
      path,
      lambda('s', (state) => state.isNotNull().and(state.eq(F.lit('')).not())),
    );
    const steps = F.call(
      'zip_with',
      states,
      F.call('slice', states, F.lit(2), F.call('greatest', F.call('size', states).minus(1), F.lit(0))),
      lambda2('a', 'b', (from, to) => F.call('named_struct', F.lit('from'), from, F.lit('to'), to)),
    );
    const all = input.select(F.call('inline', steps)).filter(F.col('to').isNotNull());
    const transitions = all.groupBy('from', 'to').agg(F.count(F.lit(1)).alias('transitions'));
    const left = all.groupBy('from').agg(F.count(F.lit(1)).alias('left'));
    return transitions
      .join(left, ['from'])
      .select(
        F.col('from'),
        F.col('to'),
        F.col('transitions'),
        F.col('transitions').cast(types.double).dividedBy(F.col('left')).alias('probability'),
      )
      .orderBy(F.col('from').asc(), F.col('to').asc());
  },
});
