import { Problem } from '../problems.ts';
import { quotePath } from './paths.ts';

/** A path with nothing at it, or with what the caller may not see. */
export const pathNotFound = (path: string): Problem =>
  new Problem('NOT_FOUND', `path ${quotePath(path)} does not exist`);

/** A folder where a file is to be written. */
export const pathIsFolder = (path: string): Problem => new Problem('CONFLICT', `path ${quotePath(path)} is a folder`);

/** A file where a folder is to be made. */
export const pathIsFile = (path: string): Problem => new Problem('CONFLICT', `path ${quotePath(path)} is a file`);

/** A file, where a folder is to be listed. */
export const notAFolder = (path: string): Problem =>
  new Problem('UNPROCESSABLE', `path ${quotePath(path)} is a file, not a folder`);

/** A folder, or a special file, where a file is to be read. */
export const notAFile = (path: string, what = 'a folder'): Problem =>
  new Problem('UNPROCESSABLE', `path ${quotePath(path)} is ${what}, not a file`);

/** What is wrong with a path that has a file before its last part. */
export const throughFile = 'passes through a file as if it were a folder';

/** A path that has a file before its last part. */
export const pathThroughFile = (path: string, code: 'NOT_FOUND' | 'UNPROCESSABLE' = 'UNPROCESSABLE'): Problem =>
  new Problem(code, `path ${quotePath(path)} ${throughFile}`);

/** A folder that is to be moved below itself. */
export const movedIntoItself = (path: string): Problem =>
  new Problem('UNPROCESSABLE', `path ${quotePath(path)} cannot be moved into itself`);

/** A change of the root of the file space. */
export const rootIsFixed = (): Problem =>
  new Problem('FORBIDDEN', 'the root of the file space cannot be changed, moved or deleted');

/** A change of the folder that holds the home folders. */
export const homesAreFixed = (): Problem =>
  new Problem('FORBIDDEN', 'the folder of home folders cannot be changed, moved or deleted');
