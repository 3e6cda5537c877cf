import type { Readable } from 'node:stream';

/** A file or folder of a remote file system. */
export interface RemoteEntry {
  readonly name: string;
  readonly isDirectory: boolean;
  /** 0 for folders. */
  readonly bytes: number;
  /** Ms since the epoch. */
  readonly modified: number;
  /** Another one whenever the content may be another one. */
  readonly version: string;
}

/** A URL of a file system, in lower case but for its way. */
export interface Url {
  readonly scheme: string;
  /** Without port; empty if the URL names none. */
  readonly host: string;
  /** What follows the host, not decoded. */
  readonly way: string;
}

/**
 * A file system that other machines hold, below a root. Paths begin with `/`, which is the root, and have no `.` and no
 * `..`. All fail with a RunError that names the path, without its field.
 */
export interface RemoteStore {
  /** The root as people write it, without secrets, such as `hdfs://namenode:9870/data`: another root has another one. */
  readonly address: string;
  /** The way from the root to what a URL names; `undefined` if that lies elsewhere. */
  wayOf(url: Url): string | undefined;
  /** `undefined` if there is nothing. */
  entry(path: string): Promise<RemoteEntry | undefined>;
  /** What a folder holds, in no order. */
  list(path: string): Promise<readonly RemoteEntry[]>;
  /** Writes the bytes of a file to a new one of this machine, whose own faults come as they are. */
  fetch(path: string, file: string, signal: AbortSignal): Promise<void>;
  /** Writes a new file, and the folders above it; an existing one is replaced. */
  write(path: string, bytes: Readable, signal: AbortSignal | undefined): Promise<void>;
  /** Makes a folder, and those above it, if they are not there. */
  makeFolder(path: string): Promise<void>;
  /** How what is written gets the path where it is looked for. */
  readonly placing: CommitMethod;
  /** Removes a file or folder with all that it holds; nothing if there is none. */
  remove(path: string): Promise<void>;
}

/** By names, at once, or by copies, file by file: what is put in place, and put right after a crash, hangs on that. */
export type CommitMethod =
  | {
      readonly by: 'names';
      /** Moves a file or folder to another path at once; fails, without change, if that is taken or the former is not there. */
      rename(from: string, to: string): Promise<void>;
    }
  | {
      readonly by: 'copies';
      /** Copies a file, at once, over whatever file is there. */
      copy(from: string, to: string): Promise<void>;
      /** Removes files; nothing if they are not there. */
      removeFiles(paths: readonly string[]): Promise<void>;
    };

/** The path of a name in a folder. */
export const childOf = (folder: string, name: string): string => (folder === '/' ? `/${name}` : `${folder}/${name}`);
