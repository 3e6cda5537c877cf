import type { EventEmitter } from 'node:events';
import type { RunEvent } from '@millrace/runner';
import type { Kysely } from 'kysely';
import type { Db } from '../store/database.ts';
import type { Tables } from '../store/tables.ts';
import { storable } from '../store/zero-bytes.ts';
import type { Claim } from './transitions.ts';

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

/** A change of the run's record that is stored together with its events. */
export type Change = (db: Db) => Promise<unknown>;

/** Stores the events, nodes and outputs of one run, some at a time, in their order. */
export class Recorder {
  readonly #db: Kysely<Tables>;
  readonly #claim: Claim;
  readonly #now: () => number;
  readonly #bus: EventBus;
  #waiting: { at: number; event: RunEvent }[] = [];
  #changes: Change[] = [];
  #seq: number;
  #outputs = 0;
  #timer: NodeJS.Timeout | undefined;
  #written: Promise<void> = Promise.resolve();

  private constructor(db: Kysely<Tables>, claim: Claim, bus: EventBus, now: () => number, seq: number) {
    this.#db = db;
    this.#claim = claim;
    this.#bus = bus;
    this.#now = now;
    this.#seq = seq;
  }

  /** Begins to record a run; what an earlier attempt has recorded goes, but for its events. */
  static async begin(db: Kysely<Tables>, claim: Claim, bus: EventBus, now: () => number): Promise<Recorder> {
    const { id, fence } = claim;
    if (fence === 1) return new Recorder(db, claim, bus, now, 0);
    await db.deleteFrom('executionNodes').where('executionId', '=', id).execute();
    await db.deleteFrom('executionOutputs').where('executionId', '=', id).execute();
    const last = await db
      .selectFrom('executionEvents')
      .select((eb) => eb.fn.max('seq').as('seq'))
      .where('executionId', '=', id)
      .executeTakeFirst();
    return new Recorder(db, claim, bus, now, last?.seq ?? 0);
  }

  /** Notes an event, and a change that goes with it; they are stored a moment later, in one commit with others. */
  readonly note = (event: RunEvent, change?: Change): void => {
    this.#waiting.push({ at: this.#now(), event });
    if (change !== undefined) this.#changes.push(change);
    this.#timer ??= setTimeout(() => {
      this.#write();
      // met by `flush`
      this.#written.catch(() => undefined);
    }, gather);
  };

  /** Resolves when everything noted so far, and a last change of the run's record, is stored. */
  flush(change?: Change): Promise<void> {
    if (change !== undefined) this.#changes.push(change);
    this.#write();
    return this.#written;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [batch, changes] = [this.#waiting, this.#changes];
    if (batch.length + changes.length === 0) return;
    [this.#waiting, this.#changes] = [[], []];
    this.#written = this.#written.then(() => this.#store(batch, changes));
  }

  async #store(
    batch: readonly { readonly at: number; readonly event: RunEvent }[],
    changes: readonly Change[],
  ): Promise<void> {
    const executionId = this.#claim.id;
    const events = batch.map(({ at, event }) => ({
      executionId,
      seq: ++this.#seq,
      at,
      event: JSON.stringify(brief(event)),
    }));
    const reports = batch.flatMap(({ at, event }) => (event.event === 'node.finished' ? [{ at, report: event }] : []));
    const outputs = batch.flatMap(({ event }) => (event.event === 'output' ? [event] : []));
    await this.#db.transaction().execute(async (db) => {
      if (events.length > 0) await db.insertInto('executionEvents').values(events).execute();
      for (const { at, report } of reports) {
        const { event: _, ...node } = report;
        const row = {
          name: storable(node.name),
          nodeClass: storable(node.nodeClass),
          status: node.status,
          rowCount: node.rows,
          ms: node.ms,
          report: JSON.stringify(node),
          endedAt: at,
        };
        await db
          .insertInto('executionNodes')
          .values({ executionId, nodeId: storable(node.id), ...row })
          .onConflict((conflict) => conflict.columns(['executionId', 'nodeId']).doUpdateSet(row))
          .execute();
      }
      for (const { event: _, ...output } of outputs)
        await db
          .insertInto('executionOutputs')
          .values({
            executionId,
            nodeId: storable(output.nodeId),
            seq: ++this.#outputs,
            type: output.type,
            title: storable(output.title),
            body: JSON.stringify(output),
          })
          .execute();
      for (const change of changes) await change(db);
    });
    for (const { seq, at, event } of events) this.#bus.emit(String(executionId), { seq, at, event });
  }
}

/** What the stream of events tells of one: rows of outputs are read on their own. */
function brief(event: RunEvent): object {
  if (event.event === 'output') {
    const { nodeId, type, title } = event;
    return { event: 'output', nodeId, type, title };
  }
  if (event.event !== 'run.finished') return event;
  const { status, engine, why, ms } = event;
  return { event: 'run.finished', status, engine, why, ms };
}
