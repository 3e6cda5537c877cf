import { auditReport } from './audit/routes.ts';
import { connections } from './connections/routes.ts';
import { dashboards } from './dashboards/routes.ts';
import { olderExecutions } from './executions/older-routes.ts';
import { datasets } from './datasets/routes.ts';
import { executions } from './executions/routes.ts';
import { groups } from './groups/routes.ts';
import { files } from './files/routes.ts';
import { health } from './health/routes.ts';
import { mail } from './mail/routes.ts';
import { processors } from './processors/routes.ts';
import { projects } from './projects/routes.ts';
import type { Resource } from './resource.ts';
import { results } from './results/routes.ts';
import { roles } from './roles/routes.ts';
import { schedules } from './schedules/routes.ts';
import { signIn } from './sign-in/routes.ts';
import { storage } from './storage/routes.ts';
import { tokens } from './tokens/routes.ts';
import { ownUser } from './users/own.ts';
import { users } from './users/routes.ts';
import { variables } from './variables/routes.ts';
import { designTime } from './workflows/design-routes.ts';
import { moreWorkflows } from './workflows/more-routes.ts';
import { workflows } from './workflows/routes.ts';

/** Every part of the interface. */
export const resources: readonly Resource[] = [
  health,
  signIn,
  tokens,
  users,
  ownUser,
  groups,
  roles,
  auditReport,
  storage,
  projects,
  processors,
  workflows,
  moreWorkflows,
  designTime,
  executions,
  olderExecutions,
  results,
  mail,
  dashboards,
  variables,
  connections,
  schedules,
  datasets,
  files,
];
