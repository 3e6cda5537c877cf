import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { documentsBelow, faultsOfDocuments } from '../checks/documents.ts';

const root = join(import.meta.dirname, '..', '..', '..');
/** Places in the sources that a document names: `runner/src/plan`, `packages/engines/test/wall-sail`, and `src/…` of its own package. */
function positionsIn(path: string, text: string): string[] {
  const own = /^packages\/[^/]+(?:\/src\/.*)?(?=\/README\.md$)/.exec(path)?.[0];
  return [...text.matchAll(/`((?:[\w-]+\/)*[\w.-]+)`/g)].flatMap(([, match = '']) => {
    if (/^(src|test|bench)\//.test(match)) return own === undefined ? [] : [join(own.replace(/\/src\/.*/, ''), match)];
    const [, inPackage] = /^(?:packages\/)?([\w-]+\/(?:src|test|checks|steps)\/.*)$/.exec(match) ?? [];
    return inPackage === undefined ? [] : [join('packages', inPackage)];
  });
}

const isThere = (position: string): boolean =>
  ['', '.ts', '.tsx', '.test.ts', '.mjs'].some((end) => existsSync(join(root, position + end)));

describe('documents', () => {
  test('name places in the sources that are there', async () => {
    const faults = await Promise.all(
      (await documentsBelow(root)).map(async (path) => {
        const text = (await readFile(join(root, path), 'utf8')).replaceAll(/^```[\s\S]*?^```/gm, '');
        return positionsIn(path, text).flatMap((position) => (isThere(position) ? [] : [`${path} names ${position}`]));
      }),
    );
    assert.deepEqual(faults.flat(), []);
  });

  test('say what each package is for, in a page that one reads at once', async () => {
    const packages = await Array.fromAsync(glob('packages/*', { cwd: root }));
    for (const name of packages) {
      const text = await readFile(join(root, name, 'README.md'), 'utf8');
      // that of a package which others use by itself is its manual
      if (name !== 'packages/spark-connect') assert.ok(text.split('\n').length <= 40, `${name}/README.md is too long`);
    }
  });

  test('say where to begin in every folder of sources with more than ten files', async () => {
    const files = await Array.fromAsync(glob('packages/*/src/**/*.{ts,tsx}', { cwd: root }));
    const folders = Object.entries(Object.groupBy(files, (file) => dirname(file)));
    const large = folders.filter(([, sources = []]) => sources.length > 10).map(([folder]) => folder);
    assert.ok(large.length > 40, large.join());
    // that of a package is one folder above its sources
    const hasReadme = (folder: string): boolean =>
      [folder, folder.replace(/\/src$/, '')].some((path) => existsSync(join(root, path, 'README.md')));
    assert.deepEqual(
      large.filter((folder) => !hasReadme(folder)),
      [],
    );
  });

  test('name files of their own package that are there', async () => {
    const packageOf = (path: string): string => path.split('/')[1] ?? '';
    const sources = glob('packages/**/*.{ts,tsx,mjs}', { cwd: root, exclude: ['**/node_modules/**'] });
    const files = Object.groupBy(await Array.fromAsync(sources), packageOf);
    for (const path of await Array.fromAsync(glob('packages/*/{README.md,src/**/README.md}', { cwd: root }))) {
      const fileNames = new Set(files[packageOf(path)]?.map((file) => basename(file)));
      const text = await readFile(join(root, path), 'utf8');
      const mentions = [...text.matchAll(/`(\w[\w-]*\.(?:tsx?|mjs))`/g)].map(([, file = '']) => file);
      assert.deepEqual(
        mentions.filter((file) => !fileNames.has(file)),
        [],
        path,
      );
    }
  });

  test('keep to the rules of documents', async () => {
    const all = await documentsBelow(root);
    assert.ok(all.includes('README.md') && all.includes('docs/architecture.md'), all.join());
    assert.deepEqual(await faultsOfDocuments(root), []);
  });
});

describe('the check of documents', () => {
  const check = async (pages: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-documents-'));
    try {
      await mkdir(join(folder, 'docs'));
      for (const [path, text] of Object.entries(pages)) await writeFile(join(folder, path), text);
      return await faultsOfDocuments(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const wide = 'word '.repeat(25).trim();

  test('names a line of prose above 120 columns, but no table, code or single word', async () => {
    const right = `Words.\n\n| ${wide} |\n\n\`\`\`\n${wide}\n\`\`\`\n\n- [x](https://example.org/${'x'.repeat(120)})\n`;
    assert.deepEqual(await check({ 'README.md': right }), []);
    assert.deepEqual(await check({ 'README.md': `Words.\n\n${wide}\n` }), [
      'README.md:3: a line of 124 columns: at most 120',
    ]);
  });

  test('names links to files and headings that do not exist', async () => {
    const pages = {
      'README.md': '[a](docs/a.md#the-head)\n[b](docs/b.md)\n[c](docs/a.md#foot) [d](#none)\n`[e](none.md)`\n',
      'docs/a.md': '# A\n\nFor all.\n\n```\n## Foot\n```\n\n## The head\n',
    };
    assert.deepEqual(await check(pages), [
      'README.md:2: links to docs/b.md, which does not exist',
      'README.md:3: links to docs/a.md#foot: docs/a.md has no such heading',
      'README.md:3: links to #none: README.md has no such heading',
    ]);
  });

  test('names a page of docs without a title or a first paragraph', async () => {
    const fault = 'no first paragraph that says what the page is for, and for whom';
    for (const first of ['## Next', '- a list', '| a |', '![a](a.png)', '1. a list', '```\n```\n\nFor all.'])
      assert.deepEqual(
        (await check({ 'docs/a.md': `# A\n\n${first}\n`, 'docs/a.png': '' })).slice(0, 1),
        [`docs/a.md:3: ${fault}`],
        first,
      );
    assert.deepEqual(await check({ 'docs/a.md': '# A\n' }), [`docs/a.md:1: ${fault}`]);
    assert.deepEqual(await check({ 'docs/a.md': 'For all.\n\nMore.\n' }), ['docs/a.md:1: no title (# …)']);
  });

  test('names conflict markers', async () => {
    assert.deepEqual(await check({ 'README.md': 'Words.\n<<<<<<< ours\n' }), ['README.md:2: a conflict marker']);
  });
});
