import { Problem } from '../problems.ts';

/** Codes of a rule of the store that a statement breaks: SQLite's extended result codes, PostgreSQL's SQLSTATE. */
const codes = {
  unique: [2067, 1555, '23505'],
  reference: [787, 1811, '23503', '23001'],
} as const satisfies Record<string, readonly (number | string)[]>;

/** True if a statement was refused by that rule of the store. */
export function breaks(rule: keyof typeof codes, error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return (codes[rule] as readonly unknown[]).some((one) => one === code || one === errcode);
}

/** Does work whose guard is a rule of the store; the broken rule is a CONFLICT with that text, about that field if one is named. */
export async function orConflict<T>(
  rule: keyof typeof codes,
  detail: string,
  work: () => Promise<T>,
  field?: string,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (breaks(rule, error))
      throw new Problem(
        'CONFLICT',
        detail,
        field === undefined ? {} : { errors: [{ field, message: detail, code: 'CONFLICT' }] },
      );
    throw error;
  }
}
