import type { Access } from '../src/http/access.ts';

/**
 * Who may call each route. A new route gets a line here: the test names those that have none. GET stands for HEAD too.
 */
export const accessTable: Readonly<Record<string, Access>> = {
  // operation
  'GET /docs': 'public',
  'GET /docs/json': 'public',
  'GET /docs/yaml': 'public',
  'GET /docs/static/*': 'public',
  'GET /docs/static/index.html': 'public',
  'GET /docs/static/swagger-initializer.js': 'public',
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'GET /actuator/health': 'public',
  'GET /api/v1/audit': 'audit.report.manage',

  // sign-in
  'POST /login': 'public',
  'POST /logout': 'public',
  'GET /api/v1/tokens': 'signed-in',
  'GET /api/v1/tokens/:id': 'signed-in',
  'POST /api/v1/tokens': 'enable.tokenGeneration',
  'DELETE /api/v1/tokens/:id': 'signed-in',

  // users, groups, roles
  'GET /api/v1/users/me': 'signed-in',
  'PUT /api/v1/users/profile': 'signed-in',
  'POST /api/v1/users/password': 'signed-in',
  'PUT /api/v1/user/currentProject/:id': 'signed-in',
  'GET /api/v1/users/basicInfo': 'signed-in',
  'GET /api/v1/users': 'users.manage',
  'GET /usersJSON': 'users.manage',
  'GET /api/v1/users/details': 'users.manage',
  'POST /api/v1/users': 'users.manage',
  'DELETE /api/v1/users/:id': 'users.manage',
  'GET /api/v1/groups': 'signed-in',
  'POST /api/v1/groups': 'groups.manage',
  'DELETE /api/v1/groups/:id': 'groups.manage',
  'DELETE /deleteGroup/:id': 'groups.manage',
  'GET /api/v1/permissions': 'signed-in',
  'GET /api/v1/roles': 'signed-in',
  'GET /userRoles': 'signed-in',
  'POST /api/v1/roles': 'roles.manage',
  'DELETE /api/v1/roles/:id': 'roles.manage',

  // projects
  'GET /api/v1/projects': 'signed-in',
  'GET /api/v1/projects/users/logged-in': 'signed-in',
  'GET /api/v1/projects/projects/users': 'signed-in',
  'GET /api/v1/project/info': 'signed-in',
  'GET /api/v1/projects/:id': 'signed-in',
  'POST /api/v1/projects': 'projects.manage',
  'PUT /api/v1/projects/:id': 'projects.manage',
  'DELETE /api/v1/projects/:id': 'projects.manage',
  'GET /api/v1/projects/:id/members': 'signed-in',
  'PUT /api/v1/projects/:id/members': 'enable.projectShare',

  // processors
  'GET /api/v1/nodes': 'signed-in',
  'GET /nodeList': 'signed-in',
  'GET /api/v1/nodes/count': 'signed-in',
  'GET /getNodeCount': 'signed-in',
  'GET /api/v1/nodes/names/:name': 'signed-in',
  'GET /api/v1/node-rules': 'signed-in',

  // workflows
  'GET /api/v1/workflows': 'workflows.view',
  'GET /api/v1/workflows/all': 'workflows.view',
  'GET /api/v1/workflows/latest': 'workflows.view',
  'GET /api/v1/workflows/count': 'workflows.view',
  'GET /api/v1/workflows/versions': 'workflows.view',
  'GET /api/v1/workflows/id/:id': 'workflows.view',
  'GET /api/v1/workflows/:id': 'workflows.view',
  'POST /api/v1/workflows/validate': 'workflows.view',
  'POST /api/v1/workflows': 'workflows.modify',
  'PUT /api/v1/workflows': 'workflows.modify',
  'DELETE /api/v1/workflows/id/:id': 'workflows.modify',
  'DELETE /api/v1/workflows/:id': 'workflows.modify',

  // executions
  'POST /api/v1/workflow/execute': 'workflows.execute',
  'POST /api/v1/workflows/execute': 'workflows.execute',
  'GET /api/v1/workflow-executions': 'workflows.view',
  'GET /api/v1/workflow-executions/latest': 'workflows.view',
  'GET /api/v1/workflow-executions/workflows/:id': 'workflows.view',
  'GET /api/v1/workflow-executions/tasks/count': 'workflows.view',
  'GET /api/v1/workflow-executions/:id': 'workflows.view',
  'GET /api/v1/workflowExecution/:id': 'workflows.view',
  'GET /api/v1/update-status-workflow-execution/:id': 'workflows.view',
  'GET /api/v1/workflow-executions/:id/status': 'workflows.view',
  'GET /api/v1/workflow-executions/:id/events': 'workflows.view',
  'POST /api/v1/workflow-execution/:id/stop': 'workflows.execute',
  'POST /api/v1/workflow-execution/:id/kill': 'workflows.execute',
  'DELETE /api/v1/workflow-executions/days/:days': 'workflows.execute',

  // variables and connections
  'GET /api/v1/variables': 'variables.view',
  'GET /api/v1/variables/:id': 'variables.view',
  'POST /api/v1/variables': 'variables.modify',
  'PUT /api/v1/variables/:id': 'variables.modify',
  'DELETE /api/v1/variables/:id': 'variables.modify',
  'GET /api/v1/connections': 'signed-in',
  'GET /api/v1/connections/loggedInUser': 'signed-in',
  'GET /api/v1/connections/global': 'signed-in',
  'GET /api/v1/connections/categories/:category': 'signed-in',
  'GET /api/v1/connections/projects/:projectId': 'signed-in',
  'GET /api/v1/connections/name/:name/isUnique': 'signed-in',
  'GET /api/v1/connections/:id': 'signed-in',
  'POST /api/v1/connections': 'connections.manage',
  'PUT /api/v1/connections/:id': 'connections.manage',
  'DELETE /api/v1/connections/:id': 'connections.manage',
};
