import { problem } from '../problems/problem.ts';
import type { Problem } from '../problems/problem.ts';
import type { Workflow } from '../document/types.ts';
import { substitute } from './substitute.ts';

/** A warning for each of these parameters that no field of the workflow mentions. */
export function unusedParameters(workflow: Workflow, names: Iterable<string>): readonly Problem[] {
  const usedNames = new Set<string>();
  for (const node of workflow.nodes)
    for (const { value } of node.fields)
      if (value?.includes('$')) for (const name of substitute(value, none).unknown) usedNames.add(name);
  return [...names].filter((name) => !usedNames.has(name)).map((name) => problem('unused-parameter', { name }));
}

const none: ReadonlyMap<string, string> = new Map();
