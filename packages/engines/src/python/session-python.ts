import { randomUUID } from 'node:crypto';
import { copyFile, cp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Python, PythonAnswer, PythonRequest } from '@millrace/processors';
import { FieldError } from '@millrace/processors/field-error';
import type { DataFrame, RunOptions, SparkSession, StructType } from '@millrace/spark-connect';
import { runError } from '@millrace/errors';
import { sendRows, SessionWorker } from '../process/session-worker.ts';
import type { Worker } from '../process/worker.ts';
import type { WorkerAnswer, WorkerRequest, WrittenTable } from './request.ts';

export interface SessionPythonOptions {
  readonly session: SparkSession;
  /** A folder that the engine reads, too; absent if it works elsewhere. */
  readonly engineScratch: string | undefined;
  /** Starts a worker. */
  readonly start: (onLog: (line: string) => void) => Promise<Worker>;
}

/** The Python worker of an engine session: started when first needed, ended with the session. */
export class SessionPython implements Python {
  readonly #options: SessionPythonOptions;
  readonly #worker: SessionWorker;
  #models = 0;
  #files = 0;
  /** Files with results, in the engine's folder. */
  readonly #resultFiles = new Set<string>();
  /** Receives what the worker logs. */
  onLog: (line: string) => void = () => undefined;

  constructor(options: SessionPythonOptions) {
    this.#options = options;
    this.#worker = new SessionWorker(() => options.start((line) => this.onLog(line)));
  }

  nextModel(): string {
    return `model-${++this.#models}`;
  }

  async call<V>(request: PythonRequest): Promise<PythonAnswer<V>> {
    const worker = await this.#worker.ensure();
    const answer = await this.#request(worker, request);
    const { value, tables, warnings } = requireValue(answer);
    const frames: Record<string, DataFrame> = {};
    for (const [name, table] of Object.entries(tables))
      frames[name] = await this.#receive(worker, table, request.schemas?.[name]);
    return { value: value as V, tables: frames, warnings };
  }

  async #request(worker: Worker, request: PythonRequest): Promise<WorkerAnswer> {
    const files: Record<string, string> = {};
    try {
      const rows: Record<string, readonly string[]> = {};
      for (const [name, df] of Object.entries(request.rows ?? {}))
        rows[name] = await sendRows(worker, df, () => this.#nextFile('rows'));
      for (const [name, path] of Object.entries(request.files ?? {})) {
        files[name] = this.#nextFile('given');
        await copyFile(path, join(worker.scratch, files[name]));
      }
      const message: WorkerRequest = {
        do: request.operation,
        with: request.parameters,
        rows,
        files,
        fields: request.fields ?? {},
        parquet: this.#options.engineScratch !== undefined && request.inPlan !== true,
      };
      return await worker.send<WorkerAnswer>(message);
    } catch (error) {
      throw worker.isGone ? await worker.loss() : error;
    } finally {
      await Promise.all(Object.values(files).map((name) => rm(join(worker.scratch, name), { force: true })));
    }
  }

  async save(model: string, folder: string, { signal }: RunOptions = {}): Promise<void> {
    const worker = await this.#worker.ensure();
    const to = this.#nextFile('saved');
    await this.call({ operation: 'save', parameters: { model, to } });
    signal?.throwIfAborted();
    await cp(join(worker.scratch, to), folder, { recursive: true });
    await rm(join(worker.scratch, to), { recursive: true });
  }

  /** Has the worker forget a model; one that has ended holds none. */
  async forget(model: string): Promise<void> {
    const worker = await this.#worker.started?.catch(() => undefined);
    if (worker === undefined || worker.ended) return;
    await this.#request(worker, { operation: 'forget', parameters: { model } });
  }

  /** Ends the worker at once, and begins no other. */
  kill(): void {
    this.#worker.kill();
  }

  /** Ends the worker; resolves when it is gone. */
  async end(): Promise<void> {
    await this.#worker.end();
  }

  /** Removes the files of results from the engine's folder, once the session that reads them has ended. */
  async clear(): Promise<void> {
    await Promise.allSettled([...this.#resultFiles].map((target) => rm(target, { force: true })));
    this.#resultFiles.clear();
  }

  /** The worker's process, once there is one. */
  async pid(): Promise<number | undefined> {
    return (await this.#worker.started)?.pid;
  }

  /** Rows that the worker has written, for the engine. */
  async #receive(worker: Worker, { file, format }: WrittenTable, schema?: StructType): Promise<DataFrame> {
    const { session, engineScratch } = this.#options;
    const path = join(worker.scratch, file);
    if (format === 'arrow' || engineScratch === undefined) {
      const rows = session.createDataFrameFromArrow(await readFile(path), schema);
      await rm(path);
      return rows;
    }
    // the sessions of one owner share the engine's folder
    const target = join(engineScratch, `python-${randomUUID()}.parquet`);
    await move(path, target);
    if (this.#worker.isOver) {
      await rm(target, { force: true });
      throw runError('run-stopped', {});
    }
    this.#resultFiles.add(target);
    const reader = schema === undefined ? session.read : session.read.schema(schema);
    return reader.format('parquet').load(pathToFileURL(target).href);
  }

  #nextFile(what: string): string {
    return `${what}-${++this.#files}`;
  }
}

function requireValue(answer: WorkerAnswer): Extract<WorkerAnswer, { readonly value: unknown }> {
  if ('refused' in answer) throw new FieldError(answer.refused.field, answer.refused.message, answer.refused.remedy);
  if ('fault' in answer) throw runError('python-failed', { fault: answer.fault });
  return answer;
}

/** Moves a file, onto another disk too. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await copyFile(from, to);
    await rm(from);
  }
}
