import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DocumentFormat } from '@millrace/processors';
import { FileNames } from '../src/results/documents/file-names.ts';
import { loadKind } from '../src/results/documents/kinds.ts';
import { linesOf, runsOf } from '../src/results/documents/pdf-lines.ts';

/** The file of a document made of blocks, those marked on a new page. */
async function write(format: DocumentFormat, blocks: readonly (string | { onNewPage: string })[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const kind = await loadKind[format]();
  const writer = kind.begin('A <title>', (piece) => pieces.push(Buffer.from(piece as string)));
  for (const block of blocks)
    if (typeof block === 'string') writer.add(block, false);
    else writer.add(block.onNewPage, true);
  writer.end();
  return Buffer.concat(pieces);
}

describe('file names of documents', () => {
  const names = (requested: readonly string[], fallback = 'out'): string[] => {
    const files = new FileNames(fallback);
    return requested.map((name) => files.take(name));
  };
  for (const [name, requested, got] of [
    [
      'the last part of a path, without the ending of a document',
      ['a/b.c/Göteborg.PDF', 'C:\\docs\\x.docx', 'v1.2'],
      ['Göteborg', 'x', 'v1.2'],
    ],
    [
      'what leads elsewhere or is nothing becomes the generic name',
      ['..', '../..', '', ' ', '.pdf'],
      ['out', 'out (2)', 'out (3)', 'out (4)', 'out (5)'],
    ],
    ['characters that file systems refuse become _', ['a:b*c?"<d>|e\n'.trim(), 'x\0y'], ['a_b_c___d__e', 'x_y']],
    [
      'names that readers would take for hidden are shown',
      ['.profile', '_SUCCESS', '._.a'],
      ['profile', 'SUCCESS', 'a'],
    ],
    [
      'names that meet get a number, whatever their case',
      ['a', 'A', 'x/a.txt', 'a (2)'],
      ['a', 'A (2)', 'a (3)', 'a (2) (2)'],
    ],
  ] as const)
    test(name, () => assert.deepEqual(names(requested), got));

  test('a long name fits into a file system, whole characters only', () => {
    const [name = ''] = names(['日'.repeat(300)]);
    assert.equal(name, '日'.repeat(66));
  });

  test('a generic name is cleaned too', () => {
    assert.deepEqual(names([''], '../../report.pdf'), ['report']);
    assert.deepEqual(names([''], '..'), ['document']);
  });
});

describe('a web page', () => {
  const page = async (...blocks: Parameters<typeof write>[1]): Promise<string> => String(await write('html', blocks));

  test('shows text letter for letter, in its lines', async () => {
    const html = await page('1 < 2 & "x"\n\tzwei');
    assert.match(html, /<title>A &lt;title&gt;<\/title>/);
    assert.match(html, /<p>1 &lt; 2 &amp; &quot;x&quot;\n\tzwei<\/p>/);
  });

  test('keeps what begins and ends with a tag as HTML; an address between angle brackets is text', async () => {
    const html = await page('<p>kept <b>bold</b></p>', '<jane@example.org>', '<script>alert(1)', '<br/>');
    assert.match(html, /\n<p>kept <b>bold<\/b><\/p>\n/);
    assert.match(html, /<p>&lt;jane@example.org&gt;<\/p>/);
    assert.match(html, /<p>&lt;script&gt;alert\(1\)<\/p>/);
    assert.match(html, /\n<br\/>\n/);
  });

  test('a whole page that is alone is the file; of several the bodies are put together', async () => {
    const whole = '<!DOCTYPE html>\n<html><head><title>x</title></head><body class="a"><p>one</p></body></html>';
    assert.equal(await page(whole), whole);
    const both = await page(whole, { onNewPage: '<html><p>two</p></html>' });
    assert.equal(both.match(/<html/g)?.length, 1);
    assert.match(both, /<section>\n<p>one<\/p>\n<\/section>\n<section>\n<p>two<\/p>\n<\/section>/);
  });
});

describe('lines of a PDF', () => {
  test('break where words end, and within words that are wider than a line', () => {
    assert.deepEqual([...linesOf('one two three', 5)], ['one two', 'three']);
    const cut = [...linesOf(`a ${'m'.repeat(50)} b`, 10)];
    assert.equal(cut.join('').replaceAll(' ', ''), `a${'m'.repeat(50)}b`);
    assert.ok(
      cut.every((line) => line.length <= 12),
      cut.join('|'),
    );
  });

  test('a million letters without a blank take no longer than others', () => {
    const started = performance.now();
    assert.ok([...linesOf('x'.repeat(1_000_000), 48)].length > 10_000);
    assert.ok(performance.now() - started < 20_000);
  });

  test('keep empty lines', () => assert.deepEqual([...linesOf('a\n\nb', 10)], ['a', '', 'b']));

  test('change the font where the first one has no letter, and the run where the direction turns', () => {
    assert.deepEqual(runsOf('ab 日本 c'), [
      { text: 'ab ', font: 0 },
      { text: '日本', font: 1 },
      { text: ' c', font: 0 },
    ]);
    assert.deepEqual(
      runsOf('a עברית היום b').map(({ text }) => text),
      ['a ', 'עברית היום', ' b'],
    );
  });
});

describe('a document', () => {
  for (const format of ['pdf', 'docx', 'html'] as const)
    test(`${format}: the same text gives the same bytes, at another time too`, async (t) => {
      const blocks = ['Göteborg', { onNewPage: '日本 😀' }];
      const first = await write(format, blocks);
      t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2031, 5, 1) });
      assert.ok(first.equals(await write(format, blocks)));
    });

  test('pdf: characters that no font has are shown as �, and told', async () => {
    const kind = await loadKind.pdf();
    const writer = kind.begin('x', () => undefined);
    // a sign that Unicode has not assigned, and one for private use
    writer.add('a\u{e0fff}b\u{10fffd}\u{10fffd}', false);
    writer.end();
    assert.match(kind.warnings?.().join() ?? '', /the fonts do not have a character \(U\+10FFFD\)/);
  });
});
