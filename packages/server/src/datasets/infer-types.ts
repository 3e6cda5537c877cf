/** A type that a column of text may have, and the pattern that its values then follow. */
export interface TextType {
  readonly type: string;
  readonly format: string;
  /** Patterns that all values follow and that give them other values: the column is left as text. */
  readonly patterns?: readonly string[];
}

interface Candidate extends TextType {
  fits(text: string): boolean;
}

const whole =
  (min: bigint, max: bigint) =>
  (text: string): boolean => {
    // zeros in front belong to a code, not to a number
    if (!/^[+-]?(0|[1-9]\d{0,18})$/.test(text)) return false;
    const value = BigInt(text.replace('+', ''));
    return value >= min && value <= max;
  };

const isDouble = (text: string): boolean =>
  /^[+-]?(0|[1-9]\d*)?(\.\d*)?([eE][+-]?\d{1,3})?$/.test(text) &&
  /^[+-]?\.?\d/.test(text) &&
  Number.isFinite(Number(text)) &&
  // a whole number that is too long for a double's digits is a code
  !/^[+-]?\d{16,}$/.test(text);

const isDay = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

const isTime = (hour = '0', minute = '0', second = '0'): boolean =>
  Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return isDay(Number(year), Number(month), Number(day));
}

function isTimestamp(text: string): boolean {
  const [, date = '', hour, minute, second] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  return isDate(date) && isTime(hour, minute, second);
}

/** Patterns of dates besides ISO 8601's, which needs none. */
const dates = [
  ...['dd/MM/yyyy', 'MM/dd/yyyy', 'dd.MM.yyyy', 'dd-MM-yyyy', 'MM-dd-yyyy', 'yyyy/MM/dd'],
  ...['d/M/yyyy', 'M/d/yyyy', 'd.M.yyyy', 'd-M-yyyy', 'M-d-yyyy', 'yyyy/M/d'],
];
const times = ['', ' HH:mm', ' HH:mm:ss', ' H:mm', ' H:mm:ss'];
const parts: Readonly<Record<string, string>> = {
  yyyy: '(?<y>\\d{4})',
  MM: '(?<M>\\d\\d)',
  dd: '(?<d>\\d\\d)',
  HH: '(?<H>\\d\\d)',
  mm: '(?<m>\\d\\d)',
  ss: '(?<s>\\d\\d)',
  M: '(?<M>\\d\\d?)',
  d: '(?<d>\\d\\d?)',
  H: '(?<H>\\d\\d?)',
};

function byPattern(type: string, format: string): Candidate {
  const shape = new RegExp(
    `^${format.replaceAll('.', '\\.').replace(/yyyy|MM|dd|HH|mm|ss|M|d|H/g, (part) => parts[part] ?? part)}$`,
  );
  return {
    type,
    format,
    fits: (text) => {
      const groups = shape.exec(text)?.groups;
      return (
        groups !== undefined &&
        isDay(Number(groups['y']), Number(groups['M']), Number(groups['d'])) &&
        isTime(groups['H'], groups['m'], groups['s'])
      );
    },
  };
}

const plain: readonly Candidate[] = [
  { type: 'INTEGER', format: '', fits: whole(-(2n ** 31n), 2n ** 31n - 1n) },
  { type: 'LONG', format: '', fits: whole(-(2n ** 63n), 2n ** 63n - 1n) },
  { type: 'DOUBLE', format: '', fits: isDouble },
  { type: 'BOOLEAN', format: '', fits: (text) => /^(true|false)$/i.test(text) },
  { type: 'DATE', format: '', fits: isDate },
  { type: 'TIMESTAMP', format: '', fits: isTimestamp },
];
const patternCandidates: readonly Candidate[] = dates.flatMap((date) =>
  times.map((time) => byPattern(time === '' ? 'DATE' : 'TIMESTAMP', date + time)),
);
/** Numbers whose digits are in groups, or whose fraction stands behind a comma. */
const groupCandidates: readonly Candidate[] = [
  {
    type: 'DOUBLE',
    format: '#.##0,##',
    fits: (text) => /^[+-]?(\d{1,3}(\.\d{3})+|0|[1-9]\d{0,14})(,\d+)?$/.test(text),
  },
  {
    type: 'DOUBLE',
    format: '#,##0.##',
    fits: (text) => /^[+-]?(\d{1,3}(,\d{3})+|0|[1-9]\d{0,14})(\.\d+)?$/.test(text),
  },
];
const candidates = [...plain, ...patternCandidates, ...groupCandidates];

const text: TextType = { type: 'STRING', format: '' };

/**
 * The narrowest type that holds all values of a column, blank ones aside, without loss: numbers with zeros in front
 * stay text, and so do dates that read as day and month in either order.
 */
export function typeOf(values: Iterable<string>): TextType {
  let left: readonly Candidate[] = candidates;
  let some = false;
  for (const value of values) {
    if (value.trim() === '') continue;
    some = true;
    left = left.filter((candidate) => candidate.fits(value));
    if (left.length === 0) return text;
  }
  const [first] = left;
  if (!some || first === undefined) return text;
  if (first.format === '') return { type: first.type, format: first.format };
  // one letter reads what two do: those are one pattern
  const orders = Map.groupBy(left, ({ format }) => format.replace(/([a-zA-Z])\1+/g, '$1'));
  if (orders.size > 1) return { ...text, patterns: [...orders.values()].flatMap(([one]) => one?.format ?? []) };
  return { type: first.type, format: first.format };
}

/** Texts that files write if a value is missing. */
const missing = new Set(['na', 'n/a', '#n/a', 'n.a.', 'null', '<null>', 'none', 'nil', '-', '--', '?', '.', '\\n']);

/** The text that stands for a missing value in a column, if all others are then of a type. */
export function missingIn(values: readonly string[]): string | undefined {
  const marks = new Set(values.filter((value) => missing.has(value.trim().toLowerCase())));
  const [mark] = marks;
  if (mark === undefined || marks.size > 1 || typeOf(values).type !== 'STRING') return undefined;
  return typeOf(values.filter((value) => value !== mark)).type === 'STRING' ? undefined : mark;
}

/** True for what is a value of some type rather than a name. */
export const isValue = (cell: string): boolean => candidates.some((candidate) => candidate.fits(cell.trim()));
