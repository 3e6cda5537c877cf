import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { folderOfModel } from '@millrace/processors/loaded';
import { newestModel } from '@millrace/processors/newest-model';
import { LocalFiles } from '@millrace/file-space';

describe('the newest model of a folder', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-models-'));
  });
  after(() => rm(root, { recursive: true, force: true }));

  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  const saved = async (folder: string, timestamp?: number): Promise<void> => {
    await write(`${folder}/metadata/part-00000`, JSON.stringify({ class: 'a.Model', timestamp }));
    await write(`${folder}/metadata/_SUCCESS`, '');
  };
  const newest = async (path: string, fixedPath?: boolean): Promise<string> =>
    (await folderOfModel(new LocalFiles(root), path, 'path', fixedPath)).slice(root.length + 1);

  test('is the one that was saved last, whatever its folder is called', async () => {
    await saved('uuids/f1', 1_700_000_000_000);
    await saved('uuids/0a', 1_700_000_000_001);
    await saved('uuids/0a/stages/0_x', 1_700_000_000_002);
    assert.equal(await newest('uuids'), 'uuids/0a');
    // a run of ours is told by its start
    await saved('uuids/20231114T221321000Z', 1);
    assert.equal(await newest('/uuids/'), 'uuids/20231114T221321000Z');
  });

  test('is the one with the greatest number where no times are told, and the last one of a run', async () => {
    for (const name of ['v9', 'v10', 'v1']) await saved(`numbers/${name}`);
    assert.equal(await newest('numbers'), 'numbers/v10');
    for (const end of ['', '_2', '_10', '_9']) await saved(`run/20240229T123456789Z${end}`, 5);
    assert.equal(await newest('run'), 'run/20240229T123456789Z_10');
    for (const name of ['m9', 'm10']) await write(`cards/${name}/card.json`, '{}');
    assert.equal((await newestModel(new LocalFiles(root), 'cards'))?.folder.split('/').at(-1), 'm10');
  });

  test('is the one in the folder, or the newest below, as the node says', async () => {
    await saved('both', 9);
    await saved('both/stages/0_x', 9);
    await saved('both/20240229T123456789Z', 1);
    assert.equal(await newest('both'), 'both');
    assert.equal(await newest('both', true), 'both');
    assert.equal(await newest('both', false), 'both/20240229T123456789Z');
    await saved('inside/stages/0_x', 1);
    await saved('inside', 1);
    assert.equal(await newest('inside', false), 'inside');
    await saved('below/v1', 1);
    assert.equal(await newest('below'), 'below/v1');
    await assert.rejects(newest('below', true), /no saved model in path "below"/);
    await assert.rejects(newest('nowhere'), /no saved model in path "nowhere"/);
  });
});
