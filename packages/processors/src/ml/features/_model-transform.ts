import type { Category } from '../../contract/categories.ts';
import type { Example, ExampleTable } from '../../contract/examples.ts';
import type { Definition, Processor } from '../../contract/processor.ts';
import { table } from '../../kit/examples.ts';
import { processor } from '../../kit/processor.ts';
import { applying } from './_fitting.ts';

type Group = Category extends infer C ? (C extends `Machine-Learning/ML-SparkML/${infer G}` ? G : never) : never;

/** A node that applies to rows what another node has fitted on others. */
export interface ModelTransform extends Pick<Definition<Record<never, never>>, 'nodeClass' | 'formerly' | 'name'> {
  /** What the model is called if it is fitted: `min-max scaler`. */
  readonly title: string;
  /** The last part of its category. */
  readonly group?: Group;
  /** Of the examples: the node that fits, the rows that it fits on, and what the model makes of these. */
  readonly fittedBy: NonNullable<Example['after']>[number];
  readonly fittedOn: ExampleTable;
  readonly fittedRows: ExampleTable;
  /** Other rows, and what the model makes of them. */
  readonly others: { readonly name: string; readonly rows: ExampleTable; readonly output: ExampleTable };
  /** What becomes of a row of nulls; absent if the model fills nulls. */
  readonly ofNull?: { readonly endsRunAt: string } | { readonly gives: ExampleTable };
}

function examplesOf({ fittedBy, fittedOn, fittedRows, others, ofNull }: ModelTransform): readonly Example[] {
  const after = [fittedBy];
  const [firstRow = []] = fittedOn.rows;
  const [row = []] = others.rows.rows;
  const nulls = table(others.rows.schema, [row.map(() => null)]);
  return [
    { name: others.name, after, input: [fittedOn, others.rows], output: others.output },
    { name: 'transforms the fitted rows if only a model is connected', after, input: fittedOn, output: fittedRows },
    {
      name: 'rejects inputs without a model',
      input: table(fittedOn.schema, [firstRow]),
      error: 'no input provides a model',
    },
    {
      name: 'handles an empty input',
      after,
      input: [fittedOn, table(others.rows.schema, [])],
      output: table(others.output.schema, []),
    },
    ...(ofNull === undefined ? [] : [exampleOfNull(ofNull, { after, input: [fittedOn, nulls] })]),
  ];
}

const exampleOfNull = (
  ofNull: NonNullable<ModelTransform['ofNull']>,
  example: Required<Pick<Example, 'after' | 'input'>>,
): Example =>
  'gives' in ofNull
    ? { name: 'handles a null', ...example, output: ofNull.gives }
    : { name: 'rejects a null', ...example, error: `a row has null in column "${ofNull.endsRunAt}"` };

/** Makes the processor of a row, with its examples. */
export const modelTransform = (transform: ModelTransform): Processor => {
  const { nodeClass, formerly, name, title, group = 'FeatureTransformers' } = transform;
  return processor({
    nodeClass,
    ...(formerly === undefined ? {} : { formerly }),
    name,
    examples: examplesOf(transform),
    type: 'ml-predict',
    category: `Machine-Learning/ML-SparkML/${group}`,
    description: `Applies the ${title} from one input to the rows of the other, in either order. A model alone transforms the rows that it was fitted on.`,
    fields: {},
    inputs: { min: 1, max: 2 },
    inputNames: ['Data', 'Model'],
    needs: ['ml'],
    run: (context) => applying(context, title),
  });
};
