import type { Readable } from 'node:stream';
import { Type, type Static } from 'typebox';
import { component, Millis } from '../http/types.ts';

/** A file or folder as lists show it. */
export const Entry = component(
  'FileEntry',
  Type.Object({
    name: Type.String(),
    path: Type.String(),
    isDirectory: Type.Boolean(),
    /** Bytes; 0 for folders. */
    size: Type.Integer(),
    owner: Type.String(),
    group: Type.String(),
    /** Such as `rwxr-xr-x`. */
    permission: Type.String(),
    modificationTime: Millis,
    replication: Type.Integer(),
    blockSize: Type.Integer(),
  }),
);

export type Entry = Static<typeof Entry>;

/**
 * The files that one person sees. Paths are those of `spacePath`. What is not there, or not for them, fails as
 * NOT_FOUND; what is in the way as CONFLICT; a full disk as FULL; a name that cannot be made as UNPROCESSABLE.
 */
export interface FileSpace {
  /** Name of their home in `/user`; null for one who has none. */
  readonly home: string | null;
  entry(path: string): Promise<Entry>;
  /** What a folder holds, in no order. */
  list(path: string): Promise<Entry[]>;
  /** Makes a folder, and those above it; false if it was there. */
  makeFolder(path: string): Promise<boolean>;
  /** Removes a file, a link, or a folder: one that is not empty only with all that it holds. */
  remove(path: string, withContents: boolean): Promise<void>;
  /** Moves a file or folder to another path; never replaces anything. */
  move(from: string, to: string): Promise<void>;
  /** `mode`: the nine permission bits. */
  setPermission(path: string, mode: number): Promise<void>;
  open(path: string): Promise<OpenFile>;
  /**
   * Begins a file that no user sees until it is placed; `folder` is where it will lie, if that is known. `name`: its name
   * there, if it is certain that it will be placed under that, or not at all.
   */
  stage(folder: string, name?: string): Promise<StagedFile>;
}

/** A file that is open for reading: it stays what it is, whatever its name is given to. */
export interface OpenFile extends AsyncDisposable {
  readonly size: number;
  readonly modified: Date;
  /** Its bytes from `start` to before `end`; fails if it has become shorter. The file is closed with the stream. */
  read(start: number, end: number): Readable;
}

/** A file on its way; gone with this value unless it has been placed. */
export interface StagedFile extends AsyncDisposable {
  /** Writes all of it, down to the disk. */
  write(bytes: Readable): Promise<void>;
  /** Becomes what a file of this machine is, which stays: without copying it if it lies on the same disk. */
  take(file: string): Promise<void>;
  /** Gives it its path; fails with CONFLICT if that is taken and may not be replaced. */
  place(path: string, replace: boolean): Promise<void>;
}
