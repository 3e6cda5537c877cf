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
  // names are letters, digits and _
  const isReadByCode = (name: string): boolean => {
    const reading = new RegExp(String.raw`\b(getPar\w+|cust_dict|parameters)\b.*["']${name}["']`, 'u');
    return values.some((value) => reading.test(value));
  };
  return [...names]
    .filter((name) => !usedNames.has(name) && !isReadByCode(name))
    .map((name) => problem('unused-parameter', { name }));
}

const none: ReadonlyMap<string, string> = new Map();
