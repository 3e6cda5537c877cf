import { pieces } from '@millrace/spark-sql/patterns';
import { lenientPattern } from './patterns.ts';

/** How text is read by a pattern, in the terms of an engine's parser. */
export interface DateReading {
  /** The engine's pattern for text as it is; undefined if the text holds what the parser cannot read. */
  readonly whole: string | undefined;
  /** Matches text that begins as the pattern asks, whatever follows it. */
  readonly begins: string;
  /** Matches text that is all that the pattern asks, and nothing more. */
  readonly fills: string;
  /** What goes on of such text: groups of `begins`. */
  readonly replacement: string;
  /** Patterns for what goes on, in the order in which they are tried. */
  readonly patterns: readonly string[];
}

/**
 * A pattern of Java's SimpleDateFormat, which reads what text begins with and leaves the rest, passes over blanks before
 * a field, reads a weekday without heeding it, long names of months as well as short ones, and years of four digits by
 * `yy` too.
 */
export function dateReading(format: string): DateReading {
  const parts = pieces(format);
  const others = parts.filter((part) => !isWeekday(part));
  const begins = parts.map((part, i) => regexOf(part, parts[i + 1] ?? '')).join('');
  const prefixPattern = lenientPattern(others.map((part) => (/^M{3,}$/.test(part) ? 'MMM' : part)).join(''));
  const longYear = prefixPattern.replace(/'[^']*'|(?<![A-Za-z])yy(?![A-Za-z])/g, (part) =>
    part === 'yy' ? 'yyyy' : part,
  );
  // Spark reads names of zones by z and offsets by Z
  const zones = [prefixPattern, prefixPattern.replace(/'[^']*'|z+/g, (part) => (part.startsWith('z') ? 'Z' : part))];
  return {
    whole: others.length === parts.length ? lenientPattern(format) : undefined,
    begins: `(?s)^${begins}.*$`,
    fills: `^${begins}$`,
    replacement: groupsOf(begins)
      .map((_, i) => `$${i + 1}`)
      .join(''),
    patterns: [...new Set([...zones, longYear])],
  };
}

/** True if text may hold a pattern with two digits of a year, of Java or with letters behind %: which century is meant depends on when it is read. */
export const hasShortYear = (text: string): boolean => /(?<!y)yy(?!y)|%[yD]/.test(text);

export const isWeekday = (part: string): boolean => /^[Eu]/.test(part);
export const isNumber = (part: string): boolean => /^(?:[ydHhKkmsSDu]|M{1,2}$|L{1,2}$)/.test(part);

/** One piece of a pattern; a field passes over blanks before it, and fills its width where another number follows. */
export function regexOf(part: string, next: string): string {
  if (!/^[A-Za-z]/.test(part)) return literal(part);
  if (isNumber(part)) {
    const digits = isNumber(next) ? `[0-9]{${part.length}}` : '[0-9]+';
    return isWeekday(part) ? `[ \\t]*${digits}` : `[ \\t]*(${digits})`;
  }
  return `[ \\t]*${words[part.charAt(0)] ?? '(\\S+)'}`;
}

const offset = '[+-][0-9]{2}(?::?[0-9]{2})?';
const words: Readonly<Record<string, string>> = {
  E: '\\p{L}+\\.?',
  M: '(\\p{L}{3})\\p{L}*',
  a: '([AaPp][Mm])',
  z: `(${offset}|\\p{L}[\\p{L}/_]*(?:${offset})?)`,
  Z: `(${offset})`,
  X: `(Z|${offset})`,
};

/** Text of a pattern; brackets that are not quoted are the sections that Spark may leave out. */
const literal = (part: string): string =>
  part.startsWith("'")
    ? `(${escaped(part.replace(/^'(.+)'$/s, '$1').replaceAll("''", "'"))})`
    : part
        .split(/([[\]])/)
        .map((text) => (text === '[' ? '(?:' : text === ']' ? ')?' : text && `(${escaped(text)})`))
        .join('');
const escaped = (text: string): string => text.replace(/[\\^$.|?*+(){}[\]]/g, '\\$&');
const groupsOf = (regex: string): readonly string[] => regex.match(/(?<!\\)\((?!\?)/g) ?? [];
