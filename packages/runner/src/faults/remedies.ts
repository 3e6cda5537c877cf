import { SparkError } from '@millrace/spark-connect';
import type { Compatibility } from '@millrace/workflow';
import { plainMessage } from '@millrace/engines/plain-message';

const column = 'check the column name against the columns of the input';
const routine = 'check the function name: only functions of Spark SQL are available';
const syntax = 'correct the syntax';
const badCast = 'clean the value before the cast, or use try_cast to get null for it';
const zero = 'guard the divisor with nullif, or use try_divide';
const types = 'cast one side so that the types agree';
const simpler = 'break it up into several nodes';
const lessOrMore =
  'give engines more memory (MILLRACE_ENGINE_MEMORY), or have the node process less at once: shorter texts and lists, fewer rows in a group';

/** What to try, by Spark's error condition or, where the engine names none, by what it says (both: its beginning). */
const remedies: readonly (readonly [RegExp, string])[] = [
  [/^UNRESOLVED_COLUMN|^UNRESOLVED_USING_COLUMN|^unknown column "/, column],
  [/^TABLE_OR_VIEW_NOT_FOUND/, 'use the table name that the node gives its input'],
  [/^UNSURE_ON_SAIL/, 'let Spark run it (engine auto or spark), or write it in plainer SQL'],
  [/^UNRESOLVED_ROUTINE|^unknown function: /, routine],
  [/^FAILED_TO_PARSE_TOO_COMPLEX/, simpler],
  [/^PARSE_|^invalid argument: found /, syntax],
  [/^CAST_INVALID_INPUT|^Cast error: |^"[^]*" cannot be cast to /, badCast],
  [/^ARITHMETIC_OVERFLOW|^NUMERIC_VALUE_OUT_OF_RANGE/, 'cast to a wider type first'],
  [/^DIVIDE_BY_ZERO|^(divide|division|remainder) by zero/i, zero],
  [/^DATATYPE_MISMATCH|^Cannot coerce /, types],
  [/^MISSING_AGGREGATION|^GROUP_BY/, 'add the column to the grouping, or aggregate it'],
  [/^COLUMN_ALREADY_EXISTS/, 'give each column a unique name: upper and lower case are not distinguished'],
  [/^AMBIGUOUS_(REFERENCE|COLUMN)/, 'rename one of the columns with the same name before this node'],
  [/^NUM_COLUMNS_MISMATCH|^INCOMPATIBLE_COLUMN_TYPE/, 'give both inputs the same columns'],
  [
    /^INVALID_DATETIME_PATTERN|DATETIME_WEEK_BASED_PATTERN/,
    'use a date pattern with letters that Spark supports, such as yyyy-MM-dd HH:mm:ss, and put plain text in quotes',
  ],
  [/^PATH_NOT_FOUND/, 'check the path'],
  [
    /QUERY_ONLY_CORRUPT_RECORD_COLUMN/,
    'check that the file has the format that the node reads; if each file is one JSON document, set field "multiLine" to true',
  ],
  [
    /^PARQUET_TYPE_ILLEGAL|^PARQUET_TYPE_NOT_/,
    'write the file again with types that Spark reads: timestamps in microseconds (pandas: coerce_timestamps="us")',
  ],
  [
    /^FAILED_READ_FILE|^MALFORMED_RECORD|^(Parquet|Json|Avro) error/,
    'check that the file has the format that the node reads',
  ],
  [
    /^INVALID_ARRAY_INDEX|^ELEMENT_AT_BY_INDEX_ZERO|^(the )?index -?\d+ is outside/,
    'check the length first, or use get()',
  ],
  [
    /^(the Spark server|the engine|the connection to the engine) at .* (cannot be reached|has not answered|was (lost|restarted)|no longer accepts|has (closed|lost|ended))/,
    'check that the Spark server is up and that the network leads to it, then run it again',
  ],
  [/it ran out of memory \(.*used it too/, `run it again; if it happens again, ${lessOrMore}`],
  [/it ran out of memory \(/, lessOrMore],
  [/nested too deeply|^subqueries stand in each other/, simpler],
  [/^Labels MUST NOT be Null/, 'remove rows without a label before this node'],
  [/^Labels MUST be/, 'number the labels from 0 with a String Indexer; for continuous values choose a regression node'],
  [/^Vector values MUST NOT be Negative/, 'scale the features to 0 or more, or choose another estimator'],
  [/^Vectors? (values )?MUST NOT be/, 'remove rows with missing values, or fill them, before the vector is assembled'],
  [/^Weights MUST/, 'give every row a weight of 0 or more'],
  [/^Censors MUST/, 'use 1 if the event happened and 0 if it did not'],
  [/^ALS only supports/, 'number users and items with a String Indexer before this node'],
  [
    /^column ".*" does not contain vectors/,
    'assemble its columns into a vector with a Vector Assembler before this node',
  ],
  [/^column ".*" is not numeric/, 'cast it, or number its values with a String Indexer, before this node'],
  [/^there are no rows to train on/, 'check which rows the nodes before this one remove'],
  [
    /Dimension mismatch|non-matching sizes|dimensions mismatch/i,
    'give the model vectors of the columns that it was trained on, in the same order; the first layer must have their number',
  ],
  [
    /^a vector (holds|has|contains) |^Both vectors should have same length/,
    'assemble all vectors from the columns that the model was trained on, in the same order',
  ],
  [/^value .* is outside the bounds/, 'use -inf as the first bound and inf as the last one, or wider bounds'],
  [/^a model of about .* GB/, 'train a smaller model: with fewer features, trees, layers or topics'],
  [/^a row has no vector/, 'remove rows with missing values, or fill them, before the vector is assembled'],
  [/^a row has null in (the )?column/, 'remove such rows, or fill the values, before this node'],
  [/^a row has null or NaN in (the )?column/, 'have the node skip or keep such rows, or fill the values before it'],
  [/^column ".*" already exists/, 'rename or drop it before this node'],
  [/^scores have \d+ class/, 'evaluate two classes, or choose a Multiclass Classification Evaluator'],
  [/^source vector size /, 'set field "k" to at most the size of the vectors'],
  [/^DecisionTree requires maxBins/, 'set field "maxBins" to at least that number, or remove the feature'],
  [/^a value for a vector is/, 'have the node skip or keep such rows, or fill the values before it'],
  [/^value ".*" was not in the training data/, 'have the node that numbers values skip or keep unknown values'],
  [/^invalid value .* for parameter "\w+"/, 'enter a value that Spark ML accepts'],
  [/must be a positive integer/, 'use 1 or more'],
  [/not positive definite|collinear/, 'set a regularization above 0'],
  [/^Cosine distance is not defined/, 'remove rows of zeros before this node, or use the Euclidean distance'],
  [/^element \d+ is set in a vector of/, 'give the node that makes the vectors at least that size'],
  [/^indices should be one-based/, 'number the indices of each line from 1, in ascending order'],
  [
    /^Vector values MUST be in \{0, 1\}/,
    'turn the features into 0 and 1 with a Binarizer before this node, or choose "multinomial"',
  ],
];

/** Why a node goes to Spark that Sail refuses, in one line. */
export const refusedBySail = ({ message, errorClass }: SparkError): string =>
  `Sail does not accept it: ${(plainMessage(message, errorClass).split('\n')[0] ?? '').slice(0, 200)}`;

/** What an older Spark takes that today's refuses, by Spark's condition or what an engine says: as which Spark it runs. */
const ofOlderSpark: readonly (readonly [RegExp, Compatibility])[] = [
  // letters of weeks that Spark 2 does not take either have a condition of their own
  [/^INCONSISTENT_BEHAVIOR_CROSS_VERSION(?!\.DATETIME_WEEK_BASED)|^CANNOT_PARSE_TIME/, 'spark2'],
  [/^CAST_INVALID_INPUT|^CAST_OVERFLOW|^Cast error: |^"[^]*" cannot be cast to /, 'spark3'],
  [/^DIVIDE_BY_ZERO|^REMAINDER_BY_ZERO|^(divide|division|remainder) by zero/i, 'spark3'],
  [/^(BINARY_)?ARITHMETIC_OVERFLOW|^NUMERIC_VALUE_OUT_OF_RANGE|^overflow: the sum is /, 'spark3'],
  [/^INVALID_ARRAY_INDEX|^(the )?index -?\d+ is outside|^DATATYPE_MISMATCH/, 'spark3'],
];

/** What to try about an error of an engine. */
export const remedyFor = (conditionOrMessage: string): string | undefined =>
  remedies.find(([pattern]) => pattern.test(conditionOrMessage))?.[1];

/** What to try about an error in a workflow, which may have been made for an older Spark. */
export function remedyInWorkflow(conditionOrMessage: string): string | undefined {
  const remedy = remedyFor(conditionOrMessage);
  const older = ofOlderSpark.find(([pattern]) => pattern.test(conditionOrMessage))?.[1];
  if (older === undefined) return remedy;
  const run = `if the workflow was made for an older Spark, set its compatibility to ${older}`;
  return remedy === undefined ? run : `${remedy}; or, ${run}`;
}

/** True if an engine complains of a full disk, in the words of Rust, of Java or of the system. */
export const isDiskFull = (error: unknown): error is SparkError =>
  error instanceof SparkError &&
  [error.message, ...(error.details.causes ?? [])].some((text) =>
    /No space left on device|ENOSPC|Disk quota exceeded|File too large/i.test(text),
  );
