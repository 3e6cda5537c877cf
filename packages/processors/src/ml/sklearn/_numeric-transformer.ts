import type { Example } from '../../contract/examples.ts';
import type { Fields, FieldValues } from '../../contract/fields.ts';
import type { Definition, Processor } from '../../contract/processor.ts';
import type { Json } from '../../contract/python.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { allNumbers, fittingInPython } from '../kit/sklearn-transforming.ts';

/** A transformer of scikit-learn that is fitted on all columns of numbers and changes them in their places. */
interface NumericTransformer<F extends Fields> extends Pick<
  Definition<F>,
  'nodeClass' | 'name' | 'description' | 'fields' | 'examples'
> {
  /** What is fitted, in words: `scikit-learn min-max scaler`. */
  readonly title: string;
  /** The class of scikit-learn. */
  readonly estimator: string;
  /** What the estimator is made with. Throws a `FieldError` for a value that cannot be used. */
  readonly parameters: (fields: FieldValues<F>) => Readonly<Record<string, Json>>;
  /** Fields whose names are not those of the parameters. */
  readonly fieldOf?: Readonly<Record<string, string>>;
  /** What the table of what was fitted is called. */
  readonly tableTitle?: string;
}

/** What each of them says of rows that it cannot be fitted on. */
const unfitRows: readonly Example[] = [
  { name: 'rejects an input without rows', input: table('x double', []), error: 'the input has no rows' },
  {
    name: 'rejects a null',
    input: table('x double', [[1], [null]]),
    error: 'column "x" is null in 1 of 2 rows',
  },
  {
    name: 'rejects an input without numeric columns',
    input: table('note string', [['a']]),
    error: 'the input has no numeric column',
  },
];

/** Makes the processor of such a transformer. */
export const numericTransformer = <const F extends Fields>(node: NumericTransformer<F>): Processor =>
  processor<F>({
    nodeClass: node.nodeClass,
    name: node.name,
    type: 'transform',
    category: 'Machine-Learning/ML-Sklearn/PreProcessing',
    description: node.description,
    fields: node.fields,
    needs: ['python'],
    examples: [...node.examples, ...unfitRows],
    run: (context) =>
      fittingInPython(context, {
        title: node.title,
        estimator: node.estimator,
        parameters: node.parameters(context.fields),
        features: allNumbers(context.schema),
        ...(node.fieldOf === undefined ? {} : { fields: node.fieldOf }),
        ...(node.tableTitle === undefined ? {} : { tableTitle: node.tableTitle }),
      }),
  });
