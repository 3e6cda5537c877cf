import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testFolder } from '@millrace/testkit/shared';
import { RunError } from '@millrace/errors';
import { LocalFiles } from '../src/local/local-files.ts';

/** What Thrift's compact protocol writes: bytes of numbers and texts; a field is its distance to the one before, and a type. */
const unsigned = (number: number): number[] =>
  number < 128 ? [number] : [(number % 128) + 128, ...unsigned(Math.floor(number / 128))];
const signed = (number: number): number[] => unsigned(number < 0 ? -2 * number - 1 : 2 * number);
const listOf = (size: number, type: number): number[] => [0xf0 | type, ...unsigned(size)];
const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from(unsigned(Buffer.byteLength(value))), Buffer.from(value)]);
const bytes = (...parts: readonly (number | readonly number[] | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part))));

const [i32, i64, binary, list, map, struct] = [5, 6, 8, 9, 11, 12];
const [boolean, int64, int96] = [0, 2, 3];

const leaf = (name: string, type = int64, logical: readonly number[] = []): Buffer =>
  bytes(
    0x10 | i32,
    signed(type),
    0x30 | binary,
    text(name),
    ...(logical.length === 0 ? [] : [0x60 | struct, logical]),
    0,
  );
const group = (name: string, children: number): Buffer =>
  bytes(0x40 | binary, text(name), 0x10 | i32, signed(children), 0);
/** A timestamp in nanoseconds, which is an instant or not: field 8 of the logical types. */
const nanoseconds = (isInstant: boolean): number[] => [0x80 | struct, isInstant ? 0x11 : 0x12, 0x1c, 0x3c, 0, 0, 0, 0];

/** The version of a file, and how many elements its schema has. */
const head = (size: number): Buffer => bytes(0x10 | i32, signed(1), 0x10 | list, listOf(size, struct));
/** No rows and no groups of them. */
const end = [0x10 | i64, 0, 0x10 | list, 0x0c, 0];
const footer = (...elements: readonly Buffer[]): Buffer => footerOf(elements);
/** Thousands of elements are more than a call takes. */
const footerOf = (elements: readonly Buffer[]): Buffer =>
  Buffer.concat([head(elements.length), ...elements, Buffer.from(end)]);
/** A footer of columns that are not in groups. */
const flat = (...columns: readonly Buffer[]): Buffer => footer(group('schema', columns.length), ...columns);

/** A file that ends in a footer; `length`: what it says of its length. */
function parquet(content: Buffer, length = content.length): Buffer {
  const lengthBytes = Buffer.alloc(4);
  lengthBytes.writeUInt32LE(length);
  return bytes(Buffer.from('PAR1'), content, lengthBytes, Buffer.from('PAR1'));
}

/** The schema of a file, looked at as a reader of the file space does. */
async function factsOf(content: Buffer, name = 'x.parquet') {
  const folder = testFolder();
  const file = join(folder, name);
  writeFileSync(file, content);
  const files = new LocalFiles(folder);
  await files.input(name, 'parquet');
  return files.parquetSchema(file);
}

const many = (count: number): Buffer =>
  footerOf([group('schema', count), ...Array.from({ length: count }, (_, i) => leaf(`column ${i}`))]);

describe('what the footer of a Parquet file says of its columns', () => {
  const elements = [
    ...[group('schema', 5), leaf('old', int96), leaf('instant', int64, nanoseconds(true))],
    ...[
      leaf('local', int64, nanoseconds(false)),
      group('a', 1),
      leaf('b', int64, nanoseconds(true)),
      leaf('is', boolean),
    ],
  ];

  test('is read up to the row groups', async () => {
    const schema = await factsOf(parquet(bytes(head(elements.length), ...elements)));
    assert.deepEqual(schema?.int96, ['old']);
    assert.deepEqual(schema.nanoseconds, [
      { path: 'instant', isInstant: true },
      { path: 'local', isInstant: false },
      { path: 'a.b', isInstant: true },
    ]);
    assert.deepEqual(
      schema.columns.map(({ name }) => name),
      ['old', 'instant', 'local', 'a', 'is'],
    );
  });

  test('is read behind fields that nobody knows', async () => {
    const first = bytes(0x10 | map, 2, (binary << 4) | list, text('k'), [0x21, 1, 2], text('l'), 0x01);
    // the field behind it is named by its number, not by its distance
    const second = bytes(list, signed(2), head(elements.length).subarray(3), ...elements, end);
    const facts = await factsOf(parquet(footer(...elements)));
    assert.deepEqual(await factsOf(parquet(bytes(first, second))), facts);
  });

  test('tells files of other columns apart, whatever their order', async () => {
    const digest = async (...columns: readonly Buffer[]) => (await factsOf(parquet(flat(...columns))))?.digest;
    const first = await digest(leaf('a'), leaf('b', boolean));
    assert.equal(await digest(leaf('b', boolean), leaf('a')), first);
    for (const other of [[leaf('a'), leaf('b')], [leaf('a')], [leaf('a'), leaf('b', boolean, nanoseconds(true))]])
      assert.notEqual(await digest(...other), first);
  });

  test('is read of wide files by one thread, of others by none', async (t) => {
    let threads = 0;
    const count = () => threads++;
    process.on('worker', count);
    t.after(() => process.off('worker', count));
    await factsOf(parquet(many(100)));
    assert.equal(threads, 0);
    const schemas = await Promise.all([many(20_000), many(20_000), many(49_999)].map((wide) => factsOf(parquet(wide))));
    assert.deepEqual(
      schemas.map((schema) => schema?.columns.length),
      [20_000, 20_000, 49_999],
    );
    assert.equal(schemas[0]?.digest, schemas[1]?.digest);
    assert.equal(threads, 1);
  });

  test('is not read where it is encrypted', async () => {
    const file = parquet(Buffer.from('secret'));
    file.write('PARE');
    file.write('PARE', file.length - 4);
    assert.equal(await factsOf(file), undefined);
  });

  test('has the columns that are there, where a group promises more of them', async () => {
    const schema = await factsOf(parquet(footer(group('schema', 2 ** 30), leaf('a'))));
    assert.deepEqual(
      schema?.columns.map(({ name }) => name),
      ['a'],
    );
  });
});

