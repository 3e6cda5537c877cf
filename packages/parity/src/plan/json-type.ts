import { parseSchema, parseType } from '@millrace/spark-sql/parse';
import { arrayOf, mapOf, type Schema, type SparkType, structOf, unknownType } from '@millrace/spark-sql/ast';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The columns of a schema text as plans carry it: Spark's JSON or DDL; undefined where it is neither. */
export function schemaOfText(text: string): Schema | undefined {
  if (!text.trimStart().startsWith('{')) return parseSchema(text);
  const type = typeOfJson(JSON.parse(text));
  return type.kind === 'struct' ? type.fields : undefined;
}

function typeOfJson(json: unknown): SparkType {
  if (typeof json === 'string') return json === 'void' ? { kind: 'null' } : parseType(jsonNames[json] ?? json);
  if (!isObject(json)) return unknownType;
  if (json['type'] === 'array') return arrayOf(typeOfJson(json['elementType']));
  if (json['type'] === 'map') return mapOf(typeOfJson(json['keyType']), typeOfJson(json['valueType']));
  if (json['type'] !== 'struct' || !Array.isArray(json['fields'])) return unknownType;
  const fields: unknown[] = json['fields'];
  return structOf(fields.filter(isObject).map((f) => ({ name: String(f['name']), type: typeOfJson(f['type']) })));
}

const jsonNames: Record<string, string> = {
  integer: 'int',
  long: 'bigint',
  short: 'smallint',
  byte: 'tinyint',
};
