import { type DataType as ClientType, typeName } from '@millrace/spark-connect';
import { parseType } from '@millrace/spark-sql/parse';
import { arrayOf, mapOf, type Schema, type SparkType, structOf } from '@millrace/spark-sql/ast';

/** A type of the client as the analysis sees it. */
export function typeOfClient(type: ClientType): SparkType {
  switch (type.kind) {
    case 'array':
      return arrayOf(typeOfClient(type.element));
    case 'map':
      return mapOf(typeOfClient(type.key), typeOfClient(type.value));
    case 'struct':
      return structOf(schemaOfClient(type));
    default:
      return parseType(typeName(type));
  }
}

/** A schema of the client as the analysis sees it. */
export const schemaOfClient = (type: { fields: readonly { name: string; type: ClientType }[] }): Schema =>
  type.fields.map((f) => ({ name: f.name, type: typeOfClient(f.type) }));
