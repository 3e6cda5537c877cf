import type { Area } from './case.ts';
import { combine, expressions } from './case.ts';
import { v } from './values.ts';

const dates = ["date '2024-01-31'", "date '2024-02-29'", "date '1999-12-31'", 'dt2'];
const lengths = [
  "interval '1' month",
  "interval '3' month",
  "interval '1' year",
  "interval '90' day",
  "interval '1' day",
];

/** Dates moved by a fixed length, as queries name the ends of a period. */
export const intervals: Area = {
  name: 'intervals',
  cases: expressions(
    { v },
    'v',
    'id',
    combine(dates, ['+', '-'], lengths).map((parts) => parts.join(' ')),
    { about: ['op:', 'literal:interval'] },
  ),
};
