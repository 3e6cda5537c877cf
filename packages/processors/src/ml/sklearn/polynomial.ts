import { column, flag } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer } from '../../kit/number-fields.ts';
import { requireColumn } from '../../kit/columns.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { allNumbers, fittingInPython } from '../kit/sklearn-transforming.ts';

/** Most columns that are added. */
const maxAdded = 1000;

export const sklearnPolynomial = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnPolynomial',
  name: 'Sklearn Polynomial',
  type: 'transform',
  category: 'Machine-Learning/ML-Sklearn/Data',
  description:
    'Adds products of the numeric columns up to a degree with scikit-learn: products of different columns and, if chosen, powers of columns. The target is left out. A product is named by its factors: “a b”, “a^2”.',
  fields: {
    targetCol: column({ title: 'Target' }),
    degree: integer({ default: 2, min: 1, max: 10, title: 'Degree' }),
    interactiononly: flag({ default: true, title: 'Interactions only' }),
    includebias: flag({ default: false, title: 'Add a column of ones' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'adds all products of degree 2 and ones',
      fields: { targetCol: 'y', interactiononly: 'false', includebias: 'true' },
      input: table('a int, b int, y int, note string', [[2, 3, 9, null]]),
      output: table('a int, b int, y int, note string, `1` double, `a^2` double, `a b` double, `b^2` double', [
        [2, 3, 9, null, 1, 4, 6, 9],
      ]),
    },
    {
      name: 'adds interactions up to degree 3',
      fields: { degree: '3' },
      input: table('a int, b int, c int', [[2, 3, 5]]),
      output: table('a int, b int, c int, `a b` double, `a c` double, `b c` double, `a b c` double', [
        [2, 3, 5, 6, 10, 15, 30],
      ]),
    },
    { name: 'rejects an input without rows', input: table('a int', []), error: 'the input has no rows' },
    {
      name: 'rejects a degree that makes too many columns',
      fields: { degree: '9', interactiononly: 'false' },
      input: table('a int, b int, c int, d int, e int', [[1, 1, 1, 1, 1]]),
      error: 'invalid value 9 for field "degree": must make at most',
    },
  ],
  run(context) {
    const { fields, schema } = context;
    const { degree, interactiononly, includebias } = fields;
    const target =
      fields.targetCol === undefined ? undefined : requireColumn(schema, fields.targetCol, 'targetCol').name;
    const features = allNumbers(schema).filter((name) => name !== target);
    if (features.length === 0)
      throw new FieldError(
        'targetCol',
        'the input has no numeric column besides the target',
        'choose another target, or none',
      );
    const products = productsOf(features, degree, !interactiononly);
    if (products.length > maxAdded)
      throw new FieldError(
        'degree',
        `invalid value ${degree} for field "degree": must make at most ${maxAdded} columns`,
        'enter a lower degree',
      );
    const existing = products.find((name) => schema.fields.some((one) => one.name === name));
    if (existing !== undefined)
      throw new FieldError(
        '',
        `column "${existing}" already exists in the input`,
        'rename the column before this node',
      );
    return fittingInPython(context, {
      title: 'scikit-learn polynomial',
      estimator: 'PolynomialFeatures',
      parameters: { degree, interaction_only: interactiononly, include_bias: includebias },
      features,
      adds: [...(includebias ? ['1'] : []), ...products],
    });
  },
});

/** Names of the products of two factors and more, in the order of scikit-learn; no more than are too many. */
function productsOf(features: readonly string[], degree: number, repeats: boolean): readonly string[] {
  const names: string[] = [];
  const add = (factors: readonly number[], from: number, left: number): void => {
    if (left === 0) names.push(nameOf(factors.map((at) => features[at] ?? '')));
    else
      for (let at = from; at < features.length && names.length <= maxAdded; at++)
        add([...factors, at], repeats ? at : at + 1, left - 1);
  };
  for (let size = 2; size <= degree; size++) add([], 0, size);
  return names;
}

const nameOf = (factors: readonly string[]): string =>
  [...Map.groupBy(factors, (name) => name)]
    .map(([name, { length }]) => (length === 1 ? name : `${name}^${length}`))
    .join(' ');
