import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { RunError } from '../src/errors.ts';
import { LocalFiles } from '../src/files/local-files.ts';
import { pdfText } from '../src/files/pdf-text.ts';

/** A PDF with one line of text a page, written by hand. Source: ISO 32000-1. */
function pdf(...pages: readonly string[]): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, i) => {
      const content = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

describe('the text of PDF files', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-pdf-'));
  });
  after(() => rm(root, { recursive: true, force: true }));

  test('pages follow each other; files come in name order under their names in the file space', async () => {
    await writeFile(join(root, 'b.pdf'), pdf('First page', 'Second page'));
    await writeFile(join(root, 'a.pdf'), pdf('Hello'));
    const texts = await new LocalFiles(root).pdfText('*.pdf');
    assert.deepEqual(
      texts.map(({ file, text }) => [file, text.trim()]),
      [
        ['a.pdf', 'Hello'],
        ['b.pdf', 'First page\nSecond page'],
      ],
    );
  });

  for (const [name, content] of [
    ['no PDF', 'hello'],
    ['a PDF cut off', pdf('Hello').slice(0, 200)],
    ['an empty file', ''],
  ] as const)
    test(`${name}: one line that names the file`, async () => {
      await writeFile(join(root, 'bad file.pdf'), content);
      await assert.rejects(new LocalFiles(root).pdfText('bad file.pdf'), (error: unknown) => {
        assert.ok(error instanceof RunError);
        assert.equal(error.code, 'PDF_UNREADABLE');
        assert.match(error.message, /^"bad file.pdf" cannot be read as a PDF: [^\n]+$/);
        return true;
      });
    });

  test('without Python the message says what is missing', async () => {
    await assert.rejects(
      pdfText([join(root, 'a.pdf')], join(root, 'no-python')),
      /Python, which reads PDFs, is not set up/,
    );
  });
});
