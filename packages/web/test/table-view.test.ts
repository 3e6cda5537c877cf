import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Cell } from '../src/api/cell.ts';
import { csvOf, markdownOf } from '../src/ui/table-text.ts';
import { asItCame, followColumns, shownRows, type ColumnFilter, type View } from '../src/ui/table-view.ts';
import { windowOf } from '../src/ui/window-of.ts';

/** Values of a column of one type as a view shows them. */
function cellsOf(type: string, cells: readonly Cell[], view: Partial<View>): readonly Cell[] {
  const rows = cells.map((cell) => [cell]);
  const order = shownRows([{ name: 'x', type }], rows, { ...asItCame, ...view });
  return order === undefined ? cells : order.map((at) => cells[at] ?? null);
}

const sortedCells = (type: string, cells: readonly Cell[], isDescending = false): readonly Cell[] =>
  cellsOf(type, cells, { sort: { column: 0, isDescending } });
const filteredCells = (type: string, cells: readonly Cell[], filter: ColumnFilter): readonly Cell[] =>
  cellsOf(type, cells, { filters: new Map([[0, filter]]) });

describe('a view of a table', () => {
  test('sorts numbers by size, longer than a double too, absent ones last either way', () => {
    const cells = [10, null, '9', -2.5, 'NaN', '9007199254740993', '9007199254740992', 'Infinity', '-Infinity'];
    const up = ['-Infinity', -2.5, '9', 10, '9007199254740992', '9007199254740993', 'Infinity', 'NaN'];
    assert.deepEqual(sortedCells('double', cells), [...up, null]);
    assert.deepEqual(sortedCells('double', cells, true), [...up.toReversed(), null]);
    assert.deepEqual(sortedCells('decimal(38,20)', ['-0.10000000000000000002', '0.1', '-0.10000000000000000001']), [
      '-0.10000000000000000002',
      '-0.10000000000000000001',
      '0.1',
    ]);
  });

  test('sorts text by its letters, times by the moment, and keeps the order of equal values', () => {
    assert.deepEqual(sortedCells('string', ['b', 'B', null, '', 'a']), ['', 'B', 'a', 'b', null]);
    assert.deepEqual(sortedCells('timestamp', ['2024-03-01 00:30:00+02:00', '2024-02-29 22:00:00Z', '']), [
      '2024-02-29 22:00:00Z',
      '2024-03-01 00:30:00+02:00',
      '',
    ]);
    const rows = [
      ['a', 1],
      ['b', 0],
      ['c', 1],
    ];
    const columns = ['name', 'n'].map((name) => ({ name, type: name === 'n' ? 'int' : 'string' }));
    const down = shownRows(columns, rows, { ...asItCame, sort: { column: 1, isDescending: true } });
    assert.deepEqual(down, [0, 2, 1]);
  });

  test('goes with the names of its columns, of which those with one name are told apart', () => {
    const columns = (...names: readonly string[]) =>
      names.map((name) => ({ name, type: name === 'n' ? 'int' : 'string' }));
    const before = columns('id', 'city', 'n', 'city');
    const view: View = {
      sort: { column: 3, isDescending: true },
      filters: new Map([
        [1, { text: 'Rome' }],
        [2, { from: '1' }],
      ]),
      hidden: new Set([0, 3]),
    };
    assert.equal(followColumns(view, before, columns('id', 'city', 'n', 'city')), view);
    assert.deepEqual(followColumns(view, before, columns('n', 'city', 'city', 'new')), {
      sort: { column: 2, isDescending: true },
      filters: new Map([
        [1, { text: 'Rome' }],
        [0, { from: '1' }],
      ]),
      hidden: new Set([2]),
    });
    assert.deepEqual(followColumns(view, before, [{ name: 'n', type: 'string' }, ...columns('id', 'city')]), {
      sort: undefined,
      filters: new Map([[2, { text: 'Rome' }]]),
      hidden: new Set([1]),
    });
  });

  test('filters by a part of the text, by both ends of a range, and by what is absent', () => {
    assert.deepEqual(filteredCells('string', ['Rome', 'ROMA', null, 'Oslo'], { text: 'rom' }), ['Rome', 'ROMA']);
    assert.deepEqual(filteredCells('map<string,int>', [{ a: 1 }, { b: 2 }], { text: '"a"' }), [{ a: 1 }]);
    const numbers = [1, 2, '2.5', null, 'NaN', 3];
    assert.deepEqual(filteredCells('double', numbers, { from: '2', to: '3' }), [2, '2.5', 3]);
    assert.deepEqual(filteredCells('double', numbers, { nulls: 'only' }), [null]);
    assert.deepEqual(filteredCells('double', numbers, { nulls: 'without' }), [1, 2, '2.5', 'NaN', 3]);
    assert.deepEqual(filteredCells('bigint', ['9007199254740993', '9007199254740992'], { from: '9007199254740993' }), [
      '9007199254740993',
    ]);
    const times = ['2024-01-31 23:59:59.5', '2024-02-01', '2024-01-30'];
    assert.deepEqual(filteredCells('timestamp', times, { from: '2024-01-31', to: '2024-01-31' }), [times[0]]);
  });

  test('holds values of a mark apart by their type, null among them', () => {
    const rows = [['null'], [null], ['1']];
    const of = (value: Cell) => shownRows([{ name: 'x', type: 'string' }], rows, asItCame, [['x', value]]);
    assert.deepEqual([of(null), of('null'), of(1)], [[1], [0], []]);
  });
});

