import type { Read } from '@millrace/spark-connect/proto';
import { call, list, type Doc } from './doc.ts';
import { noForm, type Scope } from './scope.ts';
import { chainSteps, optionSteps } from './steps.ts';
import { pyString } from './text.ts';

/** A source of rows: `spark.read.format("csv").schema("…").options(header=True).load("…")`. */
export function read({ readType, isStreaming }: Read, scope: Scope): Doc {
  if (isStreaming) return noForm('a streaming source');
  switch (readType.case) {
    case 'namedTable':
      return chainSteps('spark.read', [
        ...optionSteps(readType.value.options),
        call('.table', [pyString(readType.value.unparsedIdentifier)]),
      ]);
    case 'dataSource': {
      const { format, schema, options, paths, predicates } = readType.value;
      if (predicates.length > 0) return noForm('a reader with predicates');
      const locations = paths.map((path) => scope.path(path));
      return chainSteps('spark.read', [
        ...(format === undefined ? [] : [call('.format', [pyString(format)])]),
        ...(schema === undefined || schema === '' ? [] : [call('.schema', [pyString(schema)])]),
        ...optionSteps(options),
        call('.load', locations.length > 1 ? [list(locations)] : locations),
      ]);
    }
    default:
      return noForm('a reader of nothing');
  }
}
