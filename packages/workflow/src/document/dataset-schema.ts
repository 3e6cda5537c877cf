import { isJsonList, isJsonObject } from '../json/json.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { readJson } from '../json/read-json.ts';
import { nodeLabel } from '../problems/quote.ts';
import type { Report } from './report.ts';
import type { SchemaColumn } from './types.ts';

/** The keys of the descriptor (lists of equal length) and of a schema model's entries. */
const DESCRIPTOR = {
  name: 'colNames',
  type: 'colTypes',
  format: 'colFormats',
  mlType: 'colMLTypes',
} as const;
const MODEL = { name: 'colName', type: 'colType', format: 'colFormat', mlType: 'colMLType' } as const;

type Columns =
  | { readonly ok: true; readonly columns: readonly SchemaColumn[] }
  | { readonly ok: false; readonly fault: string };

/**
 * The columns of a dataset record: from datasetSchema, else from schemaModel; none if it has neither. If both exist and
 * differ, the text counts (as in real files) and a warning says so.
 */
export function readColumns(
  raw: JsonObject,
  report: Report,
  code: 'bad-schema' | 'bad-detail-schema' = 'bad-schema',
): readonly SchemaColumn[] {
  const dataset = nodeLabel({ id: plain(raw['uuid']) || plain(raw['id']) || '?', name: plain(raw['name']) });
  const descriptor = descriptorColumns(raw['datasetSchema']);
  const model = isJsonObject(raw['schemaModel']) ? modelColumns(raw['schemaModel']) : NONE;
  const both = [descriptor, model].filter((schema) => !schema.ok || schema.columns.length > 0);
  for (const schema of both) if (!schema.ok) report.add(code, { dataset, fault: schema.fault });
  const [first = [], second = first] = both.map((schema) => (schema.ok ? schema.columns : undefined));
  const odd = first.find((column, index) => column.name !== second[index]?.name || column.type !== second[index].type);
  if (odd || first.length !== second.length) report.add('schemas-differ', { dataset, column: odd?.name ?? '' });
  return first;
}

const NONE: Columns = { ok: true, columns: [] };

/** Columns out of a descriptor: text (lenient JSON) or object with colNames, colTypes, colFormats, colMLTypes. */
export function descriptorColumns(schema: Json | undefined): Columns {
  if (schema === undefined || schema === null || schema === '') return NONE;
  const result =
    typeof schema === 'string' ? readJson(schema, { lenient: true }) : ({ ok: true, value: schema } as const);
  if (!result.ok) return fault(`line ${result.line}, column ${result.column}: ${result.message}`);
  if (!isJsonObject(result.value)) return fault('it is not an object');
  const { value } = result;
  if (isJsonList(value['schemaColList'])) return modelColumns(value);
  const lists = { name: list(value[DESCRIPTOR.name]), type: list(value[DESCRIPTOR.type]) };
  const more = { format: list(value[DESCRIPTOR.format]), mlType: list(value[DESCRIPTOR.mlType]) };
  const wrong = Object.values({ ...lists, ...more }).some(
    (items) => items.length > 0 && items.length !== lists.name.length,
  );
  if (wrong) return fault(`colNames has ${lists.name.length} entries, but another of its lists has a different number`);
  const columns = lists.name.map((name, i) => ({
    name: plain(name),
    type: plain(lists.type[i]) || 'STRING',
    format: plain(more.format[i]),
    mlType: plain(more.mlType[i]),
  }));
  return { ok: true, columns };
}

function modelColumns(model: JsonObject): Columns {
  const entries = list(model['schemaColList']);
  const columns = entries.filter(isJsonObject).map((entry) => ({
    name: plain(entry[MODEL.name]),
    type: plain(entry[MODEL.type]) || 'STRING',
    format: plain(entry[MODEL.format]),
    mlType: plain(entry[MODEL.mlType]),
  }));
  if (columns.length < entries.length) return fault('an entry of schemaColList is not an object');
  return { ok: true, columns };
}

/** The strict JSON text of a descriptor, as datasetSchema is given out. */
export function descriptorText(columns: readonly SchemaColumn[]): string {
  const entries = keysOf(DESCRIPTOR).map((key) => [DESCRIPTOR[key], columns.map((column) => column[key])]);
  return JSON.stringify(Object.fromEntries(entries));
}

/** The schemaModel of the interface. */
export function schemaModel(columns: readonly SchemaColumn[]): JsonObject {
  const entry = (column: SchemaColumn): JsonObject =>
    Object.fromEntries(keysOf(MODEL).map((key) => [MODEL[key], column[key]]));
  return { schemaColList: columns.map(entry) };
}

function keysOf(table: Record<keyof SchemaColumn, string>): (keyof SchemaColumn)[] {
  const keys: (keyof SchemaColumn)[] = [];
  let key: keyof SchemaColumn;
  for (key in table) keys.push(key);
  return keys;
}

function fault(text: string): Columns {
  return { ok: false, fault: text };
}

function list(value: Json | undefined): readonly Json[] {
  return isJsonList(value) ? value : [];
}

function plain(value: Json | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
