import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runError } from '@millrace/errors';
import type { DataFrame } from '@millrace/spark-connect';
import type { Worker } from './worker.ts';

/** The worker of a session: started when first needed and again if it was lost, ended with the session. */
export class SessionWorker {
  readonly #start: () => Promise<Worker>;
  #worker: Promise<Worker> | undefined;
  #isOver = false;

  constructor(start: () => Promise<Worker>) {
    this.#start = start;
  }

  /** True once the session has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The worker, if one was started. */
  get started(): Promise<Worker> | undefined {
    return this.#worker;
  }

  /** A worker that answers. Throws RunError `STOPPED` once the session has ended. */
  async ensure(): Promise<Worker> {
    if (this.#isOver) throw runError('run-stopped', {});
    const starting = (this.#worker ??= this.#start());
    const forget = (): void => {
      if (this.#worker === starting) this.#worker = undefined;
    };
    const worker = await starting.catch((error: unknown) => {
      forget();
      throw error;
    });
    if (this.#isOver) worker.kill();
    if (!worker.ended) return worker;
    // a worker that was lost has taken its models along: a request for them fails
    forget();
    return this.ensure();
  }

  /** Lets go of the worker, which goes on elsewhere, and begins no other. */
  leave(): void {
    this.#isOver = true;
    this.#worker = undefined;
  }

  /** Ends the worker at once, and begins no other. */
  kill(): void {
    this.#isOver = true;
    void this.#worker?.then(
      (worker) => worker.kill(),
      () => undefined,
    );
  }

  /** Ends the worker; resolves when it is gone. */
  async end(): Promise<void> {
    this.kill();
    await this.#worker?.then(
      ({ exited }) => exited,
      () => undefined,
    );
  }
}

/** Writes rows into the folder of a worker, as the engine sends them: a file of Arrow for each batch. Returns their names. */
export async function sendRows(worker: Worker, rows: DataFrame, nextName: () => string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const event of rows.encodedEvents()) {
    if (event.kind !== 'encoded' || event.batch.rowCount === 0) continue;
    const name = nextName();
    await writeFile(join(worker.scratch, name), event.batch.data);
    names.push(name);
  }
  return names;
}
