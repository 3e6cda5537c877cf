import type { Logger } from 'pino';
import { Pump } from '../timing/pump.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/database.ts';
import type { Content } from './content.ts';
import { boundWaits } from './bound-waits.ts';
import type { Delivery } from './deliver.ts';
import {
  claimMail,
  endBrokenAttempts,
  markSending,
  nextDue,
  renewClaim,
  settle,
  type Claimed,
  type Settled,
} from './outbox.ts';
import { noServer, senderOf, smtpServerOf } from '../settings/smtp-server.ts';
import { internalError } from '../refusals.ts';

export interface MailerOptions {
  readonly store: Store;
  readonly settings: Settings;
  readonly now: () => number;
  readonly log: Logger;
  /** Milliseconds without a word of the mail server after which an attempt is given up. */
  readonly timeoutMs?: number;
  /** Milliseconds without a sign of life of its process after which an attempt counts as broken off. */
  readonly leaseMs?: number;
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** Mails on their way at once: a server that hangs holds up no more memory than these. */
const maxAtOnce = 4;

/** How long a mail is tried. */
const patience = 24 * hour;

/** Longest wait between looks into the outbox: other processes put mails there too. */
const pollInterval = 30 * second;

/** Wait before the next attempt, behind so many: half a minute, twice as long each time, at most an hour. */
export const backOff = (attempts: number): number => Math.min(hour, 30 * second * 2 ** Math.min(attempts - 1, 20));

/** What composes and sends is read when there is a mail: the start need not wait for it. */
const readParts = async () => ({
  ...(await import('./content.ts')),
  ...(await import('./deliver.ts')),
  ...(await import('./message.ts')),
});

/** Sends the mails of the outbox. Any number of processes may do so on one store: each mail is sent by one of them. */
export class Mailer {
  readonly #options: MailerOptions;
  readonly #leaseMs: number;
  readonly #smtp: { server: ReturnType<typeof smtpServerOf>; from: ReturnType<typeof senderOf> } | undefined;
  readonly #sending = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #pump = new Pump(
    () => this.#sendDue(),
    (error) => {
      this.#options.log.error({ err: error }, 'the outbox cannot be read');
      this.#arm(pollInterval);
    },
  );
  #timer: NodeJS.Timeout | undefined;
  /** A run's mails to several addresses say the same. */
  #last: { readonly executionId: number; readonly content: Promise<Content | undefined> } | undefined;

  constructor(options: MailerOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? 2 * minute;
    const { MILLRACE_SMTP_URL: url, MILLRACE_MAIL_FROM: from } = options.settings;
    this.#smtp =
      url === undefined || from === undefined ? undefined : { server: smtpServerOf(url), from: senderOf(from) };
  }

  /** False if there is no mail server to send to. */
  get isSet(): boolean {
    return this.#smtp !== undefined;
  }

  /** Begins to send: first it ends the attempts that broke off with a process that is gone. */
  async start(): Promise<void> {
    const { store, now } = this.#options;
    await endBrokenAttempts(store.db, now(), store.kind === 'sqlite' ? 'all' : 'expired');
    this.#pump.open();
  }

  /** There may be a mail to send. */
  wake(): void {
    this.#pump.wake();
  }

