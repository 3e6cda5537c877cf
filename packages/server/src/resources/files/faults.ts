import { HdfsError, type HdfsFault } from '@millrace/webhdfs';
import { Problem, type ProblemName } from '../../http/problems.ts';
import { shown } from './paths.ts';

type Fault = readonly [code: ProblemName, says: string];

const missing: Fault = ['NOT_FOUND', 'is not there'];
const throughFile: Fault = ['NOT_FOUND', 'leads through a file as if it were a folder'];
const taken: Fault = ['CONFLICT', 'is already there'];
const notEmpty: Fault = ['CONFLICT', 'is not empty: send recursive=true to delete it with all that it holds'];
const full: Fault = ['FULL', 'does not fit on its disk: free some space'];
const noRight: Fault = ['FORBIDDEN', 'may not be read or changed by the service'];

/** What the system says of a file (errno), as the caller's problem; the path comes first in the sentence. */
const faults: Readonly<Record<string, Fault>> = {
  ENOENT: missing,
  ENOTDIR: throughFile,
  ELOOP: ['NOT_FOUND', 'holds a link that cannot be followed'],
  EEXIST: taken,
  ENOTEMPTY: notEmpty,
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

/** What HDFS says of a file, as the caller's problem; the path comes first in the sentence. */
const hdfsFaults: Readonly<Record<Exclude<HdfsFault, 'refused'>, Fault>> = {
  notFound: missing,
  notFolder: throughFile,
  notEmpty: notEmpty,
  exists: taken,
  denied: noRight,
  badName: ['UNPROCESSABLE', 'is no name that HDFS takes'],
  full: ['FULL', 'does not fit into HDFS, or into a quota of it: free some space'],
  safeMode: ['UNAVAILABLE', 'stays as it is: HDFS is in safe mode, and may only be read'],
  standby: ['UNAVAILABLE', 'cannot be reached: no NameNode of HDFS is active'],
  unavailable: ['UNAVAILABLE', 'cannot be reached: HDFS does not answer'],
};

/** Seconds after which HDFS may be there again. */
const retryAfter = 10;

function hdfsProblem(path: string, error: HdfsError): Problem {
  const [code, says] =
    error.fault === 'refused'
      ? (['UNPROCESSABLE', `is refused by HDFS: ${error.message}`] as const)
      : hdfsFaults[error.fault];
  return new Problem(code, `${shown(path)} ${says}`, {
    cause: error,
    ...(code === 'UNAVAILABLE' ? { retryAfter } : {}),
  });
}

/** The errno of an error, where it has one. */
export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** Does something with a file; what the system or HDFS refuses comes as a Problem that names its path in the file space. */
export async function withFaults<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HdfsError) throw hdfsProblem(path, error);
    const fault = faults[errnoOf(error) ?? ''];
    throw fault === undefined ? error : new Problem(fault[0], `${shown(path)} ${fault[1]}`);
  }
}
