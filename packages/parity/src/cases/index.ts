import { aggregates } from './aggregates.ts';
import type { Area } from './case.ts';
import { casts } from './casts.ts';
import { datetimes } from './datetimes.ts';
import { decimals } from './decimals.ts';
import { everyday } from './everyday/index.ts';
import { intervals } from './intervals.ts';
import { literals } from './literals.ts';
import { math } from './math.ts';
import { nested } from './nested.ts';
import { operators } from './operators.ts';
import { ordering } from './ordering.ts';
import { parquet } from './parquet.ts';
import { plans } from './plans.ts';
import { readers } from './readers.ts';
import { regexps } from './regexps.ts';
import { relations } from './relations.ts';
import { boundaryValues } from './boundary-values.ts';
import { sparkForms } from './spark-forms.ts';
import { strings } from './strings.ts';
import { units } from './units.ts';
import { windows } from './windows.ts';

/** All cases that the compatibility matrix rests on, by area. */
export const areas: readonly Area[] = [
  operators,
  literals,
  casts,
  math,
  strings,
  regexps,
  datetimes,
  nested,
  aggregates,
  windows,
  relations,
  ordering,
  plans,
  readers,
  parquet,
  units,
  boundaryValues,
  decimals,
  intervals,
  sparkForms,
  everyday,
];
