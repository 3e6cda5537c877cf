import { delimiterText, readJson, type Dataset, type DatasetDetail } from '@millrace/workflow';
import { readDelimited } from '../core/delimited.ts';
import { FieldError, sparkType, text, type OutputColumn } from '../core/fields.ts';
import { processor } from '../core/processor.ts';
import { readFormat, type FileFormat } from '../core/read-format.ts';

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
  examples: [],
  async run({ fields, ...around }) {
    const dataset = around.dataset(fields.dataset);
    if (dataset === undefined)
      throw new FieldError('dataset', `there is no dataset with the uuid "${fields.dataset}"`, 'choose a dataset that exists, or hand its record in');
    const { path, name } = dataset;
    if (path.trim() === '') throw new FieldError('dataset', `the dataset "${name}" has no path`, 'give it the path of a file or folder');
    const kind = dataset.datasetType.trim().toUpperCase();
    const format = formats[kind];
    if (format !== undefined) return readFormat({ path, format, options: readOptions(dataset) }, around);
    if (kind !== 'CSV' && kind !== 'TSV' && kind !== '')
      throw new FieldError(
        'dataset',
        `the dataset "${name}" is of type ${dataset.datasetType}, which this node does not read`,
        `use the reader for it, or save it as CSV, TSV, ${Object.keys(formats).join(', ')}`,
      );
    return readDelimited(
      {
        path,
        delimiter: delimiterText(dataset.delimiter) || (kind === 'TSV' ? '\t' : ','),
        header: dataset.header,
        unnamed: 'C',
        field: 'dataset',
        ...(dataset.columns.length === 0 ? {} : { columns: columnsOf(dataset) }),
        ...(dataset.filterLinesContaining === null ? {} : { filterLinesContaining: dataset.filterLinesContaining }),
        options: readOptions(dataset),
      },
      around,
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
  dataset.columns.map((c) => ({ name: c.name, type: sparkType(c.type || 'STRING', 'dataset'), format: c.format || undefined }));

/** Options of the reader, stored as a JSON object of texts; other text is refused. */
function readOptions({ readOptions: stored, name }: Dataset | DatasetDetail): Record<string, string> {
  if (stored === null || stored.trim() === '') return {};
  const read = readJson(stored, { lenient: true });
  if (!read.ok || typeof read.value !== 'object' || read.value === null || Array.isArray(read.value))
    throw new FieldError('dataset', `the read options of the dataset "${name}" are no JSON object`, 'write them as {"multiLine": "true"}');
  return Object.fromEntries(Object.entries(read.value).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])));
}
