import type { Area } from './case.ts';
import { combine, expressions } from './case.ts';
import { v } from './values.ts';

const call = (names: string, args: string[]): string[] => combine(names.split(' '), args).map(([f, a]) => `${f}(${a})`);

/** Functions of numbers. */
export const math: Area = {
  name: 'math',
  cases: [
    ...expressions({ v }, 'v', 'id', [
      ...call('abs positive', ['y', 'h', 'i', 'l', 'f', 'd', 'c', 'dmax', 'fmax']),
      ...call('negative', ['y', 'h', 'i', 'l', 'f', 'd', 'c', 'dmax']),
      ...call('sign signum', ['i', 'l', 'f', 'd', 'c', 'dmax']),
      ...call('ceil ceiling floor', ['i', 'l', 'h', 'f', 'd', 'c', 'c2', '1.5', '-1.5', 'u1']),
      ...call('ceil floor', ['d, 1', 'c, 1', 'd, 0', 'c, 0', 'i, 1', 'c2, 2', 'd, -1']),
      ...call('round bround', ['i', 'l', 'h', 'y', 'f', 'd', 'c', 'c2', 'u1', 'dmax', 'd, 0', 'd, 1', 'd, 2', 'd, -1', 'f, 1', 'f, 2', 'c, 0', 'c, 1', 'c2, 3', 'c, -2', 'i, 0', 'i, -1', 'i, 2', 'l, -2', 'l, 2', '2.5', '2.675D, 2', 'u1, 1', 'c / 3D, 2', 'h, -1', 'pos, 2', 'dmax, 2', '-2.5D', '0.5D', '1.5D']),
      ...call('sqrt cbrt exp expm1 sin cos tan sinh cosh tanh asinh atan degrees radians rint', ['d', 'i', 'u1', 'l', 'c', 'dmax']),
      ...call('asin acos atanh', ['u1', 'd']), ...call('acosh', ['pos']), ...call('cot sec csc', ['d', 'pos']),
      ...call('ln log log10 log2 log1p', ['pos', 'd', 'i', 'l', 'dmax', 'c']), 'log(2, pos)', 'log(10, d)', 'log(d, pos)', 'log(2.0, pos)',
      ...call('pow power', ['d, 2', 'i, 2', 'd, 0.5', 'pos, d', 'i, j', 'd, 0.5D', '2, j', '2, i', 'l, 2', 'c, 2', 'd, 3D', 'd, -1', 'u1, u1']),
      'atan2(d, dz)', 'atan2(i, j)', 'atan2(dmax, 1D)', 'hypot(d, dz)', 'hypot(3, 4)', 'pi()', 'e()', 'd * pi()',
      ...call('mod pmod', ['i, j', 'i, 3', 'd, dz', 'd, 2', 'l, lz', 'l, 7', 'c, cz', 'i, -3', 'h, hz', 'f, fz', 'd, 2.5', 'd, 1.5D', 'l, 7L', 'c, 3']),
      ...call('try_add try_subtract try_multiply', ['i, j', 'd, dz', 'l, lz', 'c, cz', 'imax, imax', 'lmax, lmax', 'i, 1', 'd, 1', 'dt, 1', 'imax, 1']).filter((e) => !/multiply\(dt/.test(e)),
      ...call('try_divide', ['i, j', 'd, d', 'i, i', 'l, l', 'c, c', 'd, 0', 'i, 0', 'd, 2', 'i, 2', 'd, i', 'l, i', 'd, l']),
      ...call('try_mod', ['i, i', 'd, d', 'l, l']),
      'div(i, j)', 'i div 2', ...call('factorial', ['j', '5', '20', '21', 'y']), ...call('bit_count', ['i', 'l', 'y', 'b', 'imax', 'lmax']), 'getbit(l, 0)', 'bit_get(i, 1)', ...call('shiftleft shiftright shiftrightunsigned', ['i, 1', 'l, 2', 'i, j', 'imax, 1', 'lmax, 3']),
      'width_bucket(d, 0, 10, 5)', 'width_bucket(d, 0D, 10D, 5)', 'width_bucket(i, 0, 100, 10)', 'bin(i)', 'hex(i)', 'conv(i, 10, 2)', 'random(1) is not null', 'rand() between 0 and 1', 'rand(5)', 'randn(5)', 'uniform(1, 10, 3)', "d * 2 + i", '(i + j) * 2 - 1', '(d + i) / 2', 'i % 2 = 0', 'abs(i - j)', 'round(d / 3, 2)', 'round(d * 100) / 100', 'round(i / 3, 1)', 'floor(i / 10) * 10', 'sqrt(d * d + i * i)', 'greatest(abs(i), 1)', 'ceil(i / 3)', 'floor(d / 2)', 'cast(i as double) / j',
    ]),
    ...expressions({ v }, 'v', 'id', ['round(1.005D, 2)', 'bround(2.5D)'], { about: ['fn:'] }),
    ...expressions({ v }, 'v', 'id', ['mod(iz, i)', 'pmod(iz, i)', 'abs(imax)', 'abs(lmax)', 'negative(imax)', 'ceil(dmax)', 'floor(dmax)', 'mod(dz, d)'], { fails: true }).filter((c) => !/abs|negative|ceil|floor/.test(c.sql)),
    ...expressions({ v }, 'v', 'id', ['abs(imax)', 'abs(lmax)', 'negative(imax)', 'negative(lmax)'], { fails: true, tolerated: 'integer overflow' }),
  ],
}; // prettier-ignore
