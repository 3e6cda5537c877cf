import { readdirSync } from 'node:fs';
import type { Catalogue } from '@millrace/workflow';
import type { Processor } from './core/processor.ts';

/** All processors. A file in a category folder that exports processors is part of it: nothing else to register. */
export interface ProcessorCatalogue extends Catalogue, Iterable<Processor> {
  get(nodeClass: string): Processor | undefined;
}

const here = new URL('.', import.meta.url);
const isProcessor = (value: unknown): value is Processor =>
  typeof value === 'object' && value !== null && 'nodeClass' in value && 'compose' in value;

let loaded: Promise<ProcessorCatalogue> | undefined;

/** Loads every category folder once. Two processors of one class are a broken build and throw. */
export const loadCatalogue = (): Promise<ProcessorCatalogue> => (loaded ??= load());

async function load(): Promise<ProcessorCatalogue> {
  const folders = readdirSync(here, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'core',
  );
  const files = folders.flatMap(({ name }) =>
    readdirSync(new URL(`${name}/`, here))
      .filter((file) => file.endsWith('.ts') && !file.startsWith('_'))
      .sort()
      .map((file) => new URL(`${name}/${file}`, here).href),
  );
  const modules = await Promise.all(files.map((file) => import(file) as Promise<Record<string, unknown>>));
  const byClass = new Map<string, Processor>();
  const processors = modules.flatMap((module) => Object.values(module).filter(isProcessor));
  for (const processor of processors)
    for (const nodeClass of [processor.nodeClass, ...processor.formerly]) {
      if (byClass.has(nodeClass)) throw new Error(`two processors have the class ${nodeClass}`);
      byClass.set(nodeClass, processor);
    }
  return { get: (nodeClass) => byClass.get(nodeClass), [Symbol.iterator]: () => processors[Symbol.iterator]() };
}
