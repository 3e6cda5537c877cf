import { Type } from 'typebox';
import { logName } from './run-logs.ts';
import { nodesOf, type ExecutionRow } from './transitions.ts';
import { component, Id, Millis, Nullable } from '../http/types.ts';

/** An execution as the interface returns it. */
export const ExecutionRecord = component(
  'Execution',
  Type.Object({
    id: Id,
    analysisFlowId: Id,
    userId: Id,
    projectId: Id,
    analysisFlowScheduleId: Nullable(Id),
    status: Type.Integer(),
    name: Type.String(),
    category: Type.String(),
    description: Type.String(),
    logs: Type.String({
      description: 'The log file, in the state folder of the process that ran it; empty if there is none',
    }),
    logView: Type.String({ description: 'The address of the log' }),
    serviceJobId: Type.String(),
    fireJobId: Type.String(),
    applicationId: Type.String({
      description: 'The application of Spark on a cluster, or `local-` and the id if an engine of the service runs it',
    }),
    uiWebUrl: Type.String({ description: "The page of the application of Spark, or the run's page of the service" }),
    metrics: Type.Null(),
    startTime: Millis,
    endTime: Millis,
    emailOnSuccess: Nullable(Type.String()),
    emailOnFailure: Nullable(Type.String()),
    workflowVersion: Type.Integer(),
    engine: Nullable(Type.String()),
    engineReason: Nullable(Type.String()),
    message: Nullable(Type.String()),
    nodes: Nullable(
      Type.Array(Type.String(), {
        description: 'The requested nodes, which run with the nodes they depend on; null for all',
      }),
    ),
    resumes: Nullable(Type.Integer({ description: 'The execution that this one resumes' })),
  }),
);

/** An execution that is asked for alone: also how it was asked for. */
export const ExecutionDetail = component(
  'ExecutionDetail',
  Type.Object({
    ...ExecutionRecord.properties,
    parameters: Type.Record(Type.String(), Type.String(), { description: 'Parameter values passed to it' }),
    engineAsked: Nullable(Type.String({ description: 'The requested engine; null for the default of the service' })),
    isConfigured: Type.Boolean({ description: 'True if it was requested with a Spark configuration or jars' }),
  }),
);

/** Columns of a record; the graph, which may be large, is not among them. */
export const recordColumns = [
  'id',
  'workflowId',
  'workflowVersion',
  'userId',
  'projectId',
  'scheduleId',
  'status',
  'name',
  'category',
  'description',
  'jobId',
  'emailOnSuccess',
  'emailOnFailure',
  'queuedAt',
  'startedAt',
  'endedAt',
  'heartbeatAt',
  'engine',
  'why',
  'applicationId',
  'uiWebUrl',
  'message',
  'resumes',
  'nodes',
  'logHome',
] as const satisfies readonly (keyof ExecutionRow)[];

/** The application that a run is in: that of Spark on a cluster, else a name of our own. */
export const applicationIdOf = ({ id, applicationId }: Pick<ExecutionRow, 'id' | 'applicationId'>): string =>
  applicationId ?? `local-${id}`;

/** The address of the page of a run. */
export const runPage = (id: number, baseUrl: string): string => `${baseUrl}/executions/${id}`;

export function executionRecord(row: Pick<ExecutionRow, (typeof recordColumns)[number]>, baseUrl: string) {
  const { id, workflowId, scheduleId, jobId, queuedAt, startedAt, endedAt, heartbeatAt, why, logHome, ...same } = row;
  return {
    ...same,
    nodes: nodesOf(row),
    id,
    analysisFlowId: workflowId,
    analysisFlowScheduleId: scheduleId,
    logs: logHome === null ? '' : logName(row),
    logView: `/api/v1/workflow-executions/${id}/logs/view`,
    serviceJobId: jobId,
    fireJobId: jobId,
    applicationId: applicationIdOf(row),
    uiWebUrl: row.uiWebUrl ?? runPage(id, baseUrl),
    metrics: null,
    startTime: startedAt ?? queuedAt,
    // clients subtract the times: while it is live, the end is the last sign of life
    endTime: endedAt ?? Math.max(heartbeatAt, startedAt ?? queuedAt),
    engineReason: why,
  };
}
