/** True in the nightly layer: tests that draw at random draw more there, and differently each time; samples are whole. */
export const isLong = process.env['MILLRACE_TEST_LONG'] === 'true';

/** The seed to draw from: always the same, but for the nightly layer, where MILLRACE_TEST_SEED draws the same again. */
export function seedOf(usual: number): number {
  if (!isLong) return usual;
  return Number(process.env['MILLRACE_TEST_SEED'] ?? Date.now() % 1e6);
}
