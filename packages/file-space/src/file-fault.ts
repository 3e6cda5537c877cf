import { RunError } from '@millrace/errors';

interface Fault {
  readonly code: string;
  /** What follows the path in the sentence. */
  readonly says: string;
  readonly remedy: string;
}

const noRight: Fault = {
  code: 'FILE_FORBIDDEN',
  says: 'may not be read or written by the user of this process',
  remedy: 'give that user the right, or choose another path',
};
const full: Fault = { code: 'DISK_FULL', says: 'has no room left on its disk', remedy: 'free space on that disk' };

/** What the system says of a file (errno), in our words. */
const faults: Readonly<Record<string, Fault>> = {
  ENOENT: { code: 'FILE_MISSING', says: 'is gone, or a link in it leads nowhere', remedy: 'put the file back' },
  ELOOP: { code: 'BAD_PATH', says: 'holds a link that leads in a circle', remedy: 'take the link out' },
  ENAMETOOLONG: { code: 'BAD_PATH', says: 'is too long a name for a file', remedy: 'check the path' },
  ENOTDIR: { code: 'BAD_PATH', says: 'leads through a file as if it were a folder', remedy: 'check the path' },
  EISDIR: { code: 'BAD_PATH', says: 'is a folder', remedy: 'name a file in it' },
  EACCES: noRight,
  EPERM: noRight,
  EROFS: { code: 'FILE_FORBIDDEN', says: 'lies on a disk that is read-only', remedy: 'choose another path' },
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  EIO: { code: 'FILE_BROKEN', says: 'cannot be read: its disk reports a fault', remedy: 'check the disk' },
};

const shownLength = 200;

/** An error of the file system as the user's, with the path as the user knows it; any other error as it is. */
export function fileFault(error: unknown, path: string, field = 'path'): unknown {
  const fault = error instanceof Error && 'code' in error ? faults[String(error.code)] : undefined;
  if (fault === undefined) return error;
  const shown = path.length > shownLength ? `${path.slice(0, shownLength)}…` : path;
  return new RunError(fault.code, `"${shown}" ${fault.says}`, fault.remedy, field, error);
}

/** Does something with a file; what the system refuses comes as {@link fileFault}. */
export async function withFile<T>(path: string, work: () => Promise<T>, field?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileFault(error, path, field);
  }
}

/** The error for a path at which there is nothing. */
export const missing = (path: string): RunError =>
  new RunError(
    'FILE_MISSING',
    `there is no file "${path}"`,
    'check the path; it is taken below the file space root',
    'path',
  );
