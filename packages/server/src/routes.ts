import { absent } from './absent/routes.ts';
import { auditReport } from './audit/routes.ts';
import { configurations } from './configurations/routes.ts';
import { connections } from './connections/routes.ts';
import { tryConnections } from './connections/try-routes.ts';
import { dashboards } from './dashboards/routes.ts';
import { dashboardSaves } from './dashboards/save-routes.ts';
import { datasetDeletion } from './datasets/delete-routes.ts';
import { datasetProfiles } from './datasets/profile-routes.ts';
import { datasets } from './datasets/routes.ts';
import { datasetSamples } from './datasets/sample-routes.ts';
import { datasetTransfer } from './datasets/transfer-routes.ts';
import { datasetVersions } from './datasets/version-routes.ts';
import { engines } from './engines/routes.ts';
import { olderExecutions } from './executions/older-routes.ts';
import { pollStatus } from './executions/poll-status-routes.ts';
import { executions } from './executions/routes.ts';
import { executionSummaries } from './executions/summary-routes.ts';
import { changes } from './files/change-routes.ts';
import { ensureHomes } from './files/ensure-homes.ts';
import { resumableUploads } from './files/resumable-upload-routes.ts';
import { files } from './files/routes.ts';
import { groupsOfProject } from './groups/project-group-routes.ts';
import { groups } from './groups/routes.ts';
import { health } from './health/routes.ts';
import type { Resource } from './http/resource.ts';
import { projectLibraries } from './libraries/routes.ts';
import { mail } from './mail/routes.ts';
import { metricsText } from './metrics/routes.ts';
import { modelDeletion } from './models/delete-routes.ts';
import { modelPredictions } from './models/predict-routes.ts';
import { models } from './models/routes.ts';
import { modelVersions } from './models/version-routes.ts';
import { processors } from './processors/routes.ts';
import { projectMembers } from './projects/member-routes.ts';
import { projectPermissions } from './projects/permission-routes.ts';
import { projects } from './projects/routes.ts';
import { results } from './results/routes.ts';
import { resultTables } from './results/table-routes.ts';
import { retention } from './retention/routes.ts';
import { roles } from './roles/routes.ts';
import { calendar } from './schedules/calendar-routes.ts';
import { schedules } from './schedules/routes.ts';
import { search } from './search/routes.ts';
import { oidcSignIn } from './sign-in/oidc-routes.ts';
import { signIn } from './sign-in/routes.ts';
import { storage } from './storage/routes.ts';
import { tokens } from './tokens/routes.ts';
import { tokensOfUsers } from './tokens/user-token-routes.ts';
import { transfer } from './transfer/routes.ts';
import { usage } from './usage/routes.ts';
import { identities } from './users/identity-routes.ts';
import { ownUser } from './users/own-routes.ts';
import { users } from './users/routes.ts';
import { variables } from './variables/routes.ts';
import { workflowCodes } from './workflows/code-routes.ts';
import { workflowColumns } from './workflows/columns-routes.ts';
import { copiesAndLocks } from './workflows/copy-and-lock-routes.ts';
import { designTime } from './workflows/design-routes.ts';
import { workflowLists } from './workflows/list-routes.ts';
import { moreWorkflows } from './workflows/more-routes.ts';
import { nodeValues } from './workflows/node-values-routes.ts';
import { workflows } from './workflows/routes.ts';
import { workflowTrash } from './workflows/trash-routes.ts';

/** Routes of the file space: each finds the home of the caller there. */
const fileSpace: Resource = (context) => async (app) => {
  ensureHomes(app, context);
  for (const part of [changes, resumableUploads, files]) await app.register(part(context));
};

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
  projectMembers,
  projectLibraries,
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
  pollStatus,
  olderExecutions,
  executionSummaries,
  results,
  resultTables,
  modelPredictions,
  models,
  modelVersions,
  modelDeletion,
  mail,
  dashboards,
  dashboardSaves,
  variables,
  connections,
  tryConnections,
  schedules,
  calendar,
  datasetSamples,
  datasetProfiles,
  datasetDeletion,
  datasetVersions,
  datasetTransfer,
  datasets,
  fileSpace,
  absent,
];
