import type { DataType, StructType } from '@millrace/spark-connect';
import { flag, text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { encodingOf, markOf } from '../kit/reader-options.ts';
import { csvLines } from './_save-lines.ts';
import { cannotSave, refuseVectors, saveOutcome, saveAsText, saveTarget, writtenAtEnd } from './_saving.ts';

/** Spark's writer cuts blanks off unless options forbid it; by RFC 4180 they are part of their cell. */
const blanksStay = { ignoreLeadingWhiteSpace: 'false', ignoreTrailingWhiteSpace: 'false' };

export const saveCsv = processor({
  nodeClass: 'fire.nodes.save.NodeSaveCSV',
  name: 'Save CSV',
  type: 'transform',
  category: 'Data-Connectors/Output/Structured-Files',
  description: `Writes the rows as comma-separated text according to RFC 4180: a quote inside a cell is doubled (another escape, such as a backslash, can be set) and whitespace around text is kept. As in Spark, null is written as an empty cell, empty text as "", timestamps in UTC. ${writtenAtEnd}`,
  fields: {
    ...saveTarget,
    header: flag({ default: true, title: 'Header' }),
    encoding: text({ default: 'UTF-8' }),
    quote: text({ default: '"' }),
    escape: text({
      default: '"',
      description: 'Character before a quote inside a cell; " doubles the quote (RFC 4180)',
    }),
    ...saveAsText,
  },
  examples: [
    {
      name: 'appends to a folder by default',
      fields: { path: 'out/people' },
      input: table('id int, name string', [
        [1, 'ä'],
        [null, null],
      ]),
      output: table('id int, name string', [
        [1, 'ä'],
        [null, null],
      ]),
      saves: [
        {
          format: 'csv',
          path: 'out/people',
          mode: 'append',
          options: { header: 'true', encoding: 'UTF-8', quote: '"', escape: '"', ...blanksStay },
        },
      ],
    },
    {
      name: 'writes one file per partition with other quotes, and a link in the results',
      fields: {
        path: 'out',
        saveMode: 'Overwrite',
        header: 'false',
        encoding: 'ISO-8859-1',
        quote: "'",
        escape: "'",
        partitionColNames: ['a.b'],
        saveAsOneFile: 'true',
        enableDownloadLink: 'true',
        fileName: 'people.csv',
      },
      input: table('id int, `a.b` string', [[1, 'x']]),
      output: table('id int, `a.b` string', [[1, 'x']]),
      results: [{ type: 'text', title: 'people.csv', text: 'out' }],
      saves: [
        {
          format: 'csv',
          path: 'out',
          mode: 'overwrite',
          partitionBy: ['a.b'],
          singleFile: true,
          options: { header: 'false', encoding: 'ISO-8859-1', quote: "'", escape: "'", ...blanksStay },
        },
      ],
      unverified: 'partitioned output',
    },
    {
      name: 'saves no rows too, so that the target exists',
      fields: { path: 'out', saveMode: 'ErrorIfExists' },
      input: table('id int', []),
      output: table('id int', []),
      saves: [
        {
          format: 'csv',
          path: 'out',
          mode: 'error',
          options: { header: 'true', encoding: 'UTF-8', quote: '"', escape: '"', ...blanksStay },
        },
      ],
    },
    {
      name: 'rejects vectors',
      fields: { path: 'out' },
      input: table('id int, v vector', []),
      error: 'column "v" has type VECTOR: cannot be saved as CSV',
    },
    {
      name: 'rejects lists',
      fields: { path: 'out' },
      input: table('id int, tags array<string>', []),
      error: 'column "tags" has type ARRAY<STRING>: cannot be saved as CSV',
    },
    {
      name: 'rejects an unknown partition column',
      fields: { path: 'out', partitionColNames: ['b'] },
      input: table('a int, c int', []),
      error: 'unknown column "b" in field "partitionColNames": the input has a, c',
    },
  ],
  run({ fields, ...context }) {
    refuseVectors(context.schema, 'CSV');
    mustBeFlat(context.schema);
    const quote = markOf('quote', fields.quote);
    // by RFC 4180 a quote is doubled, whichever it is
    const escape = fields.escape === '"' ? quote : markOf('escape', fields.escape);
    const encoding = encodingOf(fields.encoding);
    const isPlain = (quote === '"' || quote === "'") && escape === quote && encoding === 'UTF-8';
    return saveOutcome(
      { fields, ...context },
      'csv',
      { header: String(fields.header), encoding, quote, escape, ...blanksStay },
      () =>
        isPlain
          ? csvLines(context.input, context.schema, { header: fields.header, quote })
          : 'CSV with another quote, escape or encoding',
    );
  },
});

const nested: readonly DataType['kind'][] = ['array', 'map', 'struct', 'binary', 'variant', 'interval'];

function mustBeFlat(schema: StructType): void {
  const nestedColumn = schema.fields.find((f) => nested.includes(f.type.kind));
  if (nestedColumn !== undefined)
    throw cannotSave(nestedColumn, 'CSV', 'drop the column, convert it to text, or save as JSON or Parquet');
}
