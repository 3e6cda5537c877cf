import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { typeName, type StructType } from '@millrace/spark-connect';
import { loadModel, type FittedStage, type TransformStage } from '@millrace/spark-connect/ml';
import type { WorkflowNode } from '@millrace/workflow';
import { watchFiles } from '@millrace/file-space';
import type { RunFiles } from '@millrace/file-space';
import {
  type EngineSession,
  isForNoted,
  type Materialize,
  materializeInParquetFiles,
  type MaterializedFiles,
  type MaterializedRows,
  readKept,
} from '@millrace/engines/host';
import type { RunOutput } from '../results/events.ts';
import { lasts, nodeKey, type Dependencies } from './node-key.ts';
import { linkFile, linkFiles, linkFolder, type StoredFolder } from './link-files.ts';
import type { NodeStore } from './node-store.ts';
import type { StagedNode } from './staged-node.ts';
import type { StoredNode, StoredRows, StoredTaps } from './stored-node.ts';

/** The files of a run's materialized rows, which make reuse possible. */
export type ReusingSession = Required<Pick<EngineSession, 'session' | 'scratch' | 'materializeInFiles'>>;

/** Work of earlier runs, and which of them count. */
export interface Reuse {
  readonly store: NodeStore;
  /** Runs take the work of those of the same scope alone, such as those of one project. */
  readonly scope: string;
  /** What code of nodes runs with: its interpreter and its libraries. */
  readonly code?: string;
  /** What was learned for as many ms is left for the same run begun again, too. Default 10,000. */
  readonly longLearning?: number;
}

/** What one run takes of the work of earlier ones, and leaves for later ones. */
export class RunReuse {
  readonly #reuse: Reuse;
  readonly #session: ReusingSession;
  /** Folder of the run that large tables go to. */
  readonly #tables: string | undefined;
  #linkCount = 0;

  constructor(reuse: Reuse, session: ReusingSession, tables?: string) {
    this.#reuse = reuse;
    this.#session = session;
    this.#tables = tables;
  }

