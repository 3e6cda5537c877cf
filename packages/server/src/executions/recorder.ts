import type { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunEvent, RunOutput } from '@millrace/runner';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { isDiskFull, isStoreAway } from '../store/away.ts';
import type { Db } from '../store/database.ts';
import type { Tables } from '../store/tables.ts';
import { storable } from '../store/zero-bytes.ts';
import { logLines, storedLines, type BriefEvent } from './log-lines.ts';
import type { Logged, RunLogs } from './run-logs.ts';
import type { TableLocation, RunTables } from './run-tables.ts';
import { isClaimed, logsTo, type Claim } from './transitions.ts';

/** An event of a run as it is stored and streamed. */
export interface StoredEvent {
  readonly seq: number;
  readonly at: number;
  /** The event as JSON text. */
  readonly event: string;
}

/** Tells of new events of a run, under its id, and of its end, under `end` and its id. */
export type EventBus = EventEmitter<Record<string, [StoredEvent | undefined]>>;

/** Milliseconds that events are gathered: a commit waits for the disk, and the process with it. */
const gather = 50;

/** Milliseconds between tries to store what a store that is away did not take, the first ones; then the last one again. */
const pauses = [100, 300, 1_000, 3_000, 5_000] as const;

/** Most lines of a log that wait for a store that is away; the others are lost. */
const maxWaiting = 10_000;

/** Events that go into one statement: SQLite takes 32,766 values. */
const atOnce = 1_000;

/** A change of the run's record that is stored together with its events. */
export type Change = (db: Db) => Promise<unknown>;

export interface RecorderOptions {
  readonly db: Kysely<Tables>;
  readonly bus: EventBus;
  readonly logs: RunLogs;
  readonly tables: RunTables;
  readonly log: Logger;
  readonly now: () => number;
  /** Aborted if nothing is to be tried again: the process ends, or the run is another one's. */
  readonly closing: AbortSignal;
}

