export type { KeptTable, TableRoom } from './keep-table.ts';
export { TableFile, type Rows } from './read-table.ts';
export { TableWriter } from './write-table.ts';
