import type { ExecutionEvent, SideEvent } from './events.ts';
import type { StructType } from './types.ts';
import type { Value } from './values.ts';

export type Row = { readonly [column: string]: Value };

/** A result with its schema. `rows` are arrays in column order, so that equal column names lose nothing. */
export interface CollectedTable {
  readonly schema: StructType;
  readonly rows: readonly (readonly Value[])[];
}

type Events = AsyncIterable<ExecutionEvent>;
type Listener = (event: SideEvent) => void;

/** All rows as objects. Throws a `TypeError` when two columns have the same name. */
export async function rowsOf(events: Events, onEvent?: Listener): Promise<Row[]> {
  const rows: Row[] = [];
  let names: readonly string[] = [];
  for await (const event of events)
    if (event.kind === 'schema') names = uniqueNames(event.schema);
    else if (event.kind === 'batch') {
      const columns = names.map((_, i) => event.batch.column(i));
      for (let row = 0; row < event.batch.rowCount; row++) rows.push(rowAt(names, columns, row));
    } else onEvent?.(event);
  return rows;
}

/** All rows as arrays, with the schema. */
export async function tableOf(events: Events, onEvent?: Listener): Promise<CollectedTable> {
  const rows: Value[][] = [];
  let schema: StructType = { kind: 'struct', fields: [] };
  for await (const event of events)
    if (event.kind === 'schema') schema = event.schema;
    else if (event.kind === 'batch') for (const row of event.batch.rows()) rows.push(row);
    else onEvent?.(event);
  return { schema, rows };
}

function uniqueNames(schema: StructType): readonly string[] {
  const names = schema.fields.map((f) => f.name);
  const duplicate = names.find((name, i) => names.indexOf(name) !== i);
  if (duplicate !== undefined)
    throw new TypeError(`the result has two columns named "${duplicate}": rename one, or read the rows with table()`);
  return names;
}

function rowAt(names: readonly string[], columns: readonly (readonly Value[])[], at: number): Row {
  const row: Record<string, Value> = {};
  for (let i = 0; i < names.length; i++) {
    const name = names[i] ?? '';
    const value = columns[i]?.[at] ?? null;
    // assigned like the others, it would become the row's prototype
    if (name === '__proto__') Object.defineProperty(row, name, { value, enumerable: true });
    else row[name] = value;
  }
  return row;
}
