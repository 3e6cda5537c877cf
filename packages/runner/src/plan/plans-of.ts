import type { Outcome } from '@millrace/processors';
import type { Relation } from '@millrace/spark-connect/proto';

/** The plans of all that a node gives, shows and saves. */
export const plansOf = ({ outputs, results = [], saves = [] }: Outcome): Relation[] =>
  [
    ...outputs,
    ...results.flatMap((result) => ('data' in result ? [result.data] : [])),
    ...saves.flatMap((save) => ('data' in save ? [save.data] : [])),
    ...saves.flatMap((save) => ('lines' in save && save.lines !== undefined ? [save.lines.rows] : [])),
  ].map(({ relation }) => relation);
