import { descriptorColumns, schemaModel, type JsonObject } from '@millrace/workflow';
import type { Selectable } from 'kysely';
import { Type, type Static } from 'typebox';
import { component, Id, Millis, Nullable, Open } from '../http/types.ts';
import type { DatasetTable } from '../store/tables/project-records.ts';

/** First rows, every cell as text. */
export const SampleData = Type.Object({
  headers: Type.Array(Type.String()),
  cells: Type.Array(Type.Array(Type.String())),
});

/** Columns as the interface lists them. */
export const SchemaColumns = Type.Array(
  Type.Object({ colName: Type.String(), colType: Type.String(), colFormat: Type.String(), colMLType: Type.String() }),
);

/** A dataset as the interface returns it; keys that clients have added come back too. */
export const DatasetRecord = component(
  'Dataset',
  Type.Object(
    {
      id: Id,
      userId: Id,
      uuid: Type.String(),
      version: Type.Integer(),
      name: Type.String(),
      category: Nullable(Type.String()),
      description: Type.String(),
      header: Type.Boolean(),
      readOptions: Nullable(Type.String()),
      path: Type.String(),
      delimiter: Type.String(),
      datasetType: Type.String(),
      filterLinesContaining: Nullable(Type.String()),
      datasetSchema: Type.String({ description: 'Strict JSON with colNames, colTypes, colFormats and colMLTypes' }),
      dateCreated: Millis,
      dateLastUpdated: Millis,
      permission: Type.Null(),
      readOptionsModel: Type.Null(),
      schemaModel: Type.Object({ schemaColList: SchemaColumns }),
      sampleData: Nullable(SampleData),
      sampleProblem: Type.Optional(Nullable(Type.String({ description: 'Why a single read has no sample' }))),
      json: Type.String({ description: 'The record as strict JSON, with dates as text' }),
      projectId: Id,
    },
    Open,
  ),
);

type DatasetAnswer = Static<typeof DatasetRecord>;

export type SampleFields = Pick<DatasetAnswer, 'sampleData' | 'sampleProblem'>;

/** A row of the store as a record; `sample` for one that is read by itself. */
export function datasetRecord(
  row: Selectable<DatasetTable>,
  sample: SampleFields = { sampleData: null },
): DatasetAnswer {
  const { record: text, ...columns } = row;
  const saved = JSON.parse(text) as JsonObject & SavedFields;
  const read = descriptorColumns(saved.datasetSchema);
  const record = {
    ...saved,
    ...columns,
    permission: null,
    readOptionsModel: null,
    schemaModel: schemaModel(read.ok ? read.columns : []) as Pick<DatasetAnswer['schemaModel'], 'schemaColList'>,
  };
  const [dateCreated, dateLastUpdated] = [dateText(row.dateCreated), dateText(row.dateLastUpdated)];
  return { ...record, ...sample, json: JSON.stringify({ ...record, dateCreated, dateLastUpdated }) };
}

/** Keys of the stored JSON that have no column of their own; {@link saveDataset} writes them all. */
export interface SavedFields {
  readonly header: boolean;
  readonly readOptions: string | null;
  readonly delimiter: string;
  readonly filterLinesContaining: string | null;
  readonly datasetSchema: string;
}

/** Keys of a record that are not its own but made again with each read. */
export const derivedKeys: readonly string[] = [
  'id',
  'userId',
  'projectId',
  'version',
  'dateCreated',
  'dateLastUpdated',
  'permission',
  'readOptionsModel',
  'schemaModel',
  'sampleData',
  'sampleProblem',
  'json',
];

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** An instant in UTC as old records have it: `Jun 26, 2016 12:28:00 PM`. */
export function dateText(millis: number): string {
  const at = new Date(millis);
  const [hour, minute, second] = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()];
  const two = (value: number): string => String(value).padStart(2, '0');
  const time = `${hour % 12 || 12}:${two(minute)}:${two(second)} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${months[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()} ${time}`;
}
