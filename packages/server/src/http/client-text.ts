/** Makes of a value what is meant by it, in place if it is an object or a list. */
type Reading = (value: unknown) => unknown;

type Json = Readonly<Record<string, unknown>>;

/** Parts of a request in which an empty text is what clients send for nothing. */
const withBlanks: ReadonlySet<string | undefined> = new Set(['querystring', 'headers']);

const words: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['off', false],
  ['0', false],
]);

/** What a word says, as Python, forms and scripts write it; undefined for one that says neither. */
export const flagOf = (word: string): boolean | undefined => words.get(word.toLowerCase());

/**
 * Reads a part of a request as clients mean it, before its schema is looked at: booleans that are written as words, and
 * optional parameters of a query and optional headers that are empty though they cannot be. Undefined if a schema
 * has none of them.
 */
export function clientText(schema: unknown, part: string | undefined): Reading | undefined {
  const readings = [withBlanks.has(part) ? blanksOf(schema as Json) : undefined, flagsOf(schema)];
  return inTurn(readings.filter((one) => one !== undefined));
}

function inTurn(readings: readonly Reading[]): Reading | undefined {
  if (readings.length < 2) return readings[0];
  return (value) => readings.reduce((read, reading) => reading(read), value);
}

/** Takes away what is empty and optional, and would be refused. */
function blanksOf({ properties = {}, required = [] }: Json): Reading | undefined {
  const needed = new Set(required as readonly string[]);
  const names = Object.entries(properties as Readonly<Record<string, Json>>)
    .filter(([name, schema]) => !(needed.has(name) && !('default' in schema)) && !takesBlank(schema))
    .map(([name]) => name);
  if (names.length === 0) return undefined;
  return (value) => {
    const fields = value as Record<string, unknown>;
    for (const name of names) if (fields[name] === '') delete fields[name];
    return fields;
  };
}

/** Whether an empty text is a value of a schema. */
function takesBlank(schema: Json): boolean {
  if (Array.isArray(schema['anyOf'])) return (schema['anyOf'] as Json[]).some(takesBlank);
  const { type, minLength = 0, pattern, enum: values } = schema;
  if ('const' in schema) return schema['const'] === '';
  if (Array.isArray(values)) return values.includes('');
  if (type !== undefined && ![type].flat().includes('string')) return false;
  return minLength === 0 && (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(''));
}

/** Turns words into booleans if a schema has booleans and no text. */
function flagsOf(schema: unknown): Reading | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const { type, properties = {}, items, anyOf } = schema as Json;
  const types = [type].flat();
  if (types.includes('boolean')) {
    if (types.includes('string')) return undefined;
    return (value) => (typeof value === 'string' ? (flagOf(value) ?? value) : value);
  }
  if (Array.isArray(anyOf)) {
    const takesText = (anyOf as Json[]).some((one) => one['type'] === 'string' || typeof one['const'] === 'string');
    return inTurn(
      (anyOf as Json[])
        .filter((one) => !(takesText && one['type'] === 'boolean'))
        .map(flagsOf)
        .filter((one) => one !== undefined),
    );
  }
  const ofItem = flagsOf(items);
  if (ofItem !== undefined)
    return (value) => {
      if (Array.isArray(value)) for (const [i, item] of value.entries()) value[i] = ofItem(item);
      return value;
    };
  const inside = Object.entries(properties as Json)
    .map(([name, one]) => [name, flagsOf(one)] as const)
    .filter((pair): pair is readonly [string, Reading] => pair[1] !== undefined);
  if (inside.length === 0) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const fields = value as Record<string, unknown>;
    for (const [name, reading] of inside) if (Object.hasOwn(fields, name)) fields[name] = reading(fields[name]);
    return fields;
  };
}
