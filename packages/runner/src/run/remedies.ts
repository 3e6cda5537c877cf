import { SparkError } from '@millrace/spark-connect';

const column = 'check the column name against the columns of the input';
const routine = 'check the function name; only functions of Spark SQL are known';
const syntax = 'mend the syntax';
const badCast = 'clean the value before the cast, or use try_cast to get null for it';
const zero = 'guard the divisor with nullif, or use try_divide';
const types = 'cast one side so that the types agree';
const simpler = 'break it up into several nodes';

/** What to try, by Spark's error condition or, where the engine names none, by what it says (both: its beginning). */
const remedies: readonly (readonly [RegExp, string])[] = [
  [/^UNRESOLVED_COLUMN|^UNRESOLVED_USING_COLUMN|^there is no column /, column],
  [/^TABLE_OR_VIEW_NOT_FOUND/, 'use the table name that the node gives its input'],
  [/^UNRESOLVED_ROUTINE|^unknown function: /, routine],
  [/^FAILED_TO_PARSE_TOO_COMPLEX/, simpler],
  [/^PARSE_|^invalid argument: found /, syntax],
  [/^CAST_INVALID_INPUT|^Cast error: /, badCast],
  [/^ARITHMETIC_OVERFLOW|^NUMERIC_VALUE_OUT_OF_RANGE/, 'cast to a wider type first'],
  [/^DIVIDE_BY_ZERO|^divide by zero/i, zero],
  [/^DATATYPE_MISMATCH|^Cannot coerce /, types],
  [/^MISSING_AGGREGATION|^GROUP_BY/, 'put the column into the grouping or into an aggregate'],
  [/^AMBIGUOUS_(REFERENCE|COLUMN)/, 'rename one of the columns of the same name before this node'],
  [/^NUM_COLUMNS_MISMATCH|^INCOMPATIBLE_COLUMN_TYPE/, 'give both inputs the same columns'],
  [/^PATH_NOT_FOUND/, 'check the path'],
  [
    /^FAILED_READ_FILE|^MALFORMED_RECORD|QUERY_ONLY_CORRUPT_RECORD_COLUMN|^(Parquet|Json|Avro) error/,
    'check that the file is of the kind that the node reads',
  ],
  [/^INVALID_ARRAY_INDEX|^ELEMENT_AT_BY_INDEX_ZERO/, 'check the length before, or use get()'],
  [/nested too deeply/, simpler],
];

/** What to try about an error of an engine. */
export const remedyFor = (conditionOrMessage: string): string | undefined =>
  remedies.find(([pattern]) => pattern.test(conditionOrMessage))?.[1];

/** Words of Sail that show its inside. */
const inOurWords: readonly (readonly [RegExp, (...groups: string[]) => string])[] = [
  [
    /^attribute ObjectName\(\[(.*)\]\) is missing from the schema: cannot resolve attribute$/,
    (names = '') => `there is no column ${[...names.matchAll(/Identifier\("(.*?)"\)/g)].map(([, n]) => n).join('.')}`,
  ],
];

const noRecord = 'no record of the input can be read';
const nestedTooDeeply = 'it is nested too deeply for the engine';

/** True where an engine complains of a full disk, in the words of Rust, of Java or of the system. */
export const isDiskFull = (error: unknown): error is SparkError =>
  error instanceof SparkError &&
  [error.message, ...(error.details.causes ?? [])].some((text) =>
    /No space left on device|ENOSPC|Disk quota exceeded|File too large/i.test(text),
  );

/**
 * The first sentence-like part of an engine's message: no stack, no plan, no SQLSTATE, and the error condition
 * not told again. Spark says nothing but the class when its stack is too small.
 */
export function plainMessage(message: string, errorClass?: string): string {
  const [first = ''] = message.split(/\n(?=\s+at |== |\s*$|;|'|\+-)/);
  const plain = first
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/\s*SQLSTATE: \w+;?/g, '')
    .replace(/\s*;\s*$/, '')
    .replace(errorClass === undefined ? '' : `[${errorClass}] `, '')
    .trim()
    .slice(0, 1000);
  if (plain === '' || /^(java\.lang\.)?StackOverflowError\b/.test(plain)) return nestedTooDeeply;
  if (errorClass?.endsWith('.QUERY_ONLY_CORRUPT_RECORD_COLUMN') === true) return noRecord;
  for (const [pattern, words] of inOurWords) {
    const found = pattern.exec(plain);
    if (found !== null) return words(...found.slice(1));
  }
  return plain;
}
