const inGB = (bytes = ''): string => (Number(bytes) / 2 ** 30).toFixed(1);
const counted = (numbers = ''): string => `${numbers} number${numbers === '1' ? '' : 's'}`;

/** Arrow's names of types that Sail casts to, as Spark has them. */
const typesOfArrow: Readonly<Record<string, string>> = {
  Int8: 'tinyint',
  Int16: 'smallint',
  Int32: 'int',
  Int64: 'bigint',
  Float32: 'float',
  Float64: 'double',
  Boolean: 'boolean',
  Date32: 'date',
};
const notCast = (value = '', type = ''): string =>
  `"${value}" cannot be cast to ${typesOfArrow[type] ?? type.replace(/\d+$/, '').toLowerCase()}`;

/** Words of Sail and Spark that show their inside. */
const plainForms: readonly (readonly [RegExp, (...groups: string[]) => string])[] = [
  [
    /^attribute ObjectName\(\[(.*)\]\) is missing from the schema: cannot resolve attribute$/,
    (names = '') => `there is no column ${[...names.matchAll(/Identifier\("(.*?)"\)/g)].map(([, n]) => n).join('.')}`,
  ],
  [/^(?:Cast error: )?Cannot cast (?:string|value) '(.*)' to value of (\w+)/s, notCast],
  [
    /^(?:Cast error: )?Can't cast value (.*) to type (\w+)/s,
    (value, type) => `${notCast(value, type)}: it is too large`,
  ],
  [/^\[CAST_INVALID_INPUT\] The value '(.*)' of the type "STRING" cannot be cast to "(\w+)/s, notCast],
  [
    /^\[INVALID_ARRAY_INDEX[_A-Z]*\] The index (-?\d+) is out of bounds\. The array has (\d+) elements/,
    (at, length) => `the index ${at} is outside an array of ${length}`,
  ],
  [
    /^Column (.+) must be of type class org\.apache\.spark\.ml\.linalg\.VectorUDT/,
    (name) => `the column "${name}" holds no vectors`,
  ],
  [/^Unseen (?:label|value): (.*?)\. +To handle unseen/, (value) => `the value "${value}" was not learned`],
  [
    /^VectorSizeHint Expecting a vector of size (\d+) but got (\d+)/i,
    (wanted, size) => `a vector holds ${counted(size)}, but ${wanted} are expected`,
  ],
  [/^\w+_\w+ parameter (\w+) given invalid value (.*?)\.?$/, (param, value) => `"${param}" cannot be ${value}`],
  [/^Feature value (\S+) out of Bucketizer bounds/, (value) => `the value ${value} is out of the bounds`],
  [
    /The fitted or loaded model size is about (\d+) bytes.* smaller than (\d+) bytes/,
    (size, limit) => `a model of about ${inGB(size)} GB is more than the engine keeps of one (${inGB(limit)} GB)`,
  ],
  [/^Encountered (null|NaN) while assembling/, (what) => `a value that goes into a vector is ${what}`],
  [/^Got null vector in VectorSizeHint/, () => 'a row has no vector'],
  [
    /^Index (\d+) out of bounds for length (\d+)/,
    (at, length) => `a vector holds ${counted(length)}, and number ${Number(at) + 1} is asked for`,
  ],
  [
    /^Index (\d+) out of bounds for vector of size (\d+)/,
    (at, length) => `place ${Number(at) + 1} is filled in a vector of ${length}`,
  ],
  [/^(?:Output column|Column) (\S+) already exists/, (name) => `the column "${name}" is there already`],
  [
    /^rawPredictionCol vectors must have length=2, but got (\d+)/,
    (classes) => `scores are of ${classes} ${classes === '1' ? 'class' : 'classes'}, where two are judged`,
  ],
  [/^Column (.+) must be of type numeric but/, (name) => `the column "${name}" holds no numbers`],
  [
    /^(ML algorithm was given empty dataset|Training dataset is empty|DecisionTree requires size of input RDD > 0|Nothing has been added to this summarizer|No ratings available|empty collection)/,
    () => 'there are no rows to learn from',
  ],
];

const noRecord = 'no record of the input can be read';
const nestedTooDeeply = 'it is nested too deeply for the engine';

/** The part of a message that says which task of the engine failed: users cannot act on it. */
const whereItFailed =
  /^(Job aborted due to stage failure: .*?\(TID \d+\) \(.*?\): |User defined function \(.*\) failed due to: )/;

/** What went wrong, without the place and the class of exception that it went through. */
const reasonIn = (message: string): string =>
  message
    .replace(whereItFailed, '')
    .replace(/^([\w$]+\.)+(?!StackOverflow)\w+(Exception|Error): /, '')
    .replace(/^(requirement|assertion) failed: /, '');

/**
 * The first sentence-like part of an engine's message: no stack, no plan, no SQLSTATE, and the error condition
 * not repeated. Spark gives the class alone when its stack is too small.
 */
export function plainMessage(message: string, errorClass?: string): string {
  const [first = ''] = message.split(/\n(?=\s+at |== |\s*$|;|'|\+-)/);
  const plain = reasonIn(
    first
      .replaceAll(/\s*\n\s*/g, ' ')
      .replaceAll(/\s*SQLSTATE: \w+;?/g, '')
      .replace(/\s*;\s*$/, '')
      .replace(errorClass === undefined ? '' : `[${errorClass}] `, '')
      .trim(),
  ).slice(0, 1000);
  if (plain === '' || /^(java\.lang\.)?StackOverflowError\b/.test(plain)) return nestedTooDeeply;
  if (errorClass?.endsWith('.QUERY_ONLY_CORRUPT_RECORD_COLUMN') === true) return noRecord;
  for (const [pattern, words] of plainForms) {
    const match = pattern.exec(plain);
    if (match !== null) return words(...match.slice(1));
  }
  return plain;
}
