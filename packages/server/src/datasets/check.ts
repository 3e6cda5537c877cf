import { LocalFiles } from '@millrace/file-space';
import { delimiterText, nearest, parseDataset, type JsonObject } from '@millrace/workflow';
import type { FilesAt } from '../settings/files-at.ts';
import { Problem } from '../problems.ts';
import { spacePath } from '../files/paths.ts';
import { columnTypes, datasetTypes, isDatasetType, isOfFiles, machineLearningTypes } from './kinds.ts';
import { readOptionsIn } from './read-options.ts';
import { withFileProblems } from './file-problems.ts';
import { invalidValue, mustBeOneOf } from '../refusals.ts';

/** What of a dataset goes into the columns of its table. */
export type DatasetColumns = Awaited<ReturnType<typeof checkDataset>>;

/** What of a dataset goes into the columns of its table. Fails if it could never be read. */
export async function checkDataset(record: JsonObject, files: FilesAt) {
  const parsed = parseDataset(record);
  if (!parsed.ok) {
    const errors = parsed.problems.map(({ message, code, path: at }) => ({
      message,
      code,
      ...(at === undefined ? {} : { path: at }),
    }));
    throw new Problem('UNPROCESSABLE', errors[0]?.message ?? 'the dataset cannot be read', { errors });
  }
  const { uuid, name, category, description, path, columns, header, readOptions, filterLinesContaining } =
    parsed.dataset;
  const datasetType = parsed.dataset.datasetType.trim().toUpperCase();
  if (name.trim() === '') throw wrong('name', 'field "name" is required: enter a name for the dataset');
  // PostgreSQL stores none in text
  const zero = Object.entries({ uuid, name, category, description, path }).find(([, text]) => text?.includes('\0'));
  if (zero !== undefined) throw wrong(zero[0], `field "${zero[0]}" contains a zero byte: remove it`);
  if (!isDatasetType(datasetType))
    throw wrong(
      'datasetType',
      invalidValue('field "datasetType"', datasetType, mustBeOneOf(Object.keys(datasetTypes))),
    );
  if (isOfFiles(datasetType)) await mayBePath(path, files);
  const rawDelimiter = typeof record['delimiter'] === 'string' ? record['delimiter'] : '';
  const delimiter = mustDelimit(rawDelimiter === '' ? (datasetType === 'TSV' ? '\\t' : ',') : rawDelimiter);
  for (const column of columns) {
    const type = /^\w*/.exec(column.type.trim().toUpperCase())?.[0] ?? '';
    if (!columnTypes.includes(type)) throw wrongType(column.name, column.type);
    if (column.mlType !== '' && !machineLearningTypes.includes(column.mlType.toUpperCase()))
      throw wrong(
        'datasetSchema',
        `column "${column.name}" has the invalid colMLType "${column.mlType}": ${mustBeOneOf(machineLearningTypes)}`,
      );
  }
  readOptionsIn(readOptions);
  const plain = { uuid, name, category, description, path, datasetType };
  const stored = { ...record, ...plain, header, delimiter, readOptions, filterLinesContaining };
  return { ...plain, record: JSON.stringify(stored) };
}

/** A delimiter as it is stored; fails for one that cannot stand between cells. */
export function mustDelimit(delimiter: string): string {
  if (/[\r\n"\0]/.test(delimiterText(delimiter)))
    throw wrong(
      'delimiter',
      'field "delimiter" cannot contain a line break, a quote or a zero byte: enter , or ; or | or \\t',
    );
  if (delimiter.length > 16) throw wrong('delimiter', 'field "delimiter" must have at most 16 characters');
  return delimiter;
}

/** Fails for a path that leads out of the file space; those of other file systems are left to the one who reads. */
async function mayBePath(path: string, at: FilesAt): Promise<void> {
  if (path.trim() === '') throw wrong('path', 'field "path" is required: enter the path of a file or folder');
  if (/^[a-z][a-z0-9+.-]+:/i.test(path) && !path.includes('\0')) return;
  if (at.kind !== 'local') {
    spacePath(path);
    return;
  }
  await using space = new LocalFiles(at.folder);
  await withFileProblems(() => space.target(path));
}

const wrongType = (column: string, type: string): Problem => {
  const near = nearest(type.toUpperCase(), columnTypes);
  const remedy = near === undefined ? mustBeOneOf(columnTypes) : `did you mean ${near}?`;
  return wrong('datasetSchema', `column "${column}" has the invalid colType "${type}": ${remedy}`);
};

const wrong = (field: string, message: string): Problem =>
  new Problem('UNPROCESSABLE', message, { errors: [{ message, code: 'dataset', ...(field === '' ? {} : { field }) }] });
