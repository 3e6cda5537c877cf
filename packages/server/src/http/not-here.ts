/** What other services of this interface have and this one has not: how its calls begin, and the answer about it. */
const features: readonly (readonly [begins: RegExp, told: string])[] = [
  [
    /^\/(executePipeline|getExportPipelines|api\/v1\/(pipelines?|pipeline-schedules|pipelineExecution)(\/|$))/,
    'pipelines of workflows: a workflow is executed, or scheduled, by itself',
  ],
  [/^\/api\/v1\/webApps\//, 'analytical apps'],
  [/^\/api\/v1\/hive\//, 'calls to a Hive metastore: workflows read and write tables by their nodes'],
  [
    /^\/api\/v1\/(s3-buckets|aws-s3|dbfs)(\/|$)/,
    'calls to other file systems: those of /api/v1/hdfs reach the file space, which may lie on S3',
  ],
  [
    /^\/(messageFromSparkJob|api\/v1\/spark-job)(\/|$)/,
    'messages from engines over HTTP: results are read at /api/v1/workflow-executions/{id}/results',
  ],
  [/^\/api\/v[12]\/i-dashboards(\/|$)/, 'interactive dashboards: /api/v1/dashboards has those that there are'],
  [/^\/oauth\/token(\/|$)/, 'tokens for passwords: sign in and make one at POST /api/v1/tokens'],
];

/** The answer about a path that belongs to a feature that is not here; undefined for any other. */
export const notHere = (path: string): string | undefined => features.find(([begins]) => begins.test(path))?.[1];
