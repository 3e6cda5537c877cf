import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';

const root = join(import.meta.dirname, '..', '..', '..');
const isOwn = (path: string): boolean => !/(^|\/)(node_modules|dist|gen|shots|\.millrace)(\/|$)/.test(path);

async function documents(): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob('{*,docs/**/*,packages/**/*,bench/**/*,.github/**/*}.md', { cwd: root }))
    if (isOwn(path)) found.push(path);
  return found.toSorted();
}

/** The name by which a heading is linked to: lower case, without marks, with a hyphen for each blank. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

async function faultsOf(path: string): Promise<string[]> {
  const text = withoutCode(await readFile(join(root, path), 'utf8'));
  const faults = /^(<{7}|>{7}|={7}$)/m.test(text) ? [`${path} has marks of a merge`] : [];
  for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [file = '', anchor] = target.split('#');
    const place = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(root, place))) faults.push(`${path} links to ${target}, which is not there`);
    else if (anchor !== undefined && place.endsWith('.md')) {
      const linked = await readFile(join(root, place), 'utf8');
      const anchors = [...linked.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
      if (!anchors.includes(anchor)) faults.push(`${path} links to ${target}: there is no such heading`);
    }
  }
  return faults;
}

/** Places in the sources that a document names: `runner/src/plan`, `packages/engines/test/wall-sail`, and `src/…` of its own package. */
function placesIn(path: string, text: string): string[] {
  const own = /^packages\/[^/]+(?:\/src\/.*)?(?=\/README\.md$)/.exec(path)?.[0];
  return [...text.matchAll(/`((?:[\w-]+\/)*[\w.-]+)`/g)].flatMap(([, named = '']) => {
    if (/^(src|test|bench)\//.test(named)) return own === undefined ? [] : [join(own.replace(/\/src\/.*/, ''), named)];
    const [, inPackage] = /^(?:packages\/)?([\w-]+\/(?:src|test|checks|steps)\/.*)$/.exec(named) ?? [];
    return inPackage === undefined ? [] : [join('packages', inPackage)];
  });
}

const isThere = (place: string): boolean =>
  ['', '.ts', '.tsx', '.test.ts', '.mjs'].some((end) => existsSync(join(root, place + end)));

describe('documents', () => {
  test('name places in the sources that are there', async () => {
    const faults = await Promise.all(
      (await documents()).map(async (path) => {
        const text = (await readFile(join(root, path), 'utf8')).replaceAll(/^```[\s\S]*?^```/gm, '');
        return placesIn(path, text).flatMap((place) => (isThere(place) ? [] : [`${path} names ${place}`]));
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

  test('link to files and headings that are there, and hold no marks of a merge', async () => {
    const all = await documents();
    assert.ok(all.includes('README.md') && all.includes('docs/architecture.md'), all.join());
    assert.deepEqual((await Promise.all(all.map(faultsOf))).flat(), []);
  });
});
