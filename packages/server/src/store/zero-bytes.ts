/** A text holds a zero byte, which PostgreSQL cannot store; SQLite is held to the same. */
export class ZeroByteError extends Error {
  constructor() {
    super('a text contains a zero byte');
  }
}

/** PostgreSQL's code for text that is not in its encoding; a zero byte is all that UTF-8 from us can be wrong in. */
const notInEncoding = '22021';

export const isZeroByte = (error: unknown): boolean =>
  error instanceof ZeroByteError || (error as { code?: unknown } | null)?.code === notInEncoding;

/** A text that was not given to be stored as it is, such as a message: with a sign in place of zero bytes. */
export const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text);

/** The same of a text that may be missing. */
export const storableOrNull = (text: string | null): string | null => (text === null ? null : storable(text));
