import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { toolchain } from '@millrace/toolchain';
import { sharing } from '@millrace/testkit/engines';
import { EngineHost } from '@millrace/engines/host';
import { explainWorkflow, workflowCode } from '../src/explain/index.ts';
import { LocalFiles } from '@millrace/file-space';
import type { Manifest, RunEvent } from '../src/results/events.ts';
import type { RequestedEngine } from '../src/plan/choose-engine.ts';
import { workflowOfDrafts, inARow, sql, type Draft } from './drafts.ts';
import { ready, runOn, SailInSight } from './support.ts';

type Fields = Readonly<Record<string, string>>;
const save = (format: 'Pdf' | 'Docx' | 'Html', fields: Fields): Draft => ({
  nodeClass: `save.NodeSave${format}`,
  fields: { outputPath: 'out', content: 'text', ...fields },
});
const rows = (records: readonly Readonly<Record<string, unknown>>[]): Draft => ({
  nodeClass: 'dataset.NodeDatasetInMemory',
  type: 'dataset',
  fields: { dataStr: JSON.stringify(records) },
});
const noRows = (): Draft => sql("select 'x' as text, 1 as page, 'f' as file from t where 1 = 2");
const byPage = { pageNumberCol: 'page' };
const byFile = { saveOption: 'PERFILE', fileNameCol: 'file', ...byPage };

/** Pages out of order, one twice, one without a number. */
const letters = rows([
  { file: 'in/Göteborg.pdf', page: 10, text: 'ten' },
  { file: 'in/Göteborg.pdf', page: 2, text: 'two <b>' },
  { file: 'Athen.pdf', page: 2, text: 'Ελληνικά' },
  { file: 'in/Göteborg.pdf', page: 2, text: 'two again & more' },
  { file: 'other/athen.pdf', page: 1, text: 'Кириллица' },
  { file: null, page: null, text: 'without' },
  { file: 'leer', page: 1, text: null },
]);

/** Lines of text of a DOCX, a new page as `---`, read by Python's own readers of ZIP and XML. */
const docxText = (file: string): string =>
  execFileSync(toolchain().python, ['-c', readDocx, file], { encoding: 'utf8' }).trimEnd();
const readDocx = `
import sys, zipfile, xml.etree.ElementTree as tree
package = zipfile.ZipFile(sys.argv[1])
assert package.testzip() is None
for name in package.namelist(): tree.fromstring(package.read(name))
w = '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}'
for p in tree.fromstring(package.read('word/document.xml')).iter(w + 'p'):
    if p.find(w + 'pPr/' + w + 'pageBreakBefore') is not None: print('---')
    print(''.join(n.text if n.tag == w + 't' else '\\t' for n in p.iter() if n.tag in (w + 't', w + 'tab') and n.text != ''))
`;

const pagesOf = (file: string): number =>
  Number(
    execFileSync(toolchain().python, ['-c', 'import sys, pypdf; print(len(pypdf.PdfReader(sys.argv[1]).pages))', file]),
  );

