import { flawOf } from '@millrace/processors/registered';
import type { Compatibility } from '@millrace/workflow';
import type { Principal } from '../access/principal.ts';
import { projectFor } from '../access/projects.ts';
import { compatibilityOfProject } from '../compatibility.ts';
import type { Context } from '../context.ts';
import { pathIn } from '../files/addressed-path.ts';
import { spaceOf } from '../files/home.ts';
import { Problem } from '../problems.ts';
import { inTransaction } from '../store/database.ts';
import { describeModel } from './describe.ts';
import type { ModelRecord } from './record.ts';
import { registerVersion } from './register.ts';

/** Files that are to become a version of a model. */
export interface ModelRegistration {
  readonly projectId?: number | null | undefined;
  readonly name: string;
  /** The folder that holds them, as the caller names it. */
  readonly path: string;
  /** Which Spark it predicts as; that of its project if undefined. */
  readonly compatibility?: Compatibility | undefined;
}

/** Registers a model that lies in the file space, as the next version of the model of that name. */
export async function registerFiles(
  { db, settings, now }: Pick<Context, 'db' | 'settings' | 'now'>,
  who: Principal,
  registration: ModelRegistration,
) {
  const name = registration.name.trim();
  const flaw = flawOf(name);
  if (flaw !== undefined)
    throw new Problem('UNPROCESSABLE', `model name ${JSON.stringify(name)} contains ${flaw}: enter a plain name`);
  const projectId = await projectFor(db, who, registration.projectId, 'EDIT');
  const path = pathIn(settings.files, registration.path);
  const files = await describeModel(spaceOf(settings.files, who), path);
  const record: ModelRecord = {
    ...files,
    title: 'registered model',
    columns: [],
    features: {},
    classes: {},
    engine: null,
    compatibility: registration.compatibility ?? (await compatibilityOfProject(db, projectId)),
    workflow: null,
    maker: null,
    rows: null,
    data: null,
    metrics: [],
  };
  return inTransaction(db, (tx) =>
    registerVersion(tx, { projectId, name, path, record, executionId: null, nodeId: null, userId: who.id }, now()),
  );
}
