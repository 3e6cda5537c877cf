import { SparkError } from '@millrace/spark-connect';
import type { Compatibility } from '@millrace/workflow';
import { plainMessage } from '@millrace/engines/plain-message';

const column = 'check the column name against the columns of the input';
const routine = 'check the function name; only functions of Spark SQL are known';
const syntax = 'mend the syntax';
const badCast = 'clean the value before the cast, or use try_cast to get null for it';
const zero = 'guard the divisor with nullif, or use try_divide';
const types = 'cast one side so that the types agree';
const simpler = 'break it up into several nodes';
const lessOrMore =
  'give engines more memory (MILLRACE_ENGINE_MEMORY), or have the node hold less at once: shorter texts and lists, fewer rows in a group';

/** What to try, by Spark's error condition or, where the engine names none, by what it says (both: its beginning). */
const remedies: readonly (readonly [RegExp, string])[] = [
  [/^UNRESOLVED_COLUMN|^UNRESOLVED_USING_COLUMN|^there is no column /, column],
  [/^TABLE_OR_VIEW_NOT_FOUND/, 'use the table name that the node gives its input'],
  [/^UNSURE_ON_SAIL/, 'let Spark run it (engine auto or spark), or write it in plainer SQL'],
  [/^UNRESOLVED_ROUTINE|^unknown function: /, routine],
  [/^FAILED_TO_PARSE_TOO_COMPLEX/, simpler],
  [/^PARSE_|^invalid argument: found /, syntax],
  [/^CAST_INVALID_INPUT|^Cast error: |^"[^]*" cannot be cast to /, badCast],
  [/^ARITHMETIC_OVERFLOW|^NUMERIC_VALUE_OUT_OF_RANGE/, 'cast to a wider type first'],
  [/^DIVIDE_BY_ZERO|^(divide|division|remainder) by zero/i, zero],
  [/^DATATYPE_MISMATCH|^Cannot coerce /, types],
  [/^MISSING_AGGREGATION|^GROUP_BY/, 'put the column into the grouping or into an aggregate'],
  [/^COLUMN_ALREADY_EXISTS/, 'give each column a name of its own; upper and lower case count as one'],
  [/^AMBIGUOUS_(REFERENCE|COLUMN)/, 'rename one of the columns of the same name before this node'],
  [/^NUM_COLUMNS_MISMATCH|^INCOMPATIBLE_COLUMN_TYPE/, 'give both inputs the same columns'],
  [
    /^INVALID_DATETIME_PATTERN|DATETIME_WEEK_BASED_PATTERN/,
    'give a date pattern of letters that Spark knows, such as yyyy-MM-dd HH:mm:ss, with plain text in quotes',
  ],
  [/^PATH_NOT_FOUND/, 'check the path'],
  [
    /QUERY_ONLY_CORRUPT_RECORD_COLUMN/,
    'check that the file is of the kind that the node reads; where each file is one JSON document, set "multiLine" to true',
  ],
  [
    /^PARQUET_TYPE_ILLEGAL|^PARQUET_TYPE_NOT_/,
    'write the file anew with types that Spark reads: with timestamps in microseconds (pandas: coerce_timestamps="us")',
  ],
  [
    /^FAILED_READ_FILE|^MALFORMED_RECORD|^(Parquet|Json|Avro) error/,
    'check that the file is of the kind that the node reads',
  ],
  [
    /^INVALID_ARRAY_INDEX|^ELEMENT_AT_BY_INDEX_ZERO|^the index -?\d+ is outside/,
    'check the length before, or use get()',
  ],
  [/it ran out of memory \(.*used it too/, `run it again; if it happens again, ${lessOrMore}`],
  [/it ran out of memory \(/, lessOrMore],
  [/nested too deeply|^subqueries stand in each other/, simpler],
  [/^Labels MUST NOT be Null/, 'leave rows without a label out before this node'],
  [/^Labels MUST be/, 'number the label from 0 by a String Indexer; for amounts choose a node of regression'],
  [/^Vector values MUST NOT be Negative/, 'scale the features to 0 and above, or choose another learner'],
  [/^Vectors? (values )?MUST NOT be/, 'leave rows with missing values out, or fill them, before the vector is made'],
  [/^Weights MUST/, 'give every row a weight of 0 or more'],
  [/^Censors MUST/, 'give 1 where it has happened and 0 where it has not'],
  [/^ALS only supports/, 'number users and items by a String Indexer before this node'],
  [/^the column ".*" holds no vectors/, 'put its columns into a vector by a Vector Assembler before this node'],
  [/^the column ".*" holds no numbers/, 'cast it, or number its values by a String Indexer, before this node'],
  [/^there are no rows to learn from/, 'look at what the nodes before leave out'],
  [
    /Dimension mismatch|non-matching sizes|dimensions mismatch/i,
    'give the model vectors of the columns that it learned from, in their order; layers begin with their number',
  ],
  [
    /^a vector holds |^Both vectors should have same length/,
    'make all vectors of the same columns, those that the model learned from, in their order',
  ],
  [/^the value .* is out of the bounds/, 'give -inf as the first bound and inf as the last one, or others farther out'],
  [/^a model of about .* GB/, 'learn less: fewer features, trees, layers or topics'],
  [/^a row has no vector/, 'leave rows with missing values out, or fill them, before the vector is made'],
  [/^a row has null in the column/, 'leave such rows out, or fill the values, before this node'],
  [/^a row has null or NaN in the column/, 'have the node skip or keep such rows, or fill the values before it'],
  [/^the column ".*" is there already/, 'rename or drop it before this node'],
  [/^scores are of \d+ class/, 'judge two classes, or choose a Multiclass Classification Evaluator'],
  [/^source vector size /, 'give "k" at most the number of places of the vectors'],
  [/^DecisionTree requires maxBins/, 'give "maxBins" at least that number, or leave the feature out'],
  [/^a value that goes into a vector is/, 'have the node skip or keep such rows, or fill the values before it'],
  [/^the value ".*" was not learned/, 'have the node that numbers values skip or keep what it does not know'],
  [/^"\w+" cannot be /, 'give the field a value that Spark ML takes'],
  [/must be a positive integer/, 'give 1 or more'],
  [/not positive definite|collinear/, 'give a regularisation above 0'],
  [/^Cosine distance is not defined/, 'leave rows of zeros out before this node, or measure by Euclidean distance'],
  [/^place \d+ is filled in a vector of/, 'give the node that makes the vectors at least that many places'],
  [/^indices should be one-based/, 'number the places of each line from 1 on, ascending'],
  [/^Vector values MUST be in \{0, 1\}/, 'make features 0 and 1 by a Binarizer before, or choose "multinomial"'],
];

/** Why a node goes to Spark that Sail refuses, in one line. */
export const refusedBySail = ({ message, errorClass }: SparkError): string =>
  `Sail does not take it: ${(plainMessage(message, errorClass).split('\n')[0] ?? '').slice(0, 200)}`;

/** What an older Spark takes that today's refuses, by Spark's condition or what an engine says: as which Spark it runs. */
const ofOlderSpark: readonly (readonly [RegExp, Compatibility])[] = [
  // letters of weeks that Spark 2 does not take either have a condition of their own
  [/^INCONSISTENT_BEHAVIOR_CROSS_VERSION(?!\.DATETIME_WEEK_BASED)|^CANNOT_PARSE_TIME/, 'spark2'],
  [/^CAST_INVALID_INPUT|^CAST_OVERFLOW|^Cast error: |^"[^]*" cannot be cast to /, 'spark3'],
  [/^DIVIDE_BY_ZERO|^REMAINDER_BY_ZERO|^(divide|division|remainder) by zero/i, 'spark3'],
  [/^(BINARY_)?ARITHMETIC_OVERFLOW|^NUMERIC_VALUE_OUT_OF_RANGE|^overflow: the sum is /, 'spark3'],
  [/^INVALID_ARRAY_INDEX|^the index -?\d+ is outside|^DATATYPE_MISMATCH/, 'spark3'],
];

/** What to try about an error of an engine. */
export const remedyFor = (conditionOrMessage: string): string | undefined =>
  remedies.find(([pattern]) => pattern.test(conditionOrMessage))?.[1];

/** What to try about an error in a workflow, which may have been made for an older Spark. */
export function remedyInWorkflow(conditionOrMessage: string): string | undefined {
  const remedy = remedyFor(conditionOrMessage);
  const older = ofOlderSpark.find(([pattern]) => pattern.test(conditionOrMessage))?.[1];
  if (older === undefined) return remedy;
  const run = `where the workflow was made for an older Spark, set its compatibility to ${older}`;
  return remedy === undefined ? run : `${remedy}; or, ${run}`;
}

/** True if an engine complains of a full disk, in the words of Rust, of Java or of the system. */
export const isDiskFull = (error: unknown): error is SparkError =>
  error instanceof SparkError &&
  [error.message, ...(error.details.causes ?? [])].some((text) =>
    /No space left on device|ENOSPC|Disk quota exceeded|File too large/i.test(text),
  );
