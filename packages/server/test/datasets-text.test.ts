import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf } from '../src/datasets/delimited-rows.ts';
import { guessDelimiter, looksLikeHeader } from '../src/datasets/guess.ts';
import { missingIn, typeOf } from '../src/datasets/infer-types.ts';
import { dateText } from '../src/datasets/records.ts';
import { turns } from '../src/timing/turns.ts';

const comma = { delimiter: ',', quote: '"', escape: '\\' };

test('rows are cut as our reader cuts them', () => {
  const cases: [string, string[][]][] = [
    [
      'a,b\r\n1,2\r3,4\n',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'a, "b"\n\n \t\n,\n',
      [
        ['a', ' "b"'],
        ['', ''],
      ],
    ],
    [
      '"a,b","c\r\nd"\n1,2',
      [
        ['a,b', 'c\r\nd'],
        ['1', '2'],
      ],
    ],
    [String.raw`"say \"hi\", you",2`, [['say "hi", you', '2']]],
    [
      '"a" ,b\n"a"x,"b,c"',
      [
        ['a', 'b'],
        ['"a"x', 'b,c'],
      ],
    ],
    // a quote that is never closed ends with its line
    ['"a,b\n1,2\n3,"4"', [['a,b'], ['1', '2'], ['3', '4']]],
  ];
  for (const [text, rows] of cases) assert.deepEqual(rowsOf(text, comma), rows, JSON.stringify(text));
  assert.deepEqual(rowsOf('a||b\n"x||y"||z', { ...comma, delimiter: '||' }), [
    ['a', 'b'],
    ['x||y', 'z'],
  ]);
  assert.deepEqual(rowsOf('"a""b",c', { ...comma, escape: '"' }), [['a"b', 'c']]);
});

test('the last row of text that was cut off is left out', () => {
  assert.deepEqual(rowsOf('a,b\n1,2\n3', comma, false), [
    ['a', 'b'],
    ['1', '2'],
  ]);
  assert.deepEqual(rowsOf('a,b\n1,"x\ny', comma, false), [['a', 'b']]);
});

test('text full of quotes is cut in time that grows with its length', () => {
  for (const piece of ['"\\"\n', '"a"b,', '",\n', '""",', '"a\n'])
    for (const whole of [true, false]) {
      const start = performance.now();
      rowsOf(piece.repeat((512 << 10) / piece.length), comma, whole);
      assert.ok(performance.now() - start < 5_000, JSON.stringify(piece));
    }
});

test('a column has the narrowest type that loses nothing', () => {
  const cases: [string, string, string[]][] = [
    ['INTEGER', '', ['1', '', '-5', ' ']],
    ['LONG', '', ['1', '2147483648']],
    ['STRING', '', ['9223372036854775808']],
    ['DOUBLE', '', ['1', '2.5', '1e9']],
    ['STRING', '', ['1', '0x1F']],
    ['STRING', '', ['01234', '99999']],
    ['STRING', '', ['1e999']],
    ['BOOLEAN', '', ['TRUE', 'false']],
    ['STRING', '', ['true', '1']],
    ['DATE', '', ['2024-02-29']],
    ['STRING', '', ['2023-02-29']],
    ['TIMESTAMP', '', ['2024-02-29 23:00:00', '2024-02-29T23:00:00.5Z']],
    ['STRING', '', ['2024-02-29 24:00:00']],
    ['DATE', 'dd/MM/yyyy', ['01/02/2024', '13/02/2024']],
    ['DATE', 'MM/dd/yyyy', ['01/02/2024', '02/13/2024']],
    ['STRING', '', ['01/02/2024', '03/04/2024']],
    ['DATE', 'd/M/yyyy', ['1/2/2024', '13/2/2024']],
    ['TIMESTAMP', 'M/d/yyyy H:mm', ['1/2/2024 7:05', '2/13/2024 12:00']],
    ['DATE', 'd.M.yyyy', ['1.2.2024', '03.04.2024']],
    ['STRING', '', ['1/2/2024', '3/4/2024']],
    ['DOUBLE', '#.##0,##', ['1,5', '1.234,25', '7']],
    ['DOUBLE', '#,##0.##', ['1,234.25', '7', '1,234,567']],
    ['STRING', '', ['1,234', '7']],
    ['STRING', '', ['', ' ']],
    ['STRING', '', []],
  ];
  for (const [type, format, values] of cases) {
    const inference = typeOf(values);
    assert.deepEqual({ type: inference.type, format: inference.format }, { type, format }, values.join());
  }
  assert.deepEqual(typeOf(['1/2/2024']).patterns, ['d/M/yyyy', 'M/d/yyyy']);
});

test('a text that stands for missing values is told from the values of a type', () => {
  assert.equal(missingIn(['1', 'NA', '2', 'NA']), 'NA');
  assert.equal(missingIn(['2024-02-29', '-']), '-');
  assert.equal(missingIn(['1', 'n/a', '-']), undefined);
  assert.equal(missingIn(['Na', 'Cl']), undefined);
  assert.equal(missingIn(['NA', 'NA']), undefined);
});

test('delimiter and header are guessed from the first rows', () => {
  const head = (text: string) => ({ text, bytes: text.length, whole: true });
  assert.equal(guessDelimiter(head('a;b;c\n1,5;2,5;3\n'), {}), ';');
  assert.equal(guessDelimiter(head('a\tb\n"x,y,z"\t2\n'), {}), '\\t');
  assert.equal(guessDelimiter(head('only\n'), {}), ',');
  assert.equal(looksLikeHeader([['name', 'age']]), true);
  for (const row of [
    ['Ada', '36'],
    ['a', ''],
    ['a', 'a'],
    ['a', '2024-01-01'],
  ])
    assert.equal(looksLikeHeader([row]), false);
  assert.equal(
    looksLikeHeader([
      ['', 'who'],
      ['0', 'Ada'],
      ['1', 'Bo'],
    ]),
    true,
  );
  assert.equal(
    looksLikeHeader([
      ['', 'who'],
      ['a', 'Ada'],
      ['b', 'Bo'],
    ]),
    true,
  );
  assert.equal(
    looksLikeHeader([
      ['day', 'n', 'n', ''],
      ['Mon', '1', '2', ''],
      ['Tue', '3', '4', ''],
    ]),
    true,
  );
  assert.equal(
    looksLikeHeader([
      ['x', 'x'],
      ['x', 'y'],
    ]),
    false,
  );
  assert.equal(
    looksLikeHeader([
      ['x', '', 'y'],
      ['1', '2', '3'],
    ]),
    false,
  );
});

test('dates of the serialised copy read as old records have them', () => {
  assert.equal(dateText(Date.UTC(2016, 5, 26, 12, 28)), 'Jun 26, 2016 12:28:00 PM');
  assert.equal(dateText(Date.UTC(2017, 1, 5, 0, 4, 9)), 'Feb 5, 2017 12:04:09 AM');
});

test('work waits for its turn, and a failure passes the turn on', async () => {
  const inTurn = turns(2);
  let [now, peak] = [0, 0];
  const work = async (n: number): Promise<number> => {
    peak = Math.max(peak, ++now);
    await Promise.resolve();
    now--;
    if (n === 1) throw new Error('no');
    return n;
  };
  const done = await Promise.allSettled([0, 1, 2, 3, 4].map((n) => inTurn(() => work(n))));
  assert.deepEqual(
    done.map(({ status }) => status === 'fulfilled'),
    [true, false, true, true, true],
  );
  assert.equal(peak, 2);
});
