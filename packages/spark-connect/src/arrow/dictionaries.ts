import {
  columnFromArray,
  tableFromColumns,
  tableFromIPC,
  tableToIPC,
  Type,
  utf8,
  type Column,
  type DataType as ArrowType,
} from '@uwdata/flechette';
import { extraction } from './batch.ts';

/**
 * The Arrow stream with texts where it had dictionaries of texts: Arrow libraries of JavaScript build those unasked, and
 * Spark takes none. Other streams are given back as they are.
 */
export function withoutDictionaries(data: Uint8Array): Uint8Array {
  // flechette wants its buffers aligned
  const table = tableFromIPC(new Uint8Array(data), extraction);
  if (!table.children.some((column) => isTexts(column.type))) return data;
  const columns = table.children.map((column): Column<unknown> =>
    isTexts(column.type) ? columnFromArray([...column], utf8()) : column,
  );
  const plain = tableFromColumns(columns.map((column, i): [string, Column<unknown>] => [`c${i}`, column]));
  // set afterwards: column names may repeat
  for (const [i, field] of plain.schema.fields.entries()) field.name = table.schema.fields[i]?.name ?? field.name;
  return tableToIPC(plain, { format: 'stream' }) ?? data;
}

const isTexts = (type: ArrowType): boolean =>
  type.typeId === Type.Dictionary && 'dictionary' in type && type.dictionary.typeId === Type.Utf8;
