import type { Area } from './case.ts';
import { combine, expressions, statements } from './case.ts';
import { v } from './values.ts';

const inputs = { v };
const on = (list: string[]): Area['cases'] => expressions(inputs, 'v', 'id', list);

const numbers = ['y', 'h', 'i', 'l', 'f', 'd', 'c', 'c2'];
const divisors = ['yz', 'hz', 'iz', 'lz', 'fz', 'dz', 'cz'];
const literals = ['2', '2L', '1.5', '0.5D', '-3', '1e1'];
const ends = ['ymax', 'hmax', 'imax', 'lmax', 'fmax', 'dmax', 'cmax'];
const comparisons = ['=', '<>', '<', '<=', '>', '>=', '<=>'];

const binary = (ops: string[], left: string[], right: string[]): string[] =>
  combine(left, ops, right).map((parts) => parts.join(' '));

/** Errors that a query raises if a condition holds. */
const raising = (condition: string): string[] =>
  ["'no'", 'w', "concat('x', w)"].flatMap((text) => [
    `if(${condition}, raise_error(${text}), i)`,
    `case when ${condition} then raise_error(${text}) else w end`,
    `case when ${condition} then raise_error(${text}) when i > 1 then d end`,
    `if(not (${condition}), dt, raise_error(${text}))`,
    `coalesce(if(${condition}, raise_error(${text}), l), 0L)`,
  ]);

