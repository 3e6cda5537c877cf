/** What other services of this interface have and this one has not: how its calls begin, and the answer about it. */
const features: readonly (readonly [begins: RegExp, message: string])[] = [
  [
    /^\/(executePipeline|getExportPipelines|api\/v1\/(pipelines?|pipeline-schedules|pipelineExecution)(\/|$))/,
    'this service has no pipelines of workflows: execute or schedule a workflow directly',
  ],
  [/^\/api\/v1\/webApps\//, 'this service has no analytical apps'],
  [
    /^\/api\/v1\/hive\//,
    'this service has no requests to a Hive metastore: use nodes of a workflow to read and write tables',
  ],
  [
    /^\/api\/v1\/(s3-buckets|aws-s3|dbfs)(\/|$)/,
    'this service has no requests to other file systems: use /api/v1/hdfs for the file space, which may be on S3',
  ],
  [
    /^\/(messageFromSparkJob|api\/v1\/spark-job)(\/|$)/,
    'this service accepts no messages from engines over HTTP: read results at /api/v1/workflow-executions/{id}/results',
  ],
  [/^\/api\/v[12]\/i-dashboards(\/|$)/, 'this service has no interactive dashboards: use /api/v1/dashboards'],
  [
    /^\/oauth\/token(\/|$)/,
    'this service issues no tokens for passwords: sign in and create a token with POST /api/v1/tokens',
  ],
];

/** The answer about a path that belongs to a feature that is not here; undefined for any other. */
export const notHere = (path: string): string | undefined => features.find(([begins]) => begins.test(path))?.[1];
