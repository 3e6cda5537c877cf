import { FieldError } from './field-error.ts';
import { processor, type Processor } from './processor.ts';

interface Unavailable {
  readonly nodeClass: string;
  readonly formerly?: readonly string[];
  readonly name: string;
  readonly type: string;
  readonly category: string;
  readonly description: string;
  readonly inputs?: { readonly min: number; readonly max: number };
  readonly inputNames?: readonly string[];
  /** Why it cannot run, and what to take in its place: goes on "cannot run here: ". */
  readonly why: string;
}

/**
 * A processor that saved graphs name and that cannot run here. It is shown with the reason, its settings stay in the graph as
 * they are, and a graph that holds it is refused before anything runs.
 */
export const unavailable = ({ why, ...about }: Unavailable): Processor => ({
  ...processor({
    ...about,
    fields: {},
    examples: [],
    run: () => {
      throw new FieldError('', `it cannot run here: ${why}`, 'replace the node');
    },
  }),
  unavailable: why,
});
