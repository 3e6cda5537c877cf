import { delimiterText } from '@millrace/workflow';
import { columnsOf, readOptions } from './_dataset-record.ts';
import { readDelimited } from './_delimited.ts';
import { FieldError } from '../kit/field-error.ts';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { readFormat, type FileFormat } from './_read-format.ts';
import { encodingOf, markOf, splitOptions, withFormats } from '../kit/reader-options.ts';

export const datasetStructured = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetStructured',
  name: 'DatasetStructured',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description:
    'Reads a saved dataset. Columns take their names and types by position from its schema. A cell that does not fit its type becomes null and its row is added to the rejected rows. If the dataset filters lines by a text that occurs in the first line, that line is dropped as the header, wherever it occurs; otherwise every line that contains the text is dropped.',
  fields: {
    dataset: text({ required: true, kind: 'dataset', widget: 'dataset', description: 'UUID of the dataset' }),
  },
  examples: [
    {
      name: 'matches names and types by position whatever the header; a malformed cell is null and its row is rejected',
      fields: { dataset: 'd1' },
      datasets: {
        d1: {
          uuid: 'd1',
          name: 'trips',
          path: 'trips.csv',
          delimiter: ',',
          header: true,
          datasetType: 'CSV',
          filterLinesContaining: 'pickup',
          datasetSchema:
            '{colNames:["id","at","miles"],colTypes:["INTEGER","TIMESTAMP","DOUBLE"],colFormats:["","dd/MM/yyyy HH:mm",""]}',
        },
      },
      files: { 'trips.csv': 'trip,pickup,distance\n1,9/1/2013 7:05,1.5\n2,31/02/2013 10:00,\n3,,x\n' },
      warnings: [
        'column 1 of path "trips.csv" is named "trip" in the header but declared as "id", and 2 more columns differ',
      ],
      output: table('id int, at timestamp, miles double', [
        [1, '2013-01-09T07:05:00Z', 1.5],
        [2, null, null],
        [3, null, null],
      ]),
      rejected: table('_rejected array<string>, id string, at string, miles string', [
        [['at'], '2', '31/02/2013 10:00', null],
        [['miles'], '3', null, 'x'],
      ]),
    },
    {
      name: 'a filter text in the first line drops that line and its repetitions, but not other lines that contain it',
      fields: { dataset: 'd2' },
      datasets: {
        d2: {
          uuid: 'd2',
          name: 'names',
          path: 'names',
          delimiter: '\\t',
          header: null,
          datasetType: 'CSV',
          filterLinesContaining: 'id',
          datasetSchema: '{colNames:["id","name"],colTypes:["LONG","STRING"]}',
        },
      },
      files: { 'names/a.tsv': 'id\tname\n1\tHeidi\nid\tname\n', 'names/b.tsv': 'id\tname\n2\tÅsa\n' },
      output: table('id bigint, name string', [
        [1n, 'Heidi'],
        [2n, 'Åsa'],
      ]),
    },
    {
      name: 'a filter text that is not in the first line drops every line that contains it',
      fields: { dataset: 'd3' },
      datasets: {
        d3: {
          uuid: 'd3',
          name: 'log',
          path: 'log.csv',
          delimiter: ';',
          header: false,
          datasetType: 'CSV',
          filterLinesContaining: ';;',
          datasetSchema: '{colNames:["a","b","c"],colTypes:["STRING","STRING","STRING"]}',
        },
      },
      files: { 'log.csv': 'x;1;2\ny;;2\nz;3;\n' },
      output: table('a string, b string, c string', [
        ['x', '1', '2'],
        ['z', '3', null],
      ]),
    },
    {
      name: 'warns about a file with fewer columns than declared; the missing ones are null',
      fields: { dataset: 'd4' },
      datasets: {
        d4: {
          uuid: 'd4',
          name: 'short',
          path: 'a.csv',
          delimiter: ',',
          header: false,
          datasetType: 'CSV',
          datasetSchema: '{colNames:["a","b","c"],colTypes:["STRING","INTEGER","DATE"]}',
        },
      },
      files: { 'a.csv': 'x,1\ny,2\n' },
      output: table('a string, b int, c date', [
        ['x', 1, null],
        ['y', 2, null],
      ]),
      warnings: ['the lines read from path "a.csv" have 2 cells, but 3 columns are declared: the last column is null'],
    },
    {
      name: 'an empty file keeps the declared columns',
      fields: { dataset: 'd5' },
      datasets: {
        d5: {
          uuid: 'd5',
          name: 'none',
          path: 'a.csv',
          delimiter: ',',
          header: true,
          datasetType: 'CSV',
          datasetSchema: '{colNames:["a"],colTypes:["DECIMAL"]}',
        },
      },
      files: { 'a.csv': '' },
      output: table('a decimal(38,18)', []),
    },
    {
      name: 'rejects a delimiter that no line contains',
      fields: { dataset: 'd6' },
      datasets: {
        d6: {
          uuid: 'd6',
          name: 'wrong',
          path: 'a.csv',
          delimiter: ';',
          header: true,
          datasetType: 'CSV',
          datasetSchema: '{colNames:["a","b"],colTypes:["STRING","STRING"]}',
        },
      },
      files: { 'a.csv': 'a,b\n1,2\n' },
      error: 'no line read from path "a.csv" contains the delimiter ";": each has 1 cell, but 2 columns are declared',
    },
    {
      name: 'reads XML by the row element in its read options',
      fields: { dataset: 'd7' },
      datasets: { d7: { uuid: 'd7', name: 'x', path: 'a.xml', datasetType: 'XML', readOptions: '{"rowTag":"r"}' } },
      files: { 'a.xml': '<a><r><n>1</n></r></a>' },
      output: table('n bigint', [[1n]]),
      unverified: 'XML files',
    },
    {
      name: 'applies CSV read options: character set, quote, escape and date pattern',
      fields: { dataset: 'd9' },
      datasets: {
        d9: {
          uuid: 'd9',
          name: 'people',
          path: 'a.csv',
          delimiter: ',',
          header: true,
          datasetType: 'CSV',
          readOptions: '{"encoding":"UTF-16","quote":"~","escape":"~","dateFormat":"dd.MM.yyyy"}',
          datasetSchema: '{colNames:["name","born"],colTypes:["STRING","DATE"]}',
        },
      },
      files: { 'a.csv': Buffer.from('\ufeffname,born\n~Zoë, ~~Z~~~,03.02.1999\n', 'utf16le') },
      output: table('name string, born date', [['Zoë, ~Z~', '1999-02-03']]),
      unverified: 'text in UTF-16',
    },
    {
      name: 'rejects an invalid character set name',
      fields: { dataset: 'd10' },
      datasets: { d10: { uuid: 'd10', name: 'x', path: 'a.csv', readOptions: '{"encoding":"Latin, mostly"}' } },
      files: { 'a.csv': 'a\n' },
      error: 'invalid value "Latin, mostly" for option "encoding" in field "dataset": must be a character set',
    },
    {
      name: 'reads doubled quotes as one quote, and multi-line cells',
      fields: { dataset: 'd11' },
      datasets: {
        d11: { uuid: 'd11', name: 'notes', path: 'a.csv', delimiter: ',', header: true, datasetType: 'CSV' },
      },
      files: { 'a.csv': 'id,note\n1,"a ""b"",\nc"\n2,"""x"""\n' },
      output: table('id string, note string', [
        ['1', 'a "b",\nc'],
        ['2', '"x"'],
      ]),
    },
    {
      name: 'reads numbers with grouping and decimal separators by their format',
      fields: { dataset: 'd12' },
      datasets: {
        d12: {
          uuid: 'd12',
          name: 'prices',
          path: 'a.csv',
          delimiter: ';',
          header: true,
          datasetType: 'CSV',
          datasetSchema: '{colNames:["a","b"],colTypes:["DOUBLE","INTEGER"],colFormats:["#.##0,##","#,##0"]}',
        },
      },
      files: { 'a.csv': 'a;b\n1.234,5;1,234\n0,5;7\n1,2,3;1,23\n' },
      output: table('a double, b int', [
        [1234.5, 1234],
        [0.5, 7],
        [null, null],
      ]),
      rejected: table('_rejected array<string>, a string, b string', [[['a', 'b'], '1,2,3', '1,23']]),
    },
    {
      name: 'rejects a dataset of another type',
      fields: { dataset: 'd8' },
      datasets: { d8: { uuid: 'd8', name: 'book', path: 'a.xlsx', datasetType: 'EXCEL' } },
      error: 'dataset "book" has type EXCEL: must be one of CSV, TSV, PARQUET, JSON, AVRO, ORC, XML, TEXT',
    },
    {
      name: 'rejects a dataset that does not exist and names it',
      fields: { dataset: 'nobody' },
      error: 'dataset not found: "nobody"',
    },
  ],
  async run({ fields, ...context }) {
    const dataset = context.dataset(fields.dataset);
    if (dataset === undefined)
      throw new FieldError(
        'dataset',
        `dataset not found: "${fields.dataset}"`,
        'choose an existing dataset, or pass its record with the run',
      );
    const { path, name } = dataset;
    if (path.trim() === '')
      throw new FieldError(
        'dataset',
        `dataset "${name}" has no path`,
        'set the path of a file or folder in the dataset',
      );
    const kind = dataset.datasetType.trim().toUpperCase();
    const format = formats[kind];
    if (format !== undefined) return readFormat({ path, format, options: readOptions(dataset) }, context);
    if (kind !== 'CSV' && kind !== 'TSV' && kind !== '')
      throw new FieldError(
        'dataset',
        `dataset "${name}" has type ${dataset.datasetType}: must be one of CSV, TSV, ${Object.keys(formats).join(', ')}`,
        'use the reader node for this type, or save the data in one of these types',
      );
    const { format: marks, reading, rest } = splitOptions(readOptions(dataset), 'dataset');
    const { delimiter, quote, escape, encoding } = marks;
    return readDelimited(
      {
        path,
        delimiter: delimiterText(delimiter ?? dataset.delimiter) || (kind === 'TSV' ? '\t' : ','),
        ...(quote === undefined ? {} : { quote: markOf('quote', quote, 'dataset') }),
        ...(escape === undefined ? {} : { escape: markOf('escape', escape, 'dataset') }),
        ...(encoding === undefined ? {} : { encoding: encodingOf(encoding, 'dataset') }),
        ...(reading.mode === undefined ? {} : { mode: reading.mode }),
        header: reading.header ?? dataset.header,
        unnamed: 'C',
        field: 'dataset',
        ...(dataset.columns.length === 0 ? {} : { columns: withFormats(columnsOf(dataset), reading) }),
        ...(dataset.filterLinesContaining === null ? {} : { filterLinesContaining: dataset.filterLinesContaining }),
        inferTypes: reading.inferSchema === true,
        options: rest,
      },
      context,
    );
  },
});

/** Types of datasets whose files carry their own schema -> format of Spark. */
const formats: Readonly<Record<string, FileFormat>> = {
  PARQUET: 'parquet',
  JSON: 'json',
  AVRO: 'avro',
  ORC: 'orc',
  XML: 'xml',
  TEXT: 'text',
};
