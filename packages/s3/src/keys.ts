import { S3Error } from './errors.ts';

/** Bytes that a key of S3 takes. */
const longestKey = 1_024;

/** Bytes that a name on a disk takes: what is made here can be copied there. */
const longestName = 255;

/** The keys of files and folders below a prefix. Paths begin with `/`, and have no `.` and no `..`. */
export class S3Keys {
  /** Ends with `/`, or is empty. */
  readonly prefix: string;

  constructor(prefix: string) {
    this.prefix = prefix === '' ? '' : `${prefix}/`;
  }

  /** The key of a file. Throws S3Error `badName` for one that S3 does not take. */
  of(path: string): string {
    const key = `${this.prefix}${path.slice(1)}`;
    if (tooLong(key)) throw keyTooLong();
    return key;
  }

  /** What the keys of all in a folder begin with: its own key. */
  folder(path: string): string {
    return path === '/' ? this.prefix : `${this.of(path)}/`;
  }

  /** Throws S3Error `badName` for a path that no new file or folder may have. */
  mustBeNew(path: string): void {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (Buffer.byteLength(name) > longestName)
      throw new S3Error('badName', `a name must have at most ${longestName} bytes`);
    if (tooLong(this.folder(path))) throw keyTooLong();
  }
}

/** What no path can name: `a//b`, `a/./b`, and the folder itself. */
export const isName = (name: string): boolean => name !== '' && name !== '.' && name !== '..';

/** Whether S3 takes no key of that length. */
export const tooLong = (key: string): boolean => Buffer.byteLength(key) > longestKey;

export const keyTooLong = (): S3Error => new S3Error('badName', `an S3 key must have at most ${longestKey} bytes`);

export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

/** `/a`, `/a/b`, `/a/b/c` of the last; none of `/`. */
export const levelsOf = (path: string): readonly string[] => {
  const names = path.split('/').slice(1);
  return path === '/' ? [] : names.map((_, i) => `/${names.slice(0, i + 1).join('/')}`);
};
