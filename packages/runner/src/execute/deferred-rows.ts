/**
 * Rows that are left to a later node, which computes them with its own. That node calls `done`, or `examine` if it fails, so
 * that an error is reported at the node that causes it.
 */
export class DeferredRows {
  readonly #nodeId: string;
  readonly #compute: () => Promise<number | null>;
  readonly #before: readonly DeferredRows[];
  readonly #done = Promise.withResolvers<number | null | undefined>();
  #examination: Promise<void> | undefined;

  /** `compute` computes the rows by themselves and counts them; `before` are those that they are computed from. */
  constructor(
    nodeId: string,
    compute: () => Promise<number | null>,
    before: readonly DeferredRows[],
    signal: AbortSignal,
  ) {
    this.#nodeId = nodeId;
    this.#compute = compute;
    this.#before = before;
    // a failure is met where `settled` or `rows` is awaited
    this.#done.promise.catch(() => undefined);
    if (signal.aborted) this.#done.resolve(null);
    else signal.addEventListener('abort', () => this.#done.resolve(null), { once: true });
  }

  /** The nodes that are computed with it, itself the last. */
  get nodeIds(): readonly string[] {
    return [...this.#before.flatMap(({ nodeIds }) => nodeIds), this.#nodeId];
  }

  /** Resolves when the rows have been computed without an error, or never will be; rejects with their own error. */
  get settled(): Promise<void> {
    return this.#done.promise.then(() => undefined);
  }

  /** The number of rows, once a later node knows it. */
  get rows(): Promise<number | null> {
    return this.#done.promise.then((rows) => rows ?? null);
  }

  /** A later node has computed the rows, or gives up for reasons of its own. `rows`: their number, if it is known. */
  done(rows?: Promise<number | null>): void {
    for (const one of this.#before) one.done();
    this.#done.resolve(rows);
  }

  /** A later node failed: computes the rows by themselves and settles. Never rejects. */
  examine(): Promise<void> {
    this.#examination ??= this.#examine();
    return this.#examination;
  }

  async #examine(): Promise<void> {
    for (const one of this.#before) await one.examine();
    try {
      this.#done.resolve(await this.#compute());
    } catch (error) {
      this.#done.reject(error);
    }
  }
}
