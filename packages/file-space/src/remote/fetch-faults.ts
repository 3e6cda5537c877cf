import { RunError } from '@millrace/errors';

/** A file is not what it was when it was looked up. */
export class Changed extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`"${path}" has changed`);
    this.path = path;
  }
}

/** Adds to errors of the remote file system the field that the path stands in. */
export async function named<T>(work: () => Promise<T>, field = 'path'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RunError) || error.field !== undefined) throw error;
    throw new RunError(error.code, error.message, error.remedy, field, error.cause);
  }
}

export const isTooLong = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENAMETOOLONG';

export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code));

export const noSpaceLeft = (path: string, bytes: number, cause: unknown): RunError =>
  new RunError(
    'DISK_FULL',
    `there is no room on this machine for a copy of "${path}" (${Math.ceil(bytes / 1e6)} MB)`,
    'free space on the disk of MILLRACE_HOME (of the temporary folder for the command line)',
    'path',
    cause,
  );
