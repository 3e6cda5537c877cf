import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf, modelChoices, referenceIn } from '../../src/pages/editor/panel/fields/model-choices.ts';
import { predictCall } from '../../src/pages/models/curl.ts';
import { exampleRow, rowsOf } from '../../src/pages/models/example-row.ts';
import { lastStageFirst } from '../../src/pages/models/last-stage-first.ts';
import { bestOf, headline, metricColumns, nodesByMetric } from '../../src/pages/models/metrics.ts';
import { usersInLines } from '../../src/pages/models/users-in-lines.ts';
import { kindOf } from '../../src/pages/models/version-words.ts';
import { partsOf } from '../../src/ui/word-parts.ts';
import type { ListedModel, ModelRecord, ModelUser } from '../../src/api/models.ts';

test('the best of several versions is the largest or the smallest value, by the metric; nothing is best where none can tell', () => {
  assert.deepEqual([...bestOf('areaUnderROC', [0.7, 0.9, 0.9])], [1, 2]);
  assert.deepEqual([...bestOf('weightedRecall', [0.7, null, 0.6])], [0]);
  assert.deepEqual([...bestOf('rmse', [3, 'NaN', 2])], [2]);
  assert.deepEqual([...bestOf('logLoss', [0.4, 0.4])], []);
  assert.deepEqual([...bestOf('rmse', [3, null])], []);
  assert.deepEqual([...bestOf('iterations', [3, 4])], []);
});

test('metrics have a column by name, and by node too where one name comes from two', () => {
  const of = (node: string, name: string, value: number) => ({ node, name, value });
  const once = [[of('Judge', 'rmse', 1)], [of('Another', 'rmse', 2), of('Another', 'r2', 0.5)]];
  assert.deepEqual(
    metricColumns(once).map(({ title, of: value }) => [title, once.map(value)]),
    [
      ['r2', [undefined, 0.5]],
      ['rmse', [1, 2]],
    ],
  );
  const twice = [[of('Judge', 'rmse', 1), of('On the rest', 'rmse', 2)], [of('Judge', 'rmse', 3)]];
  assert.deepEqual(
    metricColumns(twice).map(({ title, of: value }) => [title, twice.map(value)]),
    [
      ['Judge: rmse', [1, 3]],
      ['On the rest: rmse', [2, undefined]],
    ],
  );
  assert.deepEqual(
    headline(twice[0] ?? []).map(({ name, value }) => [name, value]),
    [['rmse', 1]],
  );
});

test('a metric names its node only where its name does not tell it from another', () => {
  const of = (nodeId: string, node: string, name: string) => ({ nodeId, node, name, value: 1 });
  const nodeNames = (...metrics: ReturnType<typeof of>[]) => metrics.map((one) => nodesByMetric(metrics).get(one));
  assert.deepEqual(nodeNames(of('5', 'Judge', 'rmse'), of('6', 'Silhouette', 'silhouette')), [undefined, undefined]);
  assert.deepEqual(nodeNames(of('5', 'Judge', 'rmse'), of('6', 'On the rest', 'rmse'), of('5', 'Judge', 'r2')), [
    'Judge',
    'On the rest',
    undefined,
  ]);
  assert.deepEqual(nodeNames(of('5', 'Judge', 'rmse'), of('6', 'Judge', 'rmse')), ['Judge (node 5)', 'Judge (node 6)']);
});

test('parameters stand with the stage that learns first, those of a stage in the order in which they came', () => {
  const of = (stage: string, ...names: string[]) => names.map((name) => ({ stage, name }));
  const names = (...stages: ReturnType<typeof of>[]) => lastStageFirst(stages.flat()).map(({ name }) => name);
  // parameters of XGBoost are in words, not by name
  const boosted = ['num_boost_round', 'max_depth', 'eta', 'objective', 'grow_policy', 'num_class'];
  assert.deepEqual(names(of('Booster', ...boosted)), boosted);
  assert.deepEqual(
    names(of('StringIndexer', 'inputCol', 'outputCol'), of('StringIndexer', 'inputCol', 'z'), of('Forest', 'a')),
    ['a', 'inputCol', 'z', 'inputCol', 'outputCol'],
  );
});

test('who uses a model in several ways is told once, with all of them', () => {
  const of = (kind: ModelUser['kind'], id: number, nodeId: string | null, version: number | null): ModelUser => ({
    kind,
    id,
    name: 'Board',
    nodeId,
    version,
  });
  const users = [of('dashboard', 1, null, null), of('dashboard', 1, null, 2), of('workflow', 1, '3', 2)];
  assert.deepEqual(
    usersInLines([...users, of('workflow', 1, '4', null)]).map(({ user: { kind }, uses }) => [kind, uses]),
    [
      ['dashboard', ['no fixed version', 'version 2']],
      ['workflow', ['node 3 (version 2)', 'node 4 (no fixed version)']],
    ],
  );
});

