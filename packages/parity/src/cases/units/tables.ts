import type { CaseInput } from '../case.ts';

export const N = null;
/** When the cases run, for units that ask for it. */
export const now = '2024-02-29T12:34:56.789Z';

/** What cases of units are about. */
export const about = ['unit '];

/** Texts as files hold them: sound, blank, padded, too large, in other notations, of other scripts. */
const texts: readonly (string | null)[] = [
  N, '', ' ', '0', '-0', '+7', '12', ' 12 ', '007', '2147483647', '2147483648', '-2147483648', '9223372036854775807', '9223372036854775808', '127', '128', '32768',
  '1.5', '.5', '5.', '-1.50', '28.5', '1e3', '1E3', '1e-3', '1.5d', '2f', '1d', '3.40282347E38', '1e400', '123456789012345678901234567890', '0.1', '1,234', '0x1F', 'NaN', 'nan', 'Infinity', '-inf', 'inf',
  'true', 'TRUE', 't', 'yes', 'y', '1', 'false', 'no', 'n', 'x', 'é', '日本', '１２', '1 2', '--1', '+-1', 'null', '\t5', '5\n',
  '2024-02-29', '2023-02-29', '2024-2-9', '2024-02', '2024', '2024-02-29 10:11:12', '2024-02-29T10:11:12.123456Z', '2024-02-29 10:11:12.5+02:00', '1969-12-31 23:59:59', '0001-01-01', '9999-12-31', '10000-01-01', '2024-13-01', '2024-02-29x', '10:11',
]; // prettier-ignore

export const textInput: CaseInput = { schema: 'id int, s string', rows: texts.map((text, id) => [id, text]) };

/** Values of the types of columns, with nulls and extremes. */
export const numbers: CaseInput = {
  schema: 'id int, i int, l bigint, d double, f float, b boolean, c decimal(10,2), dt date, ts timestamp',
  rows: [
    [1, 10, 100n, 1.5, 1.5, true, '1.50', '2020-01-01', '2020-01-01T10:11:12Z'], [2, N, N, N, N, N, N, N, N], [3, -1, -1n, -0.0, -0.0, false, '-0.01', '1969-12-31', '1969-12-31T23:59:59.5Z'],
    [4, 2147483647, 9007199254740993n, 1e7, 1e7, true, '99999999.99', '9999-12-31', '1960-01-01T00:00:00Z'], [5, 0, 0n, 123456.789, 0.1, false, '0.00', '0001-01-01', '2262-04-11T23:47:16Z'],
    [6, 1, 1n, 1e-3, 1e-4, true, '1.00', '2024-02-29', '2024-02-29T00:00:00.000001Z'], [7, 1, 1n, 1e-4, 3.4e38, true, '1.00', '2024-02-29', '2024-02-29T00:00:00Z'], [8, 1, 1n, NaN, NaN, true, '1.00', N, N], [9, 1, 1n, Infinity, -Infinity, true, '1.00', N, N],
    [10, 1, 1n, 1e20, 1, true, '1.00', N, N], [11, 1, 1n, 0.30000000000000004, 16777216, true, '1.00', N, N], [12, 1, 1n, 9999999.999, 9999999, true, '1.00', N, N],
  ],
}; // prettier-ignore

export const columnTypes: Readonly<Record<string, string>> = {
  i: 'int', l: 'bigint', d: 'double', f: 'float', b: 'boolean', c: 'decimal(10,2)', dt: 'date', ts: 'timestamp',
}; // prettier-ignore

/** Numbers at and next to half of a digit, as they are written and as they are stored. */
export const halves: CaseInput = {
  schema: 'id int, d double, f float',
  rows: [N, 0, -0, 1.005, 2.675, -2.345, 0.285, 4.35, 0.005, -0.005, 0.5, -0.5, 1.5, 2.5, 99999.995, 1e15 + 0.125, 1e16, 1e20, -1e20, 9007199254740993, 1e-5, 9.999e-6, 5e-5, 0.00015, 4.5e-7, 5e-7, 0.0000125, 1.23456789e-7, 1234.5678915, 1 / 3, 1e-12, 5e-9, -1e-300, 5e-324, 1.7976931348623157e308, 15, 25, -35, 1250, 149.99, NaN, Infinity, -Infinity].map((x, id) => [id, x, x === N ? N : Math.fround(Number.isFinite(x) && Math.abs(x) > 3e38 ? 3e38 : x)] as const),
}; // prettier-ignore

/** Numbers whose text has one digit, which Java writes with two: those next to zero have others then. */
export const tiny: CaseInput = {
  schema: 'id int, d double, f float',
  rows: [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 21, 29, 40, 61, 71, 81, 101, 200].flatMap((steps, id) => [
    [id + 1, steps * 5e-324, steps * 2 ** -149],
    [-id - 1, -steps * 5e-324, -steps * 2 ** -149],
    [id + 101, steps * 1e-45, steps * 1e-38],
  ]),
};
