import { S3Error, s3Remedies, type S3Fault } from '@millrace/s3';
import { HdfsError, type HdfsFault } from '@millrace/webhdfs';
import { Problem, type ProblemName } from '../problems.ts';
import { throughFile } from './path-problems.ts';
import { quotePath } from './paths.ts';

type Fault = readonly [code: ProblemName, says: string];

const missing: Fault = ['NOT_FOUND', 'does not exist'];
const throughAFile: Fault = ['NOT_FOUND', throughFile];
const alreadyThere: Fault = ['CONFLICT', 'already exists'];
const notEmpty: Fault = ['CONFLICT', 'is not empty: send recursive=true to delete it with its contents'];
const full: Fault = ['FULL', 'does not fit on its disk: free some space'];
const noRight: Fault = ['FORBIDDEN', 'cannot be read or changed by the service: permission denied'];

/** What the system says of a file (errno), as the caller's problem; the path comes first in the sentence. */
const faults: Readonly<Record<string, Fault>> = {
  ENOENT: missing,
  ENOTDIR: throughAFile,
  ELOOP: ['NOT_FOUND', 'contains a link that cannot be followed'],
  EEXIST: alreadyThere,
  ENOTEMPTY: notEmpty,
  EISDIR: ['CONFLICT', 'is a folder'],
  EBUSY: ['CONFLICT', 'is in use'],
  ETXTBSY: ['CONFLICT', 'is in use'],
  ENAMETOOLONG: ['UNPROCESSABLE', 'is too long'],
  EINVAL: ['UNPROCESSABLE', 'is not a valid name here'],
  EILSEQ: ['UNPROCESSABLE', 'is not a valid name here'],
  EXDEV: ['UNPROCESSABLE', 'is on another disk'],
  ENXIO: ['UNPROCESSABLE', 'is a pipe, a device or a socket, not a file'],
  EACCES: noRight,
  EPERM: noRight,
  EROFS: ['FORBIDDEN', 'is on a read-only disk'],
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
};

/** What HDFS says of a file, as the caller's problem; the path comes first in the sentence. */
const hdfsFaults: Readonly<Record<Exclude<HdfsFault, 'refused'>, Fault>> = {
  notFound: missing,
  notFolder: throughAFile,
  notEmpty: notEmpty,
  exists: alreadyThere,
  denied: noRight,
  badName: ['UNPROCESSABLE', 'is not a valid HDFS name'],
  full: ['FULL', 'exceeds the space or a quota of HDFS: free some space'],
  safeMode: ['UNAVAILABLE', 'cannot be changed: HDFS is in safe mode and is read-only'],
  standby: ['UNAVAILABLE', 'cannot be reached: no NameNode of HDFS is active'],
  unavailable: ['UNAVAILABLE', 'cannot be reached: HDFS does not respond'],
};

/** The same for S3; what only an operator can mend ends with what to do. */
const s3Faults: Readonly<Record<Exclude<S3Fault, 'refused'>, Fault>> = {
  notFound: missing,
  notFolder: throughAFile,
  notEmpty: notEmpty,
  exists: alreadyThere,
  changed: ['CONFLICT', 'was replaced in the meantime'],
  denied: noRight,
  badKey: ['UNAVAILABLE', `cannot be reached: S3 rejects the access key of the service: ${s3Remedies.badKey}`],
  noBucket: ['UNAVAILABLE', `cannot be reached: the bucket does not exist: ${s3Remedies.noBucket}`],
  wrongRegion: ['UNAVAILABLE', `cannot be reached: the bucket is in another region: ${s3Remedies.wrongRegion}`],
  badName: ['UNPROCESSABLE', 'is too long for an S3 key'],
  full: ['FULL', 'exceeds the space or the quota of the bucket: free some space'],
  unavailable: ['UNAVAILABLE', 'cannot be reached: S3 does not respond'],
};

/** Seconds after which another machine may be there again. */
const retryAfter = 10;

function remoteProblem(path: string, error: HdfsError | S3Error): Problem {
  const [code, says] = remoteFault(error);
  return new Problem(code, `path ${quotePath(path)} ${says}`, {
    cause: error,
    ...(code === 'UNAVAILABLE' ? { retryAfter } : {}),
  });
}

function remoteFault(error: HdfsError | S3Error): Fault {
  const isOfS3 = error instanceof S3Error;
  if (error.fault === 'refused')
    return ['UNPROCESSABLE', `was rejected by ${isOfS3 ? 'S3' : 'HDFS'}: ${error.message}`];
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
    throw fault === undefined ? error : new Problem(fault[0], `path ${quotePath(path)} ${fault[1]}`);
  }
}
