import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSchema, parseType, schemaFromText, typeFromJson, typeToDdl, typeToJson, types } from '../src/index.ts';

const ddl = [
  'boolean', 'tinyint', 'smallint', 'int', 'bigint', 'float', 'double', 'string', 'binary', 'date', 'timestamp',
  'timestamp_ntz', 'time(3)', 'void', 'variant', 'decimal(38,18)', 'char(3)', 'varchar(20)', 'interval', 'interval month',
  'interval year to month', 'interval day', 'interval hour to second', 'array<array<int>>', 'map<string,array<double>>',
  'struct<>', 'struct<a:int NOT NULL,`b c`:array<struct<d:date>>>',
]; // prettier-ignore

describe('types', () => {
  for (const text of ddl)
    test(`${text} is written as it was read, in DDL and in JSON`, () => {
      const type = parseType(text);
      assert.equal(typeToDdl(type), text);
      assert.deepEqual(typeFromJson(JSON.parse(JSON.stringify(typeToJson(type)))), type);
    });

  test('of Spark ML keep their class in JSON', () => {
    const schema = types.struct([{ ...types.field('v', types.vector), metadata: '{"scale":1.0}' }]);
    const text = JSON.stringify(typeToJson(schema));
    assert.deepEqual(schemaFromText(text), schema);
    assert.match(text, /"metadata":\{"scale":1\.0\}/);
  });

  test('are read from a schema in DDL and in JSON', () => {
    const schema = parseSchema('id bigint NOT NULL, tags array<string>');
    assert.deepEqual(schemaFromText('id bigint NOT NULL, tags array<string>'), schema);
    assert.deepEqual(schemaFromText(JSON.stringify(typeToJson(schema))), schema);
    assert.throws(() => schemaFromText('{"type":"array","elementType":"long"}'), /is not a struct/);
  });

  test('that no text names are refused by position, or unsupported', () => {
    assert.throws(() => parseType('array<nonsense>'), /"array<nonsense>" cannot be read at position 7: nonsense>/);
    assert.throws(() => parseSchema('a int, b decimal(10,x)'), /at position 21: x\)/);
    assert.deepEqual(typeFromJson('geometry(4326)'), { kind: 'unsupported', name: 'geometry(4326)' });
  });
});
