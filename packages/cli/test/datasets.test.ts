import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { TestFolder, workflow } from './support.ts';

const record = {
  uuid: 'good',
  name: 'good',
  path: 'a.csv',
  delimiter: ',',
  header: true,
  datasetSchema: '{colNames:["a"]}',
};
const reading = (dataset: string): object =>
  workflow([
    { id: '1', nodeClass: 'fire.nodes.dataset.NodeDatasetStructured', type: 'dataset', fields: { dataset } },
    { id: '2', nodeClass: 'fire.nodes.util.NodePrintFirstNRows' },
  ]);

async function validate(dataset: string, records: Readonly<Record<string, string>>) {
  await using testFolder = await TestFolder.make({ 'a.csv': 'a\n1\n' });
  const folder = join(testFolder.root, 'datasets');
  await mkdir(folder);
  for (const [name, text] of Object.entries(records)) await writeFile(join(folder, name), text);
  return await testFolder.run('validate', await testFolder.workflow(reading(dataset)), '--datasets', folder);
}

const good = { 'good.json': JSON.stringify(record) };
const broken = { 'broken.json': JSON.stringify({ ...record, uuid: 'bad', datasetSchema: '{colNames:["a"' }) };

test('a broken record of a dataset that the workflow does not name does no harm', async () => {
  const { code, stderr } = await validate('good', { ...good, ...broken, 'other.json': 'no JSON' });
  assert.equal(code, 0, stderr);
});

test('a broken record of a dataset that the workflow names is told with its file', async () => {
  const { code, stderr } = await validate('bad', { ...good, ...broken });
  assert.equal(code, 2);
  assert.match(stderr, /broken\.json" is not a dataset: The schema of dataset/);
});

test('where a dataset is missing, a file that cannot be read at all may be its record', async () => {
  const { code, stderr } = await validate('gone', { ...good, 'other.json': 'no JSON' });
  assert.equal(code, 2);
  assert.match(stderr, /other\.json" is not a dataset/);
});
