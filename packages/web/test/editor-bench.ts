import type { Locator, Page } from 'playwright-core';
import { Bench } from './browser.ts';

export const field = (name: string, value: string) => ({ name, value });
export const people = {
  id: '1',
  name: 'People',
  type: 'dataset',
  nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
  x: '64px',
  y: '80px',
  fields: [
    field('path', '/people.csv'),
    field('outputColNames', '["name","age"]'),
    field('outputColTypes', '["STRING","INTEGER"]'),
  ],
};
export const filter = {
  id: '2',
  name: 'Grown up',
  type: 'transform',
  nodeClass: 'fire.nodes.etl.NodeRowFilter',
  x: '320px',
  y: '80px',
  fields: [field('conditionExpr', 'age >= 18')],
};
export const print = {
  id: '3',
  name: 'Show',
  type: 'transform',
  nodeClass: 'fire.nodes.util.NodePrintFirstNRows',
  x: '576px',
  y: '80px',
  fields: [field('n', '50')],
};
const limit = {
  ...print,
  id: '4',
  name: 'Few',
  nodeClass: 'fire.nodes.etl.NodeLimit',
  x: '320px',
  y: '320px',
  fields: [field('limit', '50')],
};
export const graph = (name: string) => ({
  name,
  nodes: [people, filter, print, limit],
  edges: [
    { id: 1, source: '1', target: '2' },
    { id: 2, source: '2', target: '3' },
    { id: 3, source: '1', target: '4' },
  ],
});

/** What a field of code offers for the word at hand. */
export const completions = (page: Page): Locator => page.getByRole('listbox', { name: 'Completions' });
export const node = (page: Page, name: string): Locator =>
  page.locator('.react-flow__node-step').filter({ hasText: name });
export const wire = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });
export const settings = (page: Page): Locator => page.getByRole('complementary', { name: 'Settings' });
export const data = (page: Page): Locator => page.getByRole('region', { name: 'Data', exact: true });

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface StoredWorkflow {
  readonly version: number;
  readonly workflow: {
    readonly nodes: readonly {
      readonly id: string;
      readonly x: string;
      readonly y: string;
      readonly fields: readonly { readonly name: string; readonly value: string }[];
    }[];
    readonly edges: readonly { readonly id: number; readonly source: string; readonly target: string }[];
    readonly nodeGroups?: readonly {
      readonly name: string;
      readonly nodes: readonly string[];
      readonly collapsed?: boolean;
    }[];
  };
}

/** A service whose file space has what the graphs above read. */
export async function benchWithFiles(): Promise<Bench> {
  const bench = await Bench.start();
  const form = new FormData();
  form.append('path', '/');
  form.append('file', new Blob(['name,age\nAda,36\nEve,7\n']), 'people.csv');
  form.append('file', new Blob(['id,zip,born\n1,02134,31/12/1990\n2,90210,01/02/1985\n']), 'typed.csv');
  await bench.call('POST', '/api/v1/hdfs/files/upload', form);
  return bench;
}

export const save = async (bench: Bench, workflow: object): Promise<number> =>
  Number(await bench.call('POST', '/api/v1/workflows', { workflow }));
export const read = async (bench: Bench, id: number): Promise<StoredWorkflow> =>
  JSON.parse(await bench.call('GET', `/api/v1/workflows/${id}`)) as StoredWorkflow;

/** Saves what is drawn, by key, and gives what the service then has. */
export async function saved(bench: Bench, page: Page, id: number): Promise<StoredWorkflow['workflow']> {
  await page.getByText('not saved yet').waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText(/✓ saved/).waitFor();
  return (await read(bench, id)).workflow;
}
