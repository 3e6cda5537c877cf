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

describe('documents', () => {
  test('link to files and headings that are there, and hold no marks of a merge', async () => {
    const all = await documents();
    assert.ok(all.includes('README.md') && all.includes('docs/architecture.md'), all.join());
    assert.deepEqual((await Promise.all(all.map(faultsOf))).flat(), []);
  });
});
