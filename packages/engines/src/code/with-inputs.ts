import type { Relation } from '@millrace/spark-connect/proto';

const isRelation = (value: object): value is Relation =>
  '$typeName' in value && value.$typeName === 'spark.connect.Relation';

/**
 * A plan that came back from code, with the relations of its inputs in their places: the runner looks up what it knows of
 * a relation by the object itself. Inputs are recognised by their plan ids.
 */
export function withInputs(plan: Relation, inputs: readonly Relation[]): Relation {
  const byId = new Map(
    inputs.flatMap((input) => (input.common?.planId === undefined ? [] : [[input.common.planId, input]])),
  );
  const inputOf = (value: unknown): Relation | undefined =>
    typeof value === 'object' && value !== null && isRelation(value) && value.common?.planId !== undefined
      ? byId.get(value.common.planId)
      : undefined;
  const waiting: object[] = [plan];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const [name, value] of Object.entries(at)) {
      if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
      const input = inputOf(value);
      if (input === undefined) waiting.push(value as object);
      else Reflect.set(at, name, input);
    }
  return inputOf(plan) ?? plan;
}
