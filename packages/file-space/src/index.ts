export { fileFault, missing, withFile } from './file-fault.ts';
export { everything, type FileView } from './file-view.ts';
export { LocalFiles } from './local/local-files.ts';
export { oneAtATime } from './one-at-a-time.ts';
export type { RunFiles } from './run-files.ts';
export { markPrefix, type SaveDestination } from './save-target.ts';
export { lineOfCell } from './scan/line-of-cell.ts';
export { watchFiles, type WatchedFiles } from './watched-files.ts';