  /** True for a model that a later run may want, which costs something to write. */
  isWorthStoring(key: string, ms: number): boolean {
    return lasts(key) || ms >= (this.#reuse.longLearning ?? 10_000);
  }

  /** Looks for a composed node's work. `undefined` for one whose work cannot be used again. */
  async node(node: WorkflowNode, dependencies: Omit<Dependencies, 'scope' | 'code'>): Promise<NodeReuse | undefined> {
    const { store, scope, code } = this.#reuse;
    const key = await nodeKey(node, { ...dependencies, scope, code });
    if (key === undefined) return undefined;
    return new NodeReuse(key, await this.#withTables(await store.find(key)), store.begin(key), this);
  }

  /** Looks for the work of a node of Spark ML that is not composed yet: it reads no file, and what one that does makes is not stored. */
  ahead(
    node: WorkflowNode,
    dependencies: Pick<Dependencies, 'processor' | 'inputs' | 'shown'> & {
      readonly around: Dependencies['around'] & { readonly files: RunFiles };
    },
  ): Promise<NodeReuse | undefined> {
    return this.node(node, { ...dependencies, outcome: { outputs: [] }, read: watchFiles(dependencies.around.files) });
  }

  /** A stored node whose large tables are the run's own; `undefined` if the store has removed one. */
  async #withTables(node: StoredNode | undefined): Promise<StoredNode | undefined> {
    if (node === undefined) return undefined;
    const outputs: RunOutput[] = [];
    for (const output of node.taps.shown) {
      if (output.type !== 'table' || output.kept === undefined) {
        outputs.push(output);
        continue;
      }
      if (this.#tables === undefined) return undefined;
      // one run may take the same work twice
      const file = `${randomUUID()}.parquet`;
      const from = join(node.tables, output.kept.file);
      if (!(await linkTable(from, join(this.#tables, file)))) return undefined;
      outputs.push({ ...output, kept: { ...output.kept, file } });
    }
    return { ...node, taps: { ...node.taps, shown: outputs } };
  }

  /** Removes a node's stored work, which cannot be read. */
  drop(key: string): Promise<void> {
    return this.#reuse.store.drop(key);
  }

  /** Where a large table of this run lies. */
  tableOf(file: string): string {
    return join(this.#tables ?? '', file);
  }

  /** Keeps rows where their files can be shared. */
  get keep(): Materialize {
    return this.#session.materializeInFiles;
  }

  /** Keeps rows of Spark that may hold vectors. */
  get keepFeatures(): Materialize {
    return materializeInParquetFiles(this.#session, isForNoted);
  }

  /** A stored model as this run's own; `undefined` if the store has removed it. */
  async takeModel(stored: StoredFolder): Promise<StoredModel | undefined> {
    const folder = this.#newFolder('model');
    const linked = await linkFolder(stored, folder).catch(() => undefined);
    if (linked === undefined) return undefined;
    return () => loadModel(this.#session.session, pathToFileURL(folder).href);
  }

  /** Writes a model to a folder whose files the store can link. */
  async saveModel(model: FittedStage | TransformStage): Promise<string> {
    const folder = this.#newFolder('model');
    await model.save(this.#session.session, pathToFileURL(folder).href);
    return folder;
  }

  #newFolder(what: string): string {
    return join(this.#session.scratch, `${what}-${process.hrtime.bigint()}-${this.#linkCount++}`);
  }

  /** Stored rows as this run's own; `undefined` if the store has removed them, or their types have changed. */
  async take({ schema, ...files }: StoredRows): Promise<MaterializedRows | undefined> {
    const folder = this.#newFolder('reused');
    const release = (): Promise<void> => rm(folder, { recursive: true, force: true });
    const linked = await linkFiles(files.folder, files.names, folder).catch(() => undefined);
    const own = { ...files, folder };
    const df = readKept(this.#session.session, own, schema);
    // files with names of columns are read with their types
    if (linked !== undefined && (own.named || sameTypes(await df.schema(), schema))) return { df, files: own, release };
    await release();
    return undefined;
  }
}

/** Reads a model that an earlier run has learned. */
export type StoredModel = () => Promise<FittedStage | TransformStage>;

/** One node's work: that of an earlier run if there is one, else stored for later runs. */
export class NodeReuse {
  readonly key: string;
  readonly stored: StoredNode | undefined;
  readonly #staged: StagedNode;
  readonly #run: RunReuse;
  /** Outputs whose rows have been staged. */
  readonly #added = new Set<number>();
  #hasModel = false;
  #fault: unknown;

  constructor(key: string, stored: StoredNode | undefined, staged: StagedNode, run: RunReuse) {
    this.key = key;
    this.stored = stored;
    this.#staged = staged;
    this.#run = run;
  }

  /** Keeps the rows of an output: the stored ones, or new ones that are stored once the node has ended well. */
  keep(output: number): Materialize {
    return async (df, options = {}) => {
      const rows = await this.rows(output);
      if (rows !== undefined) return rows;
      const materialized = await this.#run.keep(df, options);
      if (materialized.files === undefined) return materialized;
      await this.#add(output, materialized.files, await (options.schema ?? df.schema()));
      return materialized;
    };
  }

  /** Keeps rows of features, and stores them once the node has ended well. */
  keepFeatures(output: number): Materialize {
    return async (df, options = {}) => {
      const materialized = await this.#run.keepFeatures(df, options);
      if (materialized.files !== undefined)
        await this.#add(output, materialized.files, await (options.schema ?? df.schema()));
      return materialized;
    };
  }

  /** The stored rows of an output. */
  async rows(output: number): Promise<MaterializedRows | undefined> {
    const stored = this.stored?.rows.get(output);
    return stored && this.#run.take(stored);
  }

  /** Reads the stored model; `undefined` where there is none. */
  async model(): Promise<StoredModel | undefined> {
    const stored = this.stored?.model;
    return stored === undefined ? undefined : this.#run.takeModel(stored);
  }

  /** Removes the stored work: a later run does it again. */
  drop(): Promise<void> {
    return this.#run.drop(this.key);
  }

  /** True if a later run may want what took so many ms. */
  isWorthStoring(ms: number): boolean {
    return this.#run.isWorthStoring(this.key, ms);
  }

  /** Stores a model once the node has ended well. */
  async addModel(model: FittedStage | TransformStage): Promise<void> {
    await this.#try(async () => {
      const folder = await this.#run.saveModel(model);
      await this.#staged.addModel(folder);
      this.#hasModel = true;
      await rm(folder, { recursive: true, force: true });
    });
  }

  async #add(output: number, files: MaterializedFiles, schema: StructType): Promise<void> {
    await this.#try(async () => {
      await this.#staged.addRows(output, files, schema);
      this.#added.add(output);
    });
  }

  /** Keeps an error for the end: the run itself has its rows. */
  async #try(add: () => Promise<void>): Promise<void> {
    try {
      await add();
    } catch (error) {
      this.#fault ??= error;
    }
  }

  /** Ends: stores what there is to be stored of a node that ended well, and forgets the rest. */
  async settle(taps: StoredTaps | undefined): Promise<void> {
    if (this.#fault !== undefined) {
      await this.#staged.drop();
      throw this.#fault;
    }
    const isNew = this.stored === undefined || this.#added.size > 0 || this.#hasModel;
    if (taps === undefined || !isNew) return this.#staged.drop();
    for (const [output, rows] of this.stored?.rows ?? [])
      if (!this.#added.has(output)) await this.#staged.addRows(output, rows, rows.schema);
    for (const output of taps.shown)
      if (output.type === 'table' && output.kept !== undefined)
        await this.#staged.addTable(this.#run.tableOf(output.kept.file));
    await this.#staged.commit(taps);
  }
}

/** Makes a file appear under another path; false if it is gone, or the disk is full: it is then made again. */
async function linkTable(from: string, to: string): Promise<boolean> {
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await linkFile(from, to);
    return true;
  } catch {
    await rm(to, { force: true });
    return false;
  }
}

const sameTypes = (one: StructType, other: StructType): boolean =>
  one.fields.length === other.fields.length &&
  one.fields.every(({ name, type }, i) => {
    const field = other.fields[i];
    return field !== undefined && field.name === name && typeName(field.type) === typeName(type);
  });
