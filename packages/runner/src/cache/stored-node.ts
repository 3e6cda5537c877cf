import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StructType } from '@millrace/spark-connect';
import type { MaterializedFiles } from '@millrace/engines/host';
import type { NodeReport, RunOutput } from '../results/events.ts';
import type { StoredFolder } from './link-files.ts';

/** Rows of an output in the store, and what it takes to read them. */
export interface StoredRows extends MaterializedFiles {
  readonly schema: StructType;
}

/** What is known of a node that has ended well. */
export interface StoredTaps {
  readonly rows: readonly (number | null)[];
  readonly rejected: number;
  /** What it showed; `nodeId` is that of the node then. */
  readonly shown: readonly RunOutput[];
  /** Its warnings, if it is not composed again, or not as it was. */
  readonly warnings?: readonly string[];
  /** Columns of its output, of a node that need not be composed again. */
  readonly schema?: StructType;
  /** Metrics of a model. */
  readonly metrics?: NodeReport['metrics'];
  readonly learnedFrom?: NodeReport['learnedFrom'];
}

/** A node's work that a later run may take. */
export interface StoredNode {
  readonly taps: StoredTaps;
  /** Rows by output; those of other outputs have to be computed. */
  readonly rows: ReadonlyMap<number, StoredRows>;
  /** Folder of the files of the large tables that it showed. */
  readonly tables: string;
  /** The model that it has learned, if it has: its folder, and the names of all its files. */
  readonly model?: StoredFolder;
}

/** The description of a stored node, in its folder. */
export interface StoredDescription {
  readonly taps: StoredTaps;
  readonly model?: StoredFolder['names'];
  readonly rows: readonly (readonly [number, Omit<StoredRows, 'folder'>])[];
}

/** Names in the folder of a stored node. */
export const metaFile = 'node.json';
export const tablesFolder = 'tables';
export const modelFolder = 'model';

/** Folder of the rows of an output, in the folder of its node. */
export const rowsFolder = (output: number): string => `rows-${output}`;

/** Reads the description of a node; `undefined` if there is none that can be read: a folder without it is not a node. */
export async function readDescription(folder: string): Promise<StoredDescription | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, metaFile), 'utf8')) as StoredDescription;
  } catch {
    return undefined;
  }
}

/** Removes a node's folder, its description first: what a crash leaves is then not a node. */
export async function removeNode(folder: string): Promise<void> {
  await rm(join(folder, metaFile), { force: true });
  await rm(folder, { recursive: true, force: true });
}
