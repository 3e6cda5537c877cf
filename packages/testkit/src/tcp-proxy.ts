import net from 'node:net';

/** What the proxy does with the bytes that the server sends over one connection. */
export interface Fault {
  /** Let so many bytes pass first. */
  readonly after: number;
  /**
   * `cut`: reset both sides. `half-close`: end the client's reading side as if the server had. `hole`: keep the
   * connection and pass nothing more, either way.
   */
  readonly then: 'cut' | 'half-close' | 'hole';
}

/** The port in a Spark Connect address. */
export const portOf = (url: string): number => Number(new URL(url.replace('sc:', 'http:')).port);

/** A TCP proxy between a client and an engine that does harm on request. */
export class TcpProxy {
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();
  /** The nth connection meets the nth fault; connections without one pass. */
  #faults: (Fault | undefined)[] = [];
  /** The engine's port: connections from now on go there. */
  target: number;
  /** Bytes that engines have sent so far. */
  receivedBytes = 0;
  /** Every chunk waits so long, in ms. */
  delayMs = 0;
  connections = 0;
  #isSilent = false;

  private constructor(target: number) {
    this.target = target;
    this.#server = net.createServer((client) => this.#join(client, net.connect(this.target, '127.0.0.1')));
  }

  static async to(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(portOf(url));
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** The engine's address with this proxy in between. */
  url(of: string): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
    return of.replace(/:\d+(?=\/|$)/, `:${address.port}`);
  }

  /** The next connections meet these faults, in turn. */
  harm(...faults: (Fault | undefined)[]): void {
    this.#faults = [...faults];
  }

  /** Passes nothing more, either way, on connections that are open and on new ones, as a network that is down. */
  silence(): void {
    this.#isSilent = true;
  }

  /** Ends the connections that are open now. */
  cutNow(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.cutNow();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: net.Socket, server: net.Socket): void {
    this.connections++;
    const fault = this.#faults.shift();
    let bytes = 0;
    let hole = false;
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        if (!hole) (socket === client ? server : client).destroy();
      });
    }
    client.on('drain', () => server.resume());
    client.on('data', (chunk) => {
      if (!hole && !this.#isSilent) server.write(chunk);
    });
    server.on('data', (chunk) => {
      this.receivedBytes += chunk.length;
      if (hole || this.#isSilent) return;
      const rest = fault === undefined ? Number.POSITIVE_INFINITY : fault.after - bytes;
      bytes += chunk.length;
      const send = chunk.length <= rest ? chunk : chunk.subarray(0, Math.max(0, rest));
      if (this.delayMs === 0) {
        // no faster than the client reads
        if (!client.write(send)) server.pause();
      } else setTimeout(() => client.write(send), this.delayMs);
      if (fault === undefined || chunk.length < rest) return;
      if (fault.then === 'hole') hole = true;
      else if (fault.then === 'half-close') client.end();
      else for (const socket of [client, server]) socket.resetAndDestroy();
    });
  }
}