const hostile = '<img src=x onerror="document.title=`taken`">';
const columns = [
  { name: 'te|xt', type: 'string' },
  { name: 'n', type: 'double' },
];
const rows: readonly (readonly Cell[])[] = [
  [hostile, 1234.5],
  ['=1+1|2', '9007199254740993'],
  ['say "hi", you', null],
  ['first\r\nsecond\nthird', 1e-7],
  ['Größe 東京 🎉', 'NaN'],
  ['', 0],
  [null, -1],
  [' a_b _c_ \\ ', 2],
];

describe('a table as text', () => {
  test('is CSV by RFC 4180: values as they are stored, null and an empty text told apart', () => {
    assert.equal(
      csvOf(columns, rows),
      [
        'te|xt,n',
        '"<img src=x onerror=""document.title=`taken`"">",1234.5',
        '=1+1|2,9007199254740993',
        '"say ""hi"", you",',
        '"first\r\nsecond\nthird",1e-7',
        'Größe 東京 🎉,NaN',
        '"",0',
        ',-1',
        '" a_b _c_ \\ ",2',
        '',
      ].join('\r\n'),
    );
    assert.equal(csvOf([{ name: 'a', type: 'int' }], [[null], [1]]), 'a\r\n""\r\n1\r\n');
    assert.equal(csvOf([{ name: 'a', type: 'struct<b:int>' }], [[{ b: 1 }]]), 'a\r\n"{""b"":1}"\r\n');
  });

  test('is Markdown in which no value is more than text, each row on a line of its own', () => {
    assert.equal(
      markdownOf(columns, rows),
      [
        '| te\\|xt | n |',
        '| --- | ---: |',
        '| &lt;img src=x onerror="document.title=\\`taken\\`"> | 1234.5 |',
        '| =1+1\\|2 | 9007199254740993 |',
        '| say "hi", you | *null* |',
        '| first<br>second<br>third | 1e-7 |',
        '| Größe 東京 🎉 | NaN |',
        '|  | 0 |',
        '| *null* | -1 |',
        '|  a_b \\_c\\_ \\\\  | 2 |',
        '',
      ].join('\n'),
    );
  });
});

describe('the rows in sight', () => {
  test('are drawn where they belong, with some around them', () => {
    assert.deepEqual(windowOf(0, 280, 1_000), { from: 0, to: 32, above: 0, below: 968 * 28 });
    assert.deepEqual(windowOf(2_800, 280, 1_000), { from: 80, to: 128, above: 80 * 28, below: 872 * 28 });
    assert.deepEqual(windowOf(27_720, 280, 1_000), { from: 968, to: 1_000, above: 968 * 28, below: 0 });
    assert.deepEqual(windowOf(0, 280, 0), { from: 0, to: 0, above: 0, below: 0 });
  });

  test('are all reached in tables that are taller than a browser scrolls, which keep their height', () => {
    for (const count of [1_000_000, 100_000_000]) {
      const maxHeight = 15_000_000;
      for (const top of [0, 10, 100, 5_000, maxHeight / 2, maxHeight - 1_000, maxHeight - 280]) {
        const { from, to, above, below } = windowOf(top, 280, count);
        assert.ok(Math.abs(above + (to - from) * 28 + below - maxHeight) < 1, `${count} at ${top} keeps its height`);
        assert.ok(
          above <= top + 28 && above + (to - from) * 28 >= Math.min(top + 280, maxHeight) - 28,
          `${count} at ${top}`,
        );
      }
      assert.equal(windowOf(0, 280, count).from, 0);
      for (const top of [maxHeight - 280, maxHeight - 279, maxHeight])
        assert.equal(windowOf(top, 280, count).to, count);
    }
  });
});
