import type { Area } from '../case.ts';
import { aggregates } from './aggregates.ts';
import { choices } from './choices.ts';
import { lists } from './lists.ts';
import { numbers } from './numbers.ts';
import { text } from './text.ts';
import { time } from './time.ts';

/**
 * Expressions of everyday work over the types that users combine, made of templates and columns. Each is handed to
 * Sail as a run would rewrite it.
 */
export const everyday: Area = {
  name: 'everyday',
  cases: [...text, ...choices, ...numbers, ...time, ...lists, ...aggregates],
};
