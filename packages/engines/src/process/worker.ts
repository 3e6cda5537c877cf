import { existsSync } from 'node:fs';
import { startGuardedWithChannel, type Spawner } from '@millrace/toolchain';
import type { RunError } from '@millrace/errors';
import { sandboxCommand, type SandboxConfig, type SandboxedKind } from '../sandbox/sandbox.ts';
import type { Mount } from '../sandbox/view.ts';
import { engineEnvironment } from './environment.ts';
import { LogTail } from './log-tail.ts';
import { whyEnded } from './why-ended.ts';

/** Characters of the longest answer of a worker. */
const longestAnswer = 1 << 28;

/** A program that answers requests on the descriptor `CHANNEL`. */
export interface WorkerProgram {
  /** How many processes its sandbox lets it have. */
  readonly kind: SandboxedKind;
  readonly command: readonly string[];
  /** Folders and files that it reads in a sandbox, besides the toolchain. */
  readonly readable: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The error of its requests when it has ended. */
  readonly lost: (reason: string) => RunError;
}

export interface WorkerOptions {
  /** A folder of its own, which is removed with it. */
  readonly scratch: string;
  /** What it runs, by its folder and the bytes of memory that it may use. */
  readonly program: (scratch: string, memory: number) => WorkerProgram;
  /** The sandbox of engines; the worker sees of the file space what `files` says. */
  readonly box?: SandboxConfig;
  /** What of the file space it sees in a sandbox; nothing if not set. */
  readonly files?: readonly Mount[];
  /** Starts it, if it is up. */
  readonly spawner?: Spawner;
  /** Bytes of memory that it may use. */
  readonly memory: number;
  /** Receives what the worker logs, line by line. */
  readonly onLog: (line: string) => void;
}

/** A process that answers requests, and cannot outlive us. */
export class Worker {
  readonly scratch: string;
  /** Resolves when the process and its folder are gone. */
  readonly exited: Promise<void>;
  /** Process id; rejects when it could not be started. */
  readonly pid: Promise<number>;
  readonly #process: ReturnType<typeof startGuardedWithChannel>;
  readonly #waiting = new Map<number, PromiseWithResolvers<object>>();
  #requests = 0;
  #end: RunError | undefined;

  constructor({ scratch, program, box, files = [], spawner, memory, onLog }: WorkerOptions) {
    const { kind, command: own, readable, env, lost } = program(scratch, memory);
    const hidden = files.length === 0 ? [] : (box?.hidden ?? []);
    const sandboxed = box === undefined ? [] : sandboxCommand({ ...box, files, hidden, readable }, scratch, kind);
    const [command = '', ...args] = [...sandboxed, ...own];
    this.scratch = scratch;
    this.#process = startGuardedWithChannel({
      ...{ command, args, env: engineEnvironment(env), cwd: scratch, scratch },
      ...(spawner && { spawner }),
    });
    const { channel, stdout, stderr, exited, pid } = this.#process;
    this.pid = pid;
    const log = new LogTail();
    log.onLine(onLog);
    for (const stream of [stdout, stderr]) stream.setEncoding('utf8').on('data', (text: string) => log.push(text));
    let open = '';
    channel.setEncoding('utf8').on('data', (text: string) => {
      // a worker that dies may leave part of an answer, which does not count
      const [head = '', ...others] = text.split('\n');
      open += head;
      for (const next of others) {
        this.#take(open);
        open = next;
      }
      // code of users may have taken the process over
      if (open.length > longestAnswer) this.kill();
    });
    this.exited = exited.then((exit) => {
      this.#end ??= lost(whyEnded({ ...exit, log: log.lines }));
      for (const { reject } of this.#waiting.values()) reject(this.#end);
      this.#waiting.clear();
    });
  }

  /** True once it answers no more. */
  get ended(): boolean {
    return this.#end !== undefined;
  }

  /** True once its folder is gone, and with it its files. */
  get isGone(): boolean {
    return !existsSync(this.scratch);
  }

  /** Why it has ended; waits for the end. */
  async loss(): Promise<RunError | undefined> {
    await this.exited;
    return this.#end;
  }

  /** Sends a request. `A`: the answers of the program, which describes them. */
  send<A extends object>(request: object): Promise<A> {
    if (this.#end !== undefined) return Promise.reject(this.#end);
    const id = ++this.#requests;
    const answer = Promise.withResolvers<object>();
    this.#waiting.set(id, answer);
    this.#process.channel.write(`${JSON.stringify({ id, ...request })}\n`);
    return answer.promise as Promise<A>;
  }

  #take(line: string): void {
    let answer: { readonly id: number };
    try {
      answer = JSON.parse(line) as typeof answer;
    } catch {
      this.kill();
      return;
    }
    this.#waiting.get(answer.id)?.resolve(answer);
    this.#waiting.delete(answer.id);
  }

  /** Lets it end once it has answered: no more requests follow. */
  endInput(): void {
    this.#process.channel.end();
  }

  /** Ends it at once. Await `exited` to know that it is gone. */
  kill(): void {
    this.#process.signal('KILL');
  }
}
