import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codes, edges, graph, node, only, problemsOf } from './support/build.ts';

const read = (id: string) => node(id, 'a.Read', { dataset: 'u' });
const pass = (id: string) => node(id, 'a.Pass');

test('a sound graph has no problems', () => {
  assert.deepEqual(problemsOf(graph([read('1'), pass('2'), node('3', 'a.Note')], edges('1>2'))), []);
});

test('a cycle is an error that names its nodes in the order of its edges', () => {
  const workflow = graph([read('1'), pass('2'), pass('3'), pass('4'), pass('5')], edges('2>3', '3>4', '4>2', '1>5'));
  const firstProblem = only(problemsOf(workflow), 'cycle');
  assert.equal(firstProblem.severity, 'error');
  assert.deepEqual(firstProblem.nodeIds, ['2', '3', '4']);
  assert.equal(firstProblem.message, 'These nodes feed each other in a cycle: 2 "node 2", 3 "node 3", 4 "node 4".');
});

test('two cycles are two problems; a long one is not listed to the end', () => {
  const ids = Array.from({ length: 40 }, (_, index) => String(index));
  const ring = ids.map((id, index) => `${id}>${ids[(index + 1) % 40]}`);
  const workflow = graph([...ids.map(pass), pass('a'), pass('b')], edges(...ring, 'a>b', 'b>a'));
  const cycles = problemsOf(workflow).filter((problem) => problem.code === 'cycle');
  assert.equal(cycles.length, 2);
  assert.equal(cycles[0]?.nodeIds?.length, 40);
  assert.match(cycles[0]?.message ?? '', /and 30 more\.$/);
});

test('an edge to nowhere, from nowhere and to itself is an error that names the edge', () => {
  const problems = problemsOf(graph([read('1'), pass('2')], edges('1>2', '1>9', '8>9', '2>2')));
  const dangling = problems.filter((problem) => problem.code === 'dangling-edge');
  assert.deepEqual(
    dangling.map((problem) => problem.edgeId),
    [2, 3],
  );
  assert.equal(dangling[1]?.message, 'Edge 3 (8 to 9) refers to a node that does not exist: "8", "9".');
  const loop = only(problems, 'self-loop');
  assert.deepEqual([loop.edgeId, loop.nodeId, loop.severity], [4, '2', 'error']);
  assert.ok(!codes(problems).includes('cycle'));
});

test('an edge without ends is an error, not a crash', () => {
  const workflow = graph([read('1')], [{}, { id: 1, source: null, target: '1' }]);
  assert.deepEqual(codes(problemsOf(workflow)), ['dangling-edge', 'dangling-edge']);
});

test('ids that are there twice are reported: nodes as error, edges as warning', () => {
  const problems = problemsOf(graph([read('1'), pass('2'), pass('2')], [...edges('1>2'), ...edges('1>2')]));
  assert.equal(only(problems, 'duplicate-node-id').severity, 'error');
  assert.equal(only(problems, 'duplicate-edge-id').severity, 'warning');
});

test('a class that is not in the catalogue is an error that names the class; a note needs none', () => {
  const problems = problemsOf(
    graph([node('1', 'x.Unknown', {}, { type: 'dataset' }), node('2', 'x.Doc', {}, { type: 'doc' })]),
  );
  assert.deepEqual(codes(problems), ['unknown-class']);
  assert.match(problems[0]?.message ?? '', /^Node 1 "node 1" is of class "x\.Unknown"/);
  assert.deepEqual(codes(problemsOf(graph([{ id: '1', type: 'dataset' }]))), ['node-without-class']);
});

test('a class that cannot run here says why', () => {
  const firstProblem = only(problemsOf(graph([read('1'), node('2', 'a.Gone')], edges('1>2'))), 'class-unavailable');
  assert.match(firstProblem.message, /cannot run here: it needs a mail server\.$/);
});

test('a type of an old file that differs from the catalogue is a warning, and pairs as either', () => {
  const old = graph(
    [read('1'), node('2', 'a.Index', {}, { type: 'transform' }), node('3', 'a.Pipeline')],
    edges('1>2', '2>3'),
  );
  const problems = problemsOf(old);
  assert.deepEqual(codes(problems), ['type-differs']);
  assert.equal(problems[0]?.severity, 'warning');
});

test('a type without rules is a warning', () => {
  const workflow = graph([node('1', 'x.Y', {}, { type: 'mystery' })]);
  assert.deepEqual(codes(problemsOf(workflow)), ['unknown-type', 'unknown-class']);
});

