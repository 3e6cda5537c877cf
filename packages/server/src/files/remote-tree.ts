import type { RemoteAt } from '../settings/files-at.ts';
import type { Entry, OpenFile, StagedFile } from './file-space.ts';
import { HdfsTree } from './hdfs-tree.ts';
import { S3FileTree } from './s3-file-tree.ts';

/** A file or folder as its folder lists it; without a name if a path itself was asked for. */
export type Facts = Omit<Entry, 'path'>;

/**
 * A file space on other machines as it is, by its paths; who may see what is not its matter. All fail with HdfsError or
 * S3Error, which `withFaults` makes Problems.
 */
export interface RemoteTree {
  status(path: string): Promise<Facts>;
  /** What a folder holds, part by part; of a file the file itself, without a name. */
  list(path: string): AsyncIterable<readonly Facts[]>;
  /** Makes a folder and those above it; no fault if it is there. */
  makeFolder(path: string): Promise<void>;
  /** Removes a file, or a folder; false if nothing is there. */
  remove(path: string, withContents: boolean): Promise<boolean>;
  /** Gives a file or folder a path that is not taken. */
  move(from: string, to: string): Promise<void>;
  /** `mode`: the nine permission bits. */
  setPermission(path: string, mode: number): Promise<void>;
  /** Undefined for a folder. */
  open(path: string): Promise<OpenFile | undefined>;
  /** As `stage` of a file space. `target` gives the path back, and fails if nothing may be placed. */
  stage(folder: string, name: string | undefined, target: (path: string) => string): StagedFile;
  /** Removes what uploads have left that stood still since a time, in ms. */
  removeLeftovers(before: number, stop: AbortSignal): Promise<void>;
}

const trees = new WeakMap<RemoteAt, RemoteTree>();

/** The tree of a file space: one for all, which keeps its connections and knows who answered last. */
export function treeOf(at: RemoteAt): RemoteTree {
  const tree = trees.get(at) ?? (at.kind === 'hdfs' ? new HdfsTree(at) : new S3FileTree(at));
  trees.set(at, tree);
  return tree;
}
