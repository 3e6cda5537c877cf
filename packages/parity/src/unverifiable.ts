/** The cases of some types are equal by chance. */
const inLastDigits = 'sums of squares differ in the last digits';

/** In keys of aggregates that leave what would have too few digits to Spark (`sql/sums-of-squares.ts`). */
const guarded = ':guarded)';

/** Keys that no case can verify, and why. */
export const unverifiable: [start: string, reason: string][] = [
  ['unknown:', 'not recognized'],
  ['column:not-found', 'its type is unknown'],
  ['column:unknown-type', 'its type is unknown'],
  ['table:not-found', 'its columns are unknown'],
  ['unrepeatable:', 'gives different values in every run'],
  ['regex-cut:empty-match', 'the engines differ if the pattern matches empty text'],
  ['regex-cut:(?m)', 'the engines differ on where lines begin and end'],
  ['regex:(?m)', 'the engines differ on where lines begin and end'],
  ['order-dependent:', 'depends on the order of rows'],
  ['over:unordered', 'depends on the order of rows'],
  ['over:ties', 'tied rows have no fixed order'],
  ['cut:none', 'which rows come first depends on the engine'],
  ['cut:free', 'which rows come first depends on the engine'],
  ['cut:ties-but-zeros', 'which of the tied rows come first depends on the engine: 0.0 or -0.0'],
  ['cut:ties', 'which of the tied rows come first depends on the engine'],
  ['agg:max(struct', 'its nulls differ from run to run'],
  ['agg:min(struct', 'its nulls differ from run to run'],
  ['grouping-sets:of-key', 'an aggregate of a grouping key sees the nulls of grouping sets'],
  ['grouping-sets:having', 'HAVING over grouping sets differs'],
  ['agg:std', inLastDigits],
  ['agg:var', inLastDigits],
  ['agg:covar', inLastDigits],
  ['agg:corr(', inLastDigits],
  ['agg:skewness', inLastDigits],
  ['agg:kurtosis', inLastDigits],
  ['window:std', inLastDigits],
  ['window:var', inLastDigits],
  ['fn:get_json_object(', 'Spark reformats the JSON: without blanks, 1e3 as 1000.0'],
  ['cut:total:below', 'Sail may lose the order of rows'],
  ['subquery:scalar:correlated:count', 'COUNT in a correlated subquery differs over empty groups'],
];

/** Why a key can never be verified; undefined for keys that cases decide. */
export const whyUnverifiable = (key: string): string | undefined =>
  key.includes(guarded) ? undefined : unverifiable.find(([start]) => key.startsWith(start))?.[1];
