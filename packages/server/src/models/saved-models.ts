import type { Manifest, PrepareOptions } from '@millrace/runner';
import type { Compatibility } from '@millrace/workflow';
import type { Db } from '../store/database.ts';
import type { Selectable } from 'kysely';
import type { ExecutionTable } from '../store/tables/executions.ts';
import { Problem } from '../problems.ts';
import type { FileSpace } from '../files/file-space.ts';
import { spacePath } from '../files/paths.ts';
import { describeModel } from './describe.ts';
import { evaluatedModels, evaluationsOf } from './evaluated-models.ts';
import { registerVersion, type NewVersion } from './register.ts';
import { trainingOf, type SourceStamps } from './training.ts';

export { stampSources } from './training.ts';

interface ModelRun {
  readonly execution: Selectable<ExecutionTable>;
  readonly options: Pick<PrepareOptions, 'workflow' | 'catalogue'>;
  readonly compatibility: Compatibility;
  readonly stamps: SourceStamps;
  /** The files of the owner of the run. */
  readonly space: FileSpace;
}

/** What registers the models that a run has saved, and keeps metrics of others, together with its end. */
export async function savedModels(
  db: Db,
  { execution, options, compatibility, stamps, space }: ModelRun,
  manifest: Manifest,
): Promise<{ message: string | null; change: (tx: Db, at: number) => Promise<void> }> {
  const { id, name, workflowId, workflowVersion, projectId, userId } = execution;
  const versions: NewVersion[] = [];
  const metricSource = { workflow: { id: workflowId, name }, executionId: id };
  const evaluations = await evaluatedModels(db, projectId, evaluationsOf(options.workflow, manifest, metricSource));
  const faults: string[] = [...evaluations.faults];
  for (const output of manifest.outputs) {
    if (output.type !== 'file' || output.model === undefined || !output.written) continue;
    const { name: modelName, ...facts } = output.model;
    const path = spacePath(output.path);
    try {
      const record = {
        ...facts,
        ...(await describeModel(space, path)),
        engine: manifest.engine,
        compatibility,
        workflow: { id: workflowId, name, version: workflowVersion },
        ...trainingOf(options, output.nodeId, manifest, stamps, metricSource),
      };
      versions.push({ projectId, name: modelName, path, record, executionId: id, nodeId: output.nodeId, userId });
      faults.push(...(await championsIn(db, path)));
    } catch (error) {
      // it is saved; it may have been taken away since
      if (!(error instanceof Problem)) throw error;
      faults.push(`model "${modelName}" is saved but not registered: ${error.message}`);
    }
  }
  return {
    message: faults.length === 0 ? null : faults.join('; '),
    change: async (tx, at) => {
      for (const version of versions) await registerVersion(tx, version, at);
      await evaluations.save(tx);
    },
  };
}

/** Says which champions lie in a folder that is saved over. */
async function championsIn(db: Db, path: string): Promise<string[]> {
  const champions = await db
    .selectFrom('models')
    .innerJoin('modelVersions', (join) =>
      join.onRef('modelVersions.modelId', '=', 'models.id').onRef('modelVersions.version', '=', 'models.champion'),
    )
    .select(['models.name', 'modelVersions.version'])
    .where('modelVersions.path', '=', path)
    .where('modelVersions.replacedAt', 'is', null)
    .orderBy('models.id')
    .execute();
  return champions.map(
    ({ name, version }) =>
      `version ${version} of model "${name}", its champion, was overwritten: mark another version as champion`,
  );
}
