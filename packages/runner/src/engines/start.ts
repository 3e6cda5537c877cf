import { connect } from 'node:http2';
import { once } from 'node:events';
import { toolchain } from '@millrace/toolchain';
import { EngineStartError } from './engine.ts';
import type { Engine, EngineKind, EngineOptions } from './engine.ts';
import { startEngineProcess } from './engine-process.ts';
import type { EngineProcess } from './engine-process.ts';
import { reasonIn } from './log-tail.ts';

/** How one kind of engine is started and known to be up. */
export interface Launch {
  readonly kind: EngineKind;
  readonly version: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The line that it logs once it listens; the first group is the port, chosen by the kernel. */
  readonly listening: RegExp;
  readonly token?: string;
  /** Longest start that is still believed in, ms. */
  readonly deadline: number;
  /** How long a graceful end may take before it is forced, ms. */
  readonly grace: number;
}

/**
 * Starts an engine and resolves once it has answered over HTTP/2.
 * The server itself asks the kernel for a free port and logs it, so no other process can take it in between.
 */
export async function startEngine(launch: Launch, { scratch, signal }: EngineOptions): Promise<Engine> {
  signal?.throwIfAborted();
  const child = started(launch, scratch);
  const deadline = AbortSignal.timeout(launch.deadline);
  const given = AbortSignal.any(signal ? [signal, deadline] : [deadline]);
  const abort = () => child.signal('KILL');
  given.addEventListener('abort', abort, { once: true });
  try {
    const port = await listeningPort(launch, child);
    await answered(port);
    given.throwIfAborted();
    return engineOf(launch, child, scratch, await child.pid, port);
  } catch (error) {
    child.signal('KILL');
    const { log } = await child.exited;
    if (signal?.aborted) throw signal.reason;
    const why = deadline.aborted ? `no answer within ${launch.deadline / 1000} s` : messageOf(error);
    throw notStarted(launch, why, log);
  } finally {
    given.removeEventListener('abort', abort);
  }
}

function started(launch: Launch, scratch: string): EngineProcess {
  try {
    return startEngineProcess({ ...launch, scratch });
  } catch (error) {
    throw notStarted(launch, messageOf(error));
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function notStarted({ kind, version }: Launch, why: string, log: readonly string[] = []): EngineStartError {
  return new EngineStartError(kind, `${kind} ${version} did not start: ${why}`, log);
}

function engineOf(launch: Launch, child: EngineProcess, scratch: string, pid: number, port: number): Engine {
  const stop = async () => {
    child.signal('TERM');
    const force = setTimeout(() => child.signal('KILL'), launch.grace);
    await child.exited;
    clearTimeout(force);
  };
  return {
    kind: launch.kind,
    version: launch.version,
    url: `sc://127.0.0.1:${port}${launch.token ? `/;token=${launch.token}` : ''}`,
    pid,
    scratch,
    exited: child.exited,
    stop,
    kill: () => child.signal('KILL'),
    [Symbol.asyncDispose]: stop,
  };
}

/** The port in the line that says "listening"; rejects when the process ends without it. */
function listeningPort(launch: Launch, child: EngineProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.log.onLine((line) => {
    const port = launch.listening.exec(line)?.[1];
    if (port) resolve(Number(port));
  });
  void child.exited.then(({ code, signal, log }) =>
    reject(new Error(withRemedy(reasonIn(log) ?? `it ended at once (${signal ?? `exit code ${code}`})`))),
  );
  return promise;
}

const withRemedy = (reason: string): string =>
  /reserve enough space|heap|memory/i.test(reason)
    ? `${reason}. Give it less memory (MILLRACE_ENGINE_MEMORY)`
    : `${reason}. If it stays so, delete ${toolchain().root} and run: npm run setup`;

/** Resolves when an HTTP/2 server at the port has sent its settings. */
async function answered(port: number): Promise<void> {
  const session = connect(`http://127.0.0.1:${port}`);
  try {
    await once(session, 'remoteSettings');
  } finally {
    session.destroy();
  }
}
