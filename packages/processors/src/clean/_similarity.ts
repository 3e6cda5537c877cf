import { functions as F, types, type Column } from '@millrace/spark-connect';
import { lambda, lambda2 } from '../kit/lambda.ts';

const number = (value: number): Column => F.lit(value, types.double);
const length = (text: Column): Column => F.call('length', text);
const longest = (a: Column, b: Column): Column => F.call('greatest', length(a), length(b));
const double = (column: Column): Column => column.cast(types.double);
/** A distance in characters as 1 for equal texts down to 0. */
const closeness = (a: Column, b: Column, distance: Column): Column =>
  F.when(longest(a, b).eq(0), number(1)).otherwise(number(1).minus(double(distance).dividedBy(double(longest(a, b)))));

/** The runs of three characters, each once; of a shorter text the text itself. */
const trigrams = (text: Column): Column => {
  const starts = F.call('sequence', F.lit(1), F.call('greatest', length(text).minus(2), F.lit(1)));
  return F.call(
    'array_distinct',
    F.call(
      'transform',
      starts,
      lambda('i', (i) => F.call('substring', text, i, 3)),
    ),
  );
};

function jaccard(a: Column, b: Column): Column {
  const [left, right] = [trigrams(a), trigrams(b)];
  const size = (array: Column): Column => double(F.call('size', array));
  return size(F.call('array_intersect', left, right)).dividedBy(size(F.call('array_union', left, right)));
}

/** Length of the longest common subsequence by the usual table, one row of it per character of `a`. */
function commonSubsequence(a: Column, b: Column): Column {
  const at = (text: Column, i: Column): Column => F.call('substring', text, i, 1);
  const positions = (text: Column): Column => F.call('sequence', F.lit(1), length(text));
  const zeros = F.call('array_repeat', F.lit(0), length(b).plus(1));
  const nextRow = (row: Column, i: Column): Column =>
    F.call(
      'aggregate',
      positions(b),
      F.call('array', F.lit(0)),
      lambda2('done', 'j', (done, j) => {
        const match = F.call('element_at', row, j).plus(1);
        const best = F.call('greatest', F.call('element_at', row, j.plus(1)), F.call('element_at', done, j));
        return F.call('array_append', done, F.when(at(a, i).eq(at(b, j)), match).otherwise(best));
      }),
    );
  const table = F.call('aggregate', positions(a), zeros, lambda2('row', 'i', nextRow));
  return F.when(length(a).eq(0).or(length(b).eq(0)), 0).otherwise(F.call('element_at', table, -1));
}

/** Texts compared: 1 for equal, 0 for nothing in common. Null where one is null. */
export const textScores = {
  fullmatch: (a, b) => F.when(a.eq(b), number(1)).when(a.notEq(b), number(0)),
  levenshtein: (a, b) => closeness(a, b, F.call('levenshtein', a, b)),
  jarowinkler: (a, b) => F.call('jaro_winkler_similarity', a, b),
  'jaccard(3 gram)': jaccard,
  longestCommonSubsequence: (a, b) => closeness(a, b, longest(a, b).minus(commonSubsequence(a, b))),
} as const satisfies Record<string, (a: Column, b: Column) => Column>;

/** Numbers compared: 1 for equal, less by how large their distance is against the larger of the two. */
export function notionalScore(a: Column, b: Column): Column {
  const larger = F.call('greatest', F.call('abs', a), F.call('abs', b));
  const score = number(1).minus(F.call('abs', a.minus(b)).dividedBy(larger));
  return F.when(a.eq(b), number(1)).otherwise(F.call('greatest', score, number(0)));
}

/** Days between two dates, whichever comes first. */
export const daysApart = (a: Column, b: Column): Column => double(F.call('abs', F.call('datediff', a, b)));
