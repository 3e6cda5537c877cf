import assert from 'node:assert/strict';
import { test } from 'node:test';
import { types } from '@millrace/spark-connect';
import { factsIn } from '../src/ml/kit/model-facts.ts';

const vectorOf = (size: number) => ({
  ...types.field('features', types.vector),
  metadata: JSON.stringify({
    ml_attr: {
      attrs: { numeric: [{ idx: 0, name: 'x' }], nominal: [{ idx: size - 1, name: 'kind' }] },
      num_attrs: size,
    },
    blocks: [
      { column: 'x', from: 0, size: 1 },
      { column: 'tf', from: 1, size: size - 2 },
      { column: 'kind', from: size - 1, size: 1 },
    ],
  }),
});

test('a model knows all places of its vectors by name, also those that only their column tells; of too many none', () => {
  const { features } = factsIn(types.struct([vectorOf(4_000)]));
  const names = features['features'] ?? [];
  assert.equal(names.length, 4_000);
  assert.deepEqual([...names.slice(0, 3), names.at(-2), names.at(-1)], ['x', 'tf_0', 'tf_1', 'tf_3997', 'kind']);
  assert.deepEqual(factsIn(types.struct([vectorOf(262_146)])).features, {});
});
