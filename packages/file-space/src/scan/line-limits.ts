/** A line that no engine takes: `bytes` or `cells` says what there are too many of. */
export class LineLimit extends Error {
  readonly of: 'bytes' | 'cells';
  constructor(of: 'bytes' | 'cells') {
    super(`too many ${of} in a line`);
    this.of = of;
  }
}

/** A line longer than this is a mistake of the file (a binary, a missing line end), and no engine survives it. */
export const longestLine = 64 << 20;
/** Spark's csv reader takes no more (its option `maxColumns`). */
export const widestRow = 20_480;
