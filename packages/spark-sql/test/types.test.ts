import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSchema, parseType, types } from '@millrace/spark-connect/types';
import { family, hasUnknown, sameType } from '../src/ast/index.ts';
import { columnsOfText, inferExpression, parseExpression, typeOfText } from '../src/index.ts';

const texts = [
  'int', 'BIGINT', 'Real', 'void', 'variant', 'dec', 'decimal(5)', 'numeric(38, 18)', 'char(3)', 'varchar(20)',
  'time', 'time(3)', 'timestamp', 'timestamp_ntz', 'timestamp without time zone', 'timestamp with local time zone',
  'interval', 'interval year', 'interval year to month', 'interval day', 'interval hour to second',
  'array<array<map<string,array<int>>>>', 'struct<>', "struct<a:int,`b c` array<decimal(3,1)> NOT NULL COMMENT 'why'>",
]; // prettier-ignore

describe('types of queries', () => {
  for (const text of texts)
    it(`reads ${text} as a schema does`, () => {
      assert.deepEqual(typeOfText(text), parseType(text));
      const cast = parseExpression(`cast(x as ${text})`);
      assert.deepEqual(cast.kind === 'cast' && cast.to, parseType(text));
    });
  it('reads columns as a schema does', () => {
    const text = 'a int NOT NULL, b: array<array<string>>, `c d` struct<e:int> COMMENT "f"';
    assert.deepEqual(columnsOfText(text), parseSchema(text.replaceAll('"', "'")).fields);
  });
  it('takes what names no type for unknown', () => {
    for (const text of ['', 'nonsense', 'text', 'vector', 'int(3)', 'array<int', 'decimal(a)', 'interval year to day'])
      assert.deepEqual(typeOfText(text), { kind: 'unknown' }, text);
    for (const text of ['', 'a', 'a int,', 'a-b int']) assert.equal(columnsOfText(text), undefined, text);
  });
  it('ends at a depth that the stack holds', () => {
    const deep = `${'array<'.repeat(20_000)}int${'>'.repeat(20_000)}`;
    assert.deepEqual(typeOfText(deep), { kind: 'unknown' });
  });
});

describe('keys of types', () => {
  it('name types as Spark does, without precision and field names', () => {
    const type = parseType('struct<a:decimal(3,1),b:map<tinyint,array<bigint>>,c:interval day,d:interval day to hour>');
    assert.equal(family(type), 'struct<decimal,map<tinyint,array<bigint>>,interval_day,interval_dt>');
    assert.equal(family(types.void), 'null');
  });
  it('vouch for no type on which Sail is not tried', () => {
    for (const text of ['char(3)', 'varchar(3)', 'time', 'vector', 'array<time(3)>', 'struct<a:char(1)>'])
      assert.equal(hasUnknown(parseType(text)), true, text);
    for (const text of ['timestamp', 'struct<time:int>', 'variant', 'interval'])
      assert.equal(hasUnknown(parseType(text)), false, text);
  });
  it('tell types apart by all but what may be null', () => {
    const schema = (nullable: boolean) => types.struct([types.field('a', types.array(types.long, nullable), nullable)]);
    assert.equal(sameType(schema(true), schema(false)), true);
    assert.equal(sameType(types.decimal(5, 1), types.decimal(5, 2)), false);
    assert.equal(sameType(parseType('struct<a:int>'), parseType('struct<b:int>')), false);
    assert.equal(sameType(parseType('struct<a:int>'), parseType('struct<a:int,b:int>')), false);
  });
  it('keep what is unknown inside of a type', () => {
    const columns = [{ name: 'a', type: types.integer }];
    assert.equal(family(inferExpression('array(nonsense(a))', columns)), 'array<unknown>');
  });
});
