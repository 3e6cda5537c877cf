import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runError } from '@millrace/errors';
import type { CodeAnswer, CodeRequest } from '@millrace/processors';
import { schemaFromText, typeToJson, type DataFrame, type SparkSession } from '@millrace/spark-connect';
import { checkedVariables } from '../code/checked-variables.ts';
import type { CodeProcess } from '../code/session-code.ts';
import { codeFailure, type CodeFault } from '../code/code-failure.ts';
import { copyOwnFile, readOwnFile } from '../code/own-files.ts';
import { guardedConfig, sessionConfig } from '../host/session-config.ts';
import { sendRows, SessionWorker } from '../process/session-worker.ts';
import type { Worker } from '../process/worker.ts';

/** Bytes of the largest result that an engine elsewhere gets. */
const mostBytesInPlan = 1 << 30;

/** What `scala/Worker.scala` answers. */
type Reply =
  | { readonly file: string; readonly schema: string; readonly variables?: unknown }
  | { readonly fault: CodeFault };

export interface SessionScalaOptions {
  readonly session: SparkSession;
  /** A folder that the engine reads, too; absent if it works elsewhere. */
  readonly engineScratch: string | undefined;
  /** Takes a process; with `code`, one that has run this code before, if such a one waits. */
  readonly start: (code?: string) => Promise<CodeProcess>;
}

/** A process of a session. */
interface Running {
  readonly process: CodeProcess;
  /** Code that it has run, in earlier sessions too. */
  readonly hasRun: Set<string>;
}

/**
 * The process that runs the Scala code of a session's nodes, on a Spark of its own: the rows of inputs go there as files of
 * Arrow, and those of the result come back as a file that the engine reads.
 */
export class SessionScala {
  readonly #options: SessionScalaOptions;
  /** The process that is asked first: it may have run the code in an earlier session. */
  readonly #worker: SessionWorker;
  /** The one for code that the first must not run. */
  readonly #other: SessionWorker;
  readonly #running = new Map<Worker, Running>();
  #firstCode = '';
  #files = 0;
  /** Requests at work. */
  #open = 0;
  /** Files with results, in the engine's folder. */
  readonly #resultFiles = new Set<string>();

  constructor(options: SessionScalaOptions) {
    this.#options = options;
    this.#worker = new SessionWorker(() => this.#start(this.#firstCode));
    this.#other = new SessionWorker(() => this.#start());
  }

  async #start(code?: string): Promise<Worker> {
    const process = await this.#options.start(code);
    this.#running.set(process.worker, { process, hasRun: new Set(process.hasRun) });
    return process.worker;
  }

  /** A process that may run this code. */
  async #workerFor(code: string): Promise<Worker> {
    if (this.#firstCode === '') this.#firstCode = code;
    const first = await this.#worker.ensure();
    const before = this.#running.get(first)?.process.hasRun ?? new Set();
    const worker = before.size === 0 || before.has(code) ? first : await this.#other.ensure();
    this.#running.get(worker)?.hasRun.add(code);
    return worker;
  }

  async run(request: CodeRequest): Promise<CodeAnswer> {
    this.#open++;
    try {
      return await this.#run(request);
    } finally {
      this.#open--;
    }
  }

  async #run({ code, nodeId, inputs, parameters, table = 'outDF' }: CodeRequest): Promise<CodeAnswer> {
    const worker = await this.#workerFor(code);
    const { engineScratch } = this.#options;
    const names: string[] = [];
    try {
      const rows: unknown[] = [];
      for (const input of inputs) {
        const files = await sendRows(worker, input, () => this.#nextFile(names));
        rows.push({ files, schema: JSON.stringify(typeToJson(await input.schema())) });
      }
      const reply = await worker.send<Reply>({
        ...{ code, node: nodeId, inputs: rows, table, parameters },
        format: engineScratch === undefined ? 'arrow' : 'parquet',
        settings: { ...sessionConfig, ...guardedConfig },
      });
      if ('fault' in reply) throw codeFailure(reply.fault);
      const outputs = [await this.#receive(worker, reply)];
      return { outputs, results: [], variables: checkedVariables(reply.variables) };
    } catch (error) {
      throw worker.isGone ? ((await worker.loss()) ?? error) : error;
    } finally {
      await Promise.all(names.map((name) => rm(join(worker.scratch, name), { force: true })));
    }
  }

  /** The name of the next file with rows, which joins those that are removed afterwards. */
  #nextFile(names: string[]): string {
    const name = `rows-${++this.#files}`;
    names.push(name);
    return name;
  }

  async #receive(worker: Worker, { file, schema }: Extract<Reply, { file: string }>): Promise<DataFrame> {
    if (!/^result-\d+$/.test(file)) throw codeFailure({ message: 'the code answered in the name of its process' });
    const { session, engineScratch } = this.#options;
    const columns = schemaFromText(schema);
    const path = join(worker.scratch, file);
    try {
      if (engineScratch === undefined)
        return session.createDataFrameFromArrow(await readOwnFile(path, mostBytesInPlan), columns);
      // the sessions of one owner share the engine's folder
      const target = join(engineScratch, `scala-${randomUUID()}.parquet`);
      this.#resultFiles.add(target);
      await copyOwnFile(path, target);
      if (this.#worker.isOver) throw runError('run-stopped', {});
      return session.read.schema(columns).format('parquet').load(pathToFileURL(target).href);
    } finally {
      await rm(path, { force: true, recursive: true });
    }
  }

  /** Ends the processes at once, and begins no other. */
  kill(): void {
    void this.end().catch(() => undefined);
  }

  /** Gives the processes back, if none has anything to do, and begins no other. */
  async leave(): Promise<void> {
    if (this.#open > 0) return this.kill();
    const idle = [...this.#running.values()];
    this.#running.clear();
    for (const worker of [this.#worker, this.#other]) worker.leave();
    await Promise.all(idle.map(({ process, hasRun }) => process.giveBack(hasRun)));
  }

  /** Ends the processes, and removes their results; resolves when they are gone. */
  async end(): Promise<void> {
    await Promise.all([this.#worker.end(), this.#other.end()]);
    await Promise.all([...this.#resultFiles].map((target) => rm(target, { force: true })));
    this.#resultFiles.clear();
  }
}
