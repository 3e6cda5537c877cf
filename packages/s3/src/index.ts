export { S3Error, s3Remedies, type S3Fault } from './errors.ts';
export type { S3Range } from './resuming.ts';
export { S3Tree, type S3Status, type S3TreeOptions } from './s3-tree.ts';
export type { S3Root } from './s3-root.ts';
export type { S3Upload } from './s3-upload.ts';
