import type { ErrorRules } from '../rule.ts';

interface OfPath {
  readonly path: string;
}
interface OfRefusal extends OfPath {
  /** What the store itself says. */
  readonly reason: string;
}
interface OfAddress extends OfRefusal {
  /** The root of the file space as people write it. */
  readonly address: string;
  /** What the operator can do. */
  readonly advice: string;
}

/** Parameters of errors about remote file spaces: HDFS and S3. */
export interface StoreErrorParams {
  'store-file-gone': OfPath;
  'store-path-through-file': OfPath;
  'store-folder-not-empty': OfPath;
  'store-path-taken': OfPath;
  'store-file-replaced': OfPath;
  'store-file-changing': OfPath;
  'store-unreachable': OfAddress;
  'store-key-refused': OfAddress;
  'store-bucket-missing': OfAddress;
  'store-region-wrong': OfAddress;
  'hdfs-forbidden': OfRefusal;
  'hdfs-bad-name': OfRefusal;
  'hdfs-full': OfRefusal;
  'hdfs-safe-mode': OfPath;
  'hdfs-refused': OfRefusal;
  's3-forbidden': OfRefusal & { readonly advice: string };
  's3-bad-name': OfRefusal;
  's3-full': OfRefusal;
  's3-refused': OfRefusal;
  'no-space-for-copy': OfPath & { readonly bytes: number };
}

const otherPath = (): string => 'choose another path';
const runAgain = (): string => 'run it again';
const afterWriter = (): string => 'run it again when the file is no longer being written';
const advice = (params: OfAddress): string => params.advice;
const away =
  (why: string) =>
  ({ path, address, reason }: OfAddress): string =>
    `path "${path}" cannot be reached: the file space ${address} ${why} (${reason})`;

export const storeErrors: ErrorRules<StoreErrorParams> = {
  'store-file-gone': {
    code: 'FILE_MISSING',
    message: ({ path }) => `path "${path}" no longer exists`,
    remedy: () => 'restore it',
  },
  'store-path-through-file': {
    code: 'BAD_PATH',
    message: ({ path }) => `path "${path}" uses a file as a folder`,
    remedy: () => 'check the path',
  },
  'store-folder-not-empty': {
    code: 'FILE_CHANGING',
    message: ({ path }) => `folder "${path}" is not empty`,
    remedy: runAgain,
  },
  'store-path-taken': {
    code: 'TARGET_EXISTS',
    message: ({ path }) => `path "${path}" already exists`,
    remedy: () => 'it was created by another process in the meantime: run it again',
  },
  'store-file-replaced': {
    code: 'FILE_CHANGING',
    message: ({ path }) => `file "${path}" was replaced while it was being read`,
    remedy: afterWriter,
  },
  'store-file-changing': {
    code: 'FILE_CHANGING',
    message: ({ path }) => `file "${path}" changed several times while it was being read`,
    remedy: afterWriter,
  },
  'store-unreachable': { code: 'SPACE_UNREACHABLE', message: away('does not answer'), remedy: advice },
  'store-key-refused': {
    code: 'SPACE_UNREACHABLE',
    message: away('does not accept the key of Millrace'),
    remedy: advice,
  },
  'store-bucket-missing': { code: 'SPACE_UNREACHABLE', message: away('has no such bucket'), remedy: advice },
  'store-region-wrong': { code: 'SPACE_UNREACHABLE', message: away('is in another region'), remedy: advice },
  'hdfs-forbidden': {
    code: 'FILE_FORBIDDEN',
    message: ({ path, reason }) => `path "${path}" cannot be read or written by the HDFS user of Millrace: ${reason}`,
    remedy: () => 'grant that user permission, or choose another path',
  },
  'hdfs-bad-name': {
    code: 'BAD_PATH',
    message: ({ path, reason }) => `path "${path}" is not a valid name in HDFS: ${reason}`,
    remedy: otherPath,
  },
  'hdfs-full': {
    code: 'DISK_FULL',
    message: ({ path, reason }) => `no space left in HDFS for path "${path}", or its quota is used up: ${reason}`,
    remedy: () => 'free space in HDFS, or have the quota raised',
  },
  'hdfs-safe-mode': {
    code: 'SPACE_READ_ONLY',
    message: ({ path }) => `path "${path}" cannot be written: the NameNode is in safe mode`,
    remedy: () => 'have HDFS leave safe mode (hdfs dfsadmin -safemode leave), and run it again',
  },
  'hdfs-refused': {
    code: 'SPACE_REFUSED',
    message: ({ path, reason }) => `path "${path}" was refused by HDFS: ${reason}`,
    remedy: () => 'check the path and the log of the NameNode',
  },
  's3-forbidden': {
    code: 'FILE_FORBIDDEN',
    message: ({ path, reason }) => `path "${path}" cannot be read or written with the S3 key of Millrace: ${reason}`,
    remedy: (params) => `${params.advice}, or choose another path`,
  },
  's3-bad-name': {
    code: 'BAD_PATH',
    message: ({ path, reason }) => `path "${path}" is not a valid name in S3: ${reason}`,
    remedy: otherPath,
  },
  's3-full': {
    code: 'DISK_FULL',
    message: ({ path, reason }) =>
      `the bucket has no space left for path "${path}", or its quota is used up: ${reason}`,
    remedy: () => 'free space in the bucket, or have the quota raised',
  },
  's3-refused': {
    code: 'SPACE_REFUSED',
    message: ({ path, reason }) => `path "${path}" was refused by S3: ${reason}`,
    remedy: () => 'check the path, and what the S3 server supports',
  },
  'no-space-for-copy': {
    code: 'DISK_FULL',
    message: ({ path, bytes }) =>
      `this machine has no space left for a copy of file "${path}" (${Math.ceil(bytes / 1e6)} MB)`,
    remedy: () => 'free space on the disk of MILLRACE_HOME (for the command line, of the temporary folder)',
  },
};
