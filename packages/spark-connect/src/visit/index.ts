/**
 * Plans as values to look at: their messages one by one, the relations and expressions in them, functions by the case of a
 * relation or expression (complete by type), and copies with changes. Nothing here talks to an engine.
 */
export { copyWith, type Change } from './copy-with.ts';
export {
  boundAttributesOf,
  childMessages,
  depthOf,
  expressionsIn,
  expressionsOf,
  inputsOfRelation,
  relationsOf,
  type Message,
} from './messages.ts';
export { eachOnce, type Walk } from './each-once.ts';
export {
  onExpression,
  onLiteral,
  onRelation,
  type ExpressionKind,
  type ExpressionTable,
  type LiteralTable,
  type RelationKind,
  type RelationTable,
} from './variants.ts';
