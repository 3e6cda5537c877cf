import { createHash } from 'node:crypto';
import type { ParquetSchema } from '@millrace/processors';

/** Most columns of a file, with those in columns, and how deep they may stand in each other. */
export const [maxColumns, maxDepth] = [50_000, 100];

/** What a footer says makes no sense. */
export class BrokenFooter extends Error {}
/** A footer has more than is read of one. */
export class LargeFooter extends Error {}
/** The bytes end before the schema does. */
export class ShortFooter extends Error {}

/** A column, or a group of columns, as the footer says it. */
interface Element {
  readonly name: string;
  /** A number of Parquet for its physical type; undefined for a group. */
  readonly type: number | undefined;
  readonly children: number;
  /** The logical type, if it has one. */
  readonly logical: string;
  readonly timestamp: Timestamp | undefined;
}

interface Timestamp {
  readonly isNanoseconds: boolean;
  readonly isInstant: boolean;
}

const int96 = 3;

/**
 * What the footer of a Parquet file says of its columns. Reads no more than the schema, which stands ahead of the row groups,
 * in time and memory that grow with its bytes alone. Fails with BrokenFooter, LargeFooter or ShortFooter.
 */
export function schemaInFooter(footer: Buffer): ParquetSchema {
  const schema: { int96: string[]; nanoseconds: ParquetSchema['nanoseconds'][number][] } = {
    int96: [],
    nanoseconds: [],
  };
  const columns: ParquetSchema['columns'][number][] = [];
  const elements = elementsOf(new Thrift(footer));
  let at = 0;
  /** Elements stand in depth-first order, each with the number of its children. Adds the text of their types. */
  const walk = (path: readonly string[], text: string[]): void => {
    const element = elements[at++];
    if (element === undefined) return;
    if (path.length > maxDepth) throw new LargeFooter(`its columns are nested more than ${maxDepth} levels deep`);
    const here = at === 1 ? path : [...path, element.name];
    const { type, timestamp } = element;
    if (type === int96) schema.int96.push(here.join('.'));
    if (timestamp?.isNanoseconds === true)
      schema.nanoseconds.push({ path: here.join('.'), isInstant: timestamp.isInstant });
    const mine = here.length === 1 ? [] : text;
    mine.push(`(${JSON.stringify(element.name)} ${type ?? ''} ${element.logical}`);
    // a file may promise more children than there are elements
    for (let child = 0; child < element.children && at < elements.length; child++) walk(here, mine);
    mine.push(')');
    if (here.length === 1) columns.push({ name: element.name, text: mine.join('') });
  };
  walk([], []);
  const texts = columns.map(({ text }) => text).toSorted();
  return { ...schema, columns, digest: createHash('sha256').update(texts.join()).digest('hex') };
}

/** The elements of the schema: the second field of a footer. */
function elementsOf(thrift: Thrift): readonly Element[] {
  for (const [field, type] of thrift.fields()) {
    if (field !== 2) thrift.skip(type);
    else if (type === LIST) {
      const [size, kind] = thrift.list();
      if (kind !== STRUCT) break;
      if (size > maxColumns) throw new LargeFooter(`it has more than ${maxColumns.toLocaleString('en')} columns`);
      return Array.from({ length: size }, () => elementOf(thrift));
    } else break;
  }
  throw new BrokenFooter('it has no columns');
}

function elementOf(thrift: Thrift): Element {
  let name: string | undefined;
  let type: number | undefined;
  let children = 0;
  let converted = '';
  let logical: string | undefined;
  let timestamp: Timestamp | undefined;
  for (const [field, kind] of thrift.fields()) {
    const from = thrift.at;
    if (field === 4 && kind === BINARY) name = thrift.text();
    else if (kind === I32 && field === 1) type = thrift.integer();
    else if (kind === I32 && field === 5) children = thrift.integer();
    else if (kind === I32 && field === 6) converted = String(thrift.integer());
    else if (field === 10 && kind === STRUCT) {
      timestamp = timestampIn(thrift);
      logical = thrift.hexSince(from);
    } else thrift.skip(kind);
  }
  if (name === undefined) throw new BrokenFooter('a column has no name');
  return { name, type, children, logical: logical ?? converted, timestamp };
}

