import { functions as F } from '@millrace/spark-connect';
import { FieldError } from '../kit/field-error.ts';
import { integer } from '../kit/number-fields.ts';
import { addresses } from './_locate.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import type { Surroundings } from '../contract/context.ts';
import { readFormat } from './_read-format.ts';
import { designSchemaTab, inputPath } from './_reader-fields.ts';
import { sparseVector } from '../ml/kit/vectors.ts';

export const datasetLibsvm = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetLibsvm',
  name: 'Read LIBSVM',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description:
    'Reads text files of examples for learning: a line holds a label and then, for each place of a vector that is not 0, its number from 1 and its value, as in "1 3:0.5 7:2". Gives the columns label and features. Lines that begin with # are remarks.',
  fields: {
    path: inputPath(),
    numFeatures: integer({
      min: 1,
      max: 2 ** 31 - 1,
      title: 'Places of the vectors',
      description: 'The largest number in the files if blank, for which they are read once more',
    }),
    ...designSchemaTab,
  },
  needs: ['ml'],
  examples: [
    {
      name: 'labels and vectors; remarks and blank lines do not count',
      fields: { path: 'a.txt' },
      files: { 'a.txt': '# made by hand\n1 1:0.5 3:-2e1\n\n  # indented\n0 2:7\n-1\n' },
      output: table('label double, features vector', [
        [1, sparseVector(3, [0, 2], [0.5, -20])],
        [0, sparseVector(3, [1], [7])],
        [-1, sparseVector(3, [], [])],
      ]),
    },
    {
      name: 'vectors of more places than the files fill, of a folder',
      fields: { path: 'in', numFeatures: '5' },
      files: { 'in/a.txt': '3.5 2:1\n' },
      output: table('label double, features vector', [[3.5, sparseVector(5, [1], [1])]]),
    },
    {
      name: 'a file without rows has vectors where their places are told',
      fields: { path: 'a.txt', numFeatures: '2' },
      files: { 'a.txt': '# nothing yet\n' },
      output: table('label double, features vector', []),
    },
    {
      name: 'a file without rows tells no places',
      fields: { path: 'a.txt' },
      files: { 'a.txt': '# nothing yet\n' },
      error: '"a.txt" holds no rows, which would tell how many places the vectors have',
    },
    {
      name: 'places beyond those that are told',
      fields: { path: 'a.txt', numFeatures: '2' },
      files: { 'a.txt': '1 3:1\n' },
      error: 'out of bounds for vector of size 2',
    },
    {
      name: 'places that do not ascend',
      fields: { path: 'a.txt' },
      files: { 'a.txt': '1 1:1 2:1\n1 2:1 1:1\n' },
      error: '"a.txt" holds the line "1 2:1 1:1", which is no label and places with values',
    },
    {
      name: 'places that are counted from 0',
      fields: { path: 'a.txt' },
      files: { 'a.txt': '1 0:1\n' },
      error: '"a.txt" holds the line "1 0:1"',
    },
    {
      name: 'a label that is no number',
      fields: { path: 'a.txt' },
      files: { 'a.txt': 'yes 1:1\n' },
      error: '"a.txt" holds the line "yes 1:1"',
    },
  ],
  async run({ fields: { path, numFeatures }, ...context }) {
    const size = numFeatures ?? (await vectorSizeIn(path, context));
    return readFormat({ path, format: 'libsvm', options: { numFeatures: String(size) } }, context);
  },
});

const number = String.raw`[+-]?(NaN|Infinity|(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?)`;

/** The largest index in the files. Throws a `FieldError` if they hold no rows, or a line that is none. */
async function vectorSizeIn(path: string, { session, engine, files }: Surroundings): Promise<number> {
  const { paths } = await files.input(path, 'lines');
  const size = "transform(pairs, p -> try_cast(substring_index(p, ':', 1) as int))";
  const { rows } = await session.read
    .format('text')
    .load(...addresses(paths, engine))
    .select(F.expr(String.raw`regexp_replace(value, '^[\\x00-\\x20]+|[\\x00-\\x20]+$', '')`).alias('line'))
    .filter(F.expr(`line <> '' and not startswith(line, '#')`))
    .withColumn('parts', F.expr("split(line, ' +')"))
    .withColumn('pairs', F.expr('slice(parts, 2, size(parts))'))
    .withColumn('places', F.expr(size))
    .agg(
      F.expr('max(array_max(places))').alias('places'),
      F.count().alias('lines'),
      F.expr(
        `min(case when not rlike(parts[0], '^${number}$')
           or exists(pairs, p -> not rlike(p, '^[0-9]+:${number}$'))
           or exists(places, p -> p is null or p < 1)
           or places <> array_sort(array_distinct(places)) then left(line, 100) end)`,
      ).alias('wrong'),
    )
    .table();
  const [maxIndex, lines, wrong] = rows[0] ?? [];
  if (typeof wrong === 'string')
    throw new FieldError(
      'path',
      `"${path}" holds the line "${wrong}", which is no label and places with values`,
      'write lines as "1 3:0.5 7:2", with places from 1 that ascend, and one blank between them',
    );
  if (Number(lines) === 0)
    throw new FieldError(
      'path',
      `"${path}" holds no rows, which would tell how many places the vectors have`,
      'give "numFeatures", or name files that hold rows',
    );
  // vectors of nothing but zeros
  return typeof maxIndex === 'number' ? maxIndex : 1;
}
