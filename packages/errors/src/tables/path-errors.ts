import type { ErrorRules, NoParams } from '../rule.ts';

interface OfPath {
  readonly path: string;
}
interface OfSubject {
  /** How the sentence names what the system refuses, such as `path "data.csv"`. */
  readonly subject: string;
}

/** Parameters of errors about paths of the file space, and about what the system says of them. */
export interface PathErrorParams {
  'path-empty': NoParams;
  'path-with-zero-byte': NoParams;
  'path-outside': OfPath;
  'path-leads-outside': OfPath;
  'path-with-others-folders': OfPath;
  'root-as-target': NoParams;
  'file-not-found': OfPath;
  'folder-without-files': OfPath;
  'folder-of-folders': OfPath;
  'no-match': OfPath;
  'not-a-file': OfPath & { readonly kind: string };
  'not-one-file': OfPath & { readonly count: number };
  'name-too-long': OfPath;
  'link-broken': OfSubject;
  'link-circular': OfSubject;
  'path-too-long': OfSubject;
  'path-through-file': OfSubject;
  'path-is-folder': OfSubject;
  'path-forbidden': OfSubject;
  'disk-read-only': OfSubject;
  'disk-full': OfSubject;
  'disk-broken': OfSubject;
  'no-temporary-folder': { readonly parent: string };
}

const checkPath = (): string => 'check the path';
const below = (): string => 'enter a path below its root';
const folderInIt = (): string => 'choose a folder in it';

export const pathErrors: ErrorRules<PathErrorParams> = {
  'path-empty': {
    code: 'BAD_PATH',
    message: () => 'the path is empty',
    remedy: () => 'enter the path of a file or folder',
  },
  'path-with-zero-byte': {
    code: 'BAD_PATH',
    message: () => 'the path contains a zero byte',
    remedy: () => 'remove the zero byte',
  },
  'path-outside': {
    code: 'BAD_PATH',
    message: ({ path }) => `path "${path}" is outside the file space`,
    remedy: below,
  },
  'path-leads-outside': {
    code: 'BAD_PATH',
    message: ({ path }) => `path "${path}" leads outside the file space`,
    remedy: below,
  },
  'path-with-others-folders': {
    code: 'BAD_PATH',
    message: ({ path }) => `path "${path}" contains folders of other users`,
    remedy: folderInIt,
  },
  'root-as-target': {
    code: 'BAD_PATH',
    message: () => 'the target is the root of the file space',
    remedy: folderInIt,
  },
  'file-not-found': {
    code: 'FILE_MISSING',
    message: ({ path }) => `file not found: "${path}"`,
    remedy: () => 'check the path: it is relative to the root of the file space',
  },
  'folder-without-files': {
    code: 'NO_FILES',
    message: ({ path }) => `folder "${path}" contains no files`,
    remedy: () => 'add data files to it, or choose another folder',
  },
  'folder-of-folders': {
    code: 'NO_FILES',
    message: ({ path }) => `folder "${path}" contains no files of its own, only folders`,
    remedy: ({ path }) => `choose one of these folders, or use a pattern such as ${path.replace(/\/$/, '')}/*`,
  },
  'no-match': {
    code: 'NO_FILES',
    message: ({ path }) => `no file matches "${path}"`,
    remedy: () => 'check the pattern',
  },
  'not-a-file': {
    code: 'NOT_A_FILE',
    message: ({ path, kind }) => `path "${path}" is ${kind}, not a file`,
    remedy: () => 'choose a file',
  },
  'not-one-file': {
    code: 'NOT_ONE_FILE',
    message: ({ path, count }) => `path "${path}" names ${count} files: must be a single file`,
    remedy: () => 'choose a single file',
  },
  'name-too-long': {
    code: 'BAD_PATH',
    message: ({ path }) => `path "${path}" has a name that is too long for a disk`,
    remedy: () => 'use a shorter name',
  },
  'link-broken': {
    code: 'FILE_MISSING',
    message: ({ subject }) => `${subject} no longer exists, or contains a broken link`,
    remedy: () => 'restore the file, or fix the link',
  },
  'link-circular': {
    code: 'BAD_PATH',
    message: ({ subject }) => `${subject} contains a circular link`,
    remedy: () => 'remove the link',
  },
  'path-too-long': {
    code: 'BAD_PATH',
    message: ({ subject }) => `${subject} is too long for a file name`,
    remedy: checkPath,
  },
  'path-through-file': {
    code: 'BAD_PATH',
    message: ({ subject }) => `${subject} uses a file as a folder`,
    remedy: checkPath,
  },
  'path-is-folder': {
    code: 'BAD_PATH',
    message: ({ subject }) => `${subject} is a folder`,
    remedy: () => 'choose a file in it',
  },
  'path-forbidden': {
    code: 'FILE_FORBIDDEN',
    message: ({ subject }) => `${subject} cannot be read or written by the user of this process`,
    remedy: () => 'grant that user permission, or choose another path',
  },
  'disk-read-only': {
    code: 'FILE_FORBIDDEN',
    message: ({ subject }) => `${subject} is on a read-only disk`,
    remedy: () => 'choose another path',
  },
  'disk-full': {
    code: 'DISK_FULL',
    message: ({ subject }) => `${subject} is on a disk with no space left`,
    remedy: () => 'free space on that disk',
  },
  'disk-broken': {
    code: 'FILE_BROKEN',
    message: ({ subject }) => `${subject} cannot be read: its disk reports an error`,
    remedy: () => 'check the disk',
  },
  'no-temporary-folder': {
    code: 'NO_SCRATCH',
    message: ({ parent }) => `no folder can be created in "${parent}"`,
    remedy: () => 'set TMPDIR to a writable folder',
  },
};
