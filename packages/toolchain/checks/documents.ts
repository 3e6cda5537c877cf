// Checks the documents of the project: `node packages/toolchain/checks/documents.ts`.
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WIDTH = 120;
const patterns = ['*.md', '{.github,bench,docs,packages,python,samples}/**/*.md'];
const foreign = /^(node_modules|dist|gen|shots|\.millrace)$/;

/** A line of a document outside of code blocks, or the fence that opens one; and its number from 1. */
type Line = readonly [text: string, number: number];

/** The paths of all Markdown documents below a root, without those of packages and of generated folders. */
export async function documentsBelow(root: string): Promise<readonly string[]> {
  return (await Array.fromAsync(glob(patterns, { cwd: root, exclude: (name) => foreign.test(name) }))).toSorted();
}

/**
 * The faults of all documents below a root, each as `path:line: fault`: lines of prose above 120 columns, links to files
 * and headings that do not exist, pages of `docs` without a first paragraph, and conflict markers.
 */
export async function faultsOfDocuments(root: string): Promise<readonly string[]> {
  const paths = await documentsBelow(root);
  const texts = new Map(await Promise.all(paths.map(async (path) => [path, await linesOf(join(root, path))] as const)));
  return [...texts].flatMap(([path, lines]) =>
    [...formFaults(path, lines), ...linkFaults(root, path, texts)].map(
      ([number, fault]) => `${path}:${number}: ${fault}`,
    ),
  );
}

async function linesOf(file: string): Promise<readonly Line[]> {
  let fence: string | undefined;
  return (await readFile(file, 'utf8')).split('\n').flatMap((text, index) => {
    const [, mark] = /^\s*(```+|~~~+)/.exec(text) ?? [];
    const isCode = fence !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true) fence = undefined;
    return isCode ? [] : [[text, index + 1] as const];
  });
}

function* formFaults(path: string, lines: readonly Line[]): Generator<readonly [number, string]> {
  for (const [text, number] of lines) {
    if (/^(<{7}|>{7}|={7}$)/.test(text)) yield [number, 'a conflict marker'];
    if (isTooWide(text)) yield [number, `a line of ${[...text].length} columns: at most ${WIDTH}`];
  }
  if (!path.startsWith('docs/')) return;
  const [title, first] = lines.filter(([text]) => text.trim() !== '');
  if (title === undefined || !/^# \S/.test(title[0])) yield [title?.[1] ?? 1, 'no title (# …)'];
  if (first === undefined || !/^(?!!\[|```|~~~|[-*+>] |\d+\. )[^\s|#]/.test(first[0]))
    yield [first?.[1] ?? 1, 'no first paragraph that says what the page is for, and for whom'];
}

/** True for a line of prose that is too long and has a blank at which it can be broken. */
function isTooWide(text: string): boolean {
  const isProse = !/^(\s*\||\s{4,}\S)/.test(text);
  return isProse && [...text].length > WIDTH && /\s/.test(text.trim().replace(/^([-*+>]|\d+\.)\s+/, ''));
}

function* linkFaults(
  root: string,
  path: string,
  texts: ReadonlyMap<string, readonly Line[]>,
): Generator<readonly [number, string]> {
  for (const [text, number] of texts.get(path) ?? [])
    for (const [, link = ''] of text.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(root, target))) yield [number, `links to ${link}, which does not exist`];
      else if (anchor !== undefined && texts.has(target) && !anchorsOf(texts.get(target) ?? []).includes(anchor))
        yield [number, `links to ${link}: ${target} has no such heading`];
    }
}

/** The names of headings in links: lower case, without punctuation, a hyphen for each blank. */
const anchorsOf = (lines: readonly Line[]): readonly string[] =>
  lines.flatMap(([text]) => {
    const [, heading] = /^#+ (.*)$/.exec(text) ?? [];
    return heading === undefined ? [] : [toAnchor(heading)];
  });

const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

if (import.meta.main) {
  const faults = await faultsOfDocuments(fileURLToPath(new URL('../../..', import.meta.url)));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
