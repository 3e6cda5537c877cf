import type { Catalogue, WorkflowNode } from '@millrace/workflow';
import { moduleOfClass } from './class-index.ts';
import type { Processor } from './contract/processor.ts';

/** Processors by their classes, former ones included. */
export interface ProcessorCatalogue extends Catalogue, Iterable<Processor> {
  get(nodeClass: string): Processor | undefined;
}

/** What kind of node it is: what its class is now, as files of old use other words; that of the file for a class that is not known. */
export const typeOf = (
  catalogue: Pick<ProcessorCatalogue, 'get'>,
  { nodeClass, type }: Pick<WorkflowNode, 'nodeClass' | 'type'>,
): string => catalogue.get(nodeClass)?.type ?? type;

let cataloguePromise: Promise<ProcessorCatalogue> | undefined;

/** Loads all modules once. Two processors of one class are a broken build and throw. */
// async: a promise of its own for each caller; tests that are declared behind `await` of one that others made are theirs
export const loadCatalogue = async (): Promise<ProcessorCatalogue> =>
  (cataloguePromise ??= load(Object.keys(moduleOfClass)));

/** Loads only the modules of these classes, in a tenth of the time that all take. An unknown class is not there. */
export const loadProcessors = (nodeClasses: Iterable<string>): Promise<ProcessorCatalogue> => load(nodeClasses);

/** Classes of custom nodes, each with a uuid of its own. */
const customClass = /^(fire\.nodes\.etl\.NodeCustomPySpark)_.+/;

/** The class of the catalogue for a class of a node. */
const generalClass = (nodeClass: string): string => customClass.exec(nodeClass)?.[1] ?? nodeClass;

const isKnown = (nodeClass: string): nodeClass is keyof typeof moduleOfClass => Object.hasOwn(moduleOfClass, nodeClass);

async function load(nodeClasses: Iterable<string>): Promise<ProcessorCatalogue> {
  const modules = await Promise.all(
    [...new Set([...nodeClasses].map(generalClass))].filter(isKnown).map((nodeClass) => moduleOfClass[nodeClass]()),
  );
  const processors = [...new Set(modules)].flatMap((module) => Object.values(module).flat());
  const byClass = new Map<string, Processor>();
  for (const processor of processors)
    for (const nodeClass of [processor.nodeClass, ...processor.formerly]) {
      if (byClass.has(nodeClass)) throw new Error(`two processors have the class ${nodeClass}`);
      byClass.set(nodeClass, processor);
    }
  return {
    get: (nodeClass) => byClass.get(generalClass(nodeClass)),
    [Symbol.iterator]: () => processors[Symbol.iterator](),
  };
}
