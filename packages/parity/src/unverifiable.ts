/** The cases of some types come out equal by chance. */
const inLastDigits = 'sums of squares differ in the last digits';

/** In keys of aggregates that leave what would have too few digits to Spark (`sql/sums-of-squares.ts`). */
const guarded = ':guarded)';

/** Keys that no case can verify, and why. */
export const unverifiable: [start: string, reason: string][] = [
  ['unknown:', 'not understood'],
  ['column:not-found', 'its type is not known'],
  ['column:unknown-type', 'its type is not known'],
  ['table:not-found', 'its columns are not known'],
  ['unrepeatable:', 'gives other values at every run'],
  ['regex-cut:empty-match', 'engines part where a pattern matches nothing'],
  ['regex-cut:(?m)', 'lines begin and end elsewhere'],
  ['regex:(?m)', 'lines begin and end elsewhere'],
  ['order-dependent:', 'hangs on the order in which rows come'],
  ['over:unordered', 'hangs on the order in which rows come'],
  ['over:ties', 'rows that tie may come in any order'],
  ['cut:none', 'which rows come first is up to the engine'],
  ['cut:free', 'which rows come first is up to the engine'],
  ['cut:ties-but-zeros', 'which of the rows that tie come first is up to the engine: 0.0 or -0.0'],
  ['cut:ties', 'which of the rows that tie come first is up to the engine'],
  ['agg:max(struct', 'its nulls come out differently from run to run'],
  ['agg:min(struct', 'its nulls come out differently from run to run'],
  ['grouping-sets:of-key', 'an aggregate of a grouping key sees its nulls'],
  ['grouping-sets:having', 'HAVING over grouping sets differs'],
  ['agg:std', inLastDigits],
  ['agg:var', inLastDigits],
  ['agg:covar', inLastDigits],
  ['agg:corr(', inLastDigits],
  ['agg:skewness', inLastDigits],
  ['agg:kurtosis', inLastDigits],
  ['window:std', inLastDigits],
  ['window:var', inLastDigits],
  ['fn:get_json_object(', 'Spark writes what it finds anew: without blanks, 1e3 as 1000.0'],
  ['cut:total:below', 'Sail may lose the order on the way'],
  ['subquery:scalar:correlated:count', 'COUNT in a correlated subquery differs over empty groups'],
];

/** Why a key can never be verified; undefined for keys that cases decide. */
export const whyUnverifiable = (key: string): string | undefined =>
  key.includes(guarded) ? undefined : unverifiable.find(([start]) => key.startsWith(start))?.[1];
