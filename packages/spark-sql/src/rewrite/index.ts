export { hasOneZero, isFraction, sortColumn } from './one-zero.ts';
export { rewriteExpressionForSail, rewriteForSail, spliced } from './rewrite.ts';
