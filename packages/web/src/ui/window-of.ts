/** Height of a row, in pixels. */
export const rowHeight = 28;

/** Rows that are drawn before they become visible, and the step by which the drawn range moves. */
const [overscan, step] = [16, 8];

/** The maximum height that every browser scrolls exactly, in pixels. */
const maxHeight = 15_000_000;

/** Rows that are drawn, and the space above and below them, in pixels. */
export interface Window {
  readonly from: number;
  /** The first row after the drawn range. */
  readonly to: number;
  readonly above: number;
  readonly below: number;
}

/**
 * Which of `count` rows to draw where `height` pixels of them are in sight and `scrolled` lie above. Where all rows are taller
 * than a browser can scroll, a pixel of the scroll bar stands for more than one of the rows.
 */
export function windowOf(scrolled: number, height: number, count: number): Window {
  const all = count * rowHeight;
  const scrollHeight = Math.min(all, maxHeight);
  const scale = scrollHeight > height ? (all - height) / (scrollHeight - height) : 1;
  // heights of heads are not whole pixels
  const top = Math.max(0, Math.min(scrolled, scrollHeight - height));
  const position = Math.max(0, Math.min(top * scale, all - height));
  const first = Math.floor(position / rowHeight);
  // if the scroll bar is ahead of the rows there is no space for more of them above
  const minimum = Math.ceil((position - top) / rowHeight);
  const from = Math.min(first, Math.max(0, minimum, Math.floor((first - overscan) / step) * step));
  const above = Math.max(0, scale === 1 ? from * rowHeight : top - position + from * rowHeight);
  const end = Math.ceil((first + height / rowHeight + overscan) / step) * step;
  const to = Math.max(from, Math.min(count, end, from + Math.floor((scrollHeight - above) / rowHeight + 1e-6)));
  return { from, to, above, below: Math.max(0, scrollHeight - above - (to - from) * rowHeight) };
}
