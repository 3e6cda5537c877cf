import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBelow } from '../packages/runner/test/random.ts';

/** The 12-node graph of the benchmark, over `sales` (CSV or Parquet) and `products`. */
export function salesGraph(format: 'csv' | 'parquet'): object {
  const node = (
    id: number,
    name: string,
    nodeClass: string,
    type: string,
    fields: Record<string, string | string[]>,
  ) => ({
    id: String(id),
    name,
    type,
    nodeClass: `fire.nodes.${nodeClass}`,
    fields: Object.entries(fields).map(([field, value]) => ({
      name: field,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  });
  const edges: [number, number][] = [
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 6],
    [5, 6],
    [6, 7],
    [7, 8],
    [8, 9],
    [9, 10],
    [7, 11],
    [11, 12],
  ];
  return {
    name: `Sales by country and month (${format})`,
    nodes: [
      node(1, 'Sales', 'dataset.NodeDatasetStructured', 'dataset', { dataset: `sales-${format}` }),
      node(2, 'Sold', 'etl.NodeRowFilter', 'transform', { conditionExpr: 'qty > 0' }),
      node(3, 'Amount', 'etl.NodeExpressions', 'transform', { outputCols: ['amount'], expressions: ['qty * price'] }),
      node(4, 'Month', 'etl.NodeDateTimeFieldExtract', 'transform', { inputCol: 'ts', extractMonth: 'true' }),
      node(5, 'Products', 'dataset.NodeDatasetStructured', 'dataset', { dataset: 'products' }),
      node(6, 'With product', 'etl.NodeJoinUsingColumn', 'join', { joinCol: 'product', joinType: 'inner' }),
      node(7, 'Margin', 'etl.NodeExpressions', 'transform', {
        outputCols: ['margin'],
        expressions: ['amount - qty * cost'],
      }),
      node(8, 'By country', 'etl.NodeGroupBy', 'transform', {
        groupingCols: ['country', 'category'],
        aggregateCols: ['amount', 'margin', 'qty'],
        aggregateOperations: ['sum', 'sum', 'count'],
        outputColNames: ['amount', 'margin', 'sales'],
      }),
      node(9, 'Largest first', 'etl.NodeSortBy', 'transform', {
        sortByColNames: ['country', 'category'],
        ascDesc: ['ASC', 'ASC'],
      }),
      node(10, 'Table', 'util.NodePrintFirstNRows', 'transform', { n: '20' }),
      node(11, 'By month', 'etl.NodeGroupBy', 'transform', {
        groupingCols: ['ts_month'],
        aggregateCols: ['margin'],
        aggregateOperations: ['sum'],
        outputColNames: ['margin'],
      }),
      node(12, 'Chart', 'graph.NodeGraphValues', 'transform', {
        xCol: 'ts_month',
        yCols: ['margin'],
        graphType: 'COLUMNCHART',
      }),
    ],
    edges: edges.map(([source, target], i) => ({ id: i + 1, source: String(source), target: String(target) })),
  };
}

const columns = {
  sales: [
    'id:LONG',
    'ts:TIMESTAMP',
    'customer:INTEGER',
    'product:INTEGER',
    'qty:INTEGER',
    'price:DOUBLE',
    'country:STRING',
  ],
  products: ['product:INTEGER', 'category:STRING', 'cost:DOUBLE'],
} as const;

const dataset = (uuid: string, path: string, datasetType: string, list: readonly string[]): object => {
  const [colNames, colTypes] = [list.map((c) => c.split(':')[0]), list.map((c) => c.split(':')[1])];
  const blank = list.map(() => '');
  return {
    uuid,
    name: uuid,
    path,
    datasetType,
    header: true,
    delimiter: ',',
    datasetSchema: JSON.stringify({ colNames, colTypes, colFormats: blank, colMLTypes: blank }),
  };
};

/** Writes the data and records of the benchmark: the same rows for the same number. */
export async function writeSales(folder: string, rows: number): Promise<void> {
  const countries = ['NO', 'PT', 'JP', 'KE', 'BR', 'CA', 'NZ', 'IT'];
  const out = createWriteStream(join(folder, 'sales.csv'));
  out.write('id,ts,customer,product,qty,price,country\n');
  const random = randomBelow(12_345);
  let text = '';
  for (let id = 0; id < rows; id++) {
    const day = new Date(1_704_067_200_000 + random(366) * 86_400_000).toISOString().slice(0, 10);
    text += `${id},${day} ${String(random(24)).padStart(2, '0')}:30:00,${random(100_000)},${random(1000)},${random(12) - 1},${(random(10_000) / 100).toFixed(2)},${countries[random(8)]}\n`;
    if (text.length > 1 << 20) {
      if (!out.write(text)) await once(out, 'drain');
      text = '';
    }
  }
  out.end(text);
  await once(out, 'finish');
  // a disk that is still busy with the data would slow the first who reads them
  const file = await open(join(folder, 'sales.csv'));
  await file.sync();
  await file.close();
  const categories = ['tea', 'tools', 'paper', 'glass', 'lamps'];
  const products = Array.from({ length: 1000 }, (_, i) => `${i},${categories[i % 5]},${((i % 70) / 2).toFixed(2)}`);
  await writeFile(join(folder, 'products.csv'), `product,category,cost\n${products.join('\n')}\n`);
  const records = [
    dataset('sales-csv', 'sales.csv', 'CSV', columns.sales),
    dataset('sales-parquet', 'sales.parquet', 'PARQUET', columns.sales),
    dataset('products', 'products.csv', 'CSV', columns.products),
  ];
  for (const record of records)
    await writeFile(join(folder, 'datasets', `${(record as { uuid: string }).uuid}.json`), JSON.stringify(record));
}
