import type { Processor, ProcessorCatalogue } from '@millrace/processors';
import { nearest } from '@millrace/workflow';
import { Problem } from '../problems.ts';

const lastWord = (nodeClass: string): string => nodeClass.slice(nodeClass.lastIndexOf('.') + 1);

/** The processor of a class. Fails with NOT_FOUND, which names the nearest one. */
export function find(catalogue: ProcessorCatalogue, nodeClass: string): Processor {
  const processor = catalogue.get(nodeClass);
  if (processor !== undefined) return processor;
  const all = [...catalogue];
  const classes = all.map((one) => one.nodeClass);
  const suggestion = nearest(nodeClass, classes) ?? matchesOf(all, nodeClass);
  const hint = suggestion === undefined ? 'GET /api/v1/processors lists the processors' : `did you mean ${suggestion}?`;
  throw new Problem('NOT_FOUND', `unknown processor class "${nodeClass.slice(0, 200)}": ${hint}`);
}

/** The class whose last word, or whose name, is nearest to what was asked for. */
function matchesOf(all: readonly Processor[], word: string): string | undefined {
  const words = new Map(
    all.flatMap((one) => [
      [one.name, one.nodeClass],
      [lastWord(one.nodeClass), one.nodeClass],
    ]),
  );
  return words.get(nearest(lastWord(word), [...words.keys()]) ?? '');
}
