/** A day in milliseconds, without a change of clocks. */
export const dayMs = 86_400_000;

/** A day of an address, such as 2026-11-21; undefined for anything else. */
export const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

/**
 * The time range from one day to another, both included, in the reader's time zone: its first moment, and the first one
 * after it.
 */
export function stretchOf(from: string | undefined, to: string | undefined): { from?: number; until?: number } {
  const until = to === undefined ? undefined : new Date(`${to}T00:00`);
  until?.setDate(until.getDate() + 1);
  return {
    ...(from === undefined ? {} : { from: new Date(`${from}T00:00`).getTime() }),
    ...(until === undefined ? {} : { until: until.getTime() }),
  };
}
