import {
  schemaToDdl,
  typeName,
  types,
  type CollectedTable,
  type DataType,
  type StructField,
  type StructType,
  type Value,
} from '@millrace/spark-connect';
import { vectorOf } from '@millrace/spark-connect/ml';
import { call, list, type Doc } from './doc.ts';
import { noForm, type Scope } from './scope.ts';
import { pyBool, pyFloat, pyString } from './text.ts';

const moment = (text: string, scope: Scope): Doc => {
  scope.needs('import datetime');
  return call('datetime.datetime.fromisoformat', [pyString(text.replace(/Z$/, '+00:00'))]);
};

/** A value of a row as Python holds it. */
function pyValue(value: Value, type: DataType, scope: Scope): Doc {
  if (value === null) return 'None';
  switch (type.kind) {
    case 'boolean':
      return pyBool(value === true);
    case 'byte':
    case 'short':
    case 'integer':
    case 'long':
      return String(value);
    case 'float':
    case 'double':
      return pyFloat(Number(value));
    case 'string':
    case 'char':
    case 'varchar':
      return pyString(String(value));
    case 'decimal':
      scope.needs('from decimal import Decimal');
      return call('Decimal', [pyString(String(value))]);
    case 'date':
      scope.needs('import datetime');
      return call('datetime.date.fromisoformat', [pyString(String(value))]);
    case 'timestamp':
    case 'timestamp_ntz':
      return moment(String(value), scope);
    case 'day_time_interval':
      scope.needs('import datetime');
      return call('datetime.timedelta', [`microseconds=${String(value)}`]);
    default:
  }
  if (type.kind === 'udt') return vector(value, type, scope);
  if (value instanceof Uint8Array) return call('bytes.fromhex', [pyString(Buffer.from(value).toString('hex'))]);
  if (type.kind === 'array' && Array.isArray(value))
    return list((value as Value[]).map((v) => pyValue(v, type.element, scope)));
  if (type.kind === 'map' && value instanceof Map) {
    const entries = [...(value as Map<Value, Value>)];
    return {
      open: '{',
      items: entries.map(([k, v]): Doc => [pyValue(k, type.key, scope), ': ', pyValue(v, type.value, scope)]),
      close: '}',
    };
  }
  if (type.kind === 'struct' && typeof value === 'object') {
    const record = value as { readonly [name: string]: Value };
    return tuple(type.fields.map((f) => pyValue(record[f.name] ?? null, f.type, scope)));
  }
  return noForm(`a value of type ${typeName(type)}`);
}

function vector(value: Value, type: DataType, scope: Scope): Doc {
  if (!isVector(type)) return noForm(`a value of type ${typeName(type)}`);
  scope.needs('from pyspark.ml.linalg import Vectors');
  const of = vectorOf(value);
  if (of.kind === 'dense') return call('Vectors.dense', [list(of.values.map(pyFloat))]);
  return call('Vectors.sparse', [String(of.size), list(of.indices.map(String)), list(of.values.map(pyFloat))]);
}

const isVector = (type: DataType): boolean => type.kind === 'udt' && typeName(type) === typeName(types.vector);

const tuple = (items: readonly Doc[]): Doc =>
  items.length === 1 ? ['(', items[0] ?? '', ',)'] : { open: '(', items, close: ')' };

/** The schema as DDL, which has no vectors: those are added to it as fields. */
function schemaCode({ fields }: StructType, scope: Scope): Doc {
  const ddl = (some: readonly StructField[]): string => schemaToDdl({ kind: 'struct', fields: some });
  if (!fields.some(({ type }) => isVector(type))) return pyString(ddl(fields));
  scope.needs('from pyspark.sql.types import StructType');
  const all = fields.map((field): Doc => {
    if (!isVector(field.type)) return ['*', call('StructType.fromDDL', [pyString(ddl([field]))]), '.fields'];
    scope.needs('from pyspark.sql.types import StructField');
    scope.needs('from pyspark.ml.linalg import VectorUDT');
    return call('StructField', [pyString(field.name), 'VectorUDT()']);
  });
  return call('StructType', [list(all)]);
}

/** Rows that stand in the plan: `spark.createDataFrame([(1, "x")], "id int, name string")`. */
export function localRows({ schema, rows }: CollectedTable, scope: Scope): Doc {
  if (schema.fields.length === 0) return call('spark.createDataFrame', ['[]', pyString('')]);
  const values = rows.map((row) => tuple(schema.fields.map((f, i) => pyValue(row[i] ?? null, f.type, scope))));
  return call('spark.createDataFrame', [list(values), schemaCode(schema, scope)]);
}
