export { stopWords } from './keywords.ts';
export { decimalOf } from './literals.ts';
export { parseExpression, parseQuery } from './parse.ts';
export { tokenize } from './tokens.ts';
export { columnsOfText, typeOfText } from './type.ts';
