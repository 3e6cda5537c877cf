import {
  applyParameters,
  parametersOf,
  parseDataset,
  type Dataset,
  type ParameterLayers,
  type Workflow,
} from '@millrace/workflow';
import type { Db } from '../store/database.ts';

/** Longest uuid that a dataset has (`datasets.uuid`), and most of them that are asked for in one query. */
const [longest, atOnce] = [255, 500];

/** The saved datasets of a project that fields of a graph name, once its parameters are put in; by uuid. */
export async function referencedDatasets(
  db: Db,
  projectId: number,
  workflow: Workflow,
  layers: Omit<ParameterLayers, 'workflow' | 'node'> = {},
): Promise<ReadonlyMap<string, Dataset>> {
  const { nodes } = applyParameters(workflow, parametersOf(workflow, layers).values).workflow;
  const values = nodes.flatMap(({ fields }) => fields.flatMap(({ value }) => value ?? []));
  const names = [...new Set(values)].filter((value) => value !== '' && value.length <= longest);
  const datasets = new Map<string, Dataset>();
  for (let from = 0; from < names.length; from += atOnce) {
    const rows = await db
      .selectFrom('datasets')
      .select(['uuid', 'record'])
      .where('projectId', '=', projectId)
      .where('uuid', 'in', names.slice(from, from + atOnce))
      .execute();
    for (const { uuid, record } of rows) {
      const parsed = parseDataset(record);
      if (parsed.ok) datasets.set(uuid, parsed.dataset);
    }
  }
  return datasets;
}
