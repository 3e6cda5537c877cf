import { functionTable } from './table.ts';

/** Geometries and vectors. How to read the table: {@link functionTable}. */
export const spatial = functionTable({
  stAsbinary: 'c c?',
  stGeogfromwkb: 'c',
  stGeomfromwkb: 'c c?',
  stSetsrid: 'c c',
  stSrid: 'c',
  vectorAvg: 'c',
  vectorCosineSimilarity: 'c c',
  vectorInnerProduct: 'c c',
  vectorL2Distance: 'c c',
  vectorNorm: 'c c?',
  vectorNormalize: 'c c?',
  vectorSum: 'c',
});
