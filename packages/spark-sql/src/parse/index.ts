export { parseExpression } from './expression.ts';
export { stopWords } from './keywords.ts';
export { decimalOf } from './literals.ts';
export { parseQuery } from './query.ts';
export { tokenize } from './tokens.ts';
export { parseSchema, parseType } from './type.ts';
