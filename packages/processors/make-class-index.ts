import { readdirSync, writeFileSync } from 'node:fs';
import type { Processor } from './src/contract/processor.ts';

/**
 * `node packages/processors/make-class-index.ts` writes `src/class-index.ts`: which module holds the processor of a class.
 * Run it after adding, moving or removing a processor; a test fails until it has been run.
 */

const sources = new URL('src/', import.meta.url);
export const classIndex = new URL('class-index.ts', sources);

/** Folders of what processors are made of. */
const withoutProcessors: ReadonlySet<string> = new Set(['contract', 'kit']);
/** As oxfmt has it. */
const lineWidth = 120;

const isProcessor = (value: unknown): value is Processor =>
  typeof value === 'object' && value !== null && 'nodeClass' in value && 'compose' in value;

/** Paths of the category folders below the sources: `clean/`. */
const foldersIn = (folder: string): string[] =>
  readdirSync(new URL(folder, sources), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !withoutProcessors.has(entry.name))
    .map(({ name }) => `${folder}${name}/`)
    .toSorted();

/** Paths of the modules of a folder and of those in it, except for helpers, whose names begin with `_`. */
const modulesBelow = (folder: string): string[] => [
  ...readdirSync(new URL(folder, sources))
    .filter((file) => file.endsWith('.ts') && !file.startsWith('_'))
    .toSorted()
    .map((file) => `${folder}${file}`),
  ...foldersIn(folder).flatMap(modulesBelow),
];

/** All classes by which a processor of the module is known. Throws for an export that is no processor. */
async function classesIn(module: string): Promise<string[]> {
  const exported = Object.entries((await import(new URL(module, sources).href)) as Record<string, unknown>);
  return exported.flatMap(([name, value]) =>
    [value].flat().flatMap((one) => {
      if (isProcessor(one)) return [one.nodeClass, ...one.formerly];
      throw new Error(`${module} exports ${name}, which is no processor: move it to a file whose name begins with "_"`);
    }),
  );
}

function entry(nodeClass: string, module: string): string {
  const [key, load] = [`  '${nodeClass}': () =>`, `import('./${module}'),`];
  const line = `${key} ${load}`;
  return line.length <= lineWidth ? line : `${key}\n    ${load}`;
}

/** The text of the index, by the modules as they are. Throws if two processors have one class. */
export async function classIndexText(): Promise<string> {
  const modules = foldersIn('').flatMap(modulesBelow);
  const nodeClasses = await Promise.all(
    modules.map(async (module) => (await classesIn(module)).map((nodeClass) => ({ nodeClass, module }))),
  );
  const entries = nodeClasses.flat();
  const twice = entries.find(({ nodeClass }, i) => entries.findIndex((one) => one.nodeClass === nodeClass) !== i);
  if (twice !== undefined) throw new Error(`two processors have the class ${twice.nodeClass}`);
  return [
    '// Made by `node packages/processors/make-class-index.ts` from the modules: do not edit.',
    "import type { Processor } from './contract/processor.ts';",
    '',
    'type ProcessorModule = Readonly<Record<string, Processor | readonly Processor[]>>;',
    '',
    '/** Loads the module of a class, in the order of the catalogue. */',
    'export const moduleOfClass = {',
    ...entries.map(({ nodeClass, module }) => entry(nodeClass, module)),
    '} satisfies Readonly<Record<string, () => Promise<ProcessorModule>>>;',
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(classIndex, await classIndexText());
