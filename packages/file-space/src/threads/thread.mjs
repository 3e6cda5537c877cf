import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

// plain JavaScript, for half of a thread's start would go into what takes types out of modules that the cache has without
if (workerData.compileCache !== undefined) enableCompileCache(workerData.compileCache);
await import(workerData.module);
