import { functions as F } from '@millrace/spark-connect';
import { FieldError } from '../kit/field-error.ts';
import { integer } from '../kit/number-fields.ts';
import { addresses } from './_locate.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import type { RunContext } from '../contract/context.ts';
import { readFormat } from './_read-format.ts';
import { designSchemaTab, inputPath } from './_reader-fields.ts';
import { sparseVector } from '../ml/kit/vectors.ts';

export const datasetLibsvm = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetLibsvm',
  name: 'Read LIBSVM',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description:
    'Reads training data in LIBSVM format: each line holds a label and then the index (from 1) and the value of each nonzero feature, such as "1 3:0.5 7:2". Returns the columns label and features. Lines that begin with # are comments.',
  fields: {
    path: inputPath(),
    numFeatures: integer({
      min: 1,
      max: 2 ** 31 - 1,
      title: 'Number of features',
      description: 'If blank, the largest index in the files, which takes an extra pass over them',
    }),
    ...designSchemaTab,
  },
  needs: ['ml'],
  examples: [
    {
      name: 'reads labels and vectors; skips comments and blank lines',
      fields: { path: 'a.txt' },
      files: { 'a.txt': '# made by hand\n1 1:0.5 3:-2e1\n\n  # indented\n0 2:7\n-1\n' },
      output: table('label double, features vector', [
        [1, sparseVector(3, [0, 2], [0.5, -20])],
        [0, sparseVector(3, [1], [7])],
        [-1, sparseVector(3, [], [])],
      ]),
    },
    {
      name: 'reads a folder into vectors of the given size',
      fields: { path: 'in', numFeatures: '5' },
      files: { 'in/a.txt': '3.5 2:1\n' },
      output: table('label double, features vector', [[3.5, sparseVector(5, [1], [1])]]),
    },
    {
      name: 'a file without rows keeps its columns if the number of features is set',
      fields: { path: 'a.txt', numFeatures: '2' },
      files: { 'a.txt': '# nothing yet\n' },
      output: table('label double, features vector', []),
    },
    {
      name: 'rejects a file without rows if the number of features is not set',
      fields: { path: 'a.txt' },
      files: { 'a.txt': '# nothing yet\n' },
      error: 'path "a.txt" has no rows to find the number of features in',
    },
    {
      name: 'rejects an index above the number of features',
      fields: { path: 'a.txt', numFeatures: '2' },
      files: { 'a.txt': '1 3:1\n' },
      error: 'out of bounds for vector of size 2',
    },
    {
      name: 'rejects indices that do not ascend',
      fields: { path: 'a.txt' },
      files: { 'a.txt': '1 1:1 2:1\n1 2:1 1:1\n' },
      error: 'invalid line "1 2:1 1:1" in path "a.txt": must be a label and ascending index:value pairs',
    },
    {
      name: 'rejects indices that start at 0',
      fields: { path: 'a.txt' },
      files: { 'a.txt': '1 0:1\n' },
      error: 'invalid line "1 0:1" in path "a.txt"',
    },
    {
      name: 'rejects a label that is not a number',
      fields: { path: 'a.txt' },
      files: { 'a.txt': 'yes 1:1\n' },
      error: 'invalid line "yes 1:1" in path "a.txt"',
    },
  ],
  async run({ fields: { path, numFeatures }, ...context }) {
    const size = numFeatures ?? (await vectorSizeIn(path, context));
    return readFormat({ path, format: 'libsvm', options: { numFeatures: String(size) } }, context);
  },
});

const number = String.raw`[+-]?(NaN|Infinity|(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?)`;

/** The largest index in the files. Throws a `FieldError` if they hold no rows, or a line that is none. */
async function vectorSizeIn(path: string, { session, engine, files }: RunContext): Promise<number> {
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
      `invalid line "${wrong}" in path "${path}": must be a label and ascending index:value pairs`,
      'write lines such as "1 3:0.5 7:2", with ascending indices from 1 and one space between pairs',
    );
  if (Number(lines) === 0)
    throw new FieldError(
      'path',
      `path "${path}" has no rows to find the number of features in`,
      'set field "numFeatures", or choose files with rows',
    );
  // vectors of nothing but zeros
  return typeof maxIndex === 'number' ? maxIndex : 1;
}
