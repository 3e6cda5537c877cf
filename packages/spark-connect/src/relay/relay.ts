import { fromBinary, toBinary, type DescMethod } from '@bufbuild/protobuf';
import { once } from 'node:events';
import {
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { closeSync, openSync } from 'node:fs';
import { platform } from 'node:os';
import { basename, dirname } from 'node:path';
import { Connection, type Call } from '../grpc/connection.ts';
import { Deframer, frame } from '../grpc/framing.ts';
import { numberOfStatus, StatusError } from '../grpc/status.ts';
import { SparkConnectService } from '../proto.ts';
import { channelOptions, type ConnectionSettings } from '../wire.ts';
import type { Remote } from '../url.ts';

/** A request of Spark Connect, of any method. */
export type RelayedRequest = Record<string, unknown> & { readonly $typeName: string };

export interface RelayOptions {
  /** The session that every call is made part of, whatever session it names. */
  readonly remote: Remote;
  readonly settings?: ConnectionSettings;
  /**
   * Sees each message of a call before the server does; `method` is `ExecutePlan`, `Config`, …. A `StatusError` that it
   * throws ends the call with that status, any other error with `PermissionDenied` and its message.
   */
  readonly inspect: (method: string, request: RelayedRequest) => void;
}

/** Bytes of the largest message that a client may send. Spark's own clients upload larger data in pieces. */
const maxMessageBytes = 64 << 20;
/** Calls that a client may have under way on one connection. */
const maxCalls = 256;

const methods = new Map<string, DescMethod>(
  SparkConnectService.methods.map((method) => [`/${SparkConnectService.typeName}/${method.name}`, method]),
);

/**
 * Serves Spark Connect on a Unix socket and passes calls on to the session of another client: who connects there gets
 * neither the address nor the token of the server, nor any other session of it, and nothing passes that `inspect` refuses.
 * Answers pass as they are.
 */
export class Relay implements AsyncDisposable {
  readonly #options: RelayOptions;
  readonly #connection: Connection;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #server: Http2Server;
  readonly #sessions = new Set<ServerHttp2Session>();

  private constructor(options: RelayOptions) {
    const { connection, headers } = channelOptions(options.remote, options.settings);
    this.#options = options;
    this.#connection = new Connection(connection);
    this.#headers = headers;
    this.#server = createServer({ settings: { maxConcurrentStreams: maxCalls, initialWindowSize: 1 << 20 } });
    this.#server.on('session', (session) => {
      this.#sessions.add(session);
      session.on('error', ignore).once('close', () => this.#sessions.delete(session));
    });
    this.#server.on('stream', (stream, headers) => {
      stream.on('error', ignore);
      void this.#serve(stream, headers).catch((error: unknown) => refuse(stream, error));
    });
  }

  /** Listens at a path, which must not exist yet. */
  static async listen(path: string, options: RelayOptions): Promise<Relay> {
    const relay = new Relay(options);
    // addresses of sockets have at most 107 bytes, and paths of folders may have more
    const folder = openSync(dirname(path), 'r');
    relay.#server.once('close', () => closeSync(folder));
    relay.#server.listen(platform() === 'linux' ? `/proc/self/fd/${folder}/${basename(path)}` : path);
    await once(relay.#server, 'listening');
    return relay;
  }

  async #serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    const method = methods.get(headers[':path'] ?? '');
    if (method === undefined) throw new StatusError('Unimplemented', `unknown method ${headers[':path']}`);
    const deframer = new Deframer(maxMessageBytes);
    let call: Call | undefined;
    // a stream that is destroyed before its end takes the answer with it
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      for (const bytes of deframer.push(chunk as Buffer)) {
        const message = frame(toBinary(method.input, this.#inspected(method, bytes)));
        call ??= await this.#begin(stream, headers[':path'] ?? '');
        if (!call.stream.destroyed && !call.stream.write(message)) await drained(call);
      }
    }
    if (call === undefined) throw new StatusError('InvalidArgument', `${method.name} came without a message`);
    call.stream.end();
  }

  /** The request in this relay's session; throws what `inspect` throws. */
  #inspected(method: DescMethod, bytes: Buffer): RelayedRequest {
    const { userId, sessionId } = this.#options.remote;
    const message = fromBinary(method.input, bytes) as RelayedRequest;
    const userContext = { $typeName: 'spark.connect.UserContext', userId, userName: '', extensions: [] };
    Object.assign(message, { sessionId, userContext });
    this.#options.inspect(method.name, message);
    return message;
  }

  /** Begins the call at the server, whose answer goes to the client from then on. */
  async #begin(client: ServerHttp2Stream, path: string): Promise<Call> {
    const call = await this.#connection.request(path, { ...this.#headers });
    const { stream: server, noteActivity } = call;
    const cancel = (): void => {
      if (!server.closed) server.close(constants.NGHTTP2_CANCEL);
    };
    client.once('close', cancel);
    if (client.closed) cancel();
    let trailers: Readonly<Record<string, string>> | undefined;
    server.on('trailers', (fields) => (trailers = grpcFields(fields)));
    server.on('response', (fields) => {
      const status = grpcFields(fields);
      if (client.closed || client.headersSent) return;
      if ('grpc-status' in status) client.respond({ ...answerHead, ...status }, { endStream: true });
      else client.respond(answerHead, { waitForTrailers: true });
    });
    client.on('wantTrailers', () => client.sendTrailers(trailers ?? lost));
    server.on('data', (chunk: Buffer) => {
      noteActivity();
      if (client.closed || client.write(chunk)) return;
      server.pause();
      client.once('drain', () => server.resume());
    });
    server.once('close', () => {
      if (client.closed) return;
      if (client.headersSent) client.end();
      else refuse(client, new StatusError('Unavailable', 'the engine has ended'));
    });
    return call;
  }

  /** Ends every call. */
  async close(): Promise<void> {
    this.#connection.close();
    for (const session of this.#sessions) session.destroy();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

const answerHead = { ':status': 200, 'content-type': 'application/grpc' };
const lost = { 'grpc-status': String(numberOfStatus('Unavailable')), 'grpc-message': 'the engine has ended' };

/** The fields of headers or trailers that tell how a call ended. */
const grpcFields = (fields: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith('grpc-') && typeof value === 'string' ? [[name, value]] : [],
    ),
  );

function refuse(stream: ServerHttp2Stream, error: unknown): void {
  if (stream.closed || stream.destroyed) return;
  if (stream.headersSent) {
    stream.close(constants.NGHTTP2_CANCEL);
    return;
  }
  const code = error instanceof StatusError ? error.code : 'PermissionDenied';
  const message = error instanceof Error ? error.message : String(error);
  const status = { 'grpc-status': String(numberOfStatus(code)), 'grpc-message': encodeURIComponent(message) };
  stream.respond({ ...answerHead, ...status }, { endStream: true });
  // what it still sends is not read
  stream.resume();
}

const drained = ({ stream }: Call): Promise<void> =>
  new Promise((resolve) => {
    stream.once('drain', resolve).once('close', resolve);
  });

const ignore = (): undefined => undefined;
