const LINES = 200;
const LINE_LENGTH = 2_000;

/** Stores the last lines of a stream of text and reports each whole line as it comes. */
export class LogTail {
  readonly #lines: string[] = [];
  readonly #listeners = new Set<(line: string) => void>();
  #open = '';

  get lines(): readonly string[] {
    return this.#open ? [...this.#lines, this.#open] : [...this.#lines];
  }

  /** Calls back for every later line until the returned function is called. */
  onLine(listener: (line: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  push(chunk: string): void {
    const [head = '', ...rest] = chunk.split('\n');
    this.#open = (this.#open + head).slice(0, LINE_LENGTH);
    for (const piece of rest) {
      this.#add(this.#open);
      this.#open = piece.slice(0, LINE_LENGTH);
    }
  }

  #add(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > LINES) this.#lines.shift();
    for (const listener of this.#listeners) listener(line);
  }
}

/** Lines that never say why: stack frames of Java and Python, and what a JVM says after the reason. */
const NO_REASON =
  /^(at |File "|\.\.\. \d+ more|Traceback|_native\.main|Error: (Could not create the Java|A fatal exception))|^$/;

/** The one line of a log that best says why its process ended: the last one that gives a reason. */
export function reasonIn(log: readonly string[]): string | undefined {
  return log.map((line) => line.trim()).findLast((line) => !NO_REASON.test(line));
}
