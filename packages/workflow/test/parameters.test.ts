import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  applyParameters,
  fieldText,
  mergeParameters,
  PARAMETER_NODE,
  parametersOf,
  parseParameterText,
  substitute,
  unusedParameters,
} from '../src/index.ts';
import { codes, graph, node, only } from './support/build.ts';

const values = new Map([
  ['x', '5'],
  ['year', '2024'],
  ['größe', 'L'],
  ['self', '$x'],
  ['quote', 'a"b'],
  ['empty', ''],
]);

test('$name and ${name} are replaced wherever they stand', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['$x', '5'],
    ['${x}', '5'],
    ['/data/$year/${x}.csv', '/data/2024/5.csv'],
    ['${x}0$x-$x', '505-5'],
    ['a > $x and b < ${year}', 'a > 5 and b < 2024'],
    ['$größe', 'L'],
    ['[$empty]', '[]'],
  ];
  for (const [text, expected] of cases) assert.equal(substitute(text, values).text, expected, text);
});

test('a $ that is no parameter is left as it is', () => {
  for (const text of [
    '$',
    '$$',
    '$$x',
    '$1',
    '$1x',
    '${1}',
    '$.a',
    '$.x[0].year',
    '$[0]',
    '\\$x',
    'a$|x',
    '${',
    '${x',
    '${ x }',
    '$ x',
    '100$',
  ]) {
    assert.deepEqual(substitute(text, values), { text, unknown: [] }, text);
  }
  assert.equal(substitute('\\\\$x', values).text, '\\\\5');
});

test('an unknown name is left as it is and named once; names match as a whole', () => {
  assert.deepEqual(substitute('$nope ${nope} $years $x', values), {
    text: '$nope ${nope} $years 5',
    unknown: ['nope', 'years'],
  });
  assert.deepEqual(substitute('$constructor', values).unknown, ['constructor']);
});

test('a value that mentions a parameter is not looked into again', () => {
  assert.equal(substitute('$self', values).text, '$x');
});

test('parameter text is read with quotes and several values', () => {
  const read = (text: string) => [...parseParameterText(text).values];
  assert.deepEqual(read('--var a=1 --var b=2'), [
    ['a', '1'],
    ['b', '2'],
  ]);
  assert.deepEqual(read(`--var a="two words" --var 'b=three more words' --var "c=it's"`), [
    ['a', 'two words'],
    ['b', 'three more words'],
    ['c', "it's"],
  ]);
  assert.deepEqual(read('--var=a=1\n--var\tb=x=y'), [
    ['a', '1'],
    ['b', 'x=y'],
  ]);
  assert.deepEqual(read(`--var list='a b','c'`), [['list', "'a b','c'"]]);
  assert.deepEqual(read(`--var city="'New York'"`), [['city', "'New York'"]]);
  assert.deepEqual(read(`--var name=o'brien --var p=C:\\tmp`), [
    ['name', "o'brien"],
    ['p', 'C:\\tmp'],
  ]);
  assert.deepEqual(read('--var a= --var b=""'), [
    ['a', ''],
    ['b', ''],
  ]);
  assert.deepEqual(read('--var a="say \\"x\\" \\\\"'), [['a', 'say "x" \\']]);
  assert.deepEqual(read('--var a=1 --var a=2'), [['a', '2']]);
  assert.deepEqual(read(''), []);
  assert.deepEqual([...parseParameterText(null).values], []);
});

test('what is not --var name=value is left out and reported', () => {
  for (const text of ['2222@1111', '--var', '--var 1=2', '--var a', 'a=1', '--var =1', '--var a-b=1', '"']) {
    const { values: parsed, problems } = parseParameterText(text);
    assert.equal(parsed.size, 0, text);
    assert.ok(problems.every((problem) => problem.severity === 'warning'));
    assert.equal(problems.length, 1, text);
  }
  const { values: parsed, problems, unread } = parseParameterText('--var a=1 junk --var b="x y');
  assert.deepEqual([...parsed], [['a', '1']]);
  assert.deepEqual(unread, ['junk', '--var b="x y']);
  assert.deepEqual(codes(problems), ['parameter-not-understood', 'parameter-not-closed']);
});

