import { datasets } from './operations/datasets.ts';
import { executions } from './operations/executions.ts';
import { files } from './operations/files.ts';
import type { Operations } from './operations/operation.ts';
import { models } from './operations/models.ts';
import { projectRecords } from './operations/project-records.ts';
import { projects } from './operations/projects.ts';
import { schedules } from './operations/schedules.ts';
import { service } from './operations/service.ts';
import { users } from './operations/users.ts';
import { workflows } from './operations/workflows.ts';

/**
 * What each call is named in the description of the interface, and what it does in a few words. Generated clients call their
 * methods so: a name stays once it is published. A call at an older address says which one it is the same as.
 */
export const operations: Operations = {
  ...service,
  ...users,
  ...projects,
  ...workflows,
  ...executions,
  ...models,
  ...projectRecords,
  ...schedules,
  ...datasets,
  ...files,
};
