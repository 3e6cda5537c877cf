import { descriptorText, schemaModel, type JsonObject, type SchemaColumn } from '@millrace/workflow';
import { Type, type Static } from 'typebox';
import { whoIs } from '../http/authenticate.ts';
import type { Resource } from '../http/resource.ts';
import { leaving } from '../http/leaving.ts';
import { Open } from '../http/types.ts';
import { inspectionRequest } from './inspection-request.ts';
import { InspectionBody, InspectionQuery } from './bodies.ts';
import { inspectDataset } from './inspect.ts';
import { readOptionTable } from './read-options.ts';
import { SampleData, SchemaColumns } from './records.ts';

const Inspection = {
  warnings: Type.Array(Type.String()),
  datasetType: Type.String(),
  delimiter: Type.String(),
  header: Type.Boolean(),
  readOptions: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The requested options and those inferred from the files, to save with the dataset',
  }),
  read: Type.Object(
    {
      files: Type.Integer(),
      filesInAll: Type.Integer(),
      rows: Type.Integer(),
      bytes: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
      whole: Type.Boolean({ description: 'True if there was no more to read' }),
    },
    { description: 'Amount of the files that was read' },
  ),
};

const PreviewRows = Type.Object({ ...SampleData.properties, schemaColList: SchemaColumns, ...Inspection }, Open);

const Texts = Type.Array(Type.String());
const Schema = Type.Object({
  colNames: Texts,
  colTypes: Texts,
  colFormats: Texts,
  colMLTypes: Texts,
  schemaColList: SchemaColumns,
  ...Inspection,
});

/** Options as records store them. */
const optionsText = (options: Readonly<Record<string, string>>): string | null =>
  Object.keys(options).length === 0 ? null : JSON.stringify(options);

const modelOf = (columns: readonly SchemaColumn[]) =>
  schemaModel(columns) as JsonObject & Pick<Static<typeof Schema>, 'schemaColList'>;

/** Looks at files that are to become a dataset: first rows, and the schema that they show. */
export const datasetSamples: Resource = (context) => async (app) => {
  const tags = ['Datasets'];
  const config = { access: 'datasets.view' as const };
  const inputs = { tags, querystring: InspectionQuery, body: InspectionBody };

  app.post(
    '/api/v1/datasets/sample-data',
    { config: { ...config, changes: false }, schema: { ...inputs, response: { 200: PreviewRows } } },
    async (request, reply) => {
      const inspection = inspectionRequest(request.query, request.body);
      const { headers, cells, columns, readOptions, ...rest } = await inspectDataset(
        context,
        whoIs(request),
        inspection,
        leaving(reply),
      );
      const sample = { headers: [...headers], cells: cells.map((row) => [...row]), ...modelOf(columns) };
      return { ...sample, ...rest, readOptions: optionsText(readOptions) };
    },
  );

  app.post(
    '/api/v1/datasets/schema',
    { config: { ...config, changes: false }, schema: { ...inputs, response: { 200: Schema } } },
    async (request, reply) => {
      const inspection = inspectionRequest(request.query, request.body);
      const {
        columns,
        readOptions,
        headers: _headers,
        cells: _cells,
        ...rest
      } = await inspectDataset(context, whoIs(request), inspection, leaving(reply));
      const lists = JSON.parse(descriptorText(columns)) as Omit<Static<typeof Schema>, 'schemaColList'>;
      return { ...lists, ...modelOf(columns), ...rest, readOptions: optionsText(readOptions) };
    },
  );

  const ReadOption = Type.Object({ name: Type.String(), description: Type.String(), default: Type.String() });
  app.get(
    '/api/v1/datasets/read-options',
    { config, schema: { tags, response: { 200: Type.Record(Type.String(), Type.Array(ReadOption)) } } },
    async () => Object.fromEntries(Object.entries(readOptionTable).map(([type, options]) => [type, [...options]])),
  );
};
