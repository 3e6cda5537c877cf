import { open } from 'node:fs/promises';
import { connect } from 'node:http2';
import net from 'node:net';
import { basename, dirname, join } from 'node:path';
import { toolchain } from '@millrace/toolchain';
import { type Engine, type EngineKind, type EngineOptions, EngineStartError } from './engine.ts';
import { type EngineProcess, startEngineProcess } from './engine-process.ts';
import { reasonIn } from './log-tail.ts';
import { applicationEnd, endOfApplication } from './why-ended.ts';
import { sandboxCommand, socketName } from '../sandbox/sandbox.ts';

/** Where an engine is reached. */
type Address = { readonly host: string; readonly port: number } | { readonly path: string };

/** How one kind of engine is started and known to be up. */
export interface Launch {
  readonly kind: EngineKind;
  readonly version: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The line that it logs once it listens; the first group is the port, chosen by the kernel. */
  readonly listening: RegExp;
  /** A line that it logs when it is of no use any more, though it goes on: it is killed then. */
  readonly useless?: RegExp;
  readonly token?: string;
  /** Bytes that it may use for data. */
  readonly memory: number;
  /** Longest start that is still believed in, ms. */
  readonly deadline: number;
  /** How long a graceful end may take before it is forced, ms. */
  readonly grace: number;
}

/**
 * Starts an engine and resolves once it has answered over HTTP/2.
 * The server itself asks the kernel for a free port and logs it, so no other process can take it in between.
 */
export async function startEngine(launch: Launch, { scratch, box, spawner, signal }: EngineOptions): Promise<Engine> {
  signal?.throwIfAborted();
  const child = startProcess(launch, { scratch, box, spawner });
  child.log.onLine((line) => {
    if (launch.useless?.test(line)) child.signal('KILL');
  });
  const deadline = AbortSignal.timeout(launch.deadline);
  const startSignal = AbortSignal.any(signal ? [signal, deadline] : [deadline]);
  const abort = () => child.signal('KILL');
  startSignal.addEventListener('abort', abort, { once: true });
  try {
    const port = await listeningPort(launch, child);
    const at =
      box === undefined ? { host: '127.0.0.1', port } : { path: await reachable(join(scratch, socketName), child) };
    await requireAnswer(at);
    startSignal.throwIfAborted();
    return engineOf(launch, child, scratch, await child.pid, at);
  } catch (error) {
    child.signal('KILL');
    const { log } = await child.exited;
    if (signal?.aborted) throw signal.reason;
    const why = deadline.aborted ? `no answer within ${launch.deadline / 1000} s` : messageOf(error);
    throw notStarted(launch, why, log);
  } finally {
    startSignal.removeEventListener('abort', abort);
  }
}

function startProcess(
  launch: Launch,
  { scratch, box, spawner }: Pick<EngineOptions, 'scratch' | 'box' | 'spawner'>,
): EngineProcess {
  try {
    if (box === undefined) return startEngineProcess({ ...launch, scratch, spawner });
    const [command = '', ...args] = sandboxCommand(box, scratch, launch.kind);
    return startEngineProcess({
      ...launch,
      command,
      args: [...args, launch.command, ...launch.args],
      scratch,
      spawner,
    });
  } catch (error) {
    throw notStarted(launch, messageOf(error));
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function notStarted({ kind, version }: Launch, why: string, log: readonly string[] = []): EngineStartError {
  return new EngineStartError(kind, `${kind} ${version} did not start: ${why}`, log);
}

function engineOf(launch: Launch, child: EngineProcess, scratch: string, pid: number, at: Address): Engine {
  const stop = async () => {
    child.signal('TERM');
    const force = setTimeout(() => child.signal('KILL'), launch.grace);
    await child.exited;
    clearTimeout(force);
  };
  return {
    kind: launch.kind,
    version: launch.version,
    url: urlOf(at, launch.token),
    pid,
    memory: launch.memory,
    scratch,
    exited: child.exited,
    stop,
    kill: () => child.signal('KILL'),
    [Symbol.asyncDispose]: stop,
  };
}

function urlOf(at: Address, token: string | undefined): string {
  const parameters = [
    ...(token === undefined ? [] : [`token=${token}`]),
    ...('path' in at ? [`unix=${encodeURIComponent(at.path)}`] : []),
  ];
  const address = 'path' in at ? 'localhost' : `${at.host}:${at.port}`;
  return `sc://${address}${parameters.length === 0 ? '' : `/;${parameters.join(';')}`}`;
}

/** Bytes of the longest path of a Unix socket (unix(7), without the zero at the end). */
const longestSocket = 107;

/** A path of a socket that is short enough, for as long as the engine lives. */
async function reachable(path: string, { exited }: EngineProcess): Promise<string> {
  if (Buffer.byteLength(path) <= longestSocket) return path;
  const folder = await open(dirname(path));
  void exited.then(() => folder.close());
  return `/proc/self/fd/${folder.fd}/${basename(path)}`;
}

/** The port in the line that says "listening"; rejects when the process ends without it. */
function listeningPort(launch: Launch, child: EngineProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.log.onLine((line) => {
    const port = launch.listening.exec(line)?.[1];
    if (port) resolve(Number(port));
  });
  void child.exited.then(({ code, signal, log }) =>
    reject(
      new Error(
        withRemedy(applicationEnd(log) ?? reasonIn(log) ?? `it ended immediately (${signal ?? `exit code ${code}`})`),
      ),
    ),
  );
  return promise;
}

const withRemedy = (reason: string): string =>
  endOfApplication.test(reason) ? `${reason}. See the logs of the cluster` : withLocalRemedy(reason);

const withLocalRemedy = (reason: string): string =>
  /reserve enough space|heap|memory/i.test(reason)
    ? `${reason}. Reduce its memory (MILLRACE_ENGINE_MEMORY)`
    : `${reason}. If this persists, delete ${toolchain().root} and run: npm run setup`;

/** Resolves when an HTTP/2 server there has sent its settings; rejects when it ends, which closes the line without a word. */
async function requireAnswer(at: Address): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const session = connect('http://localhost', { createConnection: () => net.connect(at) });
  session
    .on('error', reject)
    .once('remoteSettings', () => resolve())
    .once('close', () => reject(new Error('it closed the connection before it answered')));
  try {
    await promise;
  } finally {
    session.destroy();
  }
}
