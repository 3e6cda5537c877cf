import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { types } from '@millrace/spark-connect';
import type { CsvFacts } from '../src/contract/csv-facts.ts';
import { layoutOf, otherHeader } from '../src/read/_delimited-layout.ts';
import { unverifiedText } from '../src/read/_delimited-unverified.ts';
import { FieldError } from '../src/kit/field-error.ts';
import { lenientPattern } from '../src/kit/patterns.ts';
import { splitLine } from '../src/read/_split-line.ts';
import { dateReading, hasShortYear } from '../src/kit/date-reading.ts';
import { unverifiedPattern } from '../src/kit/text-value.ts';

const factsOf = (
  firstRows: readonly (readonly string[])[],
  cells: readonly [number, number],
  more: Partial<CsvFacts> = {},
): CsvFacts => ({
  bytes: 1,
  files: Math.max(1, firstRows.length),
  firstRows,
  headerAgain: false,
  cells: { least: cells[0], most: cells[1] },
  quoted: false,
  quirks: [],
  ...more,
});
const request = {
  path: 'a.csv',
  delimiter: ',',
  header: true,
  mode: 'PERMISSIVE',
  columns: undefined,
  marker: undefined,
  unnamed: '_c',
  field: 'path',
} as const;
const columns = (...names: string[]) => names.map((name) => ({ name, type: types.string, format: undefined }));

describe('names of columns', () => {
  test('are those of the header, made unique as Spark does', () => {
    const { names } = layoutOf(factsOf([['a', 'A', '', 'b', ' b ']], [5, 5]), request);
    assert.deepEqual(names, ['a0', 'A1', '_c2', 'b', ' b ']);
  });
  test('are positions where there is no header', () => {
    assert.deepEqual(layoutOf(factsOf([['x', 'y']], [2, 2]), { ...request, header: false, unnamed: 'C' }).names, [
      'C0',
      'C1',
    ]);
  });
  test('are the declared ones, whatever the header says', () => {
    assert.deepEqual(layoutOf(factsOf([['x', 'y']], [2, 2]), { ...request, columns: columns('a', 'b') }).names, [
      'a',
      'b',
    ]);
  });
});

describe('text that marks lines to leave out', () => {
  test('names the header when it stands in the first line, though no header is said', () => {
    const layout = layoutOf(factsOf([['id', 'name']], [2, 2]), { ...request, header: false, marker: 'id' });
    assert.equal(layout.header, true);
    assert.equal(layout.dropContaining, undefined);
    assert.equal(layout.headerAgain, undefined);
  });
  test('drops lines equal to the header where they come again', () => {
    assert.deepEqual(
      layoutOf(factsOf([['id', 'name']], [2, 2], { headerAgain: true }), { ...request, marker: 'id' }).headerAgain,
      ['id', 'name'],
    );
  });
  test('drops headers by what they say where only some files have one', () => {
    const layout = layoutOf(
      factsOf(
        [
          ['id', 'name'],
          ['1', 'x'],
        ],
        [2, 2],
      ),
      { ...request, header: false, marker: 'name' },
    );
    assert.equal(layout.header, false);
    assert.deepEqual(layout.headerAgain, ['id', 'name']);
  });
  test('drops every line that holds it when it stands in no first line', () => {
    assert.equal(
      layoutOf(factsOf([['1', 'x']], [2, 2]), { ...request, header: false, marker: 'bad' }).dropContaining,
      'bad',
    );
  });
  test('may span cells', () => {
    assert.equal(
      layoutOf(factsOf([['id', 'name']], [2, 2]), { ...request, header: false, marker: 'id,na' }).header,
      true,
    );
  });
});

