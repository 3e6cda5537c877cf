import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lettersOnlyOfSpark2 } from '../src/patterns/index.ts';
import { olderConstructs } from '../src/index.ts';

const constructsOf = (text: string, kind: 'query' | 'expression' = 'query'): readonly string[] =>
  olderConstructs(text, kind).map(({ compatibility, what }) => `${compatibility}: ${what}`);

describe('what shows that SQL was made for an older Spark', () => {
  test('date patterns with letters that only Spark 2 knows, wherever they stand', () => {
    const day = `select cast(from_unixtime(unix_timestamp(at, 'dd-MM-yyyy'), 'u') as int) as d from t`;
    assert.deepEqual(constructsOf(day), ['spark3: casts to INT', `spark2: has the date pattern "u"`]);
    assert.deepEqual(
      constructsOf(`select * from t where exists (select 1 from u where date_format(d, 'YYYY-ww') = x)`),
      ['spark2: has the date pattern "YYYY-ww"'],
    );
    assert.deepEqual(constructsOf(`to_date(s, 'dd.MM.YYYY')`, 'expression'), [
      'spark2: has the date pattern "dd.MM.YYYY"',
    ]);
  });

  test('not letters in quotes, patterns of today, or texts that are no patterns', () => {
    assert.deepEqual(constructsOf(`select date_format(d, "'week' dd") , date_format(d, 'uu') as x, 'u' as y from t`), [
      'spark2: has the date pattern "uu"',
    ]);
    assert.deepEqual(constructsOf(`select date_format(d, "yyyy-MM-dd 'u' HH:mm:ss"), concat('u', s) from t`), []);
    assert.deepEqual(lettersOnlyOfSpark2("yyyy 'YY''u' MM", 'read'), []);
    // neither Spark has them
    assert.deepEqual(
      constructsOf(`select date_format(d, 'e'), date_format(d, 'c') as c, to_date(s, 'e') as e from t`),
      [],
    );
  });

  test('a weekday by which text is read, and not one that is written', () => {
    assert.deepEqual(constructsOf(`select to_timestamp(s, 'EEE MMM dd HH:mm:ss Z yyyy') as at from t`), [
      'spark2: has the date pattern "EEE MMM dd HH:mm:ss Z yyyy"',
    ]);
    assert.deepEqual(constructsOf(`select date_format(d, 'EEE') as at from t`), []);
  });

  test('casts that fail today for what is not of the type, and no others', () => {
    assert.deepEqual(constructsOf('select cast(zip as int), cast(x as decimal(10,2)), cast(d as date) from t'), [
      'spark3: casts to INT',
      'spark3: casts to DECIMAL(10,2)',
      'spark3: casts to DATE',
    ]);
    assert.deepEqual(
      constructsOf(`select cast(n as string), try_cast(s as int), cast('1' as int), n::string from t`),
      [],
    );
  });

  test('a text that cannot be read holds nothing that is told', () => {
    for (const text of ['select from where', "select 'open", '((((', '']) assert.deepEqual(constructsOf(text), []);
  });
});
