import { runError, withField, type RunError } from '@millrace/errors';

/** A file is not what it was when it was looked up. */
export class Changed extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`"${path}" has changed`);
    this.path = path;
  }
}

/** Adds to errors of the remote file system the field that the path stands in. */
export async function nameFault<T>(work: () => Promise<T>, field = 'path'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw withField(error, field);
  }
}

export const isTooLong = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENAMETOOLONG';

export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code));

export const noSpaceLeft = (path: string, bytes: number, cause: unknown): RunError =>
  runError('no-space-for-copy', { path, bytes }, { field: 'path', cause });
