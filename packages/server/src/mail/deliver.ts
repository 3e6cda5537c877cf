import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from '../settings/smtp-server.ts';

export interface Envelope {
  readonly from: string;
  readonly to: string;
  /** The whole message (RFC 5322). */
  readonly content: Buffer;
}

export interface Delivering {
  /** Milliseconds without a word of the server after which it is given up. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /**
   * Called when the server has all of the content but the line that ends it; a rejection keeps it from being delivered.
   * If the process ends before this has resolved, the mail was not delivered.
   */
  readonly beforeEnd?: () => Promise<void>;
}

/** What became of a mail, in the server's words. */
export interface Delivery {
  /**
   * `taken`: the server has it. `refused`: it does not want it and never will. `later`: it was not delivered, and may be
   * another time. `uncertain`: the server has all of it, and has not said whether it takes it.
   */
  readonly fate: 'taken' | 'refused' | 'later' | 'uncertain';
  readonly answer: string;
}

/** Error of the library: what the server has answered, if it has. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** Timeouts that a whole delivery may take. */
const longest = 5;

/** Milliseconds that a server has to answer for a mail that it has, when the service ends. */
const lastWord = 5_000;

/** Hands a mail to a server (RFC 5321). Does not reject: whatever happens is a fate. */
export async function deliver(server: SmtpServer, envelope: Envelope, options: Delivering): Promise<Delivery> {
  const { timeoutMs, signal, beforeEnd } = options;
  const connection = connectionTo(server, timeoutMs);
  let isWhole = false;
  async function* content(): AsyncGenerator<Buffer> {
    yield envelope.content;
    await beforeEnd?.();
    isWhole = true;
  }
  const body = Readable.from(content(), { objectMode: false });
  body.on('error', () => undefined);
  const interruption = Promise.withResolvers<never>();
  interruption.promise.catch(() => undefined);
  // it reports all that goes wrong here too, also when it is idle
  connection.on('error', (error: Error) => interruption.reject(error));
  connection.once('end', () => interruption.reject(new Error('the mail server closed the connection')));
  // a server that says a word now and then could hold it forever
  const timers = [setTimeout(() => interruption.reject(new Error('the mail server timed out')), longest * timeoutMs)];
  const stop = (): void => {
    const reject = (): void => interruption.reject(new Error('the service is shutting down'));
    if (isWhole) timers.push(setTimeout(reject, lastWord));
    else reject();
  };
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  const step = <T>(begin: (done: (error?: Error | null, value?: T) => void) => void): Promise<T> =>
    Promise.race([
      new Promise<T>((resolve, reject) => begin((error, value) => (error ? reject(error) : resolve(value as T)))),
      interruption.promise,
    ]);
  try {
    await step<void>((done) => connection.connect(done));
    const { auth } = server;
    if (auth !== undefined) await step<boolean>((done) => connection.login({ ...auth }, done));
    const { response } = await step<{ response: string }>((done) =>
      connection.send({ from: envelope.from, to: [envelope.to], size: envelope.content.length }, body, done),
    );
    return { fate: 'taken', answer: oneLine(response) };
  } catch (error) {
    return failedDelivery(error as SmtpError, isWhole);
  } finally {
    timers.forEach(clearTimeout);
    signal?.removeEventListener('abort', stop);
    connection.close();
    body.destroy();
  }
}

/** A connection that is given up after so many milliseconds without a word of the server. */
const connectionTo = (server: SmtpServer, timeoutMs: number): SMTPConnection =>
  new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.secure,
    ignoreTLS: server.startTls === 'off',
    requireTLS: server.startTls === 'required',
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    socketCloseTimeout: 0,
  });

/** What becomes of a mail whose delivery failed; `isWhole`: the server has all of its content. */
function failedDelivery({ code, response, responseCode = 0, message }: SmtpError, isWhole: boolean): Delivery {
  const answer = oneLine(response || message);
  // what comes before the mail, such as a wrong password, is the operator's to mend, and so is 530: sign in first
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isTooLarge = code === 'EMESSAGE' && responseCode === 0 && !isWhole;
  if (isTooLarge || (isAboutMail && responseCode >= 500 && responseCode !== 530)) return { fate: 'refused', answer };
  return { fate: isWhole && responseCode === 0 ? 'uncertain' : 'later', answer };
}

const oneLine = (text: string): string =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500);
