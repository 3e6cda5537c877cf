import type { Plan } from './proto.ts';

type Message = Readonly<Record<string, unknown>> & { readonly $typeName?: string };

const results = new WeakMap<object, boolean>();

/** SQL with named inputs, and what lists, makes or drops views. */
const touching: ReadonlySet<string> = new Set([
  'spark.connect.WithRelations',
  'spark.connect.ListTables',
  'spark.connect.CreateDataFrameViewCommand',
  'spark.connect.DropTempView',
]);

/** True if a plan works with the views of its session, see {@link Gate}. */
export const touchesViews = (plan: Plan): boolean =>
  plan.opType.case !== undefined && holds(plan.opType.value as unknown as Message);

function holds(message: Message): boolean {
  const cached = results.get(message);
  if (cached !== undefined) return cached;
  const answer = touching.has(message.$typeName ?? '') || Object.values(message).some(usesViewsWithin);
  results.set(message, answer);
  return answer;
}

const usesViewsWithin = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !ArrayBuffer.isView(value) &&
  (Array.isArray(value) ? value.some(usesViewsWithin) : holds(value as Message));

/**
 * Lets one request at a time pass. Spark binds the inputs of a SQL query through temporary views of the session that
 * stand only while it analyses the request: two requests at once take each other's views away, or find the other's
 * under the same name. A list of the tables fails when a view goes while it is made (PARSE_EMPTY_STATEMENT). Source:
 * SparkConnectPlanner.executeSQLWithRefs.
 */
export class Gate {
  #last: Promise<void> = Promise.resolve();

  /** Waits for its turn; the function given back lets the next one in. */
  async enter(): Promise<() => void> {
    const before = this.#last;
    let leave = (): void => undefined;
    this.#last = new Promise((resolve) => (leave = resolve));
    await before;
    return leave;
  }
}
