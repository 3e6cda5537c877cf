import { FieldError } from '../../kit/field-error.ts';
import { processor } from '../../kit/processor.ts';
import type { Definition, Processor } from '../../contract/processor.ts';

interface Unavailable extends Pick<
  Definition<Record<never, never>>,
  'nodeClass' | 'formerly' | 'name' | 'type' | 'category' | 'description' | 'inputs' | 'inputNames'
> {
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
      throw new FieldError('', `cannot run here: ${why}`, 'replace the node');
    },
  }),
  unavailable: why,
});
