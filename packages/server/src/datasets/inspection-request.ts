import { descriptorColumns, type JsonObject, type SchemaColumn } from '@millrace/workflow';
import type { Static } from 'typebox';
import { Problem } from '../problems.ts';
import type { InspectionBody, InspectionQuery } from './bodies.ts';
import { mustDelimit } from './check.ts';
import { columnsIn } from './submitted-columns.ts';
import { datasetTypes, isDatasetType, type DatasetType } from './kinds.ts';
import type { InspectionRequest } from './inspection.ts';
import { readOptionsIn } from './read-options.ts';
import type { SavedFields } from './records.ts';
import { invalidValue, mustBeOneOf } from '../refusals.ts';

/** What a client asks to look at, in the query or the body; what it leaves out is to be found out. */
export function inspectionRequest(
  query: Static<typeof InspectionQuery>,
  requestBody: Static<typeof InspectionBody>,
): InspectionRequest {
  const body = requestBody ?? {};
  const path = query.path ?? body.path ?? '';
  if (path.trim() === '')
    throw new Problem('MALFORMED', 'parameter "path" is required: name a file or folder in the query or the body');
  const delimiter = query.delimiter ?? body.delimiter ?? undefined;
  return {
    path,
    datasetType: datasetTypeOf(query.datasetType ?? body.datasetType ?? ''),
    delimiter: delimiter === undefined ? undefined : mustDelimit(delimiter),
    header: query.header ?? body.header ?? undefined,
    filterLinesContaining: body.filterLinesContaining ?? null,
    readOptions: readOptionsIn(body.readOptions ?? null),
    columns: declaredColumns(body as JsonObject),
  };
}

/** What to look at for a dataset that is saved. */
export function inspectionOf(record: string): InspectionRequest {
  const saved = JSON.parse(record) as SavedFields & { path: string; datasetType: DatasetType };
  const { path, datasetType, delimiter, header, filterLinesContaining, datasetSchema } = saved;
  const read = descriptorColumns(datasetSchema);
  return {
    path,
    datasetType,
    delimiter,
    header,
    filterLinesContaining,
    readOptions: readOptionsIn(saved.readOptions),
    columns: read.ok ? read.columns : [],
  };
}

function datasetTypeOf(text: string): DatasetType | undefined {
  const word = text.trim().toUpperCase();
  if (word === '') return undefined;
  if (isDatasetType(word)) return word;
  throw new Problem('UNPROCESSABLE', invalidValue('field "datasetType"', text, mustBeOneOf(Object.keys(datasetTypes))));
}

/** The declared columns; those without a type get a blank one. */
function declaredColumns(descriptor: JsonObject): SchemaColumn[] {
  const types = descriptor['colTypes'];
  const typeNames: readonly unknown[] = Array.isArray(types) ? types : [];
  const inModel = descriptor['schemaColList'] !== undefined;
  return columnsIn(descriptor, 'the descriptor').map((column, i) => ({
    ...column,
    type: inModel || typeNames[i] ? column.type : '',
  }));
}
