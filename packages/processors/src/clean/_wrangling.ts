import { FieldError } from '../kit/field-error.ts';

/** One step of the wrangling language. */
export type WranglingStep =
  | { readonly kind: 'rename'; readonly column: string; readonly to: string }
  | { readonly kind: 'drop'; readonly column: string }
  | { readonly kind: 'delete'; readonly condition: string }
  | { readonly kind: 'substring'; readonly column: string; readonly start: number; readonly end: number }
  | { readonly kind: 'set'; readonly column: string; readonly expression: string };

const forms: readonly { readonly pattern: RegExp; step(parts: readonly string[]): WranglingStep }[] = [
  {
    pattern: /^rename\s+col:\s*(.+?)\s+to\s+(.+)$/is,
    step: ([column = '', to = '']) => ({ kind: 'rename', column, to }),
  },
  { pattern: /^drop\s+col:\s*(.+)$/is, step: ([column = '']) => ({ kind: 'drop', column }) },
  { pattern: /^delete\s+col:\s*(.+)$/is, step: ([condition = '']) => ({ kind: 'delete', condition }) },
  {
    pattern: /^substring\s+col:\s*(.+?)\s+(\d+)\s*[,\s]\s*(\d+)$/is,
    step: ([column = '', start, end]) => ({ kind: 'substring', column, start: Number(start), end: Number(end) }),
  },
  {
    pattern: /^set\s+col:\s*(.+?)\s+value:\s*(.+)$/is,
    step: ([column = '', expression = '']) => ({ kind: 'set', column, expression }),
  },
];

/** Splits at semicolons that stand outside quotes and backticks. */
const rulesOf = (text: string): string[] =>
  (text.match(/(?:'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`[^`]*`|[^;])+/g) ?? [])
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '');

/**
 * Reads rules divided by semicolons: `rename col:a to b; drop col:x; delete col:c > 44; substring col:c 0,3;
 * set col:n value: trim(n)`. Throws a `FieldError` for one that has none of these forms.
 */
export const readWrangling = (text: string, field: string): WranglingStep[] =>
  rulesOf(text).map((rule, i) => {
    for (const { pattern, step } of forms) {
      const match = pattern.exec(rule);
      if (match !== null) return step(match.slice(1).map((part) => part.trim()));
    }
    throw new FieldError(
      field,
      `invalid rule ${i + 1} "${rule}" in field "${field}": must rename, drop, delete, substring or set`,
      'enter rename col:a to b, drop col:a, delete col:a > 1, substring col:a 0,3 or set col:a value: trim(a)',
    );
  });
