import { randomUUID } from 'node:crypto';
import { parseWorkflow, readJson } from '@millrace/workflow';
import type { Kysely } from 'kysely';
import type { Principal } from '../../access/principal.ts';
import { projectFor } from '../../access/projects.ts';
import { Problem } from '../../http/problems.ts';
import type { Tables } from '../../store/tables.ts';
import { saveWorkflow } from './save.ts';

/** What becomes of a workflow whose uuid is there already. */
export const uuidOptions = ['createNewUUID', 'createNewUUIDIfExist', 'overwriteWorkflowIfUUIDExistInProject'] as const;

export type UuidOption = (typeof uuidOptions)[number];

export interface Imported {
  readonly file: string;
  readonly id: number;
  readonly name: string;
  /** True where a workflow of this uuid got a new version. */
  readonly overwritten: boolean;
}

/** A file to import: its name, and its text. */
export interface ImportFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Imports workflow files into a project: graphs, records with a `workflow`, arrays of either, and what the export gives.
 * All or none: a file that is no workflow stops the import and is named.
 */
export async function importWorkflows(
  db: Kysely<Tables>,
  who: Principal,
  { files, projectId, uuidOption }: { files: readonly ImportFile[]; projectId: number | null; uuidOption: UuidOption },
  now: number,
): Promise<readonly Imported[]> {
  const project = await projectFor(db, who, projectId, 'EDIT');
  const graphs = files.flatMap(graphsOf);
  if (graphs.length === 0)
    throw new Problem('UNPROCESSABLE', 'there is no workflow to import: send files as parts of a form');
  return db.transaction().execute(async (tx) => {
    const done: Imported[] = [];
    for (const { file, graph } of graphs) {
      const uuid = typeof graph['uuid'] === 'string' ? graph['uuid'] : '';
      const known =
        uuid === ''
          ? undefined
          : await tx
              .selectFrom('workflows')
              .select(['id'])
              .where('projectId', '=', project)
              .where('uuid', '=', uuid)
              .executeTakeFirst();
      const overwritten = known !== undefined && uuidOption === 'overwriteWorkflowIfUUIDExistInProject';
      const renewed = uuid === '' || uuidOption === 'createNewUUID' || (known !== undefined && !overwritten);
      const { version: _, ...rest } = graph;
      const workflow = { ...rest, uuid: renewed ? randomUUID() : uuid };
      const saving = {
        id: overwritten ? known.id : null,
        projectId: project,
        comment: `imported from ${file}`.slice(0, 1_000),
        workflow,
      };
      const id = await saveWorkflow(tx, who, saving, now);
      done.push({ file, id, name: String(graph['name'] ?? ''), overwritten });
    }
    return done;
  });
}

/** The graphs of a file, be it one, a record that holds one, or an array of either. */
export function graphsOf({ name, text }: ImportFile): { file: string; graph: Record<string, unknown> }[] {
  const read = readJson(text);
  if (!read.ok)
    throw new Problem(
      'UNPROCESSABLE',
      `"${name}" is no JSON: line ${read.line}, column ${read.column}: ${read.message}`,
    );
  const documents = Array.isArray(read.value) ? read.value : [read.value];
  return documents.map((document) => {
    // an export is an array of texts, each a document of its own
    const inner = typeof document === 'string' ? readJson(document) : { ok: true as const, value: document };
    const value = inner.ok ? inner.value : null;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Problem('UNPROCESSABLE', `"${name}" holds no workflow`);
    const graph = (
      typeof value['workflow'] === 'object' && value['workflow'] !== null ? value['workflow'] : value
    ) as Record<string, unknown>;
    const parsed = parseWorkflow(JSON.stringify(graph));
    const [problem] = parsed.ok ? [] : parsed.problems;
    if (problem !== undefined || !Array.isArray(graph['nodes']))
      throw new Problem('UNPROCESSABLE', `"${name}" is no workflow: ${problem?.message ?? 'it has no nodes'}`);
    return { file: name, graph };
  });
}
