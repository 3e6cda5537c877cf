// No import here may reach spark-connect/src/index.ts: it triples the start of the thread.

import { answerRequests } from '@millrace/file-space/threads/answer-requests';
import { arrange } from './arrange.ts';
import { rowTexts, type ArrangedPage } from './arranged-page.ts';
import { planOf, type Arrangement } from './arrangement.ts';
import { TableFile } from './read-table.ts';
import { Recent } from './recent.ts';

/** Rows of a table's file that are wanted in another order, or not all of them. */
export interface PageRequest {
  readonly path: string;
  readonly arrangement: Arrangement;
  readonly from: number;
  readonly to: number;
  /** Characters of the page. */
  readonly mostText: number;
}

/** Characters of rows that are remembered. */
const maxCached = 32 << 20;

/** Rows before and behind a page that are read with it: those of a page lie anywhere in the file, which is read for them. */
const [before, behind] = [1_000, 4_000];

/** Rows of one arrangement from a place on. */
interface Stretch {
  readonly key: string;
  readonly from: number;
  readonly texts: readonly string[];
}

/** Orders of rows by table and arrangement; each row takes four bytes. */
const orders = new Recent<string, Uint32Array>(32 << 20, ({ byteLength }) => byteLength);
const stretches = new Recent<string, Stretch>(maxCached, ({ texts }) =>
  texts.reduce((sum, { length }) => sum + length, 0),
);

async function page({ path, arrangement, from, to, mostText }: PageRequest): Promise<ArrangedPage> {
  const key = JSON.stringify([path, arrangement]);
  const order = orders.get(key) ?? orders.add(key, await orderOf(path, arrangement));
  const end = Math.min(to, order.length);
  const texts = from < end ? await textsOf(path, { key, order, from, to: end, mostText }) : [];
  return { found: order.length, rows: texts.length, json: new TextEncoder().encode(texts.join(',')) };
}

async function orderOf(path: string, arrangement: Arrangement): Promise<Uint32Array> {
  await using file = await open(path);
  // a bare promise would let `await using` close the file first
  return await arrange(file, planOf(file.schema, arrangement));
}

interface TextRequest {
  readonly key: string;
  readonly order: Uint32Array;
  readonly from: number;
  readonly to: number;
  readonly mostText: number;
}

async function textsOf(path: string, request: TextRequest): Promise<readonly string[]> {
  const { key, order, from, to, mostText } = request;
  const within = (one: Stretch): boolean => one.key === key && one.from <= from && one.from + one.texts.length >= to;
  const cached = stretches.find(within);
  if (cached !== undefined) return cached.texts.slice(from - cached.from, to - cached.from);
  await using file = await open(path);
  const around = [Math.max(0, from - before), Math.min(order.length, to + behind)] as const;
  const texts = await rowTexts(file, order, around, mostText);
  const stretch = stretches.add(`${key} ${around[0]}`, { key, from: around[0], texts });
  if (within(stretch)) return texts.slice(from - around[0], to - around[0]);
  // rows are too large to be read with those around them
  return await rowTexts(file, order, [from, to], mostText);
}

async function open(path: string): Promise<TableFile> {
  const file = await TableFile.open(path);
  if (file === undefined) throw Object.assign(new Error('the file of the table is gone'), { code: 'ENOENT' });
  return file;
}

answerRequests(page, ({ json }) => [json.buffer]);
