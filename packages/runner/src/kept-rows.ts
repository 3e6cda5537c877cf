import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DataFrame, RunOptions } from '@millrace/spark-connect';
import type { Engine } from './engines/index.ts';

/** Rows that an engine has computed and keeps. */
export interface KeptRows {
  /** Reads them. */
  readonly df: DataFrame;
  /** Frees what they take. Nothing may read them afterwards. */
  release(): Promise<void>;
}

/** Computes rows and keeps them for the rest of the run, or until they are released. */
export type Keep = (df: DataFrame, options?: RunOptions) => Promise<KeptRows>;

/** Keeps rows as the engine's own checkpoint: Spark's, and Sail's on one partition, which keeps their order. */
export const keepInCheckpoint: Keep = async (df, options) => {
  const kept = await df.checkpoint(options);
  return { df: kept, release: () => df.session.release(kept) };
};

/**
 * Keeps rows of a Sail that works on several partitions: as Arrow files in its scratch folder, which cost a third of
 * the Parquet of a checkpoint to write. The order of the rows is lost.
 */
export function keepInArrowFiles({ scratch }: Pick<Engine, 'scratch'>): Keep {
  let kept = 0;
  return async (df, options = {}) => {
    const folder = join(scratch, `kept-${kept++}`);
    const address = pathToFileURL(folder).href;
    await df.write.format('arrow').save(address, options);
    const files = await readdir(folder).catch(() => []);
    const reader = df.session.read.format('arrow');
    // no file is written for no rows
    return {
      df: (files.length === 0 ? reader.schema(await df.schema()) : reader).load(address),
      release: () => rm(folder, { recursive: true, force: true }),
    };
  };
}
