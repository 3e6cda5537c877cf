import { validating, type Problem, type Workflow } from '@millrace/workflow';
import type { Context } from '../context.ts';
import { referencedDatasets } from '../datasets/referenced-datasets.ts';
import { inTurns, pace } from '../timing/pace.ts';

/**
 * What is wrong with a graph: with the datasets of a project, if one is named; whether the caller may see it is checked before.
 * Others are served while a large one is checked.
 */
export async function problemsOf(
  { db, catalogue }: Pick<Context, 'db' | 'catalogue'>,
  graph: Workflow,
  projectId: number | undefined,
): Promise<Problem[]> {
  const breathe = pace();
  if (projectId === undefined) return [...(await inTurns(validating(graph, await catalogue(), {}), breathe))];
  await breathe();
  const datasets = await referencedDatasets(db, projectId, graph);
  const own = new Set(graph.dataSetDetails.map(({ uuid }) => uuid));
  const uuids = { has: (uuid: string) => datasets.has(uuid) || own.has(uuid) };
  await breathe();
  return [...(await inTurns(validating(graph, await catalogue(), { datasets: uuids }), breathe))];
}

export const canRun = (problems: readonly Problem[]): boolean => problems.every(({ severity }) => severity !== 'error');
