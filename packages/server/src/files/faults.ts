import { S3Error, s3Remedies, type S3Fault } from '@millrace/s3';
import { HdfsError, type HdfsFault } from '@millrace/webhdfs';
import { Problem, type ProblemName } from '../problems.ts';
import { shown } from './paths.ts';

type Fault = readonly [code: ProblemName, says: string];

const missing: Fault = ['NOT_FOUND', 'is not there'];
const throughFile: Fault = ['NOT_FOUND', 'leads through a file as if it were a folder'];
const alreadyThere: Fault = ['CONFLICT', 'is already there'];
const notEmpty: Fault = ['CONFLICT', 'is not empty: send recursive=true to delete it with all that it holds'];
const full: Fault = ['FULL', 'does not fit on its disk: free some space'];
const noRight: Fault = ['FORBIDDEN', 'may not be read or changed by the service'];

/** What the system says of a file (errno), as the caller's problem; the path comes first in the sentence. */
const faults: Readonly<Record<string, Fault>> = {
  ENOENT: missing,
  ENOTDIR: throughFile,
  ELOOP: ['NOT_FOUND', 'holds a link that cannot be followed'],
  EEXIST: alreadyThere,
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
  exists: alreadyThere,
  denied: noRight,
  badName: ['UNPROCESSABLE', 'is no name that HDFS takes'],
  full: ['FULL', 'does not fit into HDFS, or into a quota of it: free some space'],
  safeMode: ['UNAVAILABLE', 'stays as it is: HDFS is in safe mode, and may only be read'],
  standby: ['UNAVAILABLE', 'cannot be reached: no NameNode of HDFS is active'],
  unavailable: ['UNAVAILABLE', 'cannot be reached: HDFS does not answer'],
};

/** The same for S3; what only an operator can mend ends with what to do. */
const s3Faults: Readonly<Record<Exclude<S3Fault, 'refused'>, Fault>> = {
  notFound: missing,
  notFolder: throughFile,
  notEmpty: notEmpty,
  exists: alreadyThere,
  changed: ['CONFLICT', 'has been replaced meanwhile'],
  denied: noRight,
  badKey: ['UNAVAILABLE', `cannot be reached: S3 does not take the service’s key: ${s3Remedies.badKey}`],
  noBucket: ['UNAVAILABLE', `cannot be reached: S3 has no such bucket: ${s3Remedies.noBucket}`],
  wrongRegion: ['UNAVAILABLE', `cannot be reached: the bucket is not in that region: ${s3Remedies.wrongRegion}`],
  badName: ['UNPROCESSABLE', 'is no name that S3 takes: it is too long'],
  full: ['FULL', 'does not fit into the bucket, or into its quota: free some space'],
  unavailable: ['UNAVAILABLE', 'cannot be reached: S3 does not answer'],
};

/** Seconds after which another machine may be there again. */
const retryAfter = 10;

function remoteProblem(path: string, error: HdfsError | S3Error): Problem {
  const [code, says] = remoteFault(error);
  return new Problem(code, `${shown(path)} ${says}`, {
    cause: error,
    ...(code === 'UNAVAILABLE' ? { retryAfter } : {}),
  });
}

function remoteFault(error: HdfsError | S3Error): Fault {
  const isOfS3 = error instanceof S3Error;
  if (error.fault === 'refused') return ['UNPROCESSABLE', `is refused by ${isOfS3 ? 'S3' : 'HDFS'}: ${error.message}`];
  return isOfS3 ? s3Faults[error.fault] : hdfsFaults[error.fault];
}

/** The errno of an error, if it has one. */
export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** Does something with a file; what the system, HDFS or S3 refuses comes as a Problem that names its path in the file space. */
export async function withFaults<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HdfsError || error instanceof S3Error) throw remoteProblem(path, error);
    const fault = faults[errnoOf(error) ?? ''];
    throw fault === undefined ? error : new Problem(fault[0], `${shown(path)} ${fault[1]}`);
  }
}