test('execution wins over schedule, workflow, Parameter node, project and global', () => {
  const order = ['execution', 'schedule', 'workflow', 'node', 'project', 'global'] as const;
  for (let strongest = 0; strongest < order.length; strongest++) {
    const layers = Object.fromEntries(order.slice(strongest).map((layer) => [layer, new Map([['p', layer]])]));
    assert.deepEqual(mergeParameters(layers).get('p'), { value: order[strongest], layer: order[strongest] });
  }
  const merged = mergeParameters({ global: new Map([['a', '1']]), execution: new Map([['b', '2']]) });
  assert.equal(merged.get('a')?.layer, 'global');
  assert.equal(merged.get('b')?.layer, 'execution');
});

test('a Parameter node gives names[i]=values[i], which may mention other parameters', () => {
  const specify = node(
    'p',
    PARAMETER_NODE,
    { names: '["day","path"]', values: '["1","/in/$region"]' },
    { type: 'doc' },
  );
  const workflow = graph([specify], [], { parameters: '--var day=9' });
  const { values: parsed, problems } = parametersOf(workflow, { global: new Map([['region', 'eu']]) });
  assert.deepEqual(problems, []);
  assert.equal(parsed.get('day'), '9');
  assert.equal(parsed.get('path'), '/in/eu');
  const uneven = graph([node('p', PARAMETER_NODE, { names: '["a","b"]', values: '["1"]' }, { type: 'doc' })]);
  assert.deepEqual(codes(parametersOf(uneven).problems), ['rows-incomplete']);
  const spare = graph([node('p', PARAMETER_NODE, { names: '["a",""]', values: '["1"]' }, { type: 'doc' })]);
  assert.deepEqual(codes(parametersOf(spare).problems), ['rows-differ']);
});

test('parameters go into every field; a quote in a value does not break a list', () => {
  const workflow = graph([
    node('1', 'a.Pass', {
      sql: 'select * from t where y = $year',
      cols: '["$quote","plain"]',
      none: null,
      other: '$nope',
    }),
    node('2', 'a.Note', { comment: 'costs $money' }),
  ]);
  const { workflow: result, problems } = applyParameters(workflow, values);
  const [first] = result.nodes;
  assert.ok(first);
  assert.equal(fieldText(first, 'sql'), 'select * from t where y = 2024');
  assert.deepEqual(JSON.parse(fieldText(first, 'cols') ?? ''), ['a"b', 'plain']);
  assert.equal(fieldText(first, 'other'), '$nope');
  assert.equal(result.nodes[1], workflow.nodes[1]);
  const firstProblem = only(problems, 'unknown-parameter');
  assert.deepEqual([firstProblem.severity, firstProblem.nodeId, firstProblem.field], ['warning', '1', 'other']);
  assert.equal(problems.length, 1);
});

test('parameters that no field mentions are named', () => {
  const workflow = graph([node('1', 'a.SQL', { sql: 'select $year, ${land}', list: '["$city"]' })]);
  const problems = unusedParameters(workflow, ['year', 'land', 'city', 'yaer']);
  assert.deepEqual(
    problems.map(({ code, severity, message }) => [code, severity, message]),
    [['unused-parameter', 'warning', 'No field mentions the parameter "yaer", so its value has no effect.']],
  );
});

test('a parameter that code reads by its name is not reported; names of any form are taken as they are', () => {
  const code = ['city = cust_dict["city"]', "x = workflowContext.getParameters('a(b', '1')", 'print("land")'].join(
    '\n',
  );
  const workflow = graph([node('1', 'a.PySpark', { code })]);
  const problems = unusedParameters(workflow, ['city', 'a(b', 'land']);
  assert.deepEqual(
    problems.map(({ message }) => message),
    ['No field mentions the parameter "land", so its value has no effect.'],
  );
});