describe('savers of documents', () => {
  const host = new EngineHost(sharing());
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-documents-'));
  });
  after(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  let folders = 0;
  /** A file space of one's own, with a file in the target where asked for. */
  async function space(old = false): Promise<string> {
    const root = join(folder, String(folders++));
    await mkdir(join(root, old ? 'out' : ''), { recursive: true });
    if (old) await writeFile(join(root, 'out/old.txt'), 'old');
    return root;
  }
  /** Runs nodes in a row in a new file space; gives it and the manifest. */
  async function run(nodes: readonly Draft[], engine: RequestedEngine = 'sail', events: RunEvent[] = []) {
    const root = await space();
    return { root, manifest: await runOn(host, engine, await ready(inARow(nodes), new Map(), root), { events }) };
  }
  const done = (manifest: Manifest): void => assert.equal(manifest.status, 'COMPLETED', JSON.stringify(manifest.nodes));
  const filesOf = async (root: string): Promise<string[]> =>
    (await readdir(join(root, 'out'))).filter((name) => name !== '_SUCCESS').toSorted();
  const failure = ({ nodes }: Manifest) => nodes.find((node) => node.error !== undefined)?.error;

  for (const engine of ['sail', 'spark'] as const) {
    test(`${engine}: one PDF of all rows, in order of their pages, read back by the PDF node`, async () => {
      const { root, manifest } = await run([letters, save('Pdf', byPage)], engine);
      done(manifest);
      assert.deepEqual(await filesOf(root), ['pdf_output.pdf']);
      const read = await runOn(
        host,
        engine,
        await ready(
          inARow([
            { nodeClass: 'dataset.NodeDatasetPDF', type: 'dataset', fields: { path: 'out' } },
            { nodeClass: 'util.NodePrintFirstNRows', fields: { n: '5' } },
          ]),
          new Map(),
          root,
        ),
      );
      const [row] = read.outputs.flatMap((output) => (output.type === 'table' ? output.rows : []));
      assert.deepEqual(row, ['out/pdf_output.pdf', 'Кириллица\ntwo <b>\nΕλληνικά\ntwo again & more\nten\nwithout']);
      assert.equal(pagesOf(join(root, 'out/pdf_output.pdf')), 4);
    });

    test(`${engine}: a document a file name, its pages in order; names that meet get a number`, async () => {
      const { root, manifest } = await run([letters, save('Docx', byFile)], engine);
      done(manifest);
      assert.deepEqual(await filesOf(root), [
        'Athen.docx',
        'Göteborg.docx',
        'athen (2).docx',
        'docx_output.docx',
        'leer.docx',
      ]);
      assert.equal(docxText(join(root, 'out/Göteborg.docx')), 'two <b>\ntwo again & more\n---\nten');
      assert.equal(docxText(join(root, 'out/athen (2).docx')), 'Кириллица');
      assert.equal(docxText(join(root, 'out/leer.docx')), '');
    });

    test(`${engine}: a document a page number`, async () => {
      const { root, manifest } = await run([letters, save('Html', { saveOption: 'NONE', ...byPage })], engine);
      done(manifest);
      assert.deepEqual(await filesOf(root), [
        'html_output.html',
        'html_output_1.html',
        'html_output_10.html',
        'html_output_2.html',
      ]);
      const second = await readFile(join(root, 'out/html_output_2.html'), 'utf8');
      assert.match(second, /<p>two &lt;b&gt;<\/p>\n<p>Ελληνικά<\/p>\n<p>two again &amp; more<\/p>\n<\/section>/);
      assert.doesNotMatch(second, /ten|without|Кириллица/);
    });

    test(`${engine}: without rows ALL writes an empty document, the others an empty folder`, async () => {
      for (const [format, extension] of [
        ['Pdf', 'pdf'],
        ['Docx', 'docx'],
        ['Html', 'html'],
      ] as const) {
        const all = await run([letters, noRows(), save(format, {})], engine);
        done(all.manifest);
        assert.deepEqual(await filesOf(all.root), [`${extension}_output.${extension}`]);
        const none = await run([letters, noRows(), save(format, byFile)], engine);
        done(none.manifest);
        assert.deepEqual(await readdir(join(none.root, 'out')), ['_SUCCESS']);
      }
    });
  }

  test('both engines write the same bytes; auto takes Sail', async () => {
    for (const fields of [byPage, byFile, { saveOption: 'NONE', ...byPage }, {}] as Fields[]) {
      const [auto, spark] = [
        await run([letters, save('Pdf', fields)], 'auto'),
        await run([letters, save('Pdf', fields)], 'spark'),
      ];
      assert.equal(auto.manifest.engine, 'sail', auto.manifest.why);
      assert.deepEqual(await filesOf(auto.root), await filesOf(spark.root));
      for (const name of await filesOf(auto.root)) {
        const [one, other] = await Promise.all([auto, spark].map(({ root }) => readFile(join(root, 'out', name))));
        assert.ok(one !== undefined && other !== undefined && one.equals(other), name);
      }
    }
  });

  test('page numbers are numbers in text and fractions too', async () => {
    const pages = rows(['10', '9', 'iv', '1.0', null].map((page) => ({ page, text: `page ${page}` })));
    const text = await run([pages, save('Docx', byPage)]);
    done(text.manifest);
    assert.equal(
      docxText(join(text.root, 'out/docx_output.docx')),
      'page 1.0\n---\npage 9\n---\npage 10\n---\npage iv\n---\npage null',
    );
    const doubles = await run([
      rows([
        { page: 2, text: 'b' },
        { page: 1.5, text: 'a' },
      ]),
      save('Docx', { saveOption: 'NONE', ...byPage }),
    ]);
    done(doubles.manifest);
    assert.deepEqual(await filesOf(doubles.root), ['docx_output_1.5.docx', 'docx_output_2.docx']);
  });

  test('without a column of names each row is a document; names in ASCII; a generic name of one’s own', async () => {
    const fields = { saveOption: 'PERFILE', generic_file_name: '../Straße/Ærø.pdf', translateFileName: 'true' };
    const { root, manifest } = await run([letters, save('Html', fields)]);
    done(manifest);
    assert.deepEqual(
      await filesOf(root),
      Array.from({ length: 7 }, (_, i) => `Aero_${i + 1}.html`),
    );
    const result = await run([letters, save('Html', { ...byFile, translateFileName: 'true' })]);
    assert.ok((await filesOf(result.root)).includes('Goteborg.html'));
  });

  test('text can be copied from every document, whatever letters those before it had', async () => {
    // the accented letters are drawn by way of the plain ones
    const texts = ['ΰ Ў ẅ ﻷ', 'υ У w لأ'];
    const { root, manifest } = await run([
      rows(texts.map((text, i) => ({ file: String(i), text }))),
      save('Pdf', { saveOption: 'PERFILE', fileNameCol: 'file' }),
    ]);
    done(manifest);
    const read = await new LocalFiles(root).pdfText('out');
    assert.match(read[1]?.text ?? '', /^υ У w /);
  });

  test('line ends, tabs, form feeds and broken characters', async () => {
    const odd = rows([{ text: 'a\r\nb\tc\fnext\u0000\u2028z' }]);
    const docx = await run([odd, save('Docx', {})]);
    done(docx.manifest);
    assert.equal(docxText(join(docx.root, 'out/docx_output.docx')), 'a\nb\tc\n---\nnext�\nz');
    const pdf = await run([odd, save('Pdf', {})]);
    assert.equal(pagesOf(join(pdf.root, 'out/pdf_output.pdf')), 2);
  });

  test('characters without a glyph are told of in a warning', async () => {
    const events: RunEvent[] = [];
    const { manifest } = await run([rows([{ text: 'x\u{10fffd}' }]), save('Pdf', {})], 'sail', events);
    done(manifest);
    const warning = events.find((e) => e.event === 'log' && e.message.includes('U+10FFFD'));
    assert.ok(warning?.event === 'log' && warning.nodeId === '2');
  });

  test('long lines are wrapped, long texts go on over pages, and nothing is lost', async () => {
    const words = Array.from({ length: 3000 }, (_, i) => `wort${i}`);
    const { root, manifest } = await run([rows([{ text: words.join(' ') }]), save('Pdf', {})]);
    done(manifest);
    assert.ok(pagesOf(join(root, 'out/pdf_output.pdf')) >= 4);
    const [read] = await new LocalFiles(root).pdfText('out/pdf_output.pdf');
    assert.deepEqual(read?.text.split(/\s+/).filter(Boolean), words);
  });

  test('10,000 rows come in order, in one document', async () => {
    const many = sql("select concat('row ', id, ' Ελλάδα') as text, id as page from range(0, 10000)");
    for (const [format, extension] of [
      ['Pdf', 'pdf'],
      ['Docx', 'docx'],
      ['Html', 'html'],
    ] as const) {
      const { root, manifest } = await run([letters, many, save(format, {})], 'spark');
      done(manifest);
      const file = join(root, `out/${extension}_output.${extension}`);
      const text =
        format === 'Pdf'
          ? ((await new LocalFiles(root).pdfText(`out/pdf_output.pdf`))[0]?.text ?? '')
          : format === 'Docx'
            ? docxText(file)
            : await readFile(file, 'utf8');
      const ids = [...text.matchAll(/row (\d+) Ελλάδα/g)].map(([, id]) => Number(id));
      assert.deepEqual(
        ids,
        Array.from({ length: 10_000 }, (_, i) => i),
      );
    }
  });

  describe('what is there already', () => {
    const twice = async (saveMode: string) => {
      const root = await space(true);
      const graph = await ready(inARow([letters, save('Html', { saveMode })]), new Map(), root);
      return { root, manifest: await runOn(host, 'sail', graph) };
    };

    test('Overwrite exchanges the folder', async () => {
      const { root, manifest } = await twice('Overwrite');
      done(manifest);
      assert.deepEqual(await filesOf(root), ['html_output.html']);
    });

    test('Ignore leaves it, and says that nothing was written', async () => {
      const { root, manifest } = await twice('Ignore');
      done(manifest);
      assert.deepEqual(await filesOf(root), ['old.txt']);
      assert.deepEqual(
        manifest.outputs.map((o) => o.type === 'file' && o.written),
        [false],
      );
    });

    test('ErrorIfExists refuses it by name', async () => {
      const { root, manifest } = await twice('ErrorIfExists');
      assert.equal(manifest.status, 'FAILED');
      assert.deepEqual([failure(manifest)?.code, failure(manifest)?.field], ['TARGET_EXISTS', 'outputPath']);
      assert.deepEqual(await filesOf(root), ['old.txt']);
    });

    test('a run that fails in a later node leaves it as it was, without a trace beside it', async () => {
      const root = await space(true);
      const failing = sql("select cast(concat('x', text) as int) as n from t");
      const graph = await ready(
        workflowOfDrafts(
          [letters, save('Pdf', byFile), failing],
          [
            [1, 2],
            [2, 3],
          ],
        ),
        new Map(),
        root,
      );
      const manifest = await runOn(host, 'sail', graph);
      assert.equal(manifest.status, 'FAILED');
      assert.deepEqual(await readdir(root), ['out']);
      assert.deepEqual(await filesOf(root), ['old.txt']);
      assert.deepEqual(
        manifest.outputs.filter((o) => o.type === 'file'),
        [],
      );
    });

    test('rows that fail in the middle of writing leave it as it was', async () => {
      const root = await space(true);
      const failing = sql('select string(1 / (id - 99999)) as text from range(0, 100000)');
      const graph = await ready(inARow([letters, failing, save('Html', {})]), new Map(), root);
      assert.equal((await runOn(host, 'spark', graph)).status, 'FAILED');
      assert.deepEqual(await readdir(root), ['out']);
      assert.deepEqual(await filesOf(root), ['old.txt']);
    });
  });

  test('an engine that is killed while it writes: the run begins again on Spark and writes once', async () => {
    await using failing = new SailInSight(sharing());
    const root = await space();
    const graph = await ready(inARow([letters, save('Pdf', byFile)]), new Map(), root);
    const events: RunEvent[] = [];
    const push = events.push.bind(events);
    events.push = (...all) => {
      if (all.some((e) => e.event === 'node.started' && e.id === '2')) failing.killSail();
      return push(...all);
    };
    const manifest = await runOn(failing, 'auto', graph, { events });
    done(manifest);
    assert.equal(manifest.engine, 'spark');
    assert.deepEqual(await readdir(root), ['out']);
    assert.equal((await filesOf(root)).length, 5);
    const forced = await runOn(failing, 'sail', graph, { events });
    assert.equal(forced.status, 'FAILED');
    assert.deepEqual(await readdir(root), ['out']);
    assert.equal((await filesOf(root)).length, 5);
  });

  test('explain tells what is written; the code says that it has no form for it', async () => {
    const root = await space();
    const { prepared, ...rest } = await ready(inARow([letters, save('Pdf', byFile)]), new Map(), root);
    const options = { workflow: prepared.workflow, host, engine: 'sail' as const, ...rest };
    const { nodes } = await explainWorkflow(options, prepared);
    assert.deepEqual(nodes[1]?.effects, ['saves pdf to out (overwrite, one document a file name)']);
    const { code, missing } = await workflowCode(options, prepared);
    assert.match(missing.join(), /needs a writer of PDF documents, for which this code has no form/);
    assert.match(code, /raise NotImplementedError\(".*a writer of PDF documents/);
    assert.deepEqual(await readdir(root), []);
  });

  describe('what cannot be done is said by field', () => {
    for (const [name, fields, field, says] of [
      [
        'no such text column',
        { content: 'body' },
        'content',
        /^unknown column "body" in field "[^"]+": the input has /,
      ],
      [
        'no such name column',
        { ...byFile, fileNameCol: 'f' },
        'fileNameCol',
        /^unknown column "f" in field "[^"]+": the input has /,
      ],
      [
        'no such page column',
        { pageNumberCol: 'p' },
        'pageNumberCol',
        /^unknown column "p" in field "[^"]+": the input has /,
      ],
      [
        'grouping without a page column',
        { saveOption: 'NONE' },
        'pageNumberCol',
        /is required if field "[^"]+" is NONE$/,
      ],
      ['a target outside the file space', { outputPath: '../elsewhere' }, undefined, /outside the file space/],
      ['the root as target', { outputPath: '/' }, 'outputPath', /root of the file space/],
    ] as const)
      test(name, async () => {
        const { root, manifest } = await run([letters, save('Pdf', fields)]);
        assert.equal(manifest.status, 'FAILED');
        assert.match(failure(manifest)?.message ?? '', says);
        if (field !== undefined) assert.equal(failure(manifest)?.field, field);
        assert.deepEqual(await readdir(root), []);
      });

    test('a column of names that PERFILE does not use may be missing', async () => {
      const { manifest } = await run([letters, save('Pdf', { fileNameCol: 'gone' })]);
      done(manifest);
    });
  });
});
