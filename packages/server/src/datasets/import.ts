import { randomUUID } from 'node:crypto';
import { readJson, type JsonObject } from '@millrace/workflow';
import type { Kysely, Transaction } from 'kysely';
import type { Principal } from '../access/principal.ts';
import { projectFor } from '../access/projects.ts';
import type { FilesAt } from '../settings/files-at.ts';
import { Problem } from '../problems.ts';
import type { TextFile } from '../http/text-files.ts';
import { pace } from '../timing/pace.ts';
import { idsByUuid } from '../store/ids-by-uuid.ts';
import type { Tables } from '../store/tables.ts';
import { inFile } from '../http/in-file.ts';
import type { DatasetColumns } from './check.ts';
import { insertDatasets, newColumns, updateDataset, type DatasetInput } from './save.ts';
import { notJsonFile, nothingToImport } from '../refusals.ts';

/** What becomes of a dataset whose uuid the project has. */
export const uuidOptions = ['createNewUUID', 'createNewUUIDIfExist', 'overwriteDatasetIfUUIDExistInProject'] as const;

export type UuidOption = (typeof uuidOptions)[number];

export interface DatasetImportReport {
  readonly file: string;
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  /** True if a dataset of this uuid got a new version. */
  readonly overwritten: boolean;
  /** True if it has a new uuid. */
  readonly renewed: boolean;
}

interface Draft {
  readonly file: string;
  readonly input: JsonObject;
  readonly columns: DatasetColumns;
}

interface DatasetImport {
  readonly files: readonly TextFile[];
  readonly projectId: number | null;
  readonly uuidOption: UuidOption;
}

interface DatasetImportContext {
  readonly now: number;
  /** Root of the file space. */
  readonly files: FilesAt;
}

/**
 * Imports files of dataset records into a project: records, arrays of them, and what the export gives. All or none: a file
 * that holds no dataset stops the import and is named.
 */
export async function importDatasets(
  db: Kysely<Tables>,
  who: Principal,
  { files, projectId, uuidOption }: DatasetImport,
  context: DatasetImportContext,
): Promise<readonly DatasetImportReport[]> {
  await projectFor(db, who, projectId, 'EDIT');
  const drafts: Draft[] = [];
  const uuids = new Set<string>();
  const breathe = pace();
  for (const file of files)
    for (const record of recordsIn(file)) {
      const columns = await inFile(file.name, () => newColumns(record as DatasetInput, context.files));
      if (uuids.has(columns.uuid))
        throw new Problem(
          'UNPROCESSABLE',
          `file "${file.name}" repeats the UUID ${columns.uuid}: import each dataset once`,
        );
      uuids.add(columns.uuid);
      drafts.push({ file: file.name, input: record, columns });
      await breathe();
    }
  if (drafts.length === 0) throw nothingToImport('dataset');
  return db.transaction().execute(async (tx) => {
    const project = await projectFor(tx, who, projectId, 'EDIT');
    return store(tx, who, { drafts, project, uuidOption }, context);
  });
}

async function store(
  tx: Transaction<Tables>,
  who: Principal,
  { drafts, project, uuidOption }: { drafts: readonly Draft[]; project: number; uuidOption: UuidOption },
  context: DatasetImportContext,
): Promise<readonly DatasetImportReport[]> {
  const uuids = drafts.map(({ columns }) => columns.uuid);
  const existingIds = await idsByUuid(tx, 'datasets', project, uuids);
  const targets = drafts.map(({ file, input, columns }) => {
    const id = existingIds.get(columns.uuid);
    const hasUuid = typeof input['uuid'] === 'string' && input['uuid'] !== '';
    const over = uuidOption === 'overwriteDatasetIfUUIDExistInProject' ? id : undefined;
    const renewed = !hasUuid || (over === undefined && (uuidOption === 'createNewUUID' || id !== undefined));
    return {
      file,
      input,
      over,
      renewed,
      columns: renewed && hasUuid ? withUuid(columns, randomUUID()) : columns,
    };
  });
  for (const { file, input, over } of targets)
    if (over !== undefined)
      await inFile(file, () => updateDataset(tx, who, over, { ...input, version: null } as DatasetInput, context));
  const fresh = targets.filter(({ over }) => over === undefined).map(({ columns }) => columns);
  const rows = await insertDatasets(tx, who, project, fresh, context.now);
  return targets.map(({ file, over, renewed, columns: { uuid, name } }) => ({
    file,
    id: over ?? rows.get(uuid)!,
    uuid,
    name,
    overwritten: over !== undefined,
    renewed,
  }));
}

const withUuid = (columns: DatasetColumns, uuid: string): DatasetColumns => ({
  ...columns,
  uuid,
  record: JSON.stringify({ ...(JSON.parse(columns.record) as JsonObject), uuid }),
});

/** The records of a file, be it one, an array of them, or of texts that hold one each. */
function* recordsIn({ name, text }: TextFile): Generator<JsonObject> {
  const read = readJson(text);
  if (!read.ok) throw notJsonFile(`"${name}"`, read);
  for (const document of Array.isArray(read.value) ? read.value : [read.value]) {
    const inner = typeof document === 'string' ? readJson(document) : { ok: true as const, value: document };
    const value = inner.ok ? inner.value : null;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Problem(
        'UNPROCESSABLE',
        `file "${name}" holds no dataset: a dataset is a JSON object with a name and a path`,
      );
    yield value as JsonObject;
  }
}
