export { arrangeRows } from './arrange-rows.ts';
export type { ArrangedPage } from './arranged-page.ts';
export { operators, planOf, type Arrangement, type Filter, type Operator, type SortColumn } from './arrangement.ts';
export type { StoredTable, TableStorage } from './store-table.ts';
export { TableFile, type Rows } from './read-table.ts';
export { rowsInMemory } from './rows-in-memory.ts';
export { ownArranger, TableArranger } from './table-arranger.ts';
export { TableWriter } from './write-table.ts';
