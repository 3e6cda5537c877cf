import { problem } from '../problems/problem.ts';
import type { Problem } from '../problems/problem.ts';
import type { Workflow } from '../document/types.ts';
import { substitute } from './substitute.ts';

/** A warning for each of these parameters that no field of the workflow mentions, and no code reads. */
export function unusedParameters(workflow: Workflow, names: Iterable<string>): readonly Problem[] {
  const usedNames = new Set<string>();
  const values = workflow.nodes.flatMap(({ fields }) => fields.flatMap(({ value }) => value ?? []));
  for (const value of values)
    if (value.includes('$')) for (const name of substitute(value, none).unknown) usedNames.add(name);
  const reading = values.flatMap((value) => value.split('\n').filter((line) => readsParameters.test(line)));
  const isReadByCode = (name: string): boolean =>
    reading.some((line) => line.includes(`"${name}"`) || line.includes(`'${name}'`));
  return [...names]
    .filter((name) => !usedNames.has(name) && !isReadByCode(name))
    .map((name) => problem('unused-parameter', { name }));
}

/** How code reads parameters, by their names in quotes. */
const readsParameters = /\b(getPar\w+|cust_dict|parameters)\b/;

const none: ReadonlyMap<string, string> = new Map();
