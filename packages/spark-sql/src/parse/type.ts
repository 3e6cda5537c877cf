import { Cursor, Gap } from './cursor.ts';
import { tokenize } from './tokens.ts';
import {
  arrayOf,
  decimal,
  mapOf,
  type Schema,
  simple,
  type SimpleKind,
  type SparkType,
  structOf,
  unknownType,
} from '../ast/types.ts';

const names: Record<string, SimpleKind> = {
  BOOLEAN: 'boolean', TINYINT: 'tinyint', BYTE: 'tinyint', SMALLINT: 'smallint', SHORT: 'smallint',
  INT: 'int', INTEGER: 'int', BIGINT: 'bigint', LONG: 'bigint', FLOAT: 'float', REAL: 'float', DOUBLE: 'double',
  STRING: 'string', BINARY: 'binary', DATE: 'date', TIMESTAMP: 'timestamp', TIMESTAMP_LTZ: 'timestamp',
  TIMESTAMP_NTZ: 'timestamp_ntz', TIME: 'time', VARIANT: 'variant', VOID: 'null', NULL: 'null',
}; // prettier-ignore

/** Reads one type: `int`, `decimal(10,2)`, `array<struct<a:int>>`. Throws a {@link Gap} where it is none. */
export function typeAt(c: Cursor): SparkType {
  return c.nested(() => oneTypeAt(c));
}

function oneTypeAt(c: Cursor): SparkType {
  const name = c.next();
  switch (name.key) {
    case 'DECIMAL':
    case 'DEC':
    case 'NUMERIC': {
      if (!c.take('(')) return decimal(10, 0);
      const precision = Number(c.next().text);
      const scale = c.take(',') ? Number(c.next().text) : 0;
      c.expect(')');
      return decimal(precision, scale);
    }
    case 'CHAR':
    case 'CHARACTER':
    case 'VARCHAR':
      c.expect('(');
      if (c.next().kind !== 'number') throw new Gap('expected a length');
      c.expect(')');
      return unknownType;
    case 'INTERVAL':
      return intervalAt(c);
    case 'ARRAY':
      return inAngles(c, () => arrayOf(typeAt(c)));
    case 'MAP':
      return inAngles(c, () => {
        const key = typeAt(c);
        c.expect(',');
        return mapOf(key, typeAt(c));
      });
    case 'STRUCT':
      if (c.take('<>')) return structOf([]);
      return inAngles(c, () => structOf(c.list(() => fieldAt(c))));
    case 'TIMESTAMP':
      if (c.take('WITHOUT', 'TIME', 'ZONE')) return simple('timestamp_ntz');
      c.take('WITH', 'LOCAL', 'TIME', 'ZONE');
      return simple('timestamp');
    case 'STRING':
      return c.take('COLLATE') && c.name() ? unknownType : simple('string');
  }
  const kind = names[name.key];
  if (!kind || c.is('(')) throw new Gap(`no type ${name.text}`);
  return simple(kind);
}

function fieldAt(c: Cursor): { name: string; type: SparkType } {
  const name = c.name();
  c.take(':');
  const type = typeAt(c);
  c.take('NOT', 'NULL');
  if (c.take('COMMENT')) c.next();
  return { name, type };
}

function intervalAt(c: Cursor): SparkType {
  const units = ['YEAR', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND'];
  if (!c.isAny(...units)) return simple('interval');
  const first = c.next().key;
  const last = c.take('TO') ? c.next().key : first;
  if (first === 'YEAR' || first === 'MONTH') return simple('interval_ym');
  return simple(last === 'DAY' ? 'interval_day' : 'interval_dt');
}

/** Angle brackets, where the lexer may have joined closing ones (`>>`, `>>>`): the joined token is split. */
function inAngles(c: Cursor, inner: () => SparkType): SparkType {
  c.expect('<');
  const type = inner();
  const close = c.peek();
  if (!/^>+$/.test(close.key)) throw new Gap('expected >');
  if (close.key.length === 1) c.next();
  else {
    const rest = close.key.slice(1);
    c.tokens[c.at] = { ...close, text: rest, key: rest, start: close.start + 1 };
  }
  return type;
}

/** The type that a text names, `unknown` where it names none. */
export function parseType(text: string): SparkType {
  const c = new Cursor(text, tokenize(text).tokens);
  const type = c.attempt(() => typeAt(c));
  return type && c.peek().kind === 'end' ? type : unknownType;
}

/** The columns of a DDL text such as `a INT, b STRING`; undefined where it is none. */
export function parseSchema(text: string): Schema | undefined {
  const c = new Cursor(text, tokenize(text).tokens);
  const columns = c.attempt(() => c.list(() => fieldAt(c)));
  return columns && c.peek().kind === 'end' ? columns : undefined;
}