/** Stores the events, nodes and outputs of one run and writes its log, some at a time, in their order. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #claim: Claim & Logged;
  #waiting: { at: number; event: RunEvent }[] = [];
  #changes: Change[] = [];
  #seq: number;
  #outputs = 0;
  #hasFile = true;
  #isFinished = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #isAway = false;
  /** Lines of the log that there was no room for. */
  #lostEvents = 0;

  private constructor(options: RecorderOptions, claim: Claim & Logged, seq: number) {
    this.#options = options;
    this.#claim = claim;
    this.#seq = seq;
  }

  /** Begins to record a run; what an earlier attempt has recorded goes, but for its events and the log of them. */
  static async begin(options: RecorderOptions, claim: Claim & Logged): Promise<Recorder> {
    const { db, tables } = options;
    const { id, fence } = claim;
    if (fence === 1) return Recorder.after(options, claim, 0);
    await db.deleteFrom('executionNodes').where('executionId', '=', id).execute();
    await db.deleteFrom('executionOutputs').where('executionId', '=', id).execute();
    await tables.remove([claim]);
    const recorder = await Recorder.after(options, claim);
    if (recorder.#seq > 0)
      recorder.note({ event: 'log', level: 'warning', message: 'the run starts again: it was interrupted' });
    return recorder;
  }

  /** Goes on behind what is stored of a run; `seq`: number of its last event, if that is known. */
  static async after(options: RecorderOptions, claim: Claim & Logged, seq?: number): Promise<Recorder> {
    const { db, logs } = options;
    const { id } = claim;
    const recorder = new Recorder(options, claim, seq ?? (await lastOf(db, id)));
    // an earlier attempt may have been another process's, or have been cut off before it had written what it had stored
    await logs.begin(claim, storedLines(db, id)).catch((error: unknown) => recorder.#withoutFile(error));
    // with the first events, in one commit
    if (recorder.#hasFile) recorder.#changes.push((tx) => logsTo(tx, claim, logs.identity));
    return recorder;
  }

  /** True once the run has reported its end. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** Notes an event, and a change that goes with it; they are stored a moment later, in one commit with others. */
  readonly note = (event: RunEvent, change?: Change): void => {
    this.#isFinished ||= event.event === 'run.finished';
    if (this.#isAway && event.event === 'log' && this.#waiting.length >= maxWaiting) this.#lostEvents++;
    else this.#waiting.push({ at: this.#options.now(), event });
    if (change !== undefined) this.#changes.push(change);
    if (this.#writing === undefined) this.#timer ??= setTimeout(() => void this.#write(), gather);
  };

  /** Resolves when everything noted so far, and a last change of the run's record, is stored; rejects if the change cannot be. */
  async flush(change?: Change): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    await this.#write(change);
  }

  /** Does something with the store; if that is away, again and again until it is back, or `closing`. */
  async insist<T>(work: () => Promise<T>): Promise<T> {
    const { closing: signal, log } = this.#options;
    for (let tries = 0; ; tries++)
      try {
        const done = await work();
        this.#isAway = false;
        return done;
      } catch (error) {
        if (signal.aborted || !(error instanceof Error) || !(isStoreAway(error) || isDiskFull(error))) throw error;
        this.#isAway = true;
        if (tries === 0) log.warn({ err: error }, 'the store rejected the events of a run: retrying');
        await delay(pauses[Math.min(tries, pauses.length - 1)], undefined, { signal }).catch(() => undefined);
      }
  }

  async #write(last?: Change): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [batch, changes] = [this.#waiting, last === undefined ? this.#changes : [...this.#changes, last]];
    [this.#waiting, this.#changes] = [[], []];
    if (batch.length + changes.length === 0) return;
    const stored = this.#store(batch, changes).catch(async (error: unknown) => {
      this.#options.log.error({ err: error }, 'events of a run cannot be stored');
      // they are no reason to lose how it ends
      await this.#store([], changes);
    });
    this.#writing = stored
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'a change of a run cannot be stored'))
      .then(() => {
        this.#writing = undefined;
        this.#tellLost();
        if (this.#waiting.length + this.#changes.length > 0)
          this.#timer ??= setTimeout(() => void this.#write(), gather);
      });
    await (last === undefined ? this.#writing : stored);
  }

  #tellLost(): void {
    if (this.#lostEvents === 0) return;
    const message = `${this.#lostEvents} log lines were lost: the store was unavailable for too long`;
    this.#lostEvents = 0;
    this.note({ event: 'log', level: 'warning', message });
  }

  async #store(
    batch: readonly { readonly at: number; readonly event: RunEvent }[],
    changes: readonly Change[],
  ): Promise<void> {
    const executionId = this.#claim.id;
    const briefEvents = batch.map(({ at, event }) => ({ at, event: brief(event) }));
    const events = briefEvents.map(({ at, event }) => ({
      executionId,
      seq: ++this.#seq,
      at,
      event: JSON.stringify(event),
    }));
    const reports = batch.flatMap(({ at, event }) => (event.event === 'node.finished' ? [{ at, report: event }] : []));
    // what was shown on an engine that the run has left is shown again
    const engineChange = batch.findLastIndex(({ event }) => event.event === 'engine.changed');
    const outputs = batch.slice(engineChange + 1).flatMap(({ event }) => (event.event === 'output' ? [event] : []));
    const rows = outputs.map((one) => {
      const { event: _, ...output } = one;
      return {
        executionId,
        nodeId: storable(output.nodeId),
        seq: ++this.#outputs,
        type: output.type,
        title: storable(output.title),
        ...this.#rowsOf(output),
      };
    });
    const write = async (db: Db): Promise<boolean> => {
      if (!(await isClaimed(db, this.#claim))) return false;
      // a commit may have succeeded without an answer: what is there already is what is written again
      for (let from = 0; from < events.length; from += atOnce)
        await db
          .insertInto('executionEvents')
          .values(events.slice(from, from + atOnce))
          .onConflict((conflict) => conflict.columns(['executionId', 'seq']).doNothing())
          .execute();
      for (const { at, report } of reports) {
        const row = nodeRow(report, at);
        await db
          .insertInto('executionNodes')
          .values({ executionId, nodeId: storable(report.id), ...row })
          .onConflict((conflict) => conflict.columns(['executionId', 'nodeId']).doUpdateSet(row))
          .execute();
      }
      if (engineChange >= 0) await db.deleteFrom('executionOutputs').where('executionId', '=', executionId).execute();
      for (const output of rows)
        await db
          .insertInto('executionOutputs')
          .values(output)
          .onConflict((conflict) => conflict.columns(['executionId', 'seq']).doNothing())
          .execute();
      for (const change of changes) await change(db);
      return true;
    };
    if (!(await this.insist(() => this.#options.db.transaction().execute(write)))) return;
    if (this.#hasFile && briefEvents.length > 0) {
      const lines = briefEvents.flatMap(({ at, event }) => logLines(at, event));
      await this.#options.logs.append(this.#claim, lines).catch((error: unknown) => this.#withoutFile(error));
    }
    for (const { seq, at, event } of events) this.#options.bus.emit(String(executionId), { seq, at, event });
  }

  /** An output as the store has it: of a large table the first rows, and where the others are. */
  #rowsOf(output: RunOutput): { body: string; kept: string | null } {
    if (output.type !== 'table' || output.kept === undefined) return { body: JSON.stringify(output), kept: null };
    const { file: _, ...table } = output.kept;
    const location: TableLocation = { ...output.kept, home: this.#options.tables.identity };
    return { body: JSON.stringify({ ...output, kept: table }), kept: JSON.stringify(location) };
  }

  /** A log that cannot be written is no reason to fail: it is answered from the stored events. */
  async #withoutFile(error: unknown): Promise<void> {
    const { db, log } = this.#options;
    this.#hasFile = false;
    log.warn({ err: error }, 'the log of a run cannot be written to its file');
    await this.insist(() => logsTo(db, this.#claim, null));
  }
}

async function lastOf(db: Kysely<Tables>, executionId: number): Promise<number> {
  const last = await db
    .selectFrom('executionEvents')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('executionId', '=', executionId)
    .executeTakeFirst();
  return last?.seq ?? 0;
}

/** Tells the end of a run that no process works on any more, in its events and its log. */
export async function recordEnd(options: RecorderOptions, claim: Claim & Logged, message: string): Promise<void> {
  const recorder = await Recorder.after(options, claim);
  recorder.note({ event: 'log', level: 'error', message });
  await recorder.flush();
}

/** The report of a node as the store has it. */
function nodeRow(event: Extract<RunEvent, { readonly event: 'node.finished' }>, endedAt: number) {
  const { event: _, ...node } = event;
  return {
    name: storable(node.name),
    nodeClass: storable(node.nodeClass),
    status: node.status,
    rowCount: node.rows,
    ms: node.ms,
    report: JSON.stringify(node),
    endedAt,
  };
}

/** What the stream of events says of one: rows of outputs are read on their own. */
function brief(event: RunEvent): BriefEvent {
  if (event.event === 'output') {
    const { nodeId, type, title } = event;
    return { event: 'output', nodeId, type, title };
  }
  if (event.event !== 'run.finished') return event;
  const { status, engine, why, ms } = event;
  return { event: 'run.finished', status, engine, why, ms };
}
