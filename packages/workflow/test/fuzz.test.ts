import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  applyParameters,
  canonicalNode,
  diffWorkflows,
  executionOrder,
  indexGraph,
  parametersOf,
  parseDataset,
  parseWorkflow,
  readJson,
  serialiseDataset,
  serialiseWorkflow,
  validate,
  wireGraph,
} from '../src/index.ts';
import type { Json } from '../src/index.ts';
import { edges, node } from './support/build.ts';
import { catalogue } from './support/catalogue.ts';
import { gallery } from './support/gallery.ts';

const OWN = JSON.stringify({
  name: 'own',
  parameters: '--var a=1',
  nodes: [
    node('1', 'a.Read', { dataset: 'u' }),
    node('2', 'a.Split'),
    node('3', 'a.Join', { right: '$a' }),
    node('4', 'a.Rows', { names: '["a"]' }),
  ],
  edges: edges('1>2', '2>3', '2>3', '3>4'),
  dataSetDetails: [{ uuid: 'u', datasetSchema: '{colNames:["a"]}' }],
});

const ODD: readonly Json[] = [
  null,
  true,
  0,
  -1.5,
  1e300,
  '',
  ' ',
  '$a',
  '["a"',
  '\u0000',
  '1',
  'true',
  [],
  [null],
  {},
  { a: [] },
  '__proto__',
];

/** Numbers that look random but come out the same each time (Lehmer). */
function lehmer(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => (state = (state * 48271) % 2147483647) % limit;
}

/** A copy with one value somewhere replaced, removed or doubled. */
function mutate(value: Json, random: (limit: number) => number): Json {
  if (random(6) === 0 || typeof value !== 'object' || value === null) return ODD[random(ODD.length)] ?? null;
  const entries: [string, Json][] = Object.entries(value).map(([key, inner]) => [key, inner ?? null]);
  const at = random(entries.length + 1);
  const entry = entries[at];
  if (!entry) return value;
  const dice = random(12);
  if (dice === 0) entries.splice(at, 1);
  else if (dice === 1) entries.push(entry);
  else entries[at] = [entry[0], mutate(entry[1], random)];
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

test('no mutation of a workflow makes reading, checking, ordering or comparing throw', () => {
  const random = lehmer(20_240_611);
  let good = 0;
  for (const text of [OWN, ...gallery('workflows').map((file) => file.text)]) {
    const original = parseWorkflow(text);
    assert.ok(original.ok);
    for (let round = 0; round < 150; round++) {
      let value: Json = JSON.parse(text);
      for (let times = 1 + random(4); times > 0; times--) value = mutate(value, random);
      const parsed = parseWorkflow(value);
      assert.ok(parsed.problems.every((problem) => problem.message !== '' && problem.remedy !== ''));
      if (!parsed.ok) {
        assert.ok(parsed.problems.some((problem) => problem.severity === 'error'));
        continue;
      }
      good++;
      const { workflow } = parsed;
      const graph = indexGraph(workflow);
      executionOrder(graph);
      wireGraph(graph, catalogue);
      workflow.nodes.forEach(canonicalNode);
      diffWorkflows(original.workflow, workflow);
      const applied = applyParameters(workflow, parametersOf(workflow).values);
      validate(applied.workflow, catalogue, { datasets: new Set(), schemas: new Map() });
      if (parsed.problems.length === 0 && !parsed.envelope) assert.deepEqual(serialiseWorkflow(workflow), value);
    }
  }
  assert.ok(good > 50, `${good} mutations were readable`);
});

test('no cut or changed character makes reading a text throw', () => {
  const random = lehmer(99);
  for (const text of [
    OWN,
    ...gallery('workflows')
      .slice(0, 8)
      .map((file) => file.text),
  ]) {
    for (let round = 0; round < 120; round++) {
      const at = random(text.length);
      const broken =
        text.slice(0, at) + (random(2) === 0 ? '' : '{}[]",:\\\u0001x'.charAt(random(10)) + text.slice(at + 1));
      const parsed = parseWorkflow(broken);
      const fault = readJson(broken);
      if (!fault.ok) assert.ok(!parsed.ok && parsed.problems[0]?.code === 'not-json' && fault.offset <= broken.length);
      readJson(broken, { lenient: true });
    }
  }
});

test('no mutation of a dataset makes reading throw', () => {
  const random = lehmer(5);
  const own =
    '{"uuid":"u","path":"p","datasetSchema":"{colNames:[\\"a\\"]}","schemaModel":{"schemaColList":[{"colName":"a"}]}}';
  for (const text of [own, ...gallery('datasets').map((file) => file.text)]) {
    for (let round = 0; round < 150; round++) {
      const value = mutate(mutate(JSON.parse(text), random), random);
      const parsed = parseDataset(value);
      if (parsed.ok) assert.deepEqual(serialiseDataset(parsed.dataset), value);
    }
  }
});
