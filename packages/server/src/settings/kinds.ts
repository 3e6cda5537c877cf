/** A setting that cannot be used; its message names it. */
export class SettingError extends Error {}

/** One setting: what it is for, and how its text is read. */
export interface Setting<T> {
  readonly about: string;
  /** Shown in place of a value that is not set. */
  readonly fallback: string;
  /** True for what must not be shown. */
  readonly secret?: boolean;
  /** The value of a text, or of nothing; throws an Error that says what it must be. */
  readonly read: (text: string | undefined) => T;
}

/** Any text. */
export const text = (about: string, fallback: string): Setting<string> => ({
  about,
  fallback,
  read: (input) => input ?? fallback,
});

/** A text that need not be set; `check` throws an Error that says what it must be. */
export const maybe = (
  about: string,
  check: (input: string) => void = () => undefined,
  secret = false,
): Setting<string | undefined> => ({
  about,
  fallback: '',
  secret,
  read: (input) => {
    if (input !== undefined) check(input);
    return input;
  },
});

/** A whole number between two bounds, both included. */
export const whole = (about: string, fallback: number, min: number, max: number): Setting<number> => ({
  about,
  fallback: String(fallback),
  read: (input) => {
    const value = input === undefined ? fallback : Number(input);
    if (!Number.isInteger(value) || value < min || value > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return value;
  },
});

/** Days for which something is kept, at most a hundred years. */
export const days = (what: string, fallback: number): Setting<number> =>
  whole(`retention period in days of ${what}; 0 for no limit`, fallback, 0, 36_500);
/** A whole number that need not be set; `fallback` is shown in its place. */
export const maybeWhole = (about: string, fallback: string, min: number, max: number): Setting<number | undefined> => ({
  about,
  fallback,
  read: (input) => (input === undefined ? undefined : whole(about, min, min, max).read(input)),
});

/** One of some words, whatever its case; the first of them if not set. */
export const choice = <T extends string>(about: string, values: readonly [T, ...T[]]): Setting<T> => ({
  about: `${about}: ${values.join(', ')}`,
  fallback: values[0],
  read: (input) => {
    const value = values.find((one) => one === (input ?? values[0]).toLowerCase());
    if (value === undefined) throw new Error(`must be one of ${values.join(', ')}`);
    return value;
  },
});
