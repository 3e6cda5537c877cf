export { HdfsError, type HdfsFault } from './errors.ts';
export type { ContentSummary, FileStatus } from './replies.ts';
export { WebHdfs, type CreateOptions, type Range, type WebHdfsOptions } from './web-hdfs.ts';
