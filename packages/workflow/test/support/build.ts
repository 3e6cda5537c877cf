import assert from 'node:assert/strict';
import { parseWorkflow, validate } from '../../src/index.ts';
import type { Json, Problem, ProblemCode, ValidateOptions, Workflow } from '../../src/index.ts';
import { catalogue, typeOf } from './catalogue.ts';

export type NodeJson = Readonly<Record<string, Json>>;

/** A node as JSON; its type is the catalogue's unless given. */
export function node(
  id: string,
  nodeClass: string,
  fields: Readonly<Record<string, Json>> = {},
  more: NodeJson = {},
): NodeJson {
  const list = Object.entries(fields).map(([name, value]) => ({
    name,
    value,
    widget: 'textfield',
    title: name,
  }));
  return {
    id,
    name: `node ${id}`,
    type: typeOf(nodeClass),
    nodeClass,
    x: '10px',
    y: '20px',
    fields: list,
    ...more,
  };
}

/** Edges as JSON out of `1>2`, numbered from 1. */
export function edges(...pairs: readonly string[]): NodeJson[] {
  return pairs.map((pair, index) => {
    const [source = '', target = ''] = pair.split('>');
    return { id: index + 1, source, target };
  });
}

/** The workflow that a graph given as JSON (or as text) is read as. */
export function read(input: unknown): Workflow {
  const parsed = parseWorkflow(input);
  assert.ok(parsed.ok, parsed.problems.map((problem) => problem.message).join('\n'));
  return parsed.workflow;
}

export function graph(nodes: readonly NodeJson[], links: readonly NodeJson[] = [], more: NodeJson = {}): Workflow {
  return read({ name: 'test', nodes, edges: links, ...more });
}

/** The problems of a graph under the test catalogue. */
export function problemsOf(workflow: Workflow, options?: ValidateOptions): readonly Problem[] {
  return validate(workflow, catalogue, options);
}

export function codes(problems: readonly Problem[]): readonly ProblemCode[] {
  return problems.map((problem) => problem.code);
}

/** The only problem of that code. */
export function only(problems: readonly Problem[], code: ProblemCode): Problem {
  const matches = problems.filter((problem) => problem.code === code);
  assert.equal(matches.length, 1, `one ${code} in ${JSON.stringify(codes(problems))}`);
  const [first] = matches;
  assert.ok(first);
  return first;
}
