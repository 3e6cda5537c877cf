export { hasOneZero, isFraction, sortColumn } from './one-zero.ts';
export { rewriteExpressionForSail, rewriteForSail, applySplices } from './rewrite.ts';
