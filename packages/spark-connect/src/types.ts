export { parseSchema, parseType, typeOfName } from './types/ddl.ts';
export { fieldsAt, typeAt, type TypeCursor } from './types/grammar.ts';
export { schemaFromText, typeFromJson, typeToJson } from './types/json.ts';
export { quoteName, schemaToDdl, typeName, typeToDdl } from './types/names.ts';
export {
  simple,
  types,
  type DataType,
  type DataTypeOr,
  type SimpleKind,
  type StructField,
  type StructType,
} from './types/model.ts';