describe('lines that the schema does not fit', () => {
  const fails = (message: RegExp) => (error: unknown) =>
    error instanceof FieldError && message.test(error.message) && error.field === 'path';

  test('a file of fewer or more columns is read, with a warning', () => {
    const few = layoutOf(factsOf([['a', 'b']], [2, 2]), { ...request, columns: columns('a', 'b', 'c') });
    assert.deepEqual(few.warnings, [
      'the lines read from path "a.csv" have 2 cells, but 3 columns are declared: the last column is null',
    ]);
    assert.equal(few.ragged, false);
    const many = layoutOf(factsOf([['a', 'b']], [3, 3]), request);
    assert.deepEqual(many.warnings, [
      'the lines read from path "a.csv" have 3 cells, but the header has 2 cells: the last cell of each line is ignored',
    ]);
  });
  test('a header that names other columns than are declared is worth a warning; case and blanks are not', () => {
    const warnings = (header: string[], ...columnNames: string[]) => otherHeader([header], columnNames, 'a.csv');
    assert.deepEqual(warnings(['a', 'b', 'c'], 'b', 'a', 'c'), [
      'column 1 of path "a.csv" is named "a" in the header but declared as "b", and 1 more column differs: columns are matched by position',
    ]);
    assert.deepEqual(warnings(['A', ' b ', 'c'], 'a', 'b', 'c'), []);
  });
  test('a header of another length than the lines is no ragged line', () => {
    assert.equal(
      layoutOf(factsOf([['a', 'b']], [3, 3]), { ...request, columns: columns('a', 'b', 'c') }).ragged,
      false,
    );
    assert.equal(
      layoutOf(factsOf([['a', 'b']], [3, 3]), { ...request, header: false, columns: columns('a', 'b', 'c') }).ragged,
      true,
    );
  });
  test('a delimiter that no line holds fails in every mode', () => {
    for (const mode of ['PERMISSIVE', 'DROPMALFORMED', 'FAILFAST'] as const)
      assert.throws(
        () => layoutOf(factsOf([['a;b']], [1, 1]), { ...request, mode, columns: columns('a', 'b') }),
        fails(/no line read from path "a.csv" contains the delimiter ","/),
      );
  });
  test('dropping malformed rows may not drop them all', () => {
    assert.throws(
      () => layoutOf(factsOf([['a', 'b']], [2, 2]), { ...request, mode: 'DROPMALFORMED', columns: columns('a') }),
      fails(/have 2 cells, but 1 column is declared/),
    );
    assert.equal(layoutOf(factsOf([['a', 'b']], [1, 3]), { ...request, mode: 'DROPMALFORMED' }).ragged, true);
  });
  test('failing fast needs no engine', () => {
    assert.throws(
      () => layoutOf(factsOf([['a', 'b']], [1, 3]), { ...request, mode: 'FAILFAST' }),
      fails(/have 1 to 3 cells, but the header has 2 cells/),
    );
  });
  test('an empty file fits every schema', () => {
    assert.deepEqual(
      layoutOf(factsOf([], [0, 0]), { ...request, mode: 'FAILFAST', columns: columns('a', 'b') }).names,
      ['a', 'b'],
    );
  });
});

describe('why Sail is not trusted with a text', () => {
  const plain = {
    delimiter: ',',
    quote: '"',
    escape: '\\',
    location: { paths: ['/a.csv'], names: ['/a.csv'], partitions: [] },
    facts: factsOf([['a']], [1, 1]),
    plain: false,
    ragged: false,
    columns: undefined,
    options: {},
    fileNames: false,
    inferred: false,
  };
  const reason = (change: Partial<Parameters<typeof unverifiedText>[0]>) => unverifiedText({ ...plain, ...change });

  test('it is trusted with plain text, quotes and cells of several lines', () => {
    assert.equal(reason({}), undefined);
    assert.equal(
      reason({
        facts: factsOf([['a']], [1, 1], { quoted: true, quirks: ['escaped-quotes', 'multi-line', 'byte-order-mark'] }),
      }),
      undefined,
    );
    assert.equal(reason({ facts: factsOf([['a']], [1, 1], { quirks: ['carriage-returns'] }) }), undefined);
    assert.equal(
      reason({ facts: factsOf([['a']], [1, 1], { quirks: ['multi-line', 'carriage-returns'], lineEnd: '\r\n' }) }),
      undefined,
    );
  });
  test('each difference is named', () => {
    assert.match(reason({ facts: undefined }) ?? '', /could not be inspected/);
    assert.match(
      reason({ facts: factsOf([['a']], [1, 1], { quirks: ['lone-escapes', 'loose-quotes'] }) }) ?? '',
      /escape characters .*, unescaped quotes inside cells/,
    );
    assert.match(
      reason({ facts: factsOf([['a']], [1, 1], { quirks: ['multi-line', 'carriage-returns'] }) }) ?? '',
      /mixed line endings with multi-line cells/,
    );
    assert.match(reason({ ragged: true }) ?? '', /rows with different numbers of cells/);
    assert.match(reason({ delimiter: '||' }) ?? '', /delimiter/);
    assert.match(reason({ encoding: 'ISO-8859-1' }) ?? '', /text in ISO-8859-1/);
    assert.match(reason({ options: { comment: '#' } }) ?? '', /option "comment"/);
    assert.match(
      reason({ columns: [{ name: 'd', type: types.date, format: 'DDD yyyy' }] }) ?? '',
      /date pattern "DDD yyyy"/,
    );
  });
  test('lines without quotes are cut in the plan, whatever their length and delimiter', () => {
    assert.equal(
      reason({
        plain: true,
        ragged: true,
        delimiter: '||',
        facts: factsOf([['a']], [1, 2], { quirks: ['blank-lines'] }),
      }),
      undefined,
    );
  });
});

