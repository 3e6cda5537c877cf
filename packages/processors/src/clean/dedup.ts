import { functions as F, types, type Column, type StructField } from '@millrace/spark-connect';
import { asText, castOrNull } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { choice, column, text } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { number } from '../kit/number-fields.ts';
import { rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { daysApart, notionalScore, textScores } from './_similarity.ts';

const algorithms = [
  'fullmatch',
  'levenshtein',
  'jarowinkler',
  'jaccard(3 gram)',
  'longestCommonSubsequence',
  'notionalDistance',
  'dateDifference',
] as const;

export const dedup = processor({
  nodeClass: 'fire.nodes.ml.NodeDedup',
  name: 'Dedup',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Scores the similarity of pairs of columns in each row and adds the weighted sum of the scores. Scores range from 0 to 1: fullmatch is 1 or 0; levenshtein is 1 minus the distance divided by the greater length; jarowinkler is the Jaro-Winkler similarity; jaccard(3 gram) compares the sets of three-character substrings; longestCommonSubsequence is divided by the greater length; notionalDistance of two numbers is 1 minus their difference divided by the larger. dateDifference is a number of days. A pair with a null, or with values that are not numbers or dates where these are required, scores 0. The weights must add up to at most 1.',
  unverified: 'Sail does not support jaro_winkler_similarity',
  fields: {
    confidenceScore: text({ default: 'confidenceScore', title: 'Column for the sum' }),
    pairs: rows(
      {
        lhsCols: column({ required: true, title: 'Left column' }),
        rhsCols: column({ required: true, title: 'Right column' }),
        matchingAlgorithms: choice(algorithms, { default: 'fullmatch', title: 'Comparison' }),
        matchingWeights: number({ default: 0, min: 0, max: 1, title: 'Weight' }),
        outputCols: text({ title: 'Column for the score' }),
      },
      {
        key: 'rhsCols',
        widgets: {
          lhsCols: 'variables_map',
          rhsCols: 'variables_map_select',
          matchingAlgorithms: 'variables_map_array',
          matchingWeights: 'variables_map_edit',
          outputCols: 'variables_map_edit',
        },
      },
    ),
  },
  examples: [
    {
      name: 'compares strings in several ways and adds the weighted sum; ignores entries without a right column',
      fields: {
        lhsCols: ['a', 'b', 'a', 'a', 'a', 'a'],
        rhsCols: ['b', '', 'b', 'b', 'b', 'b'],
        matchingAlgorithms: [
          'levenshtein',
          '',
          'fullmatch',
          'jarowinkler',
          'jaccard(3 gram)',
          'longestCommonSubsequence',
        ],
        matchingWeights: ['0.5', '', '0.25', '0', '0', '0.25'],
        outputCols: ['lev', '', 'same', 'jw', 'j3', 'lcs'],
      },
      input: table('a string, b string', [
        ['abcd', 'abcd'],
        ['abcd', 'abce'],
        ['', ''],
        ['night', 'a'],
        [null, 'x'],
        ['日本語語', '日本語x'],
      ]),
      output: table(
        'a string, b string, lev double, same double, jw double, j3 double, lcs double, confidenceScore double',
        [
          ['abcd', 'abcd', 1, 1, 1, 1, 1, 1],
          ['abcd', 'abce', 0.75, 0, 0.8833333333333334, 0.3333333333333333, 0.75, 0.5625],
          ['', '', 1, 1, 1, 1, 1, 1],
          ['night', 'a', 0, 0, 0, 0, 0, 0],
          [null, 'x', 0, 0, 0, 0, 0, 0],
          ['日本語語', '日本語x', 0.75, 0, 0.8833333333333334, 0.3333333333333333, 0.75, 0.5625],
        ],
      ),
    },
    {
      name: 'compares numbers and dates; names an unnamed score after its columns',
      fields: {
        lhsCols: ['n', 'd'],
        rhsCols: ['m', 'e.f'],
        matchingAlgorithms: ['notionalDistance', 'dateDifference'],
        matchingWeights: ['1', '0'],
        outputCols: ['', 'days'],
        confidenceScore: 'score',
      },
      input: table('n int, m double, d date, `e.f` string', [
        [100, 75, '2024-03-01', '2024-02-28'],
        [0, 0, '2024-01-01', '2024-01-02'],
        [-1, 1, '2024-01-01', 'soon'],
        [null, 1, null, null],
      ]),
      output: table('n int, m double, d date, `e.f` string, n_m double, days double, score double', [
        [100, 75, '2024-03-01', '2024-02-28', 0.75, 2, 0.75],
        [0, 0, '2024-01-01', '2024-01-02', 1, 1, 1],
        [-1, 1, '2024-01-01', 'soon', 0, 0, 0],
        [null, 1, null, null, 0, 0, 0],
      ]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: {
        lhsCols: ['a'],
        rhsCols: ['b'],
        matchingAlgorithms: ['fullmatch'],
        matchingWeights: ['1'],
        outputCols: ['s'],
      },
      input: table('a string, b string', []),
      output: table('a string, b string, s double, confidenceScore double', []),
    },
    {
      name: 'rejects weights that add up to more than 1',
      fields: { lhsCols: ['a', 'a'], rhsCols: ['b', 'b'], matchingWeights: ['0.7', '0.4'], outputCols: ['x', 'y'] },
      input: table('a string, b string', [['x', 'y']]),
      error: 'invalid weights in field "matchingWeights": they add up to 1.1',
    },
  ],
  run({ input, schema, fields, engine }) {
    const total = fields.pairs.reduce((sum, pair) => sum + pair.matchingWeights, 0);
    if (total > 1 + 1e-9)
      throw new FieldError(
        'matchingWeights',
        `invalid weights in field "matchingWeights": they add up to ${Number(total.toFixed(6))} and must add up to 1 or less`,
        'lower the weights so that they add up to at most 1',
      );
    const scores = fields.pairs.map((pair) => {
      const left = requireColumn(schema, pair.lhsCols, 'lhsCols');
      const right = requireColumn(schema, pair.rhsCols, 'rhsCols');
      const score = scoreOf(pair.matchingAlgorithms, left, right, engine);
      return {
        name: pair.outputCols ?? `${left.name}_${right.name}`,
        score: F.coalesce(score, zero),
        weight: pair.matchingWeights,
      };
    });
    const sum = scores.reduce(
      (all: Column, { name, weight }) => all.plus(F.columnNamed(name).times(F.lit(weight, types.double))),
      zero,
    );
    return input.withColumns(scores.map(({ name, score }) => [name, score])).withColumn(fields.confidenceScore, sum);
  },
});

const zero = F.lit(0, types.double);

function scoreOf(
  algorithm: (typeof algorithms)[number],
  left: StructField,
  right: StructField,
  engine: 'sail' | 'spark',
): Column {
  const as = (column: StructField, to: typeof types.double | typeof types.date): Column =>
    castOrNull(F.columnNamed(column.name), {
      from: column.type,
      to,
      name: column.name,
      field: 'matchingAlgorithms',
      engine,
    });
  if (algorithm === 'notionalDistance') return notionalScore(as(left, types.double), as(right, types.double));
  if (algorithm === 'dateDifference') return daysApart(as(left, types.date), as(right, types.date));
  const text = ({ name, type }: StructField): Column => asText(F.columnNamed(name), type, engine);
  return textScores[algorithm](text(left), text(right));
}
