import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldList, fieldText, parseWorkflow, serialiseWorkflow } from '../src/index.ts';
import type { Problem } from '../src/index.ts';
import { codes, edges, graph, node, only, read } from './support/build.ts';

function failure(input: unknown): readonly Problem[] {
  const parsed = parseWorkflow(input);
  assert.equal(parsed.ok, false);
  return parsed.problems;
}

test('edges without an id, numbers as text and ids as numbers are read and kept as they came', () => {
  const document = {
    name: 'old',
    nodes: [{ id: 1, nodeClass: 'a.Read', type: 'dataset', fields: [] }, node('2', 'a.Pass')],
    edges: [
      { source: 1, target: '2' },
      { id: '7', source: '1', target: '2', index: 0 },
    ],
  };
  const workflow = read(document);
  assert.deepEqual(
    workflow.nodes.map((entry) => entry.id),
    ['1', '2'],
  );
  assert.deepEqual(
    workflow.edges.map((edge) => [edge.id, edge.source]),
    [
      [null, '1'],
      [7, '1'],
    ],
  );
  assert.deepEqual(serialiseWorkflow(workflow), document);
});

test('the old types ml and predict are read as ml-estimator and ml-predict and written as they came', () => {
  const document = {
    nodes: [node('1', 'x', {}, { type: 'ml' }), node('2', 'y', {}, { type: 'predict' })],
    edges: [],
  };
  const workflow = read(document);
  assert.deepEqual(
    workflow.nodes.map((entry) => entry.type),
    ['ml-estimator', 'ml-predict'],
  );
  assert.deepEqual(serialiseWorkflow(workflow), document);
});

test('values that are null, numbers, lists or absent are read as field text', () => {
  const [first] = graph([node('1', 'a.Pass', { a: null, b: 5, c: ['x', 'y'], d: '', e: true })]).nodes;
  assert.ok(first);
  assert.equal(fieldText(first, 'a'), undefined);
  assert.equal(fieldText(first, 'b'), '5');
  assert.deepEqual(fieldList(first, 'c'), ['x', 'y']);
  assert.equal(fieldText(first, 'd'), undefined);
  assert.equal(fieldText(first, 'e'), 'true');
  assert.equal(fieldText(first, 'missing'), undefined);
});

test('unknown keys survive at every level, even __proto__', () => {
  const text =
    '{"nodes":[{"id":"1","nodeClass":"x","__proto__":{"a":1},"arrayValues":[null],"fields":[{"name":"f","empty":{}}]}],' +
    '"edges":[{"source":"1","target":"1","index":0}],"nodeDebugConfigs":{"k":[1.5e3]}}';
  assert.equal(JSON.stringify(serialiseWorkflow(read(text))), JSON.stringify(JSON.parse(text)));
});

test('a changed value is written and everything around it stays', () => {
  const document = { nodes: [node('1', 'x', { n: '5' }, { own: 1 })], edges: [], extra: true };
  const workflow = read(document);
  const changed = {
    ...workflow,
    nodes: workflow.nodes.map((entry) => ({ ...entry, name: 'new', x: '99px' })),
  };
  const [old] = document.nodes;
  assert.deepEqual(serialiseWorkflow(changed), { ...document, nodes: [{ ...old, name: 'new', x: '99px' }] });
});

test('a complete document has every key of the interface', () => {
  const out = serialiseWorkflow(read({ nodes: [{ id: '1', fields: [{ name: 'f' }] }], edges: [] }), {
    complete: true,
  });
  const text = JSON.stringify(out);
  for (const key of [
    'uuid',
    'category',
    'parameters',
    'engine',
    'dataSetDetails',
    'iconImage',
    'details',
    'examples',
  ]) {
    assert.match(text, new RegExp(`"${key}":`), key);
  }
  for (const key of ['optionsArray', 'optionsMap', 'datatypes', 'required', 'display', 'editable', 'disableRefresh']) {
    assert.match(text, new RegExp(`"${key}":`), key);
  }
});

test('a request body gives its graph and what stood around it', () => {
  const inner = { name: 'w', nodes: [], edges: [] };
  const parsed = parseWorkflow({ analysisflowId: 3, comment: 'c', projectId: 1, workflow: inner });
  assert.ok(parsed.ok);
  assert.equal(parsed.workflow.name, 'w');
  assert.deepEqual(parsed.envelope, { analysisflowId: 3, comment: 'c', projectId: 1 });
  assert.deepEqual(serialiseWorkflow(parsed.workflow), inner);
});

