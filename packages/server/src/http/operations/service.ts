import type { Operations } from './operation.ts';

/** Calls about the service itself: health, sign-in, settings, figures. */
export const service: Operations = {
  'GET /health/live': ['isAlive', 'Check whether the process responds'],
  'GET /actuator/health': ['health', 'Check whether the service is up'],
  'GET /health/ready': ['isReady', 'Check whether the service accepts requests, and the state of its parts'],
  'GET /metrics': ['readMetrics', 'Get metrics for Prometheus'],
  'POST /login': ['signIn', 'Sign in with a user name and password'],
  'GET /login': ['listSignInMethodsOlder', 'List the sign-in methods (alternative path)'],
  'POST /logout': ['signOut', 'Sign out'],
  'GET /login/methods': ['listSignInMethods', 'List the sign-in methods'],
  'GET /login/oidc': ['signInWithProvider', 'Sign in with the identity provider'],
  'GET /login/oidc/callback': ['returnFromProvider', 'Complete a sign-in with the identity provider'],

  'GET /api/v1/audit': ['listAudit', 'List audit log entries'],
  'GET /api/v1/configurations': ['readConfiguration', 'List the settings of the service'],
  'POST /api/v1/configurations': ['changeConfiguration', 'Change settings of the service'],
  'GET /api/v1/configurations/infer': ['inferConfiguration', 'List the derived settings'],
  'GET /api/v1/search/{type}/{text}': ['search', 'Search records'],
  'GET /api/v1/storage': ['readStorage', 'Get the storage use of records, logs, tables and caches'],
  'GET /api/v1/engines': ['listEngines', 'Get engine processes, and queued and active runs'],
  'GET /api/v1/usage': ['readUsage', 'Get the number of records and active users'],
  'GET /api/v1/retention': ['readRetention', 'List the retention periods'],

  'GET /getExportPipelinesDetailsByProjectId/{id}': ['listPipelines', 'List the pipelines of a project: always empty'],
  'GET /api/v1/webApps': ['listWebApps', 'List analytical apps: always empty'],
  'GET /api/v1/hive/databases': ['listHiveDatabases', 'List the databases of a Hive metastore: always empty'],
};