  /** Sends no more; what is on its way is called back if that is possible. */
  async close(): Promise<void> {
    const stopped = this.#pump.close();
    clearTimeout(this.#timer);
    this.#closing.abort();
    await stopped;
    await Promise.all(this.#sending);
  }

  /** Sends a mail that says that mail works. Undefined if there is no mail server. */
  async test(to: string): Promise<Delivery | undefined> {
    if (this.#smtp === undefined) return undefined;
    const { now, timeoutMs = 30 * second } = this.#options;
    const { deliver, messageOf } = await readParts();
    const text = 'An administrator of Millrace requested this test mail. The mail settings work.\n';
    const content = { subject: 'Millrace: mail works', text, html: `<p>${text}</p>`, pictures: [] };
    const message = await messageOf(content, { ...this.#smtp, to, key: `test.${now()}`, at: now() });
    const envelope = { from: this.#smtp.from.address, to, content: message };
    return deliver(this.#smtp.server, envelope, { timeoutMs, signal: this.#closing.signal });
  }

  async #sendDue(): Promise<void> {
    const { store, now, log } = this.#options;
    clearTimeout(this.#timer);
    await boundWaits(store.db, now(), { leaseMs: this.#leaseMs, backOff });
    await endBrokenAttempts(store.db, now(), 'expired');
    while (this.#pump.isOpen && this.#sending.size < maxAtOnce) {
      const mail = await claimMail(store, now(), now() + this.#leaseMs);
      if (mail === undefined) {
        if (this.#sending.size === 0) this.#last = undefined;
        const due = await nextDue(store.db);
        this.#arm(due === undefined ? pollInterval : Math.min(pollInterval, Math.max(due - now(), 0)));
        return;
      }
      const sending = this.#attempt(mail)
        .catch((error: unknown) => log.error({ err: error, mail: mail.id }, 'the status of a mail cannot be stored'))
        .finally(() => {
          this.#sending.delete(sending);
          this.wake();
        });
      this.#sending.add(sending);
    }
  }

  #arm(wait: number): void {
    clearTimeout(this.#timer);
    if (this.#pump.isOpen) this.#timer = setTimeout(() => this.wake(), wait);
  }

  async #attempt(mail: Claimed): Promise<void> {
    const { store, now, log } = this.#options;
    const alive = setInterval(() => {
      renewClaim(store.db, mail, now() + this.#leaseMs).catch((error: unknown) =>
        log.error({ err: error, mail: mail.id }, 'the lease of a mail cannot be extended'),
      );
    }, this.#leaseMs / 4);
    const { fate, answer } = await this.#send(mail)
      .catch((error: unknown): Delivery => {
        log.error({ err: error, mail: mail.id }, 'mail failed with an internal error');
        return { fate: 'later', answer: internalError };
      })
      .finally(() => clearInterval(alive));
    const settled = settledBy(mail, fate, answer, now());
    const { executionId: execution, id, attempts } = mail;
    log.info({ execution, mail: id, attempts, status: settled.status }, settled.message);
    await settle(store.db, mail, settled);
  }

  async #send(mail: Claimed): Promise<Delivery> {
    const { store, settings, now, timeoutMs = 30 * second } = this.#options;
    if (this.#smtp === undefined) return { fate: 'refused', answer: noServer };
    const { server, from } = this.#smtp;
    const { contentOf, deliver, messageOf } = await readParts();
    if (this.#last?.executionId !== mail.executionId)
      this.#last = { executionId: mail.executionId, content: contentOf(store.db, mail.executionId, settings, now()) };
    const content = await this.#last.content.catch((error: unknown) => {
      this.#last = undefined;
      throw error;
    });
    if (content === undefined) return { fate: 'refused', answer: 'the run no longer exists' };
    const { recipient: to, createdAt: at } = mail;
    const message = await messageOf(content, { from, to, key: `${content.key}.${mail.id}`, at });
    return deliver(
      server,
      { from: from.address, to, content: message },
      {
        timeoutMs,
        signal: this.#closing.signal,
        beforeEnd: async () => {
          if (!(await markSending(store.db, mail))) throw new Error('another process has taken over the mail');
        },
      },
    );
  }
}

function settledBy({ attempts, createdAt }: Claimed, fate: Delivery['fate'], answer: string, now: number): Settled {
  if (fate === 'taken') return { status: 'SENT', message: answer, endedAt: now };
  if (fate === 'refused') return { status: 'FAILED', message: answer, endedAt: now };
  if (fate === 'uncertain')
    return {
      status: 'UNCERTAIN',
      message: `${answer}: the mail server received the mail but did not respond; the mail may have arrived and is not sent again`,
      endedAt: now,
    };
  const nextAttemptAt = now + backOff(attempts);
  return nextAttemptAt > createdAt + patience
    ? { status: 'FAILED', message: `given up after ${attempts} attempts: ${answer}`, endedAt: now }
    : { status: 'WAITING', message: answer, nextAttemptAt };
}
