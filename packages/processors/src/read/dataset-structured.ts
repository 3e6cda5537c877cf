import { delimiterText, type Dataset, type DatasetDetail } from '@millrace/workflow';
import { readDelimited } from '../core/delimited.ts';
import { FieldError, sparkType, text, type OutputColumn } from '../core/fields.ts';
import { processor } from '../core/processor.ts';

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
  async run({ fields, session, engine, files, ...around }) {
    const dataset = around.dataset(fields.dataset);
    if (dataset === undefined)
      throw new FieldError('dataset', `there is no dataset with the uuid "${fields.dataset}"`, 'choose a dataset that exists, or hand its record in');
    const { path } = dataset;
    const location = () => files.input(path);
    switch (dataset.datasetType.toUpperCase()) {
      case 'CSV':
      case 'TSV':
      case '':
        return readDelimited(
          {
            path,
            delimiter: delimiterText(dataset.delimiter) || (dataset.datasetType.toUpperCase() === 'TSV' ? '\t' : ','),
            header: dataset.header,
            ...(dataset.columns.length === 0 ? {} : { columns: columnsOf(dataset) }),
            ...(dataset.filterLinesContaining === null ? {} : { filterLinesContaining: dataset.filterLinesContaining }),
          },
          { session, engine, files },
        );
      case 'PARQUET':
        return session.read.parquet(await location());
      case 'JSON':
        return session.read.json(await location());
      case 'AVRO':
        return session.read.format('avro').load(await location());
      case 'ORC':
        return session.read.orc(await location());
      case 'TEXT':
        return session.read.text(await location());
      default:
        throw new FieldError(
          'dataset',
          `the dataset "${dataset.name}" is of type ${dataset.datasetType}, which cannot be read yet`,
          'save it as CSV, JSON, PARQUET, AVRO, ORC or TEXT',
        );
    }
  },
});

const columnsOf = (dataset: Dataset | DatasetDetail): OutputColumn[] =>
  dataset.columns.map((c) => ({ name: c.name, type: sparkType(c.type || 'STRING', 'dataset'), format: c.format || undefined }));

