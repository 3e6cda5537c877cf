import type { Operations } from './operation.ts';

/** Calls about the service itself: health, sign-in, settings, figures. */
export const service: Operations = {
  'GET /health/live': ['isAlive', 'Whether the process answers'],
  'GET /actuator/health': ['health', 'Whether the service is up'],
  'GET /health/ready': ['isReady', 'Whether the service takes requests, and the state of its parts'],
  'GET /metrics': ['readMetrics', 'Metrics for Prometheus'],
  'POST /login': ['signIn', 'Sign in with a name and a password'],
  'GET /login': ['listSignInMethodsOlder', 'The ways to sign in, at another address'],
  'POST /logout': ['signOut', 'End the session'],
  'GET /login/methods': ['listSignInMethods', 'The ways to sign in'],
  'GET /login/oidc': ['signInWithProvider', 'Sign in with the identity provider'],
  'GET /login/oidc/callback': ['returnFromProvider', 'Where the identity provider leads back to'],

  'GET /api/v1/audit': ['listAudit', 'Who did what and when'],
  'GET /api/v1/configurations': ['readConfiguration', 'Settings of the service'],
  'POST /api/v1/configurations': ['changeConfiguration', 'Change settings of the service'],
  'GET /api/v1/configurations/infer': ['inferConfiguration', 'What the service has worked out by itself'],
  'GET /api/v1/search/{type}/{text}': ['search', 'Search records by a text'],
  'GET /api/v1/storage': ['readStorage', 'Bytes that records, logs, tables and caches take'],
  'GET /api/v1/engines': ['listEngines', 'Engine processes, and runs in the queue and at work'],
  'GET /api/v1/usage': ['readUsage', 'How many records there are, and who came'],
  'GET /api/v1/retention': ['readRetention', 'How long what is kept'],

  'GET /getExportPipelinesDetailsByProjectId/{id}': ['listPipelines', 'Pipelines of a project: an empty list'],
  'GET /api/v1/webApps': ['listWebApps', 'Analytical apps: an empty list'],
  'GET /api/v1/hive/databases': ['listHiveDatabases', 'Databases of a Hive metastore: an empty list'],
};
