export { FileCache } from './file-cache.ts';
export { hdfsFiles, hdfsSpace, type HdfsRoot, type HdfsSpaceOptions } from './hdfs-space.ts';
export { RemoteFiles, type RemoteFilesOptions, type RemoteSpace } from './remote-files.ts';
export type { RemoteEntry, RemoteStore } from './remote-store.ts';
export { spacePath } from './space-path.ts';
export { WebHdfsStore, type WebHdfsStoreOptions } from './webhdfs-store.ts';
