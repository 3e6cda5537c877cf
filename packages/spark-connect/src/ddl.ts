import { types, type DataType, type SimpleKind, type StructField, type StructType } from './types.ts';

const simpleNames: Record<string, SimpleKind> = {
  void: 'void',
  null: 'void',
  boolean: 'boolean',
  tinyint: 'byte',
  byte: 'byte',
  smallint: 'short',
  short: 'short',
  int: 'integer',
  integer: 'integer',
  bigint: 'long',
  long: 'long',
  float: 'float',
  real: 'float',
  double: 'double',
  string: 'string',
  text: 'string',
  binary: 'binary',
  date: 'date',
  timestamp: 'timestamp',
  timestamp_ltz: 'timestamp',
  timestamp_ntz: 'timestamp_ntz',
  variant: 'variant',
};
const units: Record<string, { kind: 'year_month_interval' | 'day_time_interval'; field: number }> = {
  year: { kind: 'year_month_interval', field: 0 },
  month: { kind: 'year_month_interval', field: 1 },
  day: { kind: 'day_time_interval', field: 0 },
  hour: { kind: 'day_time_interval', field: 1 },
  minute: { kind: 'day_time_interval', field: 2 },
  second: { kind: 'day_time_interval', field: 3 },
};

/**
 * Reads a schema written as Spark DDL: `id bigint NOT NULL, tags array<string>, p struct<x:int,y:double>`.
 * Understands what {@link schemaToDdl} and Spark's `toDDL` write. Throws a `SyntaxError` that names the position.
 */
export function parseSchema(ddl: string): StructType {
  const reader = new DdlReader(ddl);
  const fields = reader.done() ? [] : reader.fields();
  reader.end();
  return { kind: 'struct', fields };
}

/** Reads one type written as DDL, e.g. `decimal(10,2)` or `map<string,array<int>>`. */
export function parseType(ddl: string): DataType {
  const reader = new DdlReader(ddl);
  const type = reader.type();
  reader.end();
  return type;
}

class DdlReader {
  readonly #tokens: { text: string; quoted: boolean; at: number }[] = [];
  readonly #source: string;
  #next = 0;

  constructor(source: string) {
    this.#source = source;
    const pattern = /`((?:[^`]|``)*)`|'((?:[^']|'')*)'|[\p{L}\p{N}_.$-]+|[<>(),:]/gu;
    let end = 0;
    for (const match of source.matchAll(pattern)) {
      if (source.slice(end, match.index).trim() !== '') this.#fail(end);
      end = match.index + match[0].length;
      const quoted = match[1] ?? match[2];
      this.#tokens.push({
        text: quoted === undefined ? match[0] : quoted.replaceAll('``', '`'),
        quoted: quoted !== undefined,
        at: match.index,
      });
    }
    if (source.slice(end).trim() !== '') this.#fail(end);
  }

  done(): boolean {
    return this.#next >= this.#tokens.length;
  }

  end(): void {
    if (!this.done()) this.#fail();
  }

  fields(): StructField[] {
    const fields: StructField[] = [];
    do {
      const name = this.#word();
      this.#take(':');
      const type = this.type();
      let nullable = true;
      if (this.#take('not')) {
        if (!this.#take('null')) this.#fail();
        nullable = false;
      }
      if (this.#take('comment')) this.#word();
      fields.push({ name, type, nullable });
    } while (this.#take(','));
    return fields;
  }

  type(): DataType {
    const at = this.#next;
    const word = this.#word().toLowerCase();
    switch (word) {
      case 'decimal':
      case 'dec':
      case 'numeric': {
        const [precision = 10, scale = 0] = this.#numbers();
        return { kind: 'decimal', precision, scale };
      }
      case 'char':
      case 'character':
        return { kind: 'char', length: this.#numbers()[0] ?? 1 };
      case 'varchar':
        return { kind: 'varchar', length: this.#numbers()[0] ?? 1 };
      case 'time':
        return { kind: 'time', precision: this.#numbers()[0] ?? 6 };
      case 'array': {
        this.#expect('<');
        const element = this.type();
        this.#expect('>');
        return { kind: 'array', element, containsNull: true };
      }
      case 'map': {
        this.#expect('<');
        const key = this.type();
        this.#expect(',');
        const value = this.type();
        this.#expect('>');
        return { kind: 'map', key, value, valueContainsNull: true };
      }
      case 'struct': {
        this.#expect('<');
        const fields = this.#peek() === '>' ? [] : this.fields();
        this.#expect('>');
        return { kind: 'struct', fields };
      }
      // as Spark prints them, though it reads them nowhere
      case 'vector':
      case 'matrix':
        return types[word];
      case 'interval': {
        const start = units[this.#peek() ?? ''];
        if (start === undefined) return { kind: 'interval' };
        this.#next++;
        const end = this.#take('to') ? units[this.#word().toLowerCase()] : start;
        if (end?.kind !== start.kind) this.#fail();
        return { kind: start.kind, start: start.field, end: end?.field ?? start.field };
      }
      default: {
        const kind = simpleNames[word];
        if (kind === undefined) {
          this.#next = at;
          this.#fail();
        }
        return { kind };
      }
    }
  }

  #peek(): string | undefined {
    return this.#tokens[this.#next]?.text.toLowerCase();
  }

  #take(text: string): boolean {
    const token = this.#tokens[this.#next];
    if (token === undefined || token.quoted || token.text.toLowerCase() !== text) return false;
    this.#next++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#fail();
  }

  #word(): string {
    const token = this.#tokens[this.#next];
    if (token === undefined || (!token.quoted && /^[<>(),:]$/.test(token.text))) this.#fail();
    this.#next++;
    return token.text;
  }

  #numbers(): number[] {
    if (!this.#take('(')) return [];
    const numbers = [];
    do numbers.push(Number(this.#word()));
    while (this.#take(','));
    this.#expect(')');
    if (numbers.some((n) => !Number.isInteger(n))) this.#fail();
    return numbers;
  }

  #fail(at = this.#tokens[this.#next]?.at ?? this.#source.length): never {
    const near = this.#source.slice(at, at + 20) || 'end of text';
    throw new SyntaxError(`schema "${this.#source}" cannot be read at position ${at + 1}: ${near}`);
  }
}
