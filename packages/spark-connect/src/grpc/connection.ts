import http2, { type ClientHttp2Session, type ClientHttp2Stream, type OutgoingHttpHeaders } from 'node:http2';
import net from 'node:net';
import tls from 'node:tls';
import { TransportError } from './status.ts';
import { Watch } from './watch.ts';

export interface TlsOptions {
  /** Certificates to trust instead of the system's, as PEM. */
  readonly ca?: string | Buffer;
  /** The client's own certificate and key, as PEM, if the server asks for one. */
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  /** The name that the server's certificate must carry, when it is not the host's. */
  readonly servername?: string;
}

export interface ConnectionOptions {
  readonly host: string;
  readonly port: number;
  /** The Unix socket that stands for host and port. */
  readonly unix?: string | undefined;
  readonly tls: TlsOptions | undefined;
  /** How long a connection may take to open, in ms. */
  readonly connectTimeoutMs: number;
  /** How long open calls may hear nothing before the server is asked for a sign of life, in ms. */
  readonly probeAfterMs: number;
  /** How long that sign may take, in ms. */
  readonly probeTimeoutMs: number;
}

/** A call under way; `noteActivity` tells the connection's watch that something arrived. */
export interface Call {
  readonly stream: ClientHttp2Stream;
  readonly noteActivity: () => void;
}

interface Link {
  readonly session: ClientHttp2Session;
  readonly watch: Watch;
}

/**
 * Bytes that the server may send ahead. HTTP/2's own 64 KB halve the speed; more than a few MB would outrun what Spark
 * keeps for a reattach (`spark.connect.execute.reattachable.observerRetryBufferSize`, 10 MB).
 */
const windowBytes = 4 * 1024 * 1024;
const megabyte = 1024 * 1024;

/** One HTTP/2 connection, opened when needed and opened again after it broke. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #authority: string;
  #link: Promise<Link> | undefined;
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#authority = `${options.tls === undefined ? 'http' : 'https'}://${options.host}:${options.port}`;
  }

  /** Begins a call. Throws a {@link TransportError} when no connection can be had. */
  async request(path: string, headers: OutgoingHttpHeaders): Promise<Call> {
    if (this.#isClosed) throw new TransportError('the session was stopped');
    this.#link ??= this.#open();
    const link = await this.#link;
    if (link.session.destroyed) {
      this.#forget(link.session);
      throw new TransportError('the connection was closed while it opened');
    }
    try {
      const stream = link.session.request({
        ':method': 'POST',
        ':path': path,
        'content-type': 'application/grpc',
        te: 'trailers',
        ...headers,
      });
      // the reader of the answer gets the error; until then it must not end the process
      stream.on('error', ignore);
      link.watch.follow(stream);
      return { stream, noteActivity: link.watch.noteActivity };
    } catch (error) {
      // the connection broke, or got GOAWAY, a moment ago
      this.#forget(link.session);
      throw transportError(error);
    }
  }

  /** Ends the connection and every call on it. */
  close(): void {
    this.#isClosed = true;
    this.#link?.then(({ session }) => session.destroy(), ignore);
    this.#link = undefined;
  }

  #forget(session: ClientHttp2Session): void {
    this.#link?.then((link) => {
      if (link.session === session) this.#link = undefined;
    }, ignore);
  }

  async #open(): Promise<Link> {
    try {
      const socket = await this.#connect();
      const session = http2.connect(this.#authority, {
        createConnection: () => socket,
        settings: {
          initialWindowSize: windowBytes,
          maxFrameSize: megabyte,
          maxHeaderListSize: megabyte,
          enablePush: false,
        },
        maxSessionMemory: 1000,
      });
      // it may have been closed while it opened
      session.once('connect', () => {
        if (!session.destroyed) session.setLocalWindowSize(2 * windowBytes);
      });
      const forget = () => this.#forget(session);
      session.once('close', forget).once('goaway', forget);
      // the calls on it get the error by themselves; without calls it opens again when needed
      session.on('error', ignore);
      if (this.#isClosed) session.destroy();
      return { session, watch: new Watch(session, this.#options.probeAfterMs, this.#options.probeTimeoutMs) };
    } catch (error) {
      this.#link = undefined;
      throw transportError(error);
    }
  }

  #connect(): Promise<net.Socket> {
    const { port, unix, tls: secure, connectTimeoutMs } = this.#options;
    const host = this.#options.host.replace(/^\[|\]$/g, '');
    return new Promise((resolve, reject) => {
      const socket =
        secure === undefined
          ? net.connect(unix === undefined ? { host, port, noDelay: true } : { path: unix })
          : tls.connect({ host, port, ALPNProtocols: ['h2'], servername: net.isIP(host) === 0 ? host : '', ...secure });
      const fail = (error: Error) => {
        socket.destroy();
        reject(error);
      };
      socket.setTimeout(connectTimeoutMs, () => fail(new Error(`no connection within ${connectTimeoutMs} ms`)));
      socket.once('error', fail);
      socket.once(secure === undefined ? 'connect' : 'secureConnect', () => {
        socket.setTimeout(0);
        socket.off('error', fail);
        resolve(socket);
      });
    });
  }
}

const ignore = () => undefined;

const transportError = (error: unknown): TransportError => {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return new TransportError(first instanceof Error ? first.message : String(first), 'connection', error);
};
