import { functions as F, types, type Column } from '@millrace/spark-connect';
import { FieldError } from '../kit/field-error.ts';
import type { Location, ParquetSchema } from '../contract/files.ts';
import type { RunContext } from '../contract/context.ts';

/** Files whose footers are compared one by one; more of them are not looked at. */
const maxCompared = 64;

/** What the footers of Parquet files say that engines do not. */
export interface Footers {
  /** Columns that are read in another form, and made what they are. */
  readonly changes: readonly (readonly [string, Column])[];
  readonly unverified?: string;
  readonly warnings: readonly string[];
}

export const noFooters: Footers = { changes: [], warnings: [] };

/**
 * Looks at the footers of Parquet files: timestamps in nanoseconds, which Spark reads as numbers; names that differ in case
 * alone; and files of other columns than the first, which are not read.
 */
export async function footersOf(
  { names }: Location,
  path: string,
  options: Readonly<Record<string, string>>,
  { engine, files }: Pick<RunContext, 'engine' | 'files'>,
): Promise<Footers> {
  const [first, ...others] = await Promise.all(
    names.slice(0, maxCompared).map(async (name) => ({ name, schema: await files.parquetSchema(name) })),
  );
  const schema = first?.schema;
  if (schema === undefined) return noFooters;
  const merges = Object.entries(options).some(([key, value]) => /^mergeSchema$/i.test(key) && /^true$/i.test(value));
  const different = merges ? undefined : others.find((other) => other.schema && other.schema.digest !== schema.digest);
  refuseSameNames(path, schema);
  return {
    changes: inMicroseconds(schema, engine),
    ...(schema.nanoseconds.length === 0 ? {} : { unverified: 'timestamps in nanoseconds' }),
    warnings: different?.schema === undefined ? [] : [otherColumns(path, different.schema, schema)],
  };
}

/** Names that differ in case alone are one name to Spark, and two to Sail. */
function refuseSameNames(path: string, { columns }: ParquetSchema): void {
  const namesByKey = new Map<string, string>();
  for (const { name } of columns) {
    const twin = namesByKey.get(name.toLowerCase());
    if (twin !== undefined)
      throw new FieldError(
        'path',
        `columns "${twin}" and "${name}" in path "${path}" differ only in case: column names are not case-sensitive`,
        'rename one of the columns when the file is written',
      );
    namesByKey.set(name.toLowerCase(), name);
  }
}

/** Columns of the table as the timestamps that they are, to the microsecond: Spark reads them as nanoseconds since 1970. */
function inMicroseconds(
  { nanoseconds, columns }: ParquetSchema,
  engine: RunContext['engine'],
): (readonly [string, Column])[] {
  const own = new Set(columns.map(({ name }) => name));
  return nanoseconds
    .filter(({ path }) => own.has(path))
    .map(({ path, isInstant }) => [path, toMicrosecond(path, isInstant, engine)]);
}

function toMicrosecond(name: string, isInstant: boolean, engine: RunContext['engine']): Column {
  const type = isInstant ? types.timestamp : types.timestampNtz;
  if (engine === 'sail') return F.columnNamed(name).cast(type);
  const [nanoseconds, thousand] = [F.columnNamed(name), F.lit(1_000n, types.long)];
  const whole = nanoseconds.minus(F.call('pmod', nanoseconds, thousand));
  const instant = F.call('timestamp_micros', F.call('div', whole, thousand));
  return isInstant ? instant : instant.cast(type);
}

function otherColumns(path: string, other: ParquetSchema, first: ParquetSchema): string {
  const nameOf = (schema: ParquetSchema): Map<string, string> => new Map(schema.columns.map((c) => [c.name, c.text]));
  const [firstName, otherName] = [nameOf(first), nameOf(other)];
  const more = [...otherName.keys()]
    .filter((name) => !firstName.has(name))
    .map((name) => `column "${name}" is missing from the first file`);
  const less = [...firstName.keys()]
    .filter((name) => !otherName.has(name))
    .map((name) => `column "${name}" is missing from another file`);
  const difference = [...firstName]
    .filter(([name, text]) => otherName.has(name) && otherName.get(name) !== text)
    .map(([name]) => `column "${name}" has another type`);
  const differences = [...more, ...less, ...difference].slice(0, 5).join(', ');
  return `the files at path "${path}" have different columns (${differences}): the columns of one file are used for all; set the read option "mergeSchema" to true, or read the files separately`;
}
