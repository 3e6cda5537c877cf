import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runError } from '@millrace/errors';
import type { CodeAnswer, CodeChart, CodeRequest, CodeResult, CodeRunner } from '@millrace/processors';
import { DataFrame, decodeRelation, encodeRelation, reservePlanIds, type SparkSession } from '@millrace/spark-connect';
import { Relay, type RelayedRequest } from '@millrace/spark-connect/relay';
import { toolchain } from '@millrace/toolchain';
import type { EngineKind } from '../index.ts';
import type { Worker } from '../process/worker.ts';
import { SessionScala } from '../scala/session-scala.ts';
import { codeFailure, type CodeFault } from './code-failure.ts';
import { checkedVariables } from './checked-variables.ts';
import { checkMessages, codePolicy, FunctionsRefused } from './code-policy.ts';
import { readOwnFile } from './own-files.ts';
import { withInputs } from './with-inputs.ts';

/** Relations that the code of one node may make. */
const plansOfNode = 1_000_000;

/** Characters that the code of a session may log. */
const mostLogged = 16 << 20;

/** What code has shown, with the name of the file of its rows. */
type ShownByWorker =
  | { readonly type: 'text' | 'html'; readonly title: string; readonly text: string }
  | {
      readonly type: 'table' | 'chart';
      readonly title: string;
      readonly plan: string;
      readonly limit: number;
      readonly chart?: CodeChart;
    };

type WorkerReply =
  | { readonly outputs: readonly string[]; readonly shown: readonly ShownByWorker[]; readonly variables?: unknown }
  | { readonly fault: CodeFault };

interface Parts {
  readonly process: CodeProcess;
  readonly relays: readonly Relay[];
}

export interface SessionCodeOptions {
  readonly kind: EngineKind;
  readonly session: SparkSession;
  /** A folder that the engine reads, too; absent if it works elsewhere. */
  readonly engineScratch: string | undefined;
  /** Takes a process for code, with a folder of its own. Throws if code must not run here. */
  readonly start: (onLog: (line: string) => void, need: CodeNeed) => Promise<CodeProcess>;
}

/** Languages of code, each with a program that runs it. */
export type CodeLanguage = 'python' | 'scala';

/** What a process is needed for; `code`: the first text that it is to run, if it may have run that before. */
export interface CodeNeed {
  readonly language: CodeLanguage;
  readonly code?: string;
}

/** A process for code; `runsFunctions`: the engine may run functions in Python for it. */
export interface CodeProcess {
  readonly worker: Worker;
  readonly runsFunctions: boolean;
  /** Texts that it has run in earlier sessions: it runs no others, which could find what those have left. */
  readonly hasRun: ReadonlySet<string>;
  /** Gives it back at the end of the session, if it has nothing to do; `hasRun`: all texts that it has run. */
  readonly giveBack: (hasRun?: ReadonlySet<string>) => Promise<void>;
}

/** The processes that run the code of a session's nodes: started when first needed, ended with the session. */
export class SessionCode implements CodeRunner {
  readonly #options: SessionCodeOptions;
  readonly #scala: SessionScala;
  #parts: Promise<Parts> | undefined;
  #isOver = false;
  #files = 0;
  /** Requests of {@link composing} at work, by their names: whether they were refused to compute rows. */
  readonly #refused = new Map<string, boolean>();
  #requests = 0;
  /** Requests at work. */
  #open = 0;
  /** Resolves when the process is given back, or ended. */
  #leaving: Promise<void> = Promise.resolve();
  /** Receives what the code of a node prints. */
  onLog: (nodeId: string, line: string) => void = () => undefined;

