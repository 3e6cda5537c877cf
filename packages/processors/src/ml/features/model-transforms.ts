import { table } from '../../kit/examples.ts';
import { denseVector, sparseVector } from '../kit/vectors.ts';
import { modelTransform, type ModelTransform } from './_model-transform.ts';

const transforms: readonly ModelTransform[] = [
  {
    nodeClass: 'fire.nodes.etl.NodeBucketizerTransform',
    name: 'Bucketizer Transform',
    title: 'bucketizer',
    fittedBy: {
      nodeClass: 'fire.nodes.etl.NodeBucketizer',
      fields: { inputCol: 'x', outputCol: 'b', splits: '-inf,0,inf' },
    },
    fittedOn: table('x double', [[1]]),
    fittedRows: table('x double, b double', [[1, 1]]),
    others: {
      name: 'applies the same bounds',
      rows: table('x double', [[-1], [2]]),
      output: table('x double, b double', [
        [-1, 0],
        [2, 1],
      ]),
    },
    ofNull: { gives: table('x double, b double', [[null, null]]) },
  },
  {
    nodeClass: 'fire.nodes.ml.NodeImputerTransform',
    formerly: ['fire.nodes.etl.NodeImputerTransform'],
    name: 'Imputer Transform',
    title: 'imputer',
    fittedBy: { nodeClass: 'fire.nodes.ml.NodeImputer', fields: { inputCol: 'x', outputCol: 'y' } },
    fittedOn: table('x double', [[1], [null], [3]]),
    fittedRows: table('x double, y double', [
      [1, 1],
      [null, 2],
      [3, 3],
    ]),
    others: {
      name: 'applies the fitted mean',
      rows: table('x double', [[null], [8]]),
      output: table('x double, y double', [
        [null, 2],
        [8, 8],
      ]),
    },
  },
  {
    nodeClass: 'fire.nodes.etl.NodeIndexToStringTransform',
    name: 'Index To String Transform',
    title: 'index-to-string model',
    fittedBy: {
      nodeClass: 'fire.nodes.etl.NodeIndexToString',
      fields: { inputCol: 'i', outputCol: 's', labels: 'low,high' },
    },
    fittedOn: table('i double', [[1]]),
    fittedRows: table('i double, s string', [[1, 'high']]),
    others: {
      name: 'applies the same labels',
      rows: table('i double', [[0]]),
      output: table('i double, s string', [[0, 'low']]),
    },
    ofNull: { endsRunAt: 'i' },
  },
  {
    nodeClass: 'fire.nodes.etl.NodeInteractionTransform',
    name: 'Interaction Transform',
    title: 'interaction',
    fittedBy: { nodeClass: 'fire.nodes.etl.NodeInteraction', fields: { inputCols: ['a', 'b'], outputCol: 'p' } },
    fittedOn: table('a double, b double', [[2, 3]]),
    fittedRows: table('a double, b double, p vector', [[2, 3, denseVector(6)]]),
    others: {
      name: 'multiplies columns of other rows',
      rows: table('a double, b double', [[4, 5]]),
      output: table('a double, b double, p vector', [[4, 5, denseVector(20)]]),
    },
    ofNull: { endsRunAt: 'a' },
  },
  {
    nodeClass: 'fire.nodes.ml.NodeMaxAbsScalerTransform',
    formerly: ['fire.nodes.etl.NodeMaxAbsScalerTransform'],
    name: 'MaxAbs Scaler Transform',
    title: 'max-abs scaler',
    fittedBy: { nodeClass: 'fire.nodes.ml.NodeMaxAbsScaler', fields: { inputCol: 'v', outputCol: 's' } },
    fittedOn: table('v vector', [[denseVector(-4)], [denseVector(2)]]),
    fittedRows: table('v vector, s vector', [
      [denseVector(-4), denseVector(-1)],
      [denseVector(2), denseVector(0.5)],
    ]),
    others: {
      name: 'divides by the fitted maximum',
      rows: table('v vector', [[denseVector(1)]]),
      output: table('v vector, s vector', [[denseVector(1), denseVector(0.25)]]),
    },
    ofNull: { endsRunAt: 'v' },
  },
  {
    nodeClass: 'fire.nodes.ml.NodeMinMaxScalerTransform',
    formerly: ['fire.nodes.etl.NodeMinMaxScalerTransform'],
    name: 'Min Max Scaler Transform',
    title: 'min-max scaler',
    group: 'FeatureScaler',
    fittedBy: { nodeClass: 'fire.nodes.ml.NodeMinMaxScaler', fields: { inputCol: 'v', outputCol: 's' } },
    fittedOn: table('v vector', [[denseVector(0)], [denseVector(10)]]),
    fittedRows: table('v vector, s vector', [
      [denseVector(0), denseVector(0)],
      [denseVector(10), denseVector(1)],
    ]),
    others: {
      name: 'scales by the fitted bounds, and greater values beyond them',
      rows: table('v vector', [[denseVector(5)], [denseVector(20)]]),
      output: table('v vector, s vector', [
        [denseVector(5), denseVector(0.5)],
        [denseVector(20), denseVector(2)],
      ]),
    },
    ofNull: { endsRunAt: 'v' },
  },
  {
    nodeClass: 'fire.nodes.etl.NodeNormalizerTransform',
    name: 'Normalizer Transform',
    title: 'normalizer',
    fittedBy: { nodeClass: 'fire.nodes.etl.NodeNormalizer', fields: { inputCol: 'v', outputCol: 'n', p: '1' } },
    fittedOn: table('v vector', [[denseVector(1, 3)]]),
    fittedRows: table('v vector, n vector', [[denseVector(1, 3), denseVector(0.25, 0.75)]]),
    others: {
      name: 'applies the same norm to other rows',
      rows: table('v vector', [[denseVector(2, 2)]]),
      output: table('v vector, n vector', [[denseVector(2, 2), denseVector(0.5, 0.5)]]),
    },
    ofNull: { endsRunAt: 'v' },
  },
  {
    nodeClass: 'fire.nodes.ml.NodeOneHotEncoderAdvancedTransform',
    formerly: ['fire.nodes.etl.NodeOneHotEncoderTransform'],
    name: 'One Hot Encoder Advanced Transform',
    title: 'one-hot encoder',
    fittedBy: { nodeClass: 'fire.nodes.ml.NodeOneHotEncoderAdvanced', fields: { inputCol: 'i', outputCol: 'v' } },
    fittedOn: table('i double', [[0], [1], [2]]),
    fittedRows: table('i double, v vector', [
      [0, sparseVector(2, [0], [1])],
      [1, sparseVector(2, [1], [1])],
      [2, sparseVector(2, [], [])],
    ]),
    others: {
      name: 'encodes as many categories as were fitted',
      rows: table('i double', [[1]]),
      output: table('i double, v vector', [[1, sparseVector(2, [1], [1])]]),
    },
    ofNull: { endsRunAt: 'i' },
  },
  {
    nodeClass: 'fire.nodes.ml.NodeQuantileDiscretizerTransform',
    name: 'Quantile Discretizer Transform',
    title: 'quantile discretizer',
    fittedBy: { nodeClass: 'fire.nodes.ml.NodeQuantileDiscretizer', fields: { inputCol: 'x', outputCol: 'b' } },
    fittedOn: table('x double', [[1], [2], [3], [4]]),
    fittedRows: table('x double, b double', [
      [1, 0],
      [2, 1],
      [3, 1],
      [4, 1],
    ]),
    others: {
      name: 'applies the fitted bounds',
      rows: table('x double', [[-50], [2.5]]),
      output: table('x double, b double', [
        [-50, 0],
        [2.5, 1],
      ]),
    },
    ofNull: { gives: table('x double, b double', [[null, null]]) },
  },
  {
    nodeClass: 'fire.nodes.ml.NodeRobustScalerTransform',
    formerly: ['fire.nodes.etl.NodeRobustScalerTransform'],
    name: 'Robust Scaler Transform',
    title: 'robust scaler',
    fittedBy: {
      nodeClass: 'fire.nodes.ml.NodeRobustScaler',
      fields: { inputCol: 'v', outputCol: 's', withCentering: 'true' },
    },
    fittedOn: table('v vector', [[denseVector(0)], [denseVector(2)], [denseVector(4)]]),
    fittedRows: table('v vector, s vector', [
      [denseVector(0), denseVector(-0.5)],
      [denseVector(2), denseVector(0)],
      [denseVector(4), denseVector(0.5)],
    ]),
    others: {
      name: 'centers on the fitted median',
      rows: table('v vector', [[denseVector(8)]]),
      output: table('v vector, s vector', [[denseVector(8), denseVector(1.5)]]),
    },
    ofNull: { endsRunAt: 'v' },
  },
  {
    nodeClass: 'fire.nodes.ml.NodeStandardScalerTransform',
    name: 'Standard Scaler Transform',
    title: 'standard scaler',
    group: 'FeatureScaler',
    fittedBy: {
      nodeClass: 'fire.nodes.ml.NodeStandardScaler',
      fields: { inputCol: 'v', outputCol: 's', withMean: 'true', withStd: 'false' },
    },
    fittedOn: table('v vector', [[denseVector(2)], [denseVector(4)]]),
    fittedRows: table('v vector, s vector', [
      [denseVector(2), denseVector(-1)],
      [denseVector(4), denseVector(1)],
    ]),
    others: {
      name: 'centers on the fitted mean',
      rows: table('v vector', [[denseVector(3)], [denseVector(9)]]),
      output: table('v vector, s vector', [
        [denseVector(3), denseVector(0)],
        [denseVector(9), denseVector(6)],
      ]),
    },
    ofNull: { endsRunAt: 'v' },
  },
  {
    nodeClass: 'fire.nodes.ml.NodeStringIndexerAdvancedTransform',
    formerly: ['fire.nodes.etl.NodeStringIndexerTransform'],
    name: 'String Indexer Advanced Transform',
    title: 'string indexer',
    fittedBy: { nodeClass: 'fire.nodes.ml.NodeStringIndexerAdvanced', fields: { inputCol: 'c', outputCol: 'i' } },
    fittedOn: table('c string', [['a'], ['b'], ['b']]),
    fittedRows: table('c string, i double', [
      ['a', 1],
      ['b', 0],
      ['b', 0],
    ]),
    others: {
      name: 'applies the fitted indices',
      rows: table('c string', [['a']]),
      output: table('c string, i double', [['a', 1]]),
    },
    ofNull: { endsRunAt: 'c' },
  },
  {
    nodeClass: 'fire.nodes.ml.NodeVectorIndexerTransform',
    formerly: ['fire.nodes.etl.NodeVectorIndexerTransform'],
    name: 'Vector Indexer Transform',
    title: 'vector indexer',
    fittedBy: { nodeClass: 'fire.nodes.ml.NodeVectorIndexer', fields: { inputCol: 'v', outputCol: 'w' } },
    fittedOn: table('v vector', [[denseVector(-1)], [denseVector(4)]]),
    fittedRows: table('v vector, w vector', [
      [denseVector(-1), denseVector(0)],
      [denseVector(4), denseVector(1)],
    ]),
    others: {
      name: 'applies the fitted categories',
      rows: table('v vector, n int', [[denseVector(4), 1]]),
      output: table('v vector, n int, w vector', [[denseVector(4), 1, denseVector(1)]]),
    },
    ofNull: { endsRunAt: 'v' },
  },
];

export const modelTransforms = transforms.map(modelTransform);
