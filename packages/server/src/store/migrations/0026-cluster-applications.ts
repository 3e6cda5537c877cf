import type { Statements } from './statements.ts';

/** The application of Spark that a run is in on a cluster, and the address of Spark's page. */
export const clusterApplications: Statements = ({ text }) => [
  `alter table executions add column application_id ${text}`,
  `alter table executions add column ui_web_url ${text}`,
];