  constructor(options: SessionCodeOptions) {
    this.#options = options;
    const { session, engineScratch, start } = options;
    this.#scala = new SessionScala({
      ...{ session, engineScratch },
      start: (code) => start(this.#lineReader(), { language: 'scala', ...(code === undefined ? {} : { code }) }),
    });
  }

  run(request: CodeRequest): Promise<CodeAnswer> {
    if (request.style === 'scala') return this.#scala.run(request);
    return this.#run(request, computingSocket);
  }

  /**
   * Runs code that only composes plans: code that computes rows ends with a RunError `NEEDS_SPARK`. So a run on Sail has the
   * plans that were verified before.
   */
  readonly composing: CodeRunner = {
    run: async (request) => {
      if (request.style === 'scala') throw runError('needs-spark', { reason: 'its code in Scala computes rows' });
      const name = `request-${++this.#requests}`;
      this.#refused.set(name, false);
      // code may take the refusal for an answer, and give other rows
      const isRefused = (): boolean => this.#refused.get(name) === true;
      try {
        const answer = await this.#run(request, composingSocket, name);
        if (!isRefused()) return answer;
      } catch (error) {
        if (!isRefused()) throw error;
      } finally {
        this.#refused.delete(name);
      }
      throw runError('needs-spark', { reason: 'its code computes rows before its result is known' });
    },
  };

  /** Refuses a request to compute rows; it counts for all that are at work if it does not say whose it is. */
  #refuse({ clientType }: RelayedRequest): never {
    const [own] = String(clientType).split(' ');
    const names = own !== undefined && this.#refused.has(own) ? [own] : [...this.#refused.keys()];
    for (const name of names) this.#refused.set(name, true);
    throw new Error('the code computes rows, and only its plan is asked for');
  }

  async #run(request: CodeRequest, socket: string, name = ''): Promise<CodeAnswer> {
    this.#open++;
    try {
      return await this.#answer(request, socket, name);
    } finally {
      this.#open--;
    }
  }

  async #answer({ inputs, style, ...request }: CodeRequest, socket: string, name: string): Promise<CodeAnswer> {
    const { process } = await this.#started();
    const { worker } = process;
    const { session } = this.#options;
    await session.client.local.flush();
    const files = await Promise.all(
      inputs.map(async ({ relation }) => {
        const file = `rows-${++this.#files}`;
        await writeFile(join(worker.scratch, file), encodeRelation(relation));
        return file;
      }),
    );
    const { sessionId, userId } = session.client.remote;
    const { code, nodeId: node, parameters, root, outputs, table } = request;
    const reply = await worker.send<WorkerReply>({
      ...{ code, node, style, inputs: files, parameters, files: root, outputs, table },
      ...{ session: sessionId, user: userId, socket, name, firstPlanId: Number(reservePlanIds(plansOfNode)) },
    });
    await Promise.all(files.map((file) => rm(join(worker.scratch, file), { force: true })));
    if ('fault' in reply) throw codeFailure(reply.fault);
    return {
      outputs: await Promise.all(reply.outputs.map((file) => this.#frame(process, file, inputs))),
      results: await Promise.all(reply.shown.map((one) => this.#result(process, one, inputs))),
      variables: checkedVariables(reply.variables),
    };
  }

  async #result(process: CodeProcess, shown: ShownByWorker, inputs: readonly DataFrame[]): Promise<CodeResult> {
    if (!('plan' in shown)) return { type: shown.type, title: String(shown.title), text: String(shown.text) };
    const { title, limit, chart } = shown;
    const rows = await this.#frame(process, shown.plan, inputs);
    return chart === undefined
      ? { type: 'table', title, rows, limit: Number(limit) }
      : { type: 'chart', title, rows, limit: Number(limit), chart };
  }

  async #frame({ worker, runsFunctions }: CodeProcess, name: string, inputs: readonly DataFrame[]): Promise<DataFrame> {
    if (!/^plan-\d+-\d+$/.test(name)) throw codeFailure({ message: 'the code answered in the name of its process' });
    const path = join(worker.scratch, name);
    try {
      const relation = decodeRelation(await readOwnFile(path));
      checkMessages(relation, runsFunctions);
      const inputPlans = inputs.map((input) => input.relation);
      return new DataFrame(this.#options.session, withInputs(relation, inputPlans));
    } catch (error) {
      if (error instanceof FunctionsRefused && this.#options.kind === 'sail')
        throw runError('needs-spark', { reason: 'its code has functions in Python' });
      throw codeFailure({ message: error instanceof Error ? error.message : String(error) });
    } finally {
      await rm(path, { force: true, recursive: true });
    }
  }

  #started(): Promise<Parts> {
    if (this.#isOver) throw runError('run-stopped', {});
    return (this.#parts ??= this.#start());
  }

  async #start(): Promise<Parts> {
    const { kind, session, start } = this.#options;
    const process = await start(this.#lineReader(), { language: 'python' });
    const { worker, runsFunctions } = process;
    const { remote } = session.client;
    const refuse = (request: RelayedRequest): void => this.#refuse(request);
    const relays = await Promise.all([
      Relay.listen(join(worker.scratch, computingSocket), { remote, inspect: codePolicy({ kind, runsFunctions }) }),
      Relay.listen(join(worker.scratch, composingSocket), {
        remote,
        inspect: codePolicy({ kind, runsFunctions, onComputing: refuse }),
      }),
    ]);
    await session.setConfig(kind === 'sail' ? localRows : { 'spark.sql.execution.pyspark.python': toolchain().python });
    if (this.#isOver) worker.kill();
    return { process, relays };
  }

  /** Passes on the lines of code, each after the id of its node and a tab, up to a limit; others are of the process itself. */
  #lineReader(): (line: string) => void {
    let logged = 0;
    return (line) => {
      logged += line.length + 1;
      if (logged > mostLogged || !line.includes('\t')) return;
      const [node = '', ...text] = line.split('\t');
      this.onLog(node, text.join('\t'));
    };
  }

  /** Ends the processes at once, and begins no other. */
  kill(): void {
    this.#isOver = true;
    this.#scala.kill();
    void this.#close().catch(ignore);
  }

  /** Ends the session's part of the processes: one that has nothing to do may work for another session. */
  leave(): void {
    this.#isOver = true;
    const givesBack = this.#open === 0;
    this.#leaving = Promise.all([this.#scala.leave(), this.#close({ givesBack })]).then(ignore, ignore);
  }

  /** Ends the sockets that the process reaches the engine on, which would keep this process alive, and the process. */
  async #close({ givesBack = false } = {}): Promise<void> {
    const parts = await this.#parts;
    if (parts === undefined) return;
    if (givesBack) this.#parts = undefined;
    else parts.process.worker.kill();
    await Promise.all(parts.relays.map((relay) => relay.close()));
    if (givesBack) await parts.process.giveBack();
  }

  /** Ends the processes that were not given back; resolves when they are gone. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all([this.#scala.end(), this.#leaving]);
    await this.#close().catch(ignore);
    await this.#parts?.then(({ process: { worker } }) => worker.exited, ignore);
  }
}

/** How PySpark sends rows of its process; it asks the engine, and Sail does not know. Values: Spark's, but all rows in the plan. */
const localRows = {
  'spark.sql.session.localRelationSizeLimit': String(3 << 30),
  'spark.sql.session.localRelationCacheThreshold': String(1 << 30),
  'spark.sql.session.localRelationChunkSizeRows': '10000',
  'spark.sql.session.localRelationChunkSizeBytes': String(16 << 20),
  'spark.sql.session.localRelationBatchOfChunksSizeBytes': String(1 << 30),
  'spark.sql.timestampType': 'TIMESTAMP_LTZ',
  'spark.sql.execution.pandas.convertToArrowArraySafely': 'false',
  'spark.sql.execution.pandas.inferPandasDictAsMap': 'false',
  'spark.sql.execution.arrow.useLargeVarTypes': 'false',
  'spark.sql.execution.pyspark.binaryAsBytes': 'true',
  'spark.sql.pyspark.inferNestedDictAsStruct.enabled': 'false',
  'spark.sql.pyspark.legacy.inferArrayTypeFromFirstElement.enabled': 'false',
  'spark.sql.pyspark.legacy.inferMapTypeFromFirstPair.enabled': 'false',
};

/** Sockets in the folder of the process, on which its code reaches the engine. */
const computingSocket = 'spark.sock';
const composingSocket = 'plans.sock';

const ignore = (): undefined => undefined;
