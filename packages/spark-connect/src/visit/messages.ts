import type { Expression, Expression_UnresolvedAttribute, Relation } from '../proto.ts';

/** A message of the protocol, whatever it is. */
export type Message = object & { readonly $typeName: string };

const isMessage = (value: object): value is Message => '$typeName' in value;

/** True for a message of a type, by its name in the protocol without `spark.connect.`: `Expression.Literal`. */
const isOf = (value: Message, name: string): boolean => value.$typeName === `spark.connect.${name}`;

export const isRelation = (value: Message): value is Relation => isOf(value, 'Relation');
const isExpression = (value: Message): value is Expression => isOf(value, 'Expression');
const isAttribute = (value: Message): value is Expression_UnresolvedAttribute =>
  isOf(value, 'Expression.UnresolvedAttribute');

/** The messages that stand right in a message, in its lists, maps and choices too, in the order of its fields. */
export function childMessages(message: object): Message[] {
  const children: Message[] = [];
  const visit = (values: object): void => {
    for (const value of Object.values(values) as unknown[]) {
      if (typeof value !== 'object' || value === null || value instanceof Uint8Array) continue;
      if (isMessage(value)) children.push(value);
      else visit(value);
    }
  };
  visit(message);
  return children;
}

/** The messages of a kind below `root` (not itself), in the order of the plan; looks into no further relation. */
function below<T extends Message>(root: object, predicate: (value: Message) => value is T): T[] {
  const matches: T[] = [];
  const visit = (message: object): void => {
    for (const child of childMessages(message)) {
      if (predicate(child)) matches.push(child);
      if (!isRelation(child)) visit(child);
    }
  };
  visit(root);
  return matches;
}

/** Plans are not changed once they are made, and are asked several times before a run. */
const inputs = new WeakMap<Relation, readonly Relation[]>();

/** The relations that a relation reads directly, in the order of the plan. */
export function inputsOfRelation(relation: Relation): readonly Relation[] {
  const cached = inputs.get(relation);
  if (cached !== undefined) return cached;
  const inputRelations = below(relation, isRelation);
  inputs.set(relation, inputRelations);
  return inputRelations;
}

/** A relation and all below it, each once, down to (not including) `until`. */
export function relationsOf(root: Relation, until: ReadonlySet<Relation> = new Set()): Relation[] {
  const visited = new Set<Relation>();
  const waiting = [root];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (until.has(at) || visited.has(at)) continue;
    visited.add(at);
    waiting.push(...inputsOfRelation(at));
  }
  return [...visited];
}

/** The columns of one particular relation that the expressions of a relation (not of its inputs) name. */
export const boundAttributesOf = (root: Relation | Expression): Expression_UnresolvedAttribute[] =>
  below(root, isAttribute).filter((attribute) => attribute.planId !== undefined);

/** How many messages stand in one another in an expression; relations in it are not looked into. */
export const depthOf = (root: object): number =>
  Math.max(0, ...childMessages(root).map((child) => (isRelation(child) ? 0 : depthOf(child) + 1)));

/** The expression and all expressions in it. */
export const expressionsIn = (root: Expression): Expression[] => [root, ...below(root, isExpression)];

/** The expressions of a relation (not of its inputs), and all expressions in them. */
export const expressionsOf = (relation: Relation): Expression[] => below(relation, isExpression);
