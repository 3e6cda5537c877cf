import type { Project } from '../api/queries.ts';

/** The name of a record's project; empty while it is unknown. */
export function projectNames(projects: readonly Project[]): (record: { readonly projectId: number }) => string {
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  return ({ projectId }) => names.get(projectId) ?? '';
}
