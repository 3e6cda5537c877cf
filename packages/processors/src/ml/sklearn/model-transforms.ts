import type { Example, ExampleTable } from '../../contract/examples.ts';
import type { Definition, Processor } from '../../contract/processor.ts';
import { table } from '../../kit/examples.ts';
import { applyInPython } from '../kit/sklearn-transforming.ts';
import { appliedToBadRows } from './_sklearn-examples.ts';

/** A node that applies to rows what another node has fitted on others, or takes it back. */
interface ModelTransform extends Pick<Definition<Record<never, never>>, 'nodeClass' | 'name'> {
  /** What is fitted, in words: `binarizer`. */
  readonly model: string;
  readonly inverse?: boolean;
  /** Of the examples: the node that fits on `x` of 1 and 3, and what comes out for these rows. */
  readonly fittedBy: NonNullable<Example['after']>[number];
  readonly fittedRows: ExampleTable;
  /** Other rows, and what comes out for them in their order. */
  readonly others: { readonly rows: ExampleTable; readonly output: ExampleTable };
}

const fittedOn = table('x double', [[1], [3]]);
const minMaxScaler = { nodeClass: 'fire.nodes.sklearn.preprocessing.NodeMinMaxScalarFitTransform', fields: {} };
const standardScaler = { nodeClass: 'fire.nodes.sklearn.preprocessing.NodeStandardScalarFitTransform', fields: {} };

const transforms: readonly ModelTransform[] = [
  {
    nodeClass: 'fire.nodes.sklearn.preprocessing.NodeBinarizerTransform',
    name: 'Sklearn Binarizer Transform',
    model: 'binarizer',
    fittedBy: {
      nodeClass: 'fire.nodes.sklearn.preprocessing.NodeBinarizerFitTransform',
      fields: { threshold: '2' },
    },
    fittedRows: table('x double', [[0], [1]]),
    others: { rows: table('x int', [[5], [2]]), output: table('x double', [[1], [0]]) },
  },
  {
    nodeClass: 'fire.nodes.sklearn.preprocessing.NodeMinMaxScalerInverseTransform',
    name: 'MinMax Scaler Inverse Transform',
    model: 'min-max scaler',
    inverse: true,
    fittedBy: minMaxScaler,
    fittedRows: fittedOn,
    others: { rows: table('x double', [[0.5], [2]]), output: table('x double', [[2], [5]]) },
  },
  {
    nodeClass: 'fire.nodes.sklearn.preprocessing.NodeMinMaxScalarTransform',
    name: 'Sklearn MinMax Scaler Transform',
    model: 'min-max scaler',
    fittedBy: minMaxScaler,
    fittedRows: table('x double', [[0], [1]]),
    others: { rows: table('x int', [[5], [2]]), output: table('x double', [[2], [0.5]]) },
  },
  {
    nodeClass: 'fire.nodes.sklearn.preprocessing.NodeNormalizerFitTransformSklearn',
    name: 'Sklearn Normalizer Transform',
    model: 'normalizer',
    fittedBy: {
      nodeClass: 'fire.nodes.sklearn.preprocessing.NodeNormalizerFitTransform',
      fields: { columnsToNormalize: ['x'] },
    },
    fittedRows: table('x double', [[1], [1]]),
    others: { rows: table('x int', [[-5], [2]]), output: table('x double', [[-1], [1]]) },
  },
  {
    nodeClass: 'fire.nodes.sklearn.preprocessing.NodeQuantileTransformerTransform',
    name: 'Sklearn Quantile Transform',
    model: 'quantile transformer',
    fittedBy: { nodeClass: 'fire.nodes.sklearn.preprocessing.NodeQuantileTransformerFitTransform', fields: {} },
    fittedRows: table('x double', [[0], [1]]),
    others: { rows: table('x int', [[5], [2]]), output: table('x double', [[1], [0.5]]) },
  },
  {
    nodeClass: 'fire.nodes.sklearn.preprocessing.NodeStandardScalerInverseTransform',
    name: 'Standard Scaler Inverse Transform',
    model: 'standard scaler',
    inverse: true,
    fittedBy: standardScaler,
    fittedRows: fittedOn,
    others: { rows: table('x double', [[0], [5]]), output: table('x double', [[2], [7]]) },
  },
  {
    nodeClass: 'fire.nodes.sklearn.preprocessing.NodeStandardScalarTransform',
    name: 'Sklearn StandardScalar Transform',
    model: 'standard scaler',
    fittedBy: standardScaler,
    fittedRows: table('x double', [[-1], [1]]),
    others: { rows: table('x int', [[7], [2]]), output: table('x double', [[5], [0]]) },
  },
];

const descriptionOf = ({ model, inverse = false }: ModelTransform): string =>
  inverse
    ? `Reverses the transformation by the scikit-learn ${model} of one input in the rows of the other, in either order. A model alone does so in its own rows.`
    : `Applies the scikit-learn ${model} of one input to the rows of the other, in either order. A model alone transforms the rows that it was fitted on.`;

const examplesOf = ({ fittedBy, fittedRows, others }: ModelTransform): readonly Example[] => [
  {
    name: 'transforms the fitted rows if only a model is connected',
    after: [fittedBy],
    input: fittedOn,
    output: fittedRows,
  },
  {
    name: 'transforms other rows by the fitted model',
    after: [fittedBy],
    input: [fittedOn, others.rows],
    output: others.output,
    ordered: true,
  },
  ...appliedToBadRows([fittedBy]),
];

const modelTransform = (transform: ModelTransform): Processor =>
  applyInPython({
    nodeClass: transform.nodeClass,
    name: transform.name,
    title: `scikit-learn ${transform.model}`,
    ...(transform.inverse === true ? { inverse: true } : {}),
    description: descriptionOf(transform),
    examples: examplesOf(transform),
  });

export const sklearnModelTransforms = transforms.map(modelTransform);
