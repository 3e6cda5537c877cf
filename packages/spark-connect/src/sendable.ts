import { encodeRows, schemaOfArrow, withoutDictionaries } from './arrow.ts';
import { typeName, typeToJson, types, type DataType, type StructType } from './types.ts';
import type { InputValue } from './values.ts';

const rowsPerPiece = 10_000;
const bytesPerPiece = 16 * 1024 * 1024;

/** Rows ready to be sent: as Arrow streams of limited size, or as one; and their schema as Spark's JSON. */
export interface SendableRows {
  readonly pieces: readonly Uint8Array[];
  readonly whole: () => Uint8Array;
  readonly schema: string;
  readonly type: StructType;
}

/**
 * Rows in column order, encoded for the engine. Throws a `RangeError` that names the row and column of a value that
 * does not fit.
 */
export function sendableRows(rows: readonly (readonly InputValue[])[], schema: StructType): SendableRows {
  const pieces = inPieces(rows, schema);
  const type = sendableType(schema);
  return {
    pieces,
    whole: () => (pieces.length === 1 ? pieces[0] : encodeRows(rows, schema)[0]) ?? new Uint8Array(),
    schema: typeToJsonText(type),
    type,
  };
}

/**
 * An Arrow stream of another writer, of a schema that is known or is that of Arrow. Throws a `TypeError` that names
 * a column of a type that Spark lacks.
 */
export function sendableArrow(stream: Uint8Array, declaredSchema?: StructType): SendableRows {
  const data = withoutDictionaries(stream);
  const schema = declaredSchema ?? schemaOfArrow(data);
  const unknown = schema.fields.find((f) => f.type.kind === 'unsupported');
  if (unknown !== undefined)
    throw new TypeError(`column "${unknown.name}": Spark has no type for ${typeName(unknown.type)}`);
  const type = sendableType(schema);
  return { pieces: [data], whole: () => data, schema: typeToJsonText(type), type };
}

const typeToJsonText = (type: DataType): string => JSON.stringify(typeToJson(type));

/**
 * Arrow streams of at most 10,000 rows and 16 MB; a row that is larger comes alone. The limits are Spark's own:
 * `spark.sql.session.localRelationChunkSizeRows` and `…ChunkSizeBytes`.
 */
export function inPieces(
  rows: readonly (readonly InputValue[])[],
  schema: StructType,
  perPiece = rowsPerPiece,
): Uint8Array[] {
  return encodeRows(rows, schema, perPiece).flatMap((piece, i) => {
    if (piece.length <= bytesPerPiece) return [piece];
    const part = rows.slice(i * perPiece, (i + 1) * perPiece);
    return part.length === 1 ? [piece] : inPieces(part, schema, Math.ceil(part.length / 2));
  });
}

/** Spark keeps char and varchar for tables: rows of a DataFrame are strings to it. */
function sendableType(type: StructType): StructType;
function sendableType(type: DataType): DataType;
function sendableType(type: DataType): DataType {
  switch (type.kind) {
    case 'char':
    case 'varchar':
      return types.string;
    case 'array':
      return { ...type, element: sendableType(type.element) };
    case 'map':
      return { ...type, key: sendableType(type.key), value: sendableType(type.value) };
    case 'struct':
      return { ...type, fields: type.fields.map((f) => ({ ...f, type: sendableType(f.type) })) };
    default:
      return type;
  }
}
