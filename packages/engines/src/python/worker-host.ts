import { tmpdir } from 'node:os';
import { runError } from '@millrace/errors';
import type { SparkSession } from '@millrace/spark-connect';
import type { Spawner } from '@millrace/toolchain';
import { SessionCode } from '../code/session-code.ts';
import type { CodeIsolation } from '../host/options.ts';
import type { EngineKind } from '../index.ts';
import type { SandboxConfig } from '../sandbox/sandbox.ts';
import type { EngineView } from '../sandbox/view.ts';
import { SessionPython } from './session-python.ts';
import { startWorker } from './start-worker.ts';
import type { PythonWorker, WorkerOptions } from './worker.ts';

export interface WorkerHostOptions {
  readonly memory: string | undefined;
  readonly scratch: string | undefined;
  /** The sandbox of engines and of their workers. */
  readonly box: SandboxConfig | undefined;
  /** See `HostOptions.code`. */
  readonly code: (() => Promise<CodeIsolation>) | undefined;
  readonly spawner: Spawner | undefined;
}

/** What of a session its code joins. */
export interface CodeSession {
  readonly session: SparkSession;
  readonly kind: EngineKind;
  readonly view: EngineView | undefined;
}

/** The Python processes of engine sessions: workers of libraries, and those that run the code of nodes. */
export class WorkerHost {
  readonly #options: WorkerHostOptions;
  readonly #workers = new Set<PythonWorker>();
  #isClosed = false;

  constructor(options: WorkerHostOptions) {
    this.#options = options;
  }

  /** A Python worker that starts at its first request. `engineScratch`: a folder that the engine reads, too. */
  python(session: SparkSession, engineScratch: string | undefined): SessionPython {
    const { box } = this.#options;
    return new SessionPython({ session, engineScratch, start: (onLog) => this.#start({ onLog, box }) });
  }

  /** A process for code that starts at its first request; it sees the files that the session's engine sees. */
  code({ session, kind, view }: CodeSession): SessionCode {
    const { box, code = () => Promise.resolve(box ?? 'none') } = this.#options;
    return new SessionCode({
      session,
      kind,
      start: async (onLog) => {
        const isolation = await code();
        if (isolation === 'none') throw runError('code-without-sandbox', {});
        const own = isolation === 'unsafe' ? undefined : isolation;
        // a readable view: what code writes there, no save has checked
        const files = (view?.mounts ?? own?.files ?? []).map(({ how, folder }) => ({
          how: how === 'empty' ? how : ('readable' as const),
          folder,
        }));
        const worker = await this.#start({ onLog, package: 'millrace_code', files, box: own });
        // the engine runs functions in Python with all that it may do itself
        return { worker, runsFunctions: isolation === 'unsafe' || (kind === 'spark' && box !== undefined) };
      },
    });
  }

  async #start({
    box,
    ...options
  }: Pick<WorkerOptions, 'onLog' | 'package' | 'files'> & {
    readonly box: SandboxConfig | undefined;
  }): Promise<PythonWorker> {
    const { memory, scratch = tmpdir(), spawner } = this.#options;
    const worker = await startWorker({ memory, scratch, ...options, ...(box && { box }), ...(spawner && { spawner }) });
    this.#workers.add(worker);
    void worker.exited.then(() => this.#workers.delete(worker));
    if (this.#isClosed) worker.kill();
    await worker.pid;
    return worker;
  }

  /** Ends all of them, and those that are started later; resolves when they are gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const worker of this.#workers) worker.kill();
    await Promise.all([...this.#workers].map(({ exited }) => exited));
  }
}
