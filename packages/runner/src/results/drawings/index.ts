export { drawChart } from './draw-chart.ts';
export { drawTable } from './draw-table.ts';
export { printable } from './printable.ts';
