import { delimiterText, readJson, type Dataset, type DatasetDetail } from '@millrace/workflow';
import { readDelimited } from './_delimited.ts';
import { FieldError } from '../kit/field-error.ts';
import { sparkType, type OutputColumn } from '../kit/type-fields.ts';
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
    'Reads a saved dataset. Columns take their names and types by position from its schema. A cell that does not fit its type becomes null and its row is kept among the rejected rows. Text that marks lines to leave out drops the header line when it stands in the first line, else every line that holds it.',
  fields: {
    dataset: text({ required: true, kind: 'dataset', widget: 'dataset', description: 'The dataset, by its uuid' }),
  },
  examples: [
    {
      name: 'names and types by position, whatever the header says; a bad cell is null and its row is kept aside',
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
      warnings: ['column 1 of "trips.csv" is headed "trip" and declared as "id" (and 2 more like it)'],
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
      name: 'header null is false: text that stands in the first line drops that line, and lines equal to it later on; others that hold it stay',
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
      name: 'text that does not stand in the first line drops every line that holds it',
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
      name: 'a file of fewer columns than declared: the others are null, and a warning says so',
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
      warnings: ['the lines of "a.csv" have 2 cells, and 3 columns are declared: the last 1 will be null'],
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
      name: 'a delimiter that no line holds fails',
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
      error: 'no line of "a.csv" holds the delimiter ";": each has 1 cell, and 2 columns are declared',
    },
    {
      name: 'XML by the element that its read options name',
      fields: { dataset: 'd7' },
      datasets: { d7: { uuid: 'd7', name: 'x', path: 'a.xml', datasetType: 'XML', readOptions: '{"rowTag":"r"}' } },
      files: { 'a.xml': '<a><r><n>1</n></r></a>' },
      output: table('n bigint', [[1n]]),
      unverified: 'XML files',
    },
    {
      name: 'read options of CSV: character set, quote, escape and patterns of dates; a cell may hold the delimiter',
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
      name: 'a text that is no name of a character set is named',
      fields: { dataset: 'd10' },
      datasets: { d10: { uuid: 'd10', name: 'x', path: 'a.csv', readOptions: '{"encoding":"Latin, mostly"}' } },
      files: { 'a.csv': 'a\n' },
      error: 'invalid value "Latin, mostly" for option "encoding" in field "dataset": must be a character set',
    },
    {
      name: 'doubled quotes are one quote where the file escapes none; cells of several lines',
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
      name: 'numbers with groups and a comma, by their format',
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
      name: 'a workbook is no dataset of this node',
      fields: { dataset: 'd8' },
      datasets: { d8: { uuid: 'd8', name: 'book', path: 'a.xlsx', datasetType: 'EXCEL' } },
      error: 'the dataset "book" is of type EXCEL, which this node does not read',
    },
    {
      name: 'a dataset that does not exist is named',
      fields: { dataset: 'nobody' },
      error: 'there is no dataset with the uuid "nobody"',
    },
  ],
  async run({ fields, ...context }) {
    const dataset = context.dataset(fields.dataset);
    if (dataset === undefined)
      throw new FieldError(
        'dataset',
        `there is no dataset with the uuid "${fields.dataset}"`,
        'choose a dataset that exists, or hand its record in',
      );
    const { path, name } = dataset;
    if (path.trim() === '')
      throw new FieldError('dataset', `the dataset "${name}" has no path`, 'give it the path of a file or folder');
    const kind = dataset.datasetType.trim().toUpperCase();
    const format = formats[kind];
    if (format !== undefined) return readFormat({ path, format, options: readOptions(dataset) }, context);
    if (kind !== 'CSV' && kind !== 'TSV' && kind !== '')
      throw new FieldError(
        'dataset',
        `the dataset "${name}" is of type ${dataset.datasetType}, which this node does not read`,
        `use the reader for it, or save it as CSV, TSV, ${Object.keys(formats).join(', ')}`,
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

const columnsOf = (dataset: Dataset | DatasetDetail): OutputColumn[] =>
  dataset.columns.map((c) => ({
    name: c.name,
    type: sparkType(c.type || 'STRING', 'dataset'),
    format: c.format || undefined,
  }));

/** Options of the reader, stored as a JSON object of texts; other text is refused. */
function readOptions({ readOptions: stored, name }: Dataset | DatasetDetail): Record<string, string> {
  if (stored === null || stored.trim() === '') return {};
  const read = readJson(stored, { lenient: true });
  if (!read.ok || typeof read.value !== 'object' || read.value === null || Array.isArray(read.value))
    throw new FieldError(
      'dataset',
      `the read options of the dataset "${name}" are no JSON object`,
      'write them as {"multiLine": "true"}',
    );
  return Object.fromEntries(
    Object.entries(read.value).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])),
  );
}
