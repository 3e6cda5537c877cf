import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXTRA_NODE_RULES, mayFeed, NODE_RULES, nodeRule } from '../src/index.ts';

/** The table of the interface, as it is printed there. */
const TABLE = `
| dataset | shellcommand | 0 to 1 | null |
| shellcommand | dataset, scala, pyspark, transform, join, ml-transformer, ml-predict, sparkstreaming | 0 to 1 | null |
| sparkstreaming | none | 0 to 0 | null |
| transform | dataset, scala, pyspark, transform, join, ml-transformer, ml-predict, sparkstreaming, shellcommand | 1 to 1 | null |
| scala | dataset, transform, join, ml-transformer, ml-predict, sparkstreaming, shellcommand | 0 to 1 | null |
| pyspark | dataset, transform, join, ml-transformer, ml-predict, sparkstreaming, shellcommand | 0 to 1 | null |
| join | dataset, transform, join, shellcommand, sparkstreaming | 2 to 8 | null |
| ml-transformer | dataset, transform, ml-transformer, join, shellcommand | 1 to 1 | 2 |
| ml-estimator | dataset, transform, ml-transformer, join, shellcommand | 1 to 1 | 2 |
| ml-predict | dataset, transform, join, ml-estimator, ml-transformer, ml-pipeline, ml-crossvalidator, ml-modelload | 1 to 2 | null |
| ml-evaluator | ml-predict, ml-estimator, ml-pipeline | 1 to 1 | 1 |
| ml-pipeline | ml-estimator, ml-transformer | 1 to 1 | 1 |
| ml-crossvalidator | ml-evaluator | 1 to 1 | null |
| ml-trainvalidationsplit | ml-evaluator | 1 to 1 | null |
| ml-modelsave | ml-estimator, ml-pipeline, ml-crossvalidator, ml-trainvalidationsplit | 1 to 1 | 1 |
| ml-modelload | dataset, transform, join, ml-estimator, ml-transformer, ml-pipeline, ml-crossvalidator, ml-modelsave | 0 to 1 | 1 |
| doc | doc | 0 to 0 | null |
| sticky | none | 0 to 0 | null |
`;

test('the node rules are those of the interface, to the letter and in its order', () => {
  const printed = NODE_RULES.map((rule) => {
    const sources = rule.possibleSources.join(', ') || 'none';
    return `| ${rule.nodeType} | ${sources} | ${rule.minNumOfInputs} to ${rule.maxNumOfInputs} | ${rule.maxNumOfOutputs} |`;
  });
  assert.equal(printed.join('\n'), TABLE.trim());
});

test('every rule has exactly the keys of the interface', () => {
  for (const rule of [...NODE_RULES, ...EXTRA_NODE_RULES]) {
    assert.deepEqual(Object.keys(rule), [
      'nodeType',
      'possibleSources',
      'minNumOfInputs',
      'maxNumOfInputs',
      'maxNumOfOutputs',
      'sourceRestrictions',
      'backgroundColor',
      'nodeIcon',
      'nodeShape',
    ]);
    assert.deepEqual(rule.sourceRestrictions, []);
    assert.match(rule.backgroundColor, /^#[0-9a-f]{6}$/);
    assert.equal(rule.nodeShape, 'rectangle');
    assert.ok(rule.maxNumOfOutputs === null || typeof rule.maxNumOfOutputs === 'string');
  }
});

test('types outside the table have rules of their own and feed others like their nearest kin', () => {
  assert.deepEqual(
    EXTRA_NODE_RULES.map((rule) => rule.nodeType),
    ['pyspark2inputs', 'join2inputs', 'SPC-Chart'],
  );
  assert.equal(nodeRule('join2inputs')?.minNumOfInputs, 2);
  assert.equal(nodeRule('no-such-type'), undefined);
  assert.equal(nodeRule('constructor'), undefined);
  assert.ok(mayFeed('join2inputs', 'transform'));
  assert.ok(mayFeed('pyspark2inputs', 'join2inputs'));
  assert.ok(!mayFeed('scala', 'ml-transformer'));
  assert.ok(!mayFeed('transform', 'dataset'));
});
