interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Words for the values from `min` on. */
  readonly words?: readonly string[];
  /** What else it may hold, next to values, ranges and steps. */
  readonly also?: RegExp;
}

/** The fields of a Quartz pattern, in order (Quartz, CronExpression). */
const fields = {
  second: { name: 'seconds', min: 0, max: 59 },
  minute: { name: 'minutes', min: 0, max: 59 },
  hour: { name: 'hours', min: 0, max: 23 },
  day: { name: 'day-of-month', min: 1, max: 31, also: /^(\?|LW?|([1-9]|[12]\d|3[01])W)$/ },
  month: {
    name: 'month',
    min: 1,
    max: 12,
    words: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  },
  weekday: {
    name: 'day-of-week',
    min: 1,
    max: 7,
    words: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'],
    also: /^(\?|([1-7]|SUN|MON|TUE|WED|THU|FRI|SAT)(L|#[1-5]))$/,
  },
  year: { name: 'year', min: 1970, max: 2099 },
} as const satisfies Record<string, Field>;

type FieldName = keyof typeof fields;
type Parts = Readonly<Record<FieldName, string>>;

const names = Object.keys(fields) as FieldName[];

/** The patterns of croner that together fire as one of Quartz does, or what is wrong with it. */
export type Translation =
  | { readonly ok: true; readonly patterns: readonly string[] }
  | { readonly ok: false; readonly message: string };

const refuse = (message: string): Translation => ({ ok: false, message });

/**
 * Reads a Quartz pattern of 6 or 7 fields. What croner lacks is put in its words: ranges that go round (`FRI-MON`,
 * `22-2`), `L` as a weekday (Saturday), and days before the last one (`L-3`, `L-3W`).
 */
export function fromQuartz(pattern: string): Translation {
  const words = pattern.trim().toUpperCase().split(/\s+/);
  if (words.length !== 6 && words.length !== 7)
    return refuse(
      `has ${words.length} fields but needs 6 or 7: seconds minutes hours day-of-month month day-of-week [year]`,
    );
  const fieldTexts = Object.fromEntries(names.map((name, at) => [name, words[at] ?? '*'])) as Parts;
  const { day, weekday } = fieldTexts;
  if (day === '?' && weekday === '?') return refuse('has ? as both day-of-month and day-of-week: replace one of them');
  if (![day, weekday].some((part) => part === '?' || part === '*'))
    return refuse('has both a day-of-month and a day-of-week: write ? for one of them');
  const [, before, nearest = ''] = /^L-([12]?\d|30)(W?)$/.exec(day) ?? [];
  const plain = { ...fieldTexts, day: before === undefined ? day : '*', weekday: weekday === 'L' ? '7' : weekday };
  const parts = Object.fromEntries(names.map((name) => [name, unroll(plain[name], fields[name])])) as Parts;
  const strange = names.find((name) => parts[name] === undefined);
  if (strange !== undefined) {
    const { name, min, max } = fields[strange];
    return refuse(`has the invalid value "${fieldTexts[strange]}" for ${name}: the range is ${min} to ${max}`);
  }
  return { ok: true, patterns: before === undefined ? [textOf(parts)] : beforeLast(parts, Number(before), nearest) };
}

const textOf = (parts: Parts): string => names.map((name) => parts[name]).join(' ');

/** The part with ranges that go round written out; undefined if it cannot be read. */
function unroll(part: string, field: Field): string | undefined {
  const items = part.split(',').map((item) => {
    if (field.also?.test(item)) return item;
    const read = itemOf(item, field);
    return read?.isRound === true ? read.values.join(',') : read && item;
  });
  return items.includes(undefined) ? undefined : items.join(',');
}

/** The values of `5`, `2-5`, `*`, or of one of these with a step. */
function itemOf(item: string, field: Field): { values: readonly number[]; isRound: boolean } | undefined {
  const [, start = '', end, by] = /^(\w*|\*)(?:-(\w+))?(?:\/(\d+))?$/.exec(item) ?? [];
  const isAll = start === '*' || (start === '' && by !== undefined);
  const from = isAll ? field.min : numberOf(start, field);
  const to = end === undefined ? (isAll || by !== undefined ? field.max : from) : numberOf(end, field);
  const step = Number(by ?? 1);
  if (from === undefined || to === undefined || step === 0 || (isAll && end !== undefined)) return undefined;
  const size = field.max - field.min + 1;
  const isRound = to < from;
  const count = Math.floor(((isRound ? to + size : to) - from) / step) + 1;
  const values = Array.from({ length: count }, (_, at) => ((from + at * step - field.min) % size) + field.min);
  return { values, isRound };
}

function numberOf(word: string, { min, max, words = [] }: Field): number | undefined {
  const index = words.indexOf(word);
  const value = index === -1 ? Number(/^\d{1,4}$/.exec(word)?.[0]) : index + min;
  return value >= min && value <= max ? value : undefined;
}

const valuesOf = (part: string, field: Field): readonly number[] =>
  part.split(',').flatMap((item) => itemOf(item, field)?.values ?? []);

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Months have four lengths; a day before the last is another date in each. */
function beforeLast(parts: Parts, before: number, nearest: string): readonly string[] {
  const months = valuesOf(parts.month, fields.month);
  const years = valuesOf(parts.year, fields.year);
  const lengths = [
    { days: 31, months: [1, 3, 5, 7, 8, 10, 12], years },
    { days: 30, months: [4, 6, 9, 11], years },
    { days: 29, months: [2], years: years.filter(isLeap) },
    { days: 28, months: [2], years: years.filter((year) => !isLeap(year)) },
  ];
  return lengths.flatMap((length) => {
    const some = length.months.filter((month) => months.includes(month));
    if (length.days <= before || some.length === 0 || length.years.length === 0) return [];
    const day = `${length.days - before}${nearest}`;
    return [textOf({ ...parts, day, month: some.join(','), year: length.years.join(',') })];
  });
}
