import type { Category } from '../../contract/categories.ts';
import { processor } from '../../kit/processor.ts';
import type { Definition, Processor } from '../../contract/processor.ts';
import { applying } from './_fitting.ts';

type Group = Category extends infer C ? (C extends `Machine-Learning/ML-SparkML/${infer G}` ? G : never) : never;

interface Applied extends Pick<Definition<Record<never, never>>, 'nodeClass' | 'name' | 'formerly' | 'examples'> {
  /** What the model is called where it is made: `min-max scaler`. */
  readonly title: string;
  /** The last part of its category. */
  readonly group?: Group;
}

/** A node that applies to rows what a twin of its has learned from others. */
export const applied = ({ title, group = 'FeatureTransformers', ...rest }: Applied): Processor =>
  processor({
    ...rest,
    type: 'ml-predict',
    category: `Machine-Learning/ML-SparkML/${group}`,
    description: `Applies the ${title} of one input to the rows of the other, in any order of the two. The model alone changes the rows that it was made from.`,
    fields: {},
    inputs: { min: 1, max: 2 },
    inputNames: ['Data', 'Model'],
    needs: ['ml'],
    run: (context) => applying(context, title),
  });
