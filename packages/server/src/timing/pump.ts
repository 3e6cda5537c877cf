/** Work that is done on request, once at a time: a request in the meantime has it done once more. */
export class Pump {
  readonly #work: () => Promise<void>;
  readonly #onFailure: (error: unknown) => void;
  #going: Promise<void> | undefined;
  #again = false;
  #open = false;

  /** `failed` gets what the work throws. */
  constructor(work: () => Promise<void>, onFailure: (error: unknown) => void) {
    this.#work = work;
    this.#onFailure = onFailure;
  }

  /** True between `open` and `close`; the work looks at it before each of its steps. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** Begins to work, at once. */
  open(): void {
    this.#open = true;
    this.wake();
  }

  /** There may be something to do. */
  wake(): void {
    if (!this.#open) return;
    if (this.#going !== undefined) {
      this.#again = true;
      return;
    }
    this.#going = this.#work()
      .catch(this.#onFailure)
      .finally(() => {
        this.#going = undefined;
        if (!this.#again) return;
        this.#again = false;
        this.wake();
      });
  }

  /** Works no more; resolves when what goes on has ended. */
  async close(): Promise<void> {
    this.#open = false;
    await this.#going;
  }
}