const deep = (depth: number): Buffer =>
  footerOf([group('schema', 1), ...Array.from({ length: depth - 1 }, () => group('a', 1)), leaf('a')]);
/** A field of a list, or of a map, ahead of the columns. */
const [listAhead, mapAhead] = [0x19, 0x1b];
const huge = 2_000_000_000;

/** What an attacker may write, and the error that the user gets. */
const hostile: Readonly<Record<string, readonly [content: () => Buffer, says: RegExp, length?: number]>> = {
  'a length beyond the file': [() => many(1), /truncated or damaged/, 0xffff_fff0],
  'a length of nothing': [
    () => many(1),
    /truncated or damaged: of its footer, it ends in the middle of its columns/,
    0,
  ],
  'no columns': [() => bytes(0), /it has no columns/],
  'columns that are a number': [() => bytes(0x20 | i32, 2, 0), /it has no columns/],
  'columns that are numbers': [() => bytes(0x20 | list, listOf(9, i32)), /it has no columns/],
  'a million columns': [
    () => bytes(head(1_000_000), Buffer.alloc(6_000_000, leaf('a')), end),
    /it has more than 50,000 columns/,
  ],
  'two thousand million columns that are not there': [() => head(huge), /it has more than 50,000 columns/],
  'a number of columns of 70 bits': [
    () => bytes(0x20 | list, 0xfc, Buffer.alloc(10, 0xff), 1),
    /it contains a number of more than 64 bits/,
  ],
  'more columns than bytes': [
    () => bytes(head(40_000), group('schema', 40_000)),
    /it ends in the middle of its columns/,
  ],
  'columns without a name': [() => flat(bytes(0x10 | i32, 2, 0)), /a column has no name/],
  'a name of more bytes than there are': [
    () => bytes(head(1), 0x40 | binary, unsigned(0xffff_ffff)),
    /it ends in the middle of its columns/,
  ],
  'names of 9 MB': [
    () => flat(...Array.from({ length: 10 }, () => leaf('x'.repeat(900_000)))),
    /its columns take more than 8 MB/,
  ],
  'columns 1,000 deep in each other': [() => deep(1_000), /its columns are nested more than 100 levels deep/],
  'columns 49,000 deep in each other': [() => deep(49_000), /its columns are nested more than 100 levels deep/],
  'structs in structs without an end': [() => Buffer.alloc(30_000, 0x1c), /its values are nested too deeply/],
  'lists in lists without an end': [() => Buffer.alloc(30_000, listAhead), /its values are nested too deeply/],
  'two thousand million truths ahead of the columns': [
    () => bytes(listAhead, listOf(huge, 1), 0),
    /it ends in the middle of its columns/,
  ],
  'a map of two thousand million texts ahead of the columns': [
    () => bytes(mapAhead, unsigned(huge), 0x88, 0),
    /it ends in the middle of its columns/,
  ],
  'a value of a type that is none': [() => bytes(0x1f, 0, 0), /it contains a value of unknown type/],
};

describe('a hostile footer of a Parquet file is refused by the name of the file, with a remedy', () => {
  for (const [name, [content, says, length]] of Object.entries(hostile))
    test(name, async () =>
      assert.rejects(factsOf(parquet(content(), length), 'bad.parquet'), (error) => {
        assert.ok(error instanceof RunError, String(error));
        assert.match(error.message, says);
        assert.match(error.message, /"bad\.parquet"/);
        assert.match(error.remedy, /^(choose|write) /);
        assert.equal(error.field, 'path');
        return true;
      }),
    );
});