test('a workflow record gives the graph in workflow, or else the one in the text of content', () => {
  const content = JSON.stringify({ name: 'inner', nodes: [], edges: [] });
  assert.equal(read({ id: 1, content }).name, 'inner');
  assert.equal(read({ id: 1, content, workflow: null }).name, 'inner');
  assert.equal(read({ id: 1, content, workflow: { name: 'other', nodes: [] } }).name, 'other');
});

test('a node without an id is given a free one, with a warning', () => {
  const parsed = parseWorkflow({ nodes: [{ id: '1' }, { name: 'lost' }, { name: 'lost too' }], edges: [] });
  assert.ok(parsed.ok);
  assert.deepEqual(
    parsed.workflow.nodes.map((entry) => entry.id),
    ['1', '2', '3'],
  );
  assert.deepEqual(codes(parsed.problems), ['node-without-id', 'node-without-id']);
  assert.equal(parsed.problems[0]?.path, '$.nodes[1]');
});

test('text that is not JSON is refused with line and column', () => {
  const firstProblem = only(failure('{"nodes": [\n  {"id": "1",}\n]}'), 'not-json');
  assert.equal(firstProblem.line, 2);
  assert.equal(firstProblem.column, 14);
  assert.match(firstProblem.message, /^The text is not valid JSON at line 2, column 14: .*\.$/);
});

test('an empty text, a word, binary rubbish and other documents are refused in one line', () => {
  for (const input of [
    '',
    '   ',
    'hello',
    '\u0000\u0001PNG',
    '[]',
    '5',
    'null',
    '{}',
    '{"workflow":5}',
    null,
    undefined,
    7,
    [],
    '{"edges":[]}',
  ]) {
    const problems = failure(input);
    assert.ok(problems.length > 0, String(input));
    for (const problem of problems) {
      assert.equal(problem.severity, 'error');
      assert.doesNotMatch(problem.message + problem.remedy, /\n/);
    }
  }
});

test('every wrong shape is reported with its path', () => {
  const problems = failure({
    name: {},
    nodes: [5, { id: [], fields: 'x' }, { id: '2', fields: [null, { name: {}, required: 'maybe' }] }],
    edges: [{ id: {}, source: '1', target: '2' }, 'x'],
    dataSetDetails: { a: 1 },
  });
  const paths = problems.map((problem) => problem.path);
  for (const path of [
    '$.name',
    '$.nodes[0]',
    '$.nodes[1].id',
    '$.nodes[1].fields',
    '$.nodes[2].fields[0]',
    '$.nodes[2].fields[1].name',
    '$.nodes[2].fields[1].required',
    '$.edges[0].id',
    '$.edges[1]',
    '$.dataSetDetails',
  ]) {
    assert.ok(paths.includes(path), path);
  }
});

test('a document that is nested without end is refused, as text and as value', () => {
  const deep = `{"nodes":[],"edges":[],"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  assert.deepEqual(codes(failure(deep)), ['too-deep']);
  assert.deepEqual(codes(failure(JSON.parse(deep))), ['too-deep']);
  assert.deepEqual(codes(failure('['.repeat(200_000))), ['not-json']);
});

test('a million wrong entries give a thousand problems and a word about the rest', () => {
  const problems = failure({ nodes: Array.from({ length: 1_000_000 }, () => 1), edges: [] });
  assert.equal(problems.length, 1001);
  assert.equal(problems.at(-1)?.code, 'too-many-problems');
});

test('details of datasets that cannot be read are a warning: the saved dataset counts', () => {
  const parsed = parseWorkflow({
    nodes: [],
    edges: [],
    dataSetDetails: [{ uuid: 'u', datasetSchema: '{colNames:[' }],
  });
  assert.ok(parsed.ok);
  assert.deepEqual(codes(parsed.problems), ['bad-detail-schema']);
});

test('edges keep the names of inputs and outputs', () => {
  const [edge] = graph([], [{ id: 1, source: 'a', target: 'b', sourceAnchor: 'First', targetAnchor: 'Left' }]).edges;
  assert.deepEqual([edge?.sourceAnchor, edge?.targetAnchor], ['First', 'Left']);
  assert.deepEqual(
    graph([], edges('a>b')).edges.map((entry) => entry.sourceAnchor),
    [null],
  );
});
