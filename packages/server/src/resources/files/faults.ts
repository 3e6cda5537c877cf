import { Problem, type ProblemName } from '../../http/problems.ts';
import { shown } from './paths.ts';

type Fault = readonly [code: ProblemName, says: string];

const full: Fault = ['FULL', 'does not fit on its disk: free some space'];
const noRight: Fault = ['FORBIDDEN', 'may not be read or changed by the service'];

/** What the system says of a file (errno), as the caller's problem; the path comes first in the sentence. */
const faults: Readonly<Record<string, Fault>> = {
  ENOENT: ['NOT_FOUND', 'is not there'],
  ENOTDIR: ['NOT_FOUND', 'leads through a file as if it were a folder'],
  ELOOP: ['NOT_FOUND', 'holds a link that cannot be followed'],
  EEXIST: ['CONFLICT', 'is already there'],
  ENOTEMPTY: ['CONFLICT', 'is not empty: send recursive=true to delete it with all that it holds'],
  EISDIR: ['CONFLICT', 'is a folder'],
  EBUSY: ['CONFLICT', 'is in use'],
  ETXTBSY: ['CONFLICT', 'is in use'],
  ENAMETOOLONG: ['UNPROCESSABLE', 'is too long a name'],
  EINVAL: ['UNPROCESSABLE', 'is no name for this'],
  EILSEQ: ['UNPROCESSABLE', 'is no name for this'],
  EXDEV: ['UNPROCESSABLE', 'lies on another disk'],
  ENXIO: ['UNPROCESSABLE', 'is a pipe, a device or a socket, not a file'],
  EACCES: noRight,
  EPERM: noRight,
  EROFS: ['FORBIDDEN', 'lies on a disk that is read-only'],
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
};

/** The errno of an error, where it has one. */
export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** Does something with a file; what the system refuses comes as a Problem that names its path in the file space. */
export async function withFaults<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fault = faults[errnoOf(error) ?? ''];
    throw fault === undefined ? error : new Problem(fault[0], `${shown(path)} ${fault[1]}`);
  }
}
