import type { Expression, Expression_UnresolvedAttribute, Relation } from '@millrace/spark-connect/proto';

const named = (value: object, name: string): boolean =>
  '$typeName' in value && value.$typeName === `spark.connect.${name}`;

const isRelation = (value: object): value is Relation => named(value, 'Relation');
const isExpression = (value: object): value is Expression => named(value, 'Expression');
const isAttribute = (value: object): value is Expression_UnresolvedAttribute =>
  named(value, 'Expression.UnresolvedAttribute');

/** The messages of a kind below `root` (not itself), in the order of the plan; looks into no further relation. */
function below<T extends object>(root: object, wanted: (value: object) => value is T): T[] {
  const found: T[] = [];
  const look = (message: object): void => {
    if (message instanceof Uint8Array) return;
    for (const value of Object.values(message) as unknown[]) {
      if (typeof value !== 'object' || value === null) continue;
      if (wanted(value)) found.push(value);
      if (!isRelation(value)) look(value);
    }
  };
  look(root);
  return found;
}

/** Plans are not changed once they are made, and are asked several times before a run. */
const inputs = new WeakMap<Relation, readonly Relation[]>();

/** The relations that a relation reads directly, in the order of the plan. */
export function inputsOfRelation(relation: Relation): readonly Relation[] {
  const known = inputs.get(relation);
  if (known !== undefined) return known;
  const found = below(relation, isRelation);
  inputs.set(relation, found);
  return found;
}

/** A relation and all below it, down to (not including) `until`. */
export function relationsOf(root: Relation, until: ReadonlySet<Relation> = new Set()): Relation[] {
  const found = new Set<Relation>();
  const waiting = [root];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (until.has(at) || found.has(at)) continue;
    found.add(at);
    waiting.push(...inputsOfRelation(at));
  }
  return [...found];
}

/** The columns of one particular relation that the expressions of a relation (not of its inputs) name. */
export const boundAttributesOf = (root: Relation | Expression): Expression_UnresolvedAttribute[] =>
  below(root, isAttribute).filter((attribute) => attribute.planId !== undefined);

/** How many messages stand in one another in an expression. */
export function depthOf(root: object): number {
  const deeper = Object.values(root).map((value: unknown) =>
    typeof value !== 'object' || value === null || value instanceof Uint8Array || isRelation(value)
      ? 0
      : depthOf(value) + ('$typeName' in value ? 1 : 0),
  );
  return Math.max(0, ...deeper);
}

/** The expression and all expressions in it. */
export const expressionsIn = (root: Expression): Expression[] => [root, ...below(root, isExpression)];

/** The expressions of a relation (not of its inputs), and all expressions in them. */
export const expressionsOf = (relation: Relation): Expression[] => below(relation, isExpression);
