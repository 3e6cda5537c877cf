import type { Read, Relation } from '@millrace/spark-connect/proto';
import { schemaFromText } from '@millrace/spark-connect/types';
import type { Source } from '@millrace/spark-sql/analyse';
import { family, type Schema, simple, type SparkType } from '@millrace/spark-sql/ast';
import { opaque, type PlanContext } from './plan-context.ts';

/** Options without a say in the rows. */
const silent = new Set(['path', 'paths', 'columnnameofcorruptrecord', 'allowtruncatedrows']);

/** Options that say nothing about files without quotes. */
const quoting = new Set(['quote', 'escape', 'chartoescapequoteescaping']);

const fixed: Record<string, Schema> = {
  text: [{ name: 'value', type: simple('string') }],
  binaryfile: [
    { name: 'path', type: simple('string') },
    { name: 'modificationTime', type: simple('timestamp') },
    { name: 'length', type: simple('long') },
    { name: 'content', type: simple('binary') },
  ],
};

/** The columns of files: format, options and types are the construct. */
export function readSource(read: Read, relation: Relation, context: PlanContext): Source {
  const { keys } = context.notes;
  const { readType: type } = read;
  if (read.isStreaming) keys.add('unknown:streaming read');
  if (type.case === 'namedTable') {
    const table = context.tables.get(type.value.unparsedIdentifier.toLowerCase());
    if (!table) keys.add(`table:not-found:${type.value.unparsedIdentifier}`);
    return table ?? opaque;
  }
  if (type.case !== 'dataSource') {
    keys.add('unknown:read');
    return opaque;
  }
  const { format = 'parquet', options, schema, predicates } = type.value;
  const facts = context.source?.(relation);
  const plain = facts?.plain === true && format.toLowerCase() === 'csv';
  const optionTexts = Object.entries(options)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !silent.has(name) && !(plain && quoting.has(name)))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  keys.add(`read:${format.toLowerCase()}${plain ? ':plain' : ''}(${optionTexts.join(',')})`);
  if (predicates.length) keys.add('unknown:read predicates');
  const columns =
    (schema ? columnsOfSchema(schema) : undefined) ?? facts?.table?.columns ?? fixed[format.toLowerCase()];
  if (!columns) keys.add(`unknown:schema of ${format}`);
  // JSON nests as it likes: each level is a construct, not each type that they make together
  const typesOf = format.toLowerCase() === 'json' ? levels : (type: SparkType): string[] => [family(type)];
  for (const c of columns ?? [])
    for (const one of typesOf(c.type)) keys.add(`read:${format.toLowerCase()}:${schema ? '' : 'inferred:'}${one}`);
  return { columns: columns ?? [], order: facts?.table?.order ?? 'none' };
}

/** The columns of a schema as plans carry it, in DDL or JSON; undefined for a text that is neither. */
export function columnsOfSchema(text: string): Schema | undefined {
  try {
    return schemaFromText(text).fields;
  } catch {
    return undefined;
  }
}

/** A type by itself, and those that it is made of. */
function levels(type: SparkType): string[] {
  if (type.kind === 'array') return ['array', ...levels(type.element)];
  return type.kind === 'struct' ? ['struct', ...type.fields.flatMap((f) => levels(f.type))] : [family(type)];
}