/** Of the logical types, the one of timestamps: whether it is an instant, and its unit. */
function timestampIn(thrift: Thrift): Timestamp | undefined {
  let timestamp: Timestamp | undefined;
  for (const [union, kind] of thrift.fields()) {
    if (union !== 8 || kind !== STRUCT) {
      thrift.skip(kind);
      continue;
    }
    let [isInstant, isNanoseconds] = [false, false];
    for (const [field, type] of thrift.fields()) {
      if (field === 1) isInstant = type === TRUE;
      if (field !== 2 || type !== STRUCT) thrift.skip(type);
      else
        for (const [unit, empty] of thrift.fields()) {
          isNanoseconds = unit === 3;
          thrift.skip(empty);
        }
    }
    timestamp = { isInstant, isNanoseconds };
  }
  return timestamp;
}

/** Types of Thrift's compact protocol. */
const [TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT, UUID] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
] as const;

/** Values that a value may stand in. */
const maxNested = 32;

/** Reads Thrift's compact protocol. Each read takes a byte at least, so that every loop ends. */
class Thrift {
  at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Numbers and types of a struct's fields; each must be read, or skipped, before the next. */
  *fields(): Generator<readonly [field: number, type: number], void, undefined> {
    let field = 0;
    for (;;) {
      const byte = this.#byte();
      if ((byte & 15) === 0) return;
      field = byte >> 4 === 0 ? this.integer() : field + (byte >> 4);
      yield [field, byte & 15];
    }
  }

  /** How many elements a list or set has, and their type. */
  list(): readonly [size: number, type: number] {
    const byte = this.#byte();
    return [byte >> 4 === 15 ? this.#unsigned() : byte >> 4, byte & 15];
  }

  text(): string {
    const length = this.#unsigned();
    const from = this.at;
    this.#pass(length);
    return this.#bytes.toString('utf8', from, this.at);
  }

  integer(): number {
    const number = this.#unsigned();
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  }

  hexSince(from: number): string {
    return this.#bytes.toString('hex', from, this.at);
  }

  /** Passes over the value of a field. */
  skip(type: number, depth = 0): void {
    if (depth > maxNested) throw new BrokenFooter('its values are nested too deeply');
    if (type === TRUE || type === FALSE) return;
    if (type === BYTE) this.#pass(1);
    else if (type === I16 || type === I32 || type === I64) this.#unsigned();
    else if (type === DOUBLE) this.#pass(8);
    else if (type === UUID) this.#pass(16);
    else if (type === BINARY) this.#pass(this.#unsigned());
    else if (type === STRUCT) for (const [, kind] of this.fields()) this.skip(kind, depth + 1);
    else if (type === LIST || type === SET) {
      const [size, kind] = this.list();
      for (let i = 0; i < size; i++) this.#skipElement(kind, depth + 1);
    } else if (type === MAP) {
      const size = this.#unsigned();
      const kinds = size === 0 ? 0 : this.#byte();
      for (let i = 0; i < size; i++) for (const kind of [kinds >> 4, kinds & 15]) this.#skipElement(kind, depth + 1);
    } else throw new BrokenFooter(`it contains a value of unknown type (${type})`);
  }

  /** In lists, sets and maps a truth value takes a byte. */
  #skipElement(type: number, depth: number): void {
    this.skip(type === TRUE || type === FALSE ? BYTE : type, depth);
  }

  #unsigned(): number {
    let number = 0;
    for (let factor = 1; factor < 2 ** 70; factor *= 128) {
      const byte = this.#byte();
      number += (byte & 127) * factor;
      if (byte < 128) return number;
    }
    throw new BrokenFooter('it contains a number of more than 64 bits');
  }

  #byte(): number {
    const byte = this.#bytes[this.at++];
    if (byte === undefined) throw new ShortFooter('it ends in the middle of its columns');
    return byte;
  }

  #pass(bytes: number): void {
    this.at += bytes;
    if (this.at > this.#bytes.length) throw new ShortFooter('it ends in the middle of its columns');
  }
}
