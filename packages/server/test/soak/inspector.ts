import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { until } from '@millrace/testkit/until';

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly chunk?: string };
  readonly result?: { readonly result?: { readonly value?: unknown } };
  readonly error?: { readonly message: string };
}

/** Looks into another process of Node that was started with {@link inspectable}, by V8's protocol. */
export class Inspector implements Disposable {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<Reply>>();
  readonly #chunks: string[] = [];
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data)) as Reply));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the process has ended'));
    });
  }

  static async open(port: number): Promise<Inspector> {
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
      webSocketDebuggerUrl: string;
    }[];
    const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`nothing can be inspected at port ${port}`)));
    await promise;
    return new Inspector(socket);
  }

  /** The value of an expression there. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result } = await this.#send('Runtime.evaluate', { expression, returnByValue: true });
    return result?.result?.value as T;
  }

  /** Frees all that nothing refers to. */
  async collectGarbage(): Promise<void> {
    // what the first one finalizes is freed by the second
    for (let turn = 0; turn < 2; turn++) await this.#send('HeapProfiler.collectGarbage');
  }

  /** Writes a heap snapshot, which the developer tools of Chromium read. */
  async heapSnapshot(path: string): Promise<void> {
    this.#chunks.length = 0;
    await this.#send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    await writeFile(path, this.#chunks.splice(0).join(''));
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }

  async #send(method: string, params: Record<string, unknown> = {}): Promise<Reply> {
    const id = ++this.#last;
    const answer = Promise.withResolvers<Reply>();
    this.#waiting.set(id, answer);
    this.#socket.send(JSON.stringify({ id, method, params }));
    const reply = await answer.promise;
    if (reply.error !== undefined) throw new Error(`${method}: ${reply.error.message}`);
    return reply;
  }

  #take(reply: Reply): void {
    if (reply.method === 'HeapProfiler.addHeapSnapshotChunk') this.#chunks.push(reply.params?.chunk ?? '');
    if (reply.id === undefined) return;
    this.#waiting.get(reply.id)?.resolve(reply);
    this.#waiting.delete(reply.id);
  }
}

/** A free port, and the environment with which a process of Node lets itself be inspected there. */
export async function inspectable(): Promise<{ port: number; environment: NodeJS.ProcessEnv }> {
  const server = createServer().listen(0, '127.0.0.1');
  await until(() => server.listening);
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return { port, environment: { NODE_OPTIONS: `--inspect=127.0.0.1:${port} --inspect-publish-uid=http` } };
}