test('an example row has what the model reads, each column with a value of its type', () => {
  const set = (name: string, value: unknown) => ({ stage: 'S', name, value, isDefault: false });
  const facts = {
    columns: ['plan string', 'calls double', 'gone boolean', 'day date', 'left string'].map((one) => {
      const [name = '', type = ''] = one.split(' ');
      return { name, type };
    }),
    inputs: ['day', 'calls', 'plan', 'features', 'gone', 'other'],
    features: { features: ['calls', 'minutes'], other: ['a', null] },
    classes: { plan_index: ['basic', 'gold'] },
    parameters: [set('inputCols', ['plan']), set('outputCols', ['plan_index'])],
  };
  assert.deepEqual(exampleRow(facts), {
    plan: 'basic',
    calls: 0,
    gone: false,
    day: '2024-01-31',
    features: { calls: 0, minutes: 0 },
    other: { size: 2, indices: [], values: [] },
  });
  const all = { ...facts, inputs: null, parameters: [set('labelCol', 'left')] };
  assert.deepEqual(Object.keys(exampleRow(all)), ['plan', 'calls', 'gone', 'day']);
});

test('rows are one object or a list of them; other text says what is wrong', () => {
  const messages = { noJson: (why: string) => `no JSON: ${why}`, noRows: 'no rows' };
  assert.deepEqual(rowsOf('{"a": 1}', messages), [{ a: 1 }]);
  assert.deepEqual(rowsOf('[{"a": 1}, {}]', messages), [{ a: 1 }, {}]);
  assert.throws(() => rowsOf('{"a": }', messages), /^Error: no JSON: /);
  for (const text of ['[]', '[1]', 'null', '[[]]']) assert.throws(() => rowsOf(text, messages), /^Error: no rows$/);
});

test('the call for a shell keeps quotes as they are', () => {
  const call = predictCall('https://a.example', 7, { rows: [{ name: "O'Brien $HOME" }] });
  assert.ok(call.startsWith(`curl 'https://a.example/api/v1/models/7/predict' \\\n`));
  assert.ok(call.endsWith(String.raw`-d '{"rows":[{"name":"O'\''Brien $HOME"}]}'`));
});

test('a kind is told in words', () => {
  assert.equal(
    kindOf({ title: 'pipeline', algorithm: 'RandomForestClassificationModel' }),
    'pipeline: random forest classification',
  );
  assert.equal(kindOf({ title: 'linear regression', algorithm: 'LinearRegressionModel' }), 'linear regression');
  assert.equal(kindOf({ title: 'registered model', algorithm: 'GBTRegressionModel' }), 'GBT regression');
});

test('models are chosen by name, and by version once one is chosen; names that lead nowhere are told', () => {
  const listed = { id: 1, name: 'churn', champion: null, versions: 2, numbers: [3, 1] } as ListedModel;
  const version = (number: number, isReplaced = false) => ({
    version: number,
    isReplaced,
    isChampion: false,
    title: 'forest',
    algorithm: 'X',
    metrics: [],
  });
  const record = { ...listed, versions: [version(3), version(1, true)] } as unknown as ModelRecord;
  const values = (model?: ModelRecord) =>
    modelChoices([listed], model).map(({ items }) => items.map(({ value }) => value));
  assert.deepEqual(values(), [['models:/churn']]);
  assert.deepEqual(values(record), [['models:/churn/latest', 'models:/churn/3'], ['models:/churn']]);
  const fault = (text: string): string | undefined => {
    const reference = referenceIn(text);
    assert.ok(reference);
    return faultOf(reference, reference.name === 'churn' ? listed : undefined);
  };
  assert.equal(referenceIn('/models/churn'), undefined);
  assert.equal(fault('models:/churn'), undefined);
  assert.equal(fault('models:/churn/3'), undefined);
  assert.match(fault('models:/churn/2') ?? '', /no version 2/);
  assert.match(fault('models:/churn/champion') ?? '', /champion/);
  assert.match(fault('models:/other') ?? '', /no registered model/);
});

test('long names are broken between their words, short ones at spaces alone', () => {
  assert.deepEqual(partsOf('BinaryClassificationEvaluator (node 9): areaUnderROC'), [
    'Binary',
    'Classification',
    'Evaluator (node 9): areaUnderROC',
  ]);
  assert.deepEqual(partsOf('number_vmail_messages, plan'), ['number_', 'vmail_', 'messages, plan']);
  assert.deepEqual(partsOf(''), ['']);
});
