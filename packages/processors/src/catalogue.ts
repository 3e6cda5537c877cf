import { readdirSync, readFileSync } from 'node:fs';
import type { Catalogue, WorkflowNode } from '@millrace/workflow';
import type { Processor } from './contract/processor.ts';

/** All processors. A file in a category folder that exports processors is part of it: nothing else to register. */
export interface ProcessorCatalogue extends Catalogue, Iterable<Processor> {
  get(nodeClass: string): Processor | undefined;
}

/** What kind of node it is: what its class is now, as files of old use other words; that of the file for a class that is not known. */
export const typeOf = (
  catalogue: Pick<ProcessorCatalogue, 'get'>,
  { nodeClass, type }: Pick<WorkflowNode, 'nodeClass' | 'type'>,
): string => catalogue.get(nodeClass)?.type ?? type;

const here = new URL('.', import.meta.url);
const isProcessor = (value: unknown): value is Processor =>
  typeof value === 'object' && value !== null && 'nodeClass' in value && 'compose' in value;

let loaded: Promise<ProcessorCatalogue> | undefined;

/** Loads every category folder once. Two processors of one class are a broken build and throw. */
// async: a promise of its own for each caller; tests that are declared behind `await` of one that others made are theirs
export const loadCatalogue = async (): Promise<ProcessorCatalogue> => (loaded ??= load(categoryFiles()));

/**
 * Only the processors of these classes: a tenth of the time that all take. Files are chosen by the class names that
 * stand in them; a class that none names is not there.
 */
export function loadProcessors(nodeClasses: Iterable<string>): Promise<ProcessorCatalogue> {
  const wanted = [...new Set(nodeClasses)].map((nodeClass) => `'${nodeClass}'`);
  return load(
    categoryFiles().filter((file) => {
      const text = readFileSync(file, 'utf8');
      return wanted.some((name) => text.includes(name));
    }),
  );
}

/** Folders of what processors are made of. */
const withoutProcessors: ReadonlySet<string> = new Set(['contract', 'kit']);

const categoryFiles = (): URL[] => foldersIn(here).flatMap(filesBelow);

const foldersIn = (folder: URL): URL[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !withoutProcessors.has(entry.name))
    .map(({ name }) => new URL(`${name}/`, folder));

/** The files of a folder and of those in it, but for helpers, whose names begin with `_`. */
const filesBelow = (folder: URL): URL[] => [
  ...readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.startsWith('_'))
    .toSorted()
    .map((file) => new URL(file, folder)),
  ...foldersIn(folder).flatMap(filesBelow),
];

async function load(files: readonly URL[]): Promise<ProcessorCatalogue> {
  const modules = await Promise.all(files.map(({ href }) => import(href) as Promise<Record<string, unknown>>));
  const byClass = new Map<string, Processor>();
  const processors = modules.flatMap((module) => Object.values(module).flat().filter(isProcessor));
  for (const processor of processors)
    for (const nodeClass of [processor.nodeClass, ...processor.formerly]) {
      if (byClass.has(nodeClass)) throw new Error(`two processors have the class ${nodeClass}`);
      byClass.set(nodeClass, processor);
    }
  return { get: (nodeClass) => byClass.get(nodeClass), [Symbol.iterator]: () => processors[Symbol.iterator]() };
}