test('a pairing that the rules do not list but that runs is a warning', () => {
  const workflow = graph([read('1'), node('2', 'a.Scala'), node('3', 'a.Index')], edges('1>2', '2>3'));
  const firstProblem = only(problemsOf(workflow), 'pairing-unusual');
  assert.deepEqual([firstProblem.severity, firstProblem.edgeId, firstProblem.nodeId], ['warning', 2, '3']);
  assert.match(
    firstProblem.remedy,
    /accepts input from nodes of type dataset, transform, ml-transformer, join, shellcommand\./,
  );
  const judged = graph(
    [read('1'), node('2', 'a.Learn'), node('3', 'a.Predict'), node('4', 'a.Judge'), pass('5')],
    edges('1>2', '2>3', '3>4', '4>5'),
  );
  assert.deepEqual(codes(problemsOf(judged)), ['pairing-unusual']);
});

test('a pairing that cannot run is an error', () => {
  const pipeline = graph([read('1'), node('2', 'a.Pipeline'), pass('3')], edges('1>2', '2>3'));
  const problems = problemsOf(pipeline);
  assert.deepEqual(codes(problems), ['pairing-forbidden', 'pairing-forbidden']);
  assert.deepEqual(
    problems.map((problem) => problem.edgeId),
    [1, 2],
  );
  const reader = problemsOf(graph([read('1'), read('2')], edges('1>2')));
  assert.deepEqual(codes(reader), ['pairing-forbidden', 'too-many-inputs']);
});

test('an edge at a note is an error', () => {
  const problems = problemsOf(graph([read('1'), node('2', 'a.Note'), node('3', 'a.Note')], edges('1>2', '2>3')));
  const notes = problems.filter((problem) => problem.code === 'note-with-edge');
  assert.deepEqual(
    notes.map((problem) => [problem.edgeId, problem.nodeId]),
    [
      [1, '2'],
      [2, '2'],
      [2, '3'],
    ],
  );
});

test('too few and too many inputs are errors that say how many', () => {
  const problems = problemsOf(
    graph([read('1'), read('2'), pass('3'), pass('4'), node('5', 'a.Join')], edges('1>4', '2>4', '1>5')),
  );
  const few = problems.filter((problem) => problem.code === 'too-few-inputs');
  assert.deepEqual(
    few.map((problem) => problem.nodeId),
    ['3', '5'],
  );
  assert.equal(few[1]?.message, 'Node 5 "node 5" has 1 input, but needs at least 2.');
  assert.equal(only(problems, 'too-many-inputs').nodeId, '4');
});

test('a node of an unknown class is counted by the rules of its type', () => {
  const workflow = graph([read('1'), node('2', 'x.Y', {}, { type: 'join' })], edges('1>2'));
  assert.deepEqual(codes(problemsOf(workflow)), ['unknown-class', 'too-few-inputs']);
});

test('more edges out than the rules give is a warning, more than a node has outputs an error', () => {
  const fan = graph(
    [read('1'), node('2', 'a.Index'), pass('3'), pass('4'), pass('5')],
    edges('1>2', '2>3', '2>4', '2>5'),
  );
  const warning = only(problemsOf(fan), 'outputs-against-rule');
  assert.deepEqual([warning.severity, warning.nodeId], ['warning', '2']);
  const split = graph(
    [read('1'), node('2', 'a.Split'), pass('3'), pass('4'), pass('5')],
    edges('1>2', '2>3', '2>4', '2>5'),
  );
  assert.equal(only(problemsOf(split), 'too-many-outputs').severity, 'error');
  const byAnchor = graph(
    [read('1'), node('2', 'a.Split'), pass('3'), pass('4'), pass('5')],
    edges('1>2', '2>3', '2>4', '2>5').map((edge) => ({ ...edge, sourceAnchor: 'First' })),
  );
  assert.deepEqual(problemsOf(byAnchor), []);
});

test('an anchor that does not exist is a warning, one that is taken an error', () => {
  const join = (left: string, right: string) =>
    graph(
      [read('1'), read('2'), node('3', 'a.Join')],
      [
        { id: 1, source: '1', target: '3', targetAnchor: left },
        { id: 2, source: '2', target: '3', targetAnchor: right },
      ],
    );
  assert.deepEqual(problemsOf(join('Left', 'right')), []);
  assert.deepEqual(codes(problemsOf(join('Left', 'Middle'))), ['unknown-anchor']);
  assert.deepEqual(codes(problemsOf(join('Left', 'Left'))), ['anchor-taken']);
});
