import { randomUUID } from 'node:crypto';
import type { ProcessorCatalogue } from '@millrace/processors';
import { withCompatibility, type Compatibility, type JsonObject } from '@millrace/workflow';
import { pace } from '../timing/pace.ts';
import type { FindLenientDates } from '../datasets/lenient-dates.ts';
import type { DatasetColumns } from '../datasets/check.ts';
import { newColumns, type DatasetInput } from '../datasets/save.ts';
import { draftOf, withoutVersion, type WorkflowDraft } from '../workflows/draft.ts';
import { adaptations } from '../workflows/adaptations.ts';
import { olderSparkIn, type OlderSpark } from '../workflows/older-spark.ts';
import { inFile } from '../http/in-file.ts';
import { readSchedule, type ReadSchedule } from './import-schedules.ts';
import { readVariable, type ReadVariable } from './import-variables.ts';
import { readModel, type ReadModel } from './read-model.ts';
import type { FilesAt } from '../settings/files-at.ts';
import type { Document, ProjectFiles } from './project-files.ts';

interface Prepared {
  readonly file: string;
  /** Its uuid in the archive, or a new one where it has none. */
  readonly uuid: string;
}

export interface PreparedWorkflow extends Prepared {
  readonly draft: WorkflowDraft;
  /** Why it may be better run as an older Spark ran it. */
  readonly older: readonly OlderSpark[];
}

export interface PreparedDataset extends Prepared {
  readonly input: JsonObject;
  readonly columns: DatasetColumns;
}

export interface PreparedDashboard extends Prepared {
  readonly input: JsonObject;
}

/** A project of an archive, looked through and ready for the store. */
export interface PreparedProject extends Omit<ProjectFiles, 'documents' | 'modelFiles'> {
  readonly workflows: readonly PreparedWorkflow[];
  readonly datasets: readonly PreparedDataset[];
  readonly dashboards: readonly PreparedDashboard[];
  readonly schedules: readonly ReadSchedule[];
  readonly variables: readonly ReadVariable[];
  readonly models: readonly ReadModel[];
}

export interface PrepareOptions {
  /** Where the file space lies. */
  readonly files: FilesAt;
  readonly catalogue: ProcessorCatalogue;
  readonly lenientDates: FindLenientDates;
  /** Written into all workflows; if absent each has what it says. */
  readonly compatibility?: Compatibility | undefined;
}

const uuidOf = ({ uuid }: JsonObject): string => (typeof uuid === 'string' && uuid !== '' ? uuid : randomUUID());

/**
 * Looks through the documents of a project, before anything is written: the store has one writer, who keeps all others
 * waiting.
 */
export async function prepareProject(
  { documents, modelFiles, ...head }: ProjectFiles,
  { files, catalogue, lenientDates, compatibility }: PrepareOptions,
): Promise<PreparedProject> {
  const breathe = pace();
  const each = async <From, To>(
    from: readonly From[],
    work: (one: From) => To | Promise<To>,
  ): Promise<readonly To[]> => {
    const targets: To[] = [];
    for (const one of from) {
      targets.push(await work(one));
      await breathe();
    }
    return targets;
  };
  return {
    ...head,
    datasets: await each(documents.datasets, async ({ file, value }: Document) => {
      const uuid = uuidOf(value);
      const record = { ...value, uuid };
      return {
        file,
        uuid,
        input: record,
        columns: await inFile(file, () => newColumns(record as DatasetInput, files)),
      };
    }),
    workflows: await each(documents.workflows, async ({ file, workflow }) => {
      const graph = withCompatibility(withoutVersion(workflow), compatibility);
      const older = await olderSparkIn(graph, catalogue, { isOld: adaptations(workflow, []).length > 0, lenientDates });
      const uuid = workflow.uuid === '' ? randomUUID() : workflow.uuid;
      return { file, uuid, draft: await draftOf({ ...graph, uuid }, breathe), older };
    }),
    dashboards: await each(documents.dashboards, ({ file, value }) => {
      const uuid = uuidOf(value);
      return { file, uuid, input: { ...value, uuid } };
    }),
    schedules: await each(documents.schedules, readSchedule),
    variables: await each(documents.variables, readVariable),
    models: await each(documents.models, (document) => readModel(document, modelFiles)),
  };
}
