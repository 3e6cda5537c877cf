/** The call itself is wrong: printed in one line, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
