import { validate, type Problem, type Workflow } from '@millrace/workflow';
import type { Context } from '../../context.ts';
import { datasetsNamed } from '../../executions/datasets-named.ts';

/** What is wrong with a graph: with the datasets of a project, where one is named and somebody has looked whether it is seen. */
export async function problemsOf(
  { db, catalogue }: Pick<Context, 'db' | 'catalogue'>,
  graph: Workflow,
  projectId: number | undefined,
): Promise<Problem[]> {
  if (projectId === undefined) return [...validate(graph, await catalogue(), {})];
  const datasets = await datasetsNamed(db, projectId, graph);
  const own = new Set(graph.dataSetDetails.map(({ uuid }) => uuid));
  const known = { has: (uuid: string) => datasets.has(uuid) || own.has(uuid) };
  return [...validate(graph, await catalogue(), { datasets: known })];
}

export const canRun = (problems: readonly Problem[]): boolean => problems.every(({ severity }) => severity !== 'error');