/** Arithmetic, comparisons and logic over every pair of types. */
export const operators: Area = {
  name: 'operators',
  cases: [
    ...on(binary(['+', '-', '*'], numbers, numbers)),
    ...on(binary(['+', '-', '*'], numbers, literals)),
    ...on(binary(['+', '-', '*'], literals, numbers)),
    ...on(binary(['/', '%', 'div'], numbers.slice(0, 4), divisors.slice(0, 4))),
    ...on(binary(['/', '%'], numbers, divisors)),
    ...on(binary(['/', '%'], numbers, literals)),
    ...on(binary(['div'], numbers.slice(0, 4), ['2', '-3', '2L'])),
    ...on(['div(i, 2)', 'div(l, 86400L)', 'div(l, lz)', 'div(l, 7)']),
    ...on(['assert_true(id > 0) is null', "assert_true(id > 0, 'no') is null", 'assert_true(id > 0, w) is null', "assert_true(id > 0, concat('x', w)) is null"]),
    ...on(binary(['/', '%'], literals, divisors)),
    ...on(binary(comparisons, ends.slice(0, 6), ends.slice(0, 6))),
    ...on(binary(comparisons, ['ymax', 'hmax', 'imax', 'lmax', 'cmax'], ['cmax'])),
    ...on(binary(comparisons, ['cmax'], ['ymax', 'hmax', 'imax', 'lmax'])),
    ...expressions(inputs, 'v', 'id', [...binary(comparisons, ['fmax', 'dmax'], ['cmax', '0.0', '1.5']), ...binary(comparisons, ['cmax', '1.5'], ['fmax', 'dmax']), ...binary(comparisons, ['dx'], ['ts', 'tn']), ...binary(comparisons, ['ts'], ['dx'])], { tolerated: 'refused value' }),
    ...on(binary(comparisons, ['dx'], ['dt', 'dx', "date '1999-01-01'"])),
    ...on(binary(comparisons, numbers, numbers)),
    ...on(binary(comparisons, numbers, [...literals, '0', '0.0'])),
    ...on(binary(comparisons, [...literals, '0'], numbers)),
    ...on(binary(comparisons, ['s', 'w'], ['s2', 'w', "'apple'", "''"])),
    ...on(binary(comparisons, ["'apple'"], ['w'])),
    ...on(binary(comparisons, ['dt'], ['dt2', "date '2020-01-31'", "'2020-01-31'", 'ts'])),
    ...on(binary(comparisons, ['ts'], ['ts2', "timestamp '2020-01-31 10:20:30'", "'2020-01-31 10:20:30'", 'dt', "date '2020-01-31'", "'2020-01-31'"])),
    ...on(binary(comparisons, ['tn'], ['tn', "timestamp_ntz '2020-01-31 10:20:30'", 'ts2'])),
    ...on(binary(comparisons, ['b'], ['b', 'true', '(not b)'])),
    ...on(binary(comparisons, ['u'], ['u', "x'0102'"])),
    ...on(binary(comparisons, ['ns'], ['i', 'l', '5', 'd'])),
    ...on(binary(comparisons, ['i', 'l'], ['ns', "'5'"])),
    ...on(binary(['=', '<=>', '<'], ['ai', 'as_', 'st'], ['ai2', 'as2', 'st']).filter((e) => /^(ai . ai2|ai <=> ai2|as_ .* as2|st .* st)$/.test(e))),
    ...on(binary(['and', 'or'], ['b', '(i > 0)', 'null'], ['b', '(d > 1)', 'true', 'null'])),
    ...on(['not b', '! b', '-y', '-h', '-i', '-l', '-f', '-d', '-c', '+i', '+d', '-dmax', '~i', '~l', '~y', '-(1.5)']),
    ...on(binary(['&', '|', '^'], ['y', 'h', 'i', 'l', 'imax', 'lmax'], ['i', 'l', '3', '255L'])),
    ...on(binary(['<<', '>>', '>>>'], ['i', 'l', 'imax', 'lmax'], ['j', '1', '3'])),
    ...on(['s || s2', "s || '!'", "s || i", 's || d2', 'u || u', 'ai || ai2', "'a' || s || 'b'"].filter((e) => !e.includes('d2'))),
    ...on(combine(['is null', 'is not null'], ['i', 'd', 's', 'ai', 'm', 'st', 'dmax', 'dt', 'b']).map(([op, column]) => `${column} ${op}`)),
    ...on(combine(['is true', 'is not true', 'is false', 'is not false', 'is unknown', 'is not unknown'], ['b']).map(([op, c]) => `${c} ${op}`)),
    ...on(['i is distinct from j', 'i is not distinct from j', 's is distinct from s2', 'i is distinct from null']),
    ...on(['i between 0 and 10', 'i not between 0 and 10', 'd between 0 and 10', 'd between 0.0 and 10.5', 'c between 0 and 10', 'l between 0 and 100', 'i between j and 100', 'd between -1.5D and 1D']),
    ...on(["w between 'a' and 'n'", "w not between 'a' and 'n'", "dt between date '1990-01-01' and date '2021-01-01'", "dt between '1990-01-01' and '2021-01-01'", "ts between timestamp '1990-01-01 00:00:00' and timestamp '2021-01-01 00:00:00'", 'dmax between 0D and 1e20']),
    ...on(['i in (1, 5, 7)', 'i not in (1, 5, 7)', 'i in (1, null)', 'i not in (1, null)', 'l in (1, 5)', 'l in (1L, 5L)', "w in ('apple', 'SQL')", "w not in ('apple', 'SQL')", "w in ('apple', null)", 'd in (1, 5)', 'd in (1.0, 0.1)', 'd in (1D, 0.1D)', 'c in (1, 2.50)', 'c in (1.00, 2.50)', "dt in (date '2020-01-31', date '1999-07-04')", "dt in ('2020-01-31')", 'i in (j, 5)', 'b in (true)', "ns in (1, 5)", 'i in (1.0, 5.0)', 'dmax in (0D, 1e15)', "ts in (timestamp '1970-01-01 00:00:00')"]),
    ...expressions(inputs, 'v', 'id', raising('id < 0'), { about: ['fn:raise_error'] }),
    ...expressions(inputs, 'v', 'id', raising('id > 5'), { fails: true, about: ['fn:raise_error'] }),
    ...statements(inputs, ["select raise_error('no') x from v where id < 0", 'select raise_error(w) x from v where id < 0'], { about: ['fn:raise_error'] }),
    // a divisor of zero is refused
    ...expressions(inputs, 'v', 'id', ['assert_true(id > 5) is null', "assert_true(id > 5, 'no') is null", 'assert_true(id > 5, w) is null', 'assert_true(b, w) is null'], { fails: true, about: ['fn:assert'] }),
    ...expressions(inputs, 'v', 'id', ['iz / i', 'dz / d', 'cz / c', 'lz / l', 'fz / f', 'iz % i', 'dz % d', 'cz % c', 'lz % l', 'iz div i', 'lz div l', 'iz / d', 'dz / i', 'cz / i', 'iz / c'], { fails: true }),
    // results beyond the type are refused
    ...expressions(inputs, 'v', 'id', ['imax + 1', 'imax - 2', 'imax * 2', 'imax + imax', 'lmax + 1L', 'lmax * 2L', 'lmax + lmax', 'lmax - 2L', 'imax * imax', 'lmax * lmax', '-imax', '-lmax', 'lmax + 1', 'lmax * 2', 'lmax - 2'], { fails: true, tolerated: 'integer overflow' }),
    ...expressions(inputs, 'v', 'id', ['ymax + ymax', 'hmax + hmax', 'ymax * ymax', 'hmax * hmax', 'ymax - yz', '-ymax', '-hmax'], { fails: true, tolerated: 'integer overflow' }),
    ...expressions(inputs, 'v', 'id', ['cmax + cmax', 'cmax * cmax', 'cmax * 10', 'cmax - 1'], { fails: true, about: ['op:'] }).filter((c) => c.expression?.sql !== 'cmax - 1'),
  ],
}; // prettier-ignore
