import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));

/** Names the types of all parts for the routes: nothing of it is there while the service runs. */
const TYPES_OF_ALL = 'context.ts';

const files = globSync('**/*.ts', { cwd: SOURCES });
const imports = files.flatMap((file) =>
  [
    ...readFileSync(join(SOURCES, file), 'utf8').matchAll(
      /^(?:import|export)( type)?\b[^;]*?\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm,
    ),
  ].map(([, type, still, late]) => ({
    file,
    to: normalize(join(dirname(file), still ?? late ?? '')),
    isType: type !== undefined,
  })),
);

/** The folder of a file: its domain. A file of the root stands for itself. */
const domainOf = (file: string): string => file.split(sep, 1)[0] ?? file;

test('finds the imports of the service', () => {
  assert.ok(imports.length > 1_000, `${imports.length} imports`);
  for (const { file, to, isType } of imports) {
    assert.ok(files.includes(to), `${file} imports ${to}`);
    assert.ok(isType || to !== TYPES_OF_ALL, `${file} imports more than types of ${to}`);
  }
});

// only the list of all routes may import them: a rule of lint (.oxlintrc.json) that goes by the name
test('files that hold routes are named so', () => {
  const others = files.filter(
    (file) =>
      domainOf(file) !== file &&
      !/(?:^|[-/])routes\.ts$/.test(file) &&
      /: Resource\b/.test(readFileSync(join(SOURCES, file), 'utf8')),
  );
  assert.deepEqual(others, []);
});

test('domains import each other one way', () => {
  const arrows = new Map<string, Map<string, string>>();
  for (const { file, to } of imports) {
    const [from, into] = [domainOf(file), domainOf(to)];
    if (from === into || from === TYPES_OF_ALL || into === TYPES_OF_ALL) continue;
    const targets = arrows.get(from) ?? new Map<string, string>();
    arrows.set(from, targets.set(into, `${file} imports ${to}`));
  }
  const done = new Set<string>();
  const visit = (domain: string, way: readonly string[]): void => {
    const at = way.indexOf(domain);
    if (at >= 0) {
      const circle = [...way.slice(at), domain];
      assert.fail(
        circle
          .slice(1)
          .map((into, i) => arrows.get(circle[i] ?? '')?.get(into))
          .join('\n'),
      );
    }
    if (done.has(domain)) return;
    for (const into of arrows.get(domain)?.keys() ?? []) visit(into, [...way, domain]);
    done.add(domain);
  };
  for (const domain of arrows.keys()) visit(domain, []);
});
