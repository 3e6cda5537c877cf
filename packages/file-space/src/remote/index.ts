export { FileCache } from './file-cache.ts';
export { RemoteFiles, type RemoteFilesOptions, type RemoteSpace } from './remote-files.ts';
export { remoteFiles, remoteSpace, type HdfsRoot, type RemoteRoot, type RemoteSpaceOptions } from './remote-space.ts';
export type { RemoteEntry, RemoteStore } from './remote-store.ts';
export { S3Store } from './s3-store.ts';
export { spacePath } from './space-path.ts';
export { WebHdfsStore, type WebHdfsStoreOptions } from './webhdfs-store.ts';
