type Below = (below: number) => number;
type Write = (below: Below) => string;

/** Columns of a file, of which each has a type of its own; 60 objects. */
const [columns, objects] = [60, 60];

const pick = <T>(below: Below, values: readonly [T, ...T[]]): T => values[below(values.length)] ?? values[0];
const blanks = (below: Below): string => pick(below, ['', '', '', ' ', '\t', '  ']);

const strings = [
  '',
  'x',
  'ü😀',
  '2024-01-01',
  'true',
  '12',
  'null',
  '\\n\\t\\"\\\\\\/',
  '\\u00e9\\ud83d\\ude00',
  'a',
] as const;
const names = ['a', 'B', 'ü', 'c d', 'e.f', 'g`h', '$i', '0', 'Zz', '\\u006a', 'k-l', '日本'] as const;

const digits = (below: Below, max: number): string =>
  Array.from({ length: 1 + below(max) }, (_, i) => (i === 0 ? 1 + below(9) : below(10))).join('');
const whole: Write = (below) =>
  pick(below, [
    '0',
    '9223372036854775807',
    '-9223372036854775808',
    `-${digits(below, 18)}`,
    digits(below, 18),
    digits(below, 3),
  ]);
const exponent = (below: Below): string => pick(below, ['', '', `e${below(40)}`, `E-${below(340)}`, `e+${below(330)}`]);
const fraction: Write = (below) =>
  pick(below, [
    `${pick(below, ['', '-'])}${digits(below, 20)}.${digits(below, 25)}${exponent(below)}`,
    `0.${digits(below, 17)}`,
    '-0.0',
    '1e3',
    '0.0e-5',
    String(below(1_000_000) / 7),
  ]);

/** A way to write values of one type, which nests. */
function typeOf(below: Below, depth: number): Write {
  const kind = below(depth > 3 ? 6 : 10);
  if (kind === 0) return whole;
  if (kind === 1) return fraction;
  if (kind === 2) return (b) => pick(b, [fraction, (c: Below) => digits(c, 18)])(b);
  if (kind === 3) return (b) => pick(b, ['true', 'false']);
  if (kind === 4) return () => 'null';
  if (kind === 5) return (b) => `"${pick(b, strings)}"`;
  if (kind < 8) {
    const element = orNull(typeOf(below, depth + 1));
    return (b) => `[${blanks(b)}${Array.from({ length: b(4) }, () => element(b)).join(`,${blanks(b)}`)}${blanks(b)}]`;
  }
  const fields = names.filter(() => below(4) === 0).map((name) => [name, orNull(typeOf(below, depth + 1))] as const);
  return (b) => object(b, fields);
}

const orNull =
  (write: Write): Write =>
  (below) =>
    below(6) === 0 ? 'null' : write(below);

/** An object of some of the fields, in any order. */
function object(below: Below, fields: readonly (readonly [string, Write])[]): string {
  const some = fields.filter(() => below(5) > 0);
  const turned = below(3) === 0 ? some.toReversed() : some;
  const texts = turned.map(
    ([name, write]) => `${blanks(below)}"${name}"${blanks(below)}:${blanks(below)}${write(below)}`,
  );
  return `{${texts.join(',')}${blanks(below)}}`;
}

/** Plain JSON, one object a line: columns of random types, within them blanks, spellings of numbers, escapes, nulls. */
export function randomJson(below: Below): string {
  const fields = Array.from({ length: columns }, (_, i) => [`c${i}`, orNull(typeOf(below, 0))] as const);
  const line = (): string =>
    `${blanks(below)}${object(below, fields)}${blanks(below)}${pick(below, ['\n', '\n', '\r\n', '\n\n'])}`;
  return Array.from({ length: objects }, line).join('');
}
