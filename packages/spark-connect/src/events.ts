import { decodeBatch, schemaOfArrow, type RecordBatch } from './arrow.ts';
import type { ExecuteOptions } from './execute.ts';
import { SparkError } from './errors.ts';
import { valueOfLiteral } from './literal.ts';
import type { ExecutePlanResponse, ExecutePlanResponse_ExecutionProgress_StageInfo } from './proto.ts';
import { typeFromProto } from './proto-types.ts';
import { types, type StructType } from './types.ts';
import type { Value } from './values.ts';

/** Tasks done so far, as Spark reports them; Sail reports none. */
export interface Progress {
  readonly tasks: number;
  readonly tasksDone: number;
  readonly bytesRead: number;
}

/** What an engine sends in addition to the rows. */
export type SideEvent =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'observed'; readonly name: string; readonly values: Readonly<Record<string, Value>> };

interface SchemaEvent {
  readonly kind: 'schema';
  readonly schema: StructType;
}

export type ExecutionEvent = SchemaEvent | { readonly kind: 'batch'; readonly batch: RecordBatch } | SideEvent;

/** Some rows as they came. */
export interface EncodedBatch {
  /** An Arrow IPC stream, for `decodeBatch`. Its memory has no other owner: it may be transferred to another thread. */
  readonly data: Uint8Array;
  /** Rows that the engine says it has; `decodeBatch` checks it. */
  readonly rowCount: number;
}

export type EncodedEvent = SchemaEvent | { readonly kind: 'encoded'; readonly batch: EncodedBatch } | SideEvent;

/** How to run something. `onEvent` receives progress and observed metrics. */
export interface RunOptions extends ExecuteOptions {
  readonly onEvent?: (event: SideEvent) => void;
}

/**
 * The answers to a query as events: the schema once and first, then batches, progress and observed metrics as they
 * come. Throws a `SparkError` when a batch does not follow the one before it, or is not what was announced.
 */
export async function* resultEvents(
  answers: AsyncIterable<ExecutePlanResponse>,
): AsyncGenerator<ExecutionEvent, void, undefined> {
  let schema: StructType = types.struct([]);
  for await (const event of encodeEvents(answers)) {
    if (event.kind === 'schema') ({ schema } = event);
    if (event.kind === 'encoded')
      yield { kind: 'batch', batch: decodeBatch(event.batch.data, schema, event.batch.rowCount) };
    else yield event;
  }
}

/** The same with batches as they came: nothing of them is read. */
export async function* encodeEvents(
  answers: AsyncIterable<ExecutePlanResponse>,
): AsyncGenerator<EncodedEvent, void, undefined> {
  let schema: StructType | undefined;
  let rows = 0n;
  for await (const answer of answers) {
    if (answer.schema !== undefined && schema === undefined) {
      const type = typeFromProto(answer.schema);
      schema = type.kind === 'struct' ? type : types.struct([types.field('value', type)]);
      yield { kind: 'schema', schema };
    }
    yield* sideEvents(answer);
    if (answer.responseType.case !== 'arrowBatch') continue;
    const { data, rowCount, startOffset } = answer.responseType.value;
    if (startOffset !== undefined && startOffset !== rows)
      throw new SparkError(`a batch of the result begins at row ${startOffset} where row ${rows} was due`);
    rows += rowCount;
    if (schema === undefined) {
      schema = schemaOfArrow(data);
      yield { kind: 'schema', schema };
    }
    yield { kind: 'encoded', batch: { data, rowCount: Number(rowCount) } };
  }
}

/** Progress and observed metrics of one answer. */
export function* sideEvents({ observedMetrics, responseType }: ExecutePlanResponse): Generator<SideEvent> {
  for (const { name, keys, values } of observedMetrics)
    yield {
      kind: 'observed',
      name,
      values: Object.fromEntries(keys.map((key, i) => [key, valueOfLiteral(values[i])])),
    };
  if (responseType.case === 'executionProgress') yield { kind: 'progress', progress: sumOf(responseType.value.stages) };
}

const sumOf = (stages: readonly ExecutePlanResponse_ExecutionProgress_StageInfo[]): Progress => ({
  tasks: stages.reduce((sum, s) => sum + Number(s.numTasks), 0),
  tasksDone: stages.reduce((sum, s) => sum + Number(s.numCompletedTasks), 0),
  bytesRead: stages.reduce((sum, s) => sum + Number(s.inputBytesRead), 0),
});
