const inGB = (bytes = ''): string => (Number(bytes) / 2 ** 30).toFixed(1);
const countOf = (numbers = ''): string => `${numbers} number${numbers === '1' ? '' : 's'}`;

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

/** Messages of Sail and Spark that expose their internals, in plain words. */
const plainForms: readonly (readonly [RegExp, (...groups: string[]) => string])[] = [
  [
    /^attribute ObjectName\(\[(.*)\]\) is missing from the schema: cannot resolve attribute$/,
    (names = '') => `unknown column "${[...names.matchAll(/Identifier\("(.*?)"\)/g)].map(([, n]) => n).join('.')}"`,
  ],
  [/^(?:Cast error: )?Cannot cast (?:string|value) '(.*)' to value of (\w+)/s, notCast],
  [
    /^(?:Cast error: )?Can't cast value (.*) to type (\w+)/s,
    (value, type) => `${notCast(value, type)}: it is too large`,
  ],
  [/^\[CAST_INVALID_INPUT\] The value '(.*)' of the type "STRING" cannot be cast to "(\w+)/s, notCast],
  [
    /^\[INVALID_ARRAY_INDEX[_A-Z]*\] The index (-?\d+) is out of bounds\. The array has (\d+) elements/,
    (at, length) => `index ${at} is outside an array of length ${length}`,
  ],
  [
    /^Column (.+) must be of type class org\.apache\.spark\.ml\.linalg\.VectorUDT/,
    (name) => `column "${name}" does not contain vectors`,
  ],
  [/^Unseen (?:label|value): (.*?)\. +To handle unseen/, (value) => `value "${value}" was not in the training data`],
  [
    /^VectorSizeHint Expecting a vector of size (\d+) but got (\d+)/i,
    (expected, size) => `a vector holds ${countOf(size)}, but ${expected} are expected`,
  ],
  [
    /^\w+_\w+ parameter (\w+) given invalid value (.*?)\.?$/,
    (param, value) => `invalid value ${value} for parameter "${param}"`,
  ],
  [/^Feature value (\S+) out of Bucketizer bounds/, (value) => `value ${value} is outside the bounds`],
  [
    /The fitted or loaded model size is about (\d+) bytes.* smaller than (\d+) bytes/,
    (size, limit) => `a model of about ${inGB(size)} GB is larger than the engine allows (${inGB(limit)} GB)`,
  ],
  [/^Encountered (null|NaN) while assembling/, (what) => `a value for a vector is ${what}`],
  [/^Got null vector in VectorSizeHint/, () => 'a row has no vector'],
  [
    /^Index (\d+) out of bounds for length (\d+)/,
    (at, length) => `a vector holds ${countOf(length)}, but number ${Number(at) + 1} is requested`,
  ],
  [
    /^Index (\d+) out of bounds for vector of size (\d+)/,
    (at, length) => `element ${Number(at) + 1} is set in a vector of ${length}`,
  ],
  [/^(?:Output column|Column) (\S+) already exists/, (name) => `column "${name}" already exists`],
  [
    /^rawPredictionCol vectors must have length=2, but got (\d+)/,
    (classes) => `scores have ${classes} ${classes === '1' ? 'class' : 'classes'}: must have 2`,
  ],
  [/^Column (.+) must be of type numeric but/, (name) => `column "${name}" is not numeric`],
  [
    /^(ML algorithm was given empty dataset|Training dataset is empty|DecisionTree requires size of input RDD > 0|Nothing has been added to this summarizer|No ratings available|empty collection)/,
    () => 'there are no rows to train on',
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
