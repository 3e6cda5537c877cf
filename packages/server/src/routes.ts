import { absent } from './absent/routes.ts';
import { auditReport } from './audit/routes.ts';
import { connections } from './connections/routes.ts';
import { tryConnections } from './connections/try-routes.ts';
import { configurations } from './configurations/routes.ts';
import { dashboards } from './dashboards/routes.ts';
import { olderExecutions } from './executions/older-routes.ts';
import { datasets } from './datasets/routes.ts';
import { executionSummaries } from './executions/summary-routes.ts';
import { executions } from './executions/routes.ts';
import { engines } from './engines/routes.ts';
import { groupsOfProject } from './groups/of-project.ts';
import { groups } from './groups/routes.ts';
import { files } from './files/routes.ts';
import { health } from './health/routes.ts';
import { mail } from './mail/routes.ts';
import { metricsText } from './metrics/routes.ts';
import { models } from './models/routes.ts';
import { processors } from './processors/routes.ts';
import { projectPermissions } from './projects/permissions.ts';
import { projects } from './projects/routes.ts';
import type { Resource } from './http/resource.ts';
import { retention } from './retention/routes.ts';
import { results } from './results/routes.ts';
import { resultTables } from './results/table-routes.ts';
import { roles } from './roles/routes.ts';
import { calendar } from './schedules/calendar.ts';
import { schedules } from './schedules/routes.ts';
import { oidcSignIn } from './sign-in/oidc-routes.ts';
import { search } from './search/routes.ts';
import { signIn } from './sign-in/routes.ts';
import { transfer } from './transfer/routes.ts';
import { storage } from './storage/routes.ts';
import { tokensOfUsers } from './tokens/of-users.ts';
import { tokens } from './tokens/routes.ts';
import { usage } from './usage/routes.ts';
import { identities } from './users/identities.ts';
import { ownUser } from './users/own.ts';
import { users } from './users/routes.ts';
import { variables } from './variables/routes.ts';
import { copiesAndLocks } from './workflows/copies-and-locks.ts';
import { workflowCodes } from './workflows/code-routes.ts';
import { workflowColumns } from './workflows/columns-routes.ts';
import { designTime } from './workflows/design-routes.ts';
import { workflowLists } from './workflows/lists.ts';
import { moreWorkflows } from './workflows/more-routes.ts';
import { nodeValues } from './workflows/node-values-routes.ts';
import { workflows } from './workflows/routes.ts';
import { workflowTrash } from './workflows/trash-routes.ts';

/** Every part of the interface. */
export const resources: readonly Resource[] = [
  health,
  metricsText,
  signIn,
  oidcSignIn,
  tokens,
  tokensOfUsers,
  users,
  ownUser,
  identities,
  groups,
  groupsOfProject,
  roles,
  auditReport,
  configurations,
  search,
  storage,
  engines,
  usage,
  retention,
  projects,
  projectPermissions,
  transfer,
  processors,
  workflows,
  moreWorkflows,
  copiesAndLocks,
  workflowLists,
  workflowTrash,
  designTime,
  workflowColumns,
  workflowCodes,
  nodeValues,
  executions,
  olderExecutions,
  executionSummaries,
  results,
  resultTables,
  models,
  mail,
  dashboards,
  variables,
  connections,
  tryConnections,
  schedules,
  calendar,
  datasets,
  files,
  absent,
];
