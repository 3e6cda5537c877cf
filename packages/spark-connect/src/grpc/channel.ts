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
          await waitForDrain(stream);
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

const waitForDrain = (stream: ClientHttp2Stream): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });

/** The messages of an answer that have arrived, and how it ended. */
interface Inbox {
  readonly waiting: Buffer[];
  bytes: number;
  /** Wakes the reader that waits for the next message. */
  wake?: (() => void) | undefined;
  hasEnded: boolean;
  failure?: Error | undefined;
}

function finish(inbox: Inbox, error?: Error): void {
  inbox.failure ??= error;
  inbox.hasEnded = true;
  inbox.wake?.();
}

/** The messages of a call's answer. Listens at once, so that nothing is missed before the first `next`. */
function receive({ stream, noteActivity }: Call): AsyncGenerator<Buffer, void, undefined> {
  const inbox: Inbox = { waiting: [], bytes: 0, hasEnded: false };
  const deframer = new Deframer();
  stream.on('data', (chunk: Buffer) => {
    noteActivity();
    try {
      for (const message of deframer.push(chunk)) {
        inbox.waiting.push(message);
        inbox.bytes += message.length;
      }
    } catch (error) {
      finish(inbox, error instanceof Error ? error : new Error(String(error)));
      stream.close(constants.NGHTTP2_CANCEL);
    }
    if (inbox.bytes > highWater) stream.pause();
    inbox.wake?.();
  });
  finishAtEnd(stream, inbox, deframer);
  return messagesOf(stream, inbox);
}

/** Ends the inbox when the stream fails or closes, with the status that the engine sent. */
function finishAtEnd(stream: ClientHttp2Stream, inbox: Inbox, deframer: Deframer): void {
  let status: StatusError | 'ok' | undefined;
  stream.on('response', (headers) => {
    const http = headers[':status'] ?? 200;
    status = statusOf(headers) ?? (http === 200 ? undefined : httpStatusError(http));
  });
  stream.on('trailers', (trailers) => {
    status = statusOf(trailers) ?? status;
  });
  const { session } = stream;
  const fault = (): TransportFault => {
    if (session === undefined || session.closed || session.destroyed) return 'connection';
    return stream.rstCode === constants.NGHTTP2_REFUSED_STREAM ? 'not-taken' : 'reset';
  };
  stream.on('error', (error) => finish(inbox, new TransportError(error.message, fault(), error)));
  stream.once('close', () => {
    if (status instanceof StatusError) finish(inbox, status);
    else if (status === undefined)
      finish(inbox, new TransportError(`the connection was cut (HTTP/2 code ${stream.rstCode ?? 0})`));
    else
      finish(
        inbox,
        deframer.atBoundary ? undefined : new TransportError('the response ended in the middle of a message'),
      );
  });
}

/** The messages one after another; a stream that was paused for their size resumes when half of it is read. */
async function* messagesOf(stream: ClientHttp2Stream, inbox: Inbox): AsyncGenerator<Buffer, void, undefined> {
  for (;;) {
    const message = inbox.waiting.shift();
    if (message !== undefined) {
      inbox.bytes -= message.length;
      if (inbox.bytes < highWater / 2 && stream.isPaused()) stream.resume();
      yield message;
    } else if (inbox.hasEnded) {
      if (inbox.failure !== undefined) throw inbox.failure;
      return;
    } else {
      await new Promise<void>((resolve) => {
        inbox.wake = resolve;
      });
      inbox.wake = undefined;
    }
  }
}