describe('patterns of dates', () => {
  test('fields of two letters that stand alone take one digit or two', () => {
    assert.equal(lenientPattern('dd/MM/yyyy HH:mm'), 'd/M/yyyy H:m');
    assert.equal(lenientPattern("yyyy-MM-dd'T'HH:mm:ss.SSS"), "yyyy-M-d'T'H:m:s.SSS");
    assert.equal(lenientPattern('yyyyMMdd'), 'yyyyMMdd');
    assert.equal(lenientPattern('dd MMM yyyy'), 'd MMM yyyy');
  });
  test('text is cut to what they ask for: groups are kept, weekdays left out', () => {
    const cutText = (pattern: string, text: string): string => {
      const { begins, replacement } = dateReading(pattern);
      return text.replace(new RegExp(begins.replace('(?s)', ''), 'su'), replacement);
    };
    assert.equal(cutText('dd/MM/yyyy', ' 5/3/2024 10:00'), '5/3/2024');
    assert.equal(cutText('EEE MMM dd yyyy', 'Sunday January  5 2014 and so on'), ' Jan 5 2014');
    assert.equal(cutText("yyyyMMdd'T'HHmm[.ss]", '20240229T1011 x'), '20240229T1011');
    assert.equal(cutText("yyyyMMdd'T'HHmm[.ss]", '20240229T1011.12 x'), '20240229T1011.12');
    assert.equal(cutText("d 'o''clock (' M yyyy", "5 o'clock ( 3 2024."), "5 o'clock ( 3 2024");
    assert.equal(cutText('dd/MM/yyyy', 'soon'), 'soon');
  });
  test('years of two digits are seen, and read as four digits too', () => {
    assert.deepEqual(dateReading('dd/MM/yy').patterns, ['d/M/yy', 'd/M/yyyy']);
    assert.deepEqual(dateReading('yyMMdd').patterns, ['yyMMdd']);
    assert.deepEqual(['dd/MM/yy', 'yyMMdd', 'yyyy', 'y', 'yyy'].map(hasShortYear), [true, true, false, false, false]);
  });
  test('those that Sail is known to read as Spark does are told apart', () => {
    for (const pattern of [
      'dd/MM/yyyy HH:mm',
      'yyyyMMddHHmmss',
      "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
      'M/d/yy h:mm a',
      'd-MMM-yy',
      'EEE, d MMMM yyyy',
    ])
      assert.equal(unverifiedPattern(pattern), undefined, pattern);
    for (const pattern of ['yyyy-MM-dd z', 'DDD yyyy', 'd G yyyy'])
      assert.equal(unverifiedPattern(pattern), `the date pattern "${pattern}"`);
  });
});

describe('one line as cells', () => {
  const cases: readonly (readonly [string, readonly string[], string?, string?])[] = [
    ['', ['']],
    ['a,,b,', ['a', '', 'b', '']],
    ['"a,b",c', ['a,b', 'c']],
    ['"a\\"b",c', ['a"b', 'c']],
    ['"a""b",c', ['a"b', 'c'], '"'],
    ['"a""b",c', ['"a""b"', 'c']],
    ['"a" ,b', ['a', 'b']],
    ['"a" x,b', ['"a" x', 'b']],
    ['5" disk,"x', ['5" disk', 'x']],
    ['a||"b||c"||d', ['a', 'b||c', 'd'], '\\', '||'],
    ['""', ['']],
  ];
  for (const [line, cells, escape = '\\', delimiter = ','] of cases)
    test(`${line || '(empty)'} with the escape ${escape}`, () => {
      assert.deepEqual(splitLine(line, { delimiter, quote: '"', escape }), cells);
    });
});
