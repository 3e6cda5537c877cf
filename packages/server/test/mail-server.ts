import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that a server has taken. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
  /** The same, taken apart. */
  readonly mail: Email;
}

/** What a server answers: nothing for yes, a number and words for no, a promise that never ends for silence. */
export type Answer = void | readonly [code: number, words: string] | Promise<void>;

/** A mail server on loopback that keeps what it takes. Its answers can be changed while it runs. */
export class MailServer implements AsyncDisposable {
  readonly mails: ReceivedMail[] = [];
  /** Asked for each recipient. */
  onRecipient: (address: string) => Answer = () => undefined;
  /** Asked once a mail is there as a whole, before it is taken. */
  onContent: (raw: Buffer) => Answer = () => undefined;
  readonly #server: SMTPServer;

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 0,
      ...options,
      onRcptTo: ({ address }, _session, done) => reply(this.onRecipient(address), done),
      onData: (stream, { envelope }, done) => {
        const taking = buffer(stream).then(async (raw) => {
          const answer = this.onContent(raw);
          if (answer === undefined) {
            const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
            const to = envelope.rcptTo.map(({ address }) => address);
            this.mails.push({ from, to, raw, mail: await PostalMime.parse(raw) });
          }
          reply(answer, done);
        });
        // a client that hangs up in the middle gets no answer
        taking.catch(() => undefined);
      },
    });
    // a client that hangs up is no concern of the test
    this.#server.on('error', () => undefined);
  }

  static async start(options: SMTPServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server.server, 'listening');
    return server;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }
  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Mails to an address. */
  to(address: string): readonly ReceivedMail[] {
    return this.mails.filter(({ to }) => to.includes(address));
  }

  /** Breaks all connections off. */
  hangUp(): void {
    for (const connection of this.#server.connections) connection._socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((done) => this.#server.close(() => done()));
  }
}

function reply(answer: Answer, done: (error?: Error | null) => void): void {
  if (answer instanceof Promise) void answer.then(() => done());
  else if (answer === undefined) done();
  else done(Object.assign(new Error(answer[1]), { responseCode: answer[0] }));
}
