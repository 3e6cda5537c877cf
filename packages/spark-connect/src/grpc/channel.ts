import {
  create,
  fromBinary,
  toBinary,
  type DescMessage,
  type DescMethod,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import { constants, type ClientHttp2Stream, type OutgoingHttpHeaders } from 'node:http2';
import { Connection, type Call, type ConnectionOptions } from './connection.ts';
import { Deframer, frame } from './framing.ts';
import { httpStatusError, statusOf, StatusError, TransportError, type TransportFault } from './status.ts';

type Method<I extends DescMessage, O extends DescMessage> = DescMethod & { readonly input: I; readonly output: O };

export interface CallOptions {
  /** Ends the call with a {@link StatusError} `DeadlineExceeded`. */
  readonly timeoutMs?: number;
  /** Ends the call without an error. */
  readonly signal?: AbortSignal;
}

/** Received but not yet read messages that hold the server back, in bytes. */
const highWater = 16 * 1024 * 1024;

/** Calls gRPC methods over one connection. What the server says is a `StatusError`, what goes wrong on the way a `TransportError`. */
export class Channel {
  readonly #connection: Connection;
  readonly #headers: OutgoingHttpHeaders;

  constructor(options: ConnectionOptions, headers: OutgoingHttpHeaders) {
    this.#connection = new Connection(options);
    this.#headers = headers;
  }

  close(): void {
    this.#connection.close();
  }

  async unary<I extends DescMessage, O extends DescMessage>(
    method: Method<I, O>,
    message: MessageInitShape<I>,
    options: CallOptions = {},
  ): Promise<MessageShape<O>> {
    return this.upload(method, [message], options);
  }

  /** Sends one message or several, and gives the one answer. */
  async upload<I extends DescMessage, O extends DescMessage>(
    method: Method<I, O>,
    messages: Iterable<MessageInitShape<I>>,
    options: CallOptions = {},
  ): Promise<MessageShape<O>> {
    let answer: MessageShape<O> | undefined;
    for await (const message of this.stream(method, messages, options)) answer = message;
    if (answer === undefined) throw new TransportError(`the server ended ${method.name} without an answer`);
    return answer;
  }

  /** Sends the messages and yields the answers as they arrive; leaving the loop cancels the call. */
  async *stream<I extends DescMessage, O extends DescMessage>(
    method: Method<I, O>,
    messages: Iterable<MessageInitShape<I>>,
    { timeoutMs, signal }: CallOptions = {},
  ): AsyncGenerator<MessageShape<O>, void, undefined> {
    const call = await this.#connection.request(`/${method.parent.typeName}/${method.name}`, this.#headers);
    const { stream } = call;
    const cancel = () => stream.close(constants.NGHTTP2_CANCEL);
    let timedOut = false;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            cancel();
          }, timeoutMs);
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) cancel();
    try {
      const answers = receive(call);
      for (const message of messages)
        if (!stream.destroyed && !stream.write(frame(toBinary(method.input, create(method.input, message)))))
          await drained(stream);
      stream.end();
      for await (const bytes of answers) yield fromBinary(method.output, bytes);
    } catch (error) {
      if (timedOut) throw new StatusError('DeadlineExceeded', `${method.name} was not answered within ${timeoutMs} ms`);
      if (!signal?.aborted) throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      if (!stream.closed) cancel();
    }
  }
}

const drained = (stream: ClientHttp2Stream): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });

/** The messages of a call's answer. Listens at once, so that nothing is missed before the first `next`. */
function receive({ stream, hear }: Call): AsyncGenerator<Buffer, void, undefined> {
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let wake: (() => void) | undefined;
  let ended = false;
  let failure: Error | undefined;
  let status: StatusError | 'ok' | undefined;
  const deframer = new Deframer();

  const finish = (error?: Error) => {
    failure ??= error;
    ended = true;
    wake?.();
  };
  stream.on('response', (headers) => {
    const http = headers[':status'] ?? 200;
    status = statusOf(headers) ?? (http === 200 ? undefined : httpStatusError(http));
  });
  stream.on('trailers', (trailers) => {
    status = statusOf(trailers) ?? status;
  });
  stream.on('data', (chunk: Buffer) => {
    hear();
    try {
      for (const message of deframer.push(chunk)) {
        waiting.push(message);
        waitingBytes += message.length;
      }
    } catch (error) {
      finish(error instanceof Error ? error : new Error(String(error)));
      stream.close(constants.NGHTTP2_CANCEL);
    }
    if (waitingBytes > highWater) stream.pause();
    wake?.();
  });
  const { session } = stream;
  const fault = (): TransportFault => {
    if (session === undefined || session.closed || session.destroyed) return 'connection';
    return stream.rstCode === constants.NGHTTP2_REFUSED_STREAM ? 'not-taken' : 'reset';
  };
  stream.on('error', (error) => finish(new TransportError(error.message, fault(), error)));
  stream.once('close', () => {
    if (status instanceof StatusError) finish(status);
    else if (status === undefined)
      finish(new TransportError(`the connection was cut (HTTP/2 code ${stream.rstCode ?? 0})`));
    else finish(deframer.atBoundary ? undefined : new TransportError('the response ended in the middle of a message'));
  });

  return (async function* () {
    for (;;) {
      const message = waiting.shift();
      if (message !== undefined) {
        waitingBytes -= message.length;
        if (waitingBytes < highWater / 2 && stream.isPaused()) stream.resume();
        yield message;
      } else if (ended) {
        if (failure !== undefined) throw failure;
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = undefined;
      }
    }
  })();
}
