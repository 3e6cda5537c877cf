import { runError, type KindOf, type RunError } from '@millrace/errors';

/** What the system says of a file (errno), by the kind of error that it is. */
const kinds: Readonly<Record<string, KindOf<{ readonly subject: string }>>> = {
  ENOENT: 'link-broken',
  ELOOP: 'link-circular',
  ENAMETOOLONG: 'path-too-long',
  ENOTDIR: 'path-through-file',
  EISDIR: 'path-is-folder',
  EACCES: 'path-forbidden',
  EPERM: 'path-forbidden',
  EROFS: 'disk-read-only',
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EFBIG: 'disk-full',
  EIO: 'disk-broken',
};

const shownLength = 200;

/** An error of the file system as the user's, with the path as the user knows it; any other error as it is. */
export const fileFault = (error: unknown, path: string, field = 'path'): unknown =>
  systemFault(error, `path "${path.length > shownLength ? `${path.slice(0, shownLength)}…` : path}"`, field);

/** The same of a file or folder that has no path of the file space. `subject`: how the sentence names it. */
export function systemFault(error: unknown, subject: string, field = 'path'): unknown {
  const kind = error instanceof Error && 'code' in error ? kinds[String(error.code)] : undefined;
  return kind === undefined ? error : runError(kind, { subject }, { field, cause: error });
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
export const missing = (path: string): RunError => runError('file-not-found', { path }, { field: 'path' });
