import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compatibilityOf, parseWorkflow, serialiseWorkflow, validate, withCompatibility } from '../src/index.ts';

const read = (compatibility?: unknown) => {
  const parsed = parseWorkflow({
    name: 'old',
    nodes: [],
    edges: [],
    ...(compatibility === undefined ? {} : { compatibility }),
  });
  assert.ok(parsed.ok);
  return parsed.workflow;
};

describe('the compatibility of a workflow', () => {
  test('is what the document says, and goes back as it came', () => {
    assert.equal(compatibilityOf(read('spark2')), 'spark2');
    assert.equal(serialiseWorkflow(read('spark2'))['compatibility'], 'spark2');
    assert.equal(compatibilityOf(read()), undefined);
    assert.ok(!('compatibility' in serialiseWorkflow(read(), { complete: true })));
  });

  for (const wrong of ['spark1', 'Spark3', '', 3, ['spark3'], { spark: 3 }])
    test(`${JSON.stringify(wrong)} is none: the problem names it and those that are`, () => {
      const workflow = read(wrong);
      assert.equal(compatibilityOf(workflow), undefined);
      const [problem, ...others] = validate(workflow, { get: () => undefined });
      assert.deepEqual(others, []);
      assert.equal(problem?.severity, 'error');
      assert.equal(problem.code, 'unknown-compatibility');
      assert.match(problem.message, /^The workflow has the unknown compatibility ".*"\.$/);
      assert.match(problem.remedy, /spark4, spark3, spark2/);
    });

  test('can be written into a workflow', () => {
    assert.equal(compatibilityOf(withCompatibility(read(), 'spark3')), 'spark3');
    assert.equal(compatibilityOf(withCompatibility(read('spark2'), undefined)), 'spark2');
  });
});
