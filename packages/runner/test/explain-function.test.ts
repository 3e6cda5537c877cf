import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { loadCatalogue, type Outcome, type Processor } from '@millrace/processors';
import { runsCode } from '@millrace/processors/runs-code';
import type { DataFrame } from '@millrace/spark-connect';
import { relationsOf } from '@millrace/spark-connect/visit';
import type { InputRef } from '@millrace/workflow';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import { sharing } from '@millrace/testkit/engines';
import { collectedOf, runExample } from '../src/examples/examples.ts';
import type { ComposedNode } from '../src/explain/compose-workflow.ts';
import { functionCode } from '../src/explain/python/function-code.ts';
import { pythonScript } from '../src/explain/python/script.ts';
import { plansOf } from '../src/plan/plans-of.ts';
import { addressOf, firstDifference, hasCode, nodeOf, unguarded, type Case } from './explain-examples.ts';
import { runPython, type Program } from './explain-python.ts';

const catalogue = await loadCatalogue();

interface FunctionProgram extends Program, Case {}

/** Examples of processors as functions of code nodes: noted while they are composed, and run together. */
class ExampleFunctions {
  readonly programs: FunctionProgram[] = [];
  readonly #engine: EngineSession;

  constructor(engine: EngineSession) {
    this.#engine = engine;
  }

  /** The same processor, whose code is noted when it is composed; it is not run. */
  noting(one: Case): Processor {
    return {
      ...one.processor,
      compose: async (input) => {
        const outcome = await one.processor.compose({ ...input, engine: 'spark', onePartition: false });
        if (Object.keys(input.tables ?? {}).length === 0 && isOfCode(outcome, input.inputs))
          await this.#note(one, outcome, input.inputs);
        return { outputs: [] };
      },
    };
  }

  async #note(one: Case, outcome: Outcome, inputs: readonly DataFrame[]): Promise<void> {
    const { session } = this.#engine;
    const sources = inputs.map((df, i) => composedNode(`in${i}`, one.processor, { outputs: [df] }, []));
    const references = inputs.map((_, i) => ({ nodeId: `in${i}`, output: 0, slot: i }) as InputRef);
    const results = (outcome.results ?? []).filter(({ type }) => type === 'table' || type === 'text');
    const node = composedNode('1', one.processor, { ...outcome, results }, references);
    const outputs = outcome.outputs.map((_, output) => ({ nodeId: '1', output }));
    const shape = outputs.length > 1 ? 'lists' : inputs.length > 1 ? 'many' : 'one';
    const { code, unwritten } = await functionCode({
      shape,
      sources,
      nodes: [node],
      inputs: references,
      outputs,
      session,
    });
    assert.deepEqual([...unwritten], [], one.example.name);
    const options = { title: 'Inputs', compatibility: 'spark4' as const, session, root: '/' };
    const before = await pythonScript({ ...options, nodes: sources });
    const frames = sources.map(({ node: { id } }) => before.variables.get(id)?.[0] ?? '');
    const taken = shape === 'one' ? (frames[0] ?? 'None') : `[${frames.join(', ')}]`;
    const variables = outputs.map((_, i) => `output_${i}`);
    const call = `myfn(spark, Context(), 1, ${taken}, {})`;
    this.programs.push({
      ...one,
      name: `${one.processor.nodeClass}: ${one.example.name}`,
      code: `${before.code}\n${context}\n${code}\n[${variables.join(', ')}] = ${shape === 'lists' ? call : `[${call}]`}\n`,
      variables,
    });
  }
}

/** Shows nothing. */
const context = `class Context:
    def __getattr__(self, name):
        return lambda *arguments: None

`;

/** True for work that code of nodes may do. */
function isOfCode({ saves = [], learned, rejects, outputs, ...rest }: Outcome, inputs: readonly DataFrame[]): boolean {
  const below = new Set(inputs.map(({ relation }) => relation));
  const relations = plansOf({ ...rest, outputs }).flatMap((plan) => relationsOf(plan, below));
  const reads = relations.some(({ relType }) => relType.case === 'read');
  return saves.length === 0 && learned === undefined && rejects === undefined && outputs.length > 0 && !reads;
}

const composedNode = (
  id: string,
  processor: Processor,
  outcome: Outcome,
  inputs: readonly InputRef[],
): ComposedNode => ({
  kind: 'composed',
  node: { ...nodeOf(processor), id },
  processor: inputs.length === 0 ? undefined : processor,
  inputs,
  outcome,
  outputs: outcome.outputs.map((df) => ({ df, schema: { kind: 'struct', fields: [] } })),
});

const mayBeCode = ({ type, nodeClass, needs, unverified }: Processor): boolean =>
  !type.startsWith('ml-') &&
  type !== 'dataset' &&
  !runsCode(nodeClass) &&
  needs.length === 0 &&
  unverified === undefined;

describe('processors as functions of code nodes, on Spark', () => {
  const host = new EngineHost(sharing());
  after(() => host.close());
  test('give the rows that their examples promise', async () => {
    await using engine = await host.open('spark');
    const functions = new ExampleFunctions(engine);
    for (const processor of catalogue)
      for (const example of processor.examples)
        if (mayBeCode(processor) && hasCode({ processor, example }) && example.after === undefined)
          await runExample(functions.noting({ processor, example }), example, engine, 'spark');
    const { programs } = functions;
    assert.ok(programs.length > 100, String(programs.length));
    const results = await runPython(addressOf(engine), programs);
    const reading = await unguarded(engine);
    const wrong: string[] = [];
    for (const [number, { name, code, example }] of programs.entries()) {
      const expected = [example.output ?? []].flat().map(collectedOf);
      const problem = await firstDifference(reading, number, results[number], expected);
      if (problem !== undefined) wrong.push(`${name}\n  ${problem}\n${code}`);
    }
    reading.client.close();
    assert.deepEqual(wrong, [], wrong.join('\n\n'));
  });
});
