import { setTimeout as delay } from 'node:timers/promises';
import { ConnectionLostError, InterruptedError, SparkError, type SparkConnectClient } from '@millrace/spark-connect';

/** How soon the loss of a server is noticed, in milliseconds. Together less than ten seconds, which runs are promised. */
export interface WatchTimes {
  /** Between an answer and the next request. */
  readonly everyMs: number;
  /** How long a request may take: a driver that collects its heap answers late. */
  readonly silenceMs: number;
  /** How long a server may be unreachable: a network may fail for a moment. */
  readonly absenceMs: number;
}

const usualTimes: WatchTimes = { everyMs: 1_000, silenceMs: 6_000, absenceMs: 4_000 };

/** Between two attempts to reach a server that was unreachable. */
const againMs = 250;

/** What has come and was not read yet, because this process was busy, is read in the meantime. */
const lateMs = 100;

type Outcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'absent'; readonly why: string }
  | { readonly kind: 'lost'; readonly why: string };

/**
 * Asks a server for the id of its application every second as long as a session is open, on a connection of its own, where no rows
 * travel: so a server that has ended, hangs, or is another one is noticed in the middle of a long query, too.
 */
export class ServerWatch {
  readonly #client: SparkConnectClient;
  readonly #applicationId: string | undefined;
  readonly #onLost: (why: string) => void;
  readonly #times: WatchTimes;
  readonly #stopping = new AbortController();
  #absentSince: number | undefined;

  /**
   * `client`: one for the same session that nothing else is asked by. `onLost` gets the reason, once: a clause whose subject is
   * the server.
   */
  constructor(
    client: SparkConnectClient,
    applicationId: string | undefined,
    onLost: (why: string) => void,
    times: WatchTimes = usualTimes,
  ) {
    this.#client = client;
    this.#applicationId = applicationId;
    this.#onLost = onLost;
    this.#times = times;
    void this.#watch();
  }

  stop(): void {
    this.#stopping.abort();
    this.#client.close();
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #watch(): Promise<void> {
    while (!this.#isStopped) {
      const outcome = await this.#outcome();
      if (this.#isStopped) return;
      if (outcome.kind === 'lost') {
        this.stop();
        this.#onLost(outcome.why);
        return;
      }
      await this.#pause(outcome.kind === 'answered' ? this.#times.everyMs : againMs);
    }
  }

  /** What the next request tells; a server is absent for a while before it is lost. */
  async #outcome(): Promise<Outcome> {
    const outcome = await Promise.race([this.#ask(), this.#silence()]);
    if (outcome.kind !== 'absent') {
      this.#absentSince = undefined;
      return outcome;
    }
    const now = performance.now();
    this.#absentSince ??= now;
    return now - this.#absentSince < this.#times.absenceMs ? outcome : { ...outcome, kind: 'lost' };
  }

  async #ask(): Promise<Outcome> {
    const key = 'spark.app.id';
    try {
      const applicationId = (await this.#client.probe([key])).get(key);
      return applicationId === this.#applicationId ? { kind: 'answered' } : { kind: 'lost', why: restarted };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  /** Resolves when the request has taken too long. */
  async #silence(): Promise<Outcome> {
    const { silenceMs } = this.#times;
    for (;;) {
      const begun = performance.now();
      await this.#pause(silenceMs);
      const isBusy = performance.now() - begun > silenceMs + 1_000;
      await this.#pause(lateMs);
      // a process that was busy itself has not listened
      if (isBusy) continue;
      const why = `has not answered for ${silenceMs / 1_000} s: its process hangs, or the network is down`;
      return { kind: 'lost', why };
    }
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { ref: false, signal: this.#stopping.signal }).catch(() => undefined);
  }
}

const restarted = 'was restarted: the session and the rows that it held are gone';

/** What the failure of a request tells. An error that the server itself has worded is an answer. */
function outcomeOf(error: unknown): Outcome {
  if (error instanceof InterruptedError) return { kind: 'lost', why: 'has closed the session' };
  if (error instanceof ConnectionLostError)
    return error.details.status === undefined
      ? { kind: 'absent', why: `cannot be reached: ${plainCause(error)}` }
      : { kind: 'lost', why: restarted };
  if (error instanceof SparkError && error.details.status === 'Unavailable')
    return { kind: 'absent', why: `cannot be reached: ${error.message}` };
  return { kind: 'answered' };
}

/** Errors of connections, in plain words. */
const causes: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, 'the connection is refused, so it has ended'],
  [/ENOTFOUND|EAI_AGAIN/, 'its name is unknown'],
  [/EHOSTUNREACH|ENETUNREACH/, 'there is no way to it'],
  [/ECONNRESET|EPIPE|closed|cut/, 'it closes the connection'],
];

function plainCause({ message, cause }: ConnectionLostError): string {
  const text = cause instanceof Error ? cause.message : message;
  return causes.find(([pattern]) => pattern.test(text))?.[1] ?? text;
}
