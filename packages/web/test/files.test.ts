import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { barriers, Bench, intercept, signIn, skip, until } from './browser.ts';

/** A name that would do harm if anything took it for more than text, with signs that addresses and forms spell otherwise. */
const hostile = '<img src=x onerror="document.title=`taken`"> 100%25 a?b#c&d.txt';

/** As it can be put into a form here: those spell quotes otherwise. */
const unquoted = hostile.replaceAll('"', "'");

const upload = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

describe('the page of the files', { skip }, () => {
  let bench: Bench;
  const names = async (folder: string): Promise<string[]> => {
    const answer = await fetch(`${bench.service.url}/api/v1/hdfs/files?path=${encodeURIComponent(folder)}`, {
      headers: { cookie: bench.cookie },
    });
    assert.equal(answer.status, 200);
    return ((await answer.json()) as { name: string }[]).map(({ name }) => name);
  };
  const content = async (path: string): Promise<string> =>
    (
      await fetch(`${bench.service.url}/api/v1/hdfs/files/open?path=${encodeURIComponent(path)}`, {
        headers: { cookie: bench.cookie },
      })
    ).text();
  const store = async (folder: string, files: Readonly<Record<string, string>>): Promise<void> => {
    await fetch(`${bench.service.url}/api/v1/hdfs/dir/create?path=${encodeURIComponent(folder)}`, {
      method: 'POST',
      headers: { cookie: bench.cookie },
    });
    const form = new FormData();
    for (const [name, text] of Object.entries(files)) form.append('file', new Blob([text]), name);
    const query = new URLSearchParams({ path: folder, overwrite: 'true' });
    const answer = await fetch(`${bench.service.url}/api/v1/hdfs/files/upload?${query}`, {
      method: 'POST',
      headers: { cookie: bench.cookie },
      body: form,
    });
    assert.equal(answer.status, 200);
  };

  before(async () => {
    bench = await Bench.start();
  });
  after(async () => {
    await bench[Symbol.asyncDispose]();
  });

  const choose = async (page: Page, files: readonly ReturnType<typeof upload>[]): Promise<void> => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload files', exact: true }).click();
    await (await choosing).setFiles([...files]);
  };
  const focused = async (page: Page, name: string): Promise<void> => {
    await until(page, `document.activeElement?.textContent === ${JSON.stringify(name)}`);
  };
  const link = (page: Page, name: string) => page.getByRole('region').getByRole('link', { name, exact: true });
  const act = async (page: Page, name: string, what: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };

  test('takes files by choice and by drop, and shows how they begin', async () => {
    const page = await bench.signedIn('/files/user/admin');
    await page.getByText('Drop files here').waitFor();
    assert.deepEqual(await barriers(page), []);
    await choose(page, [
      upload('people.csv', 'name,age\nAda,36\n"<b>Eve</b>",7\n'),
      upload('facts.json', '{"big":12345678901234567890,"none":{},"text":"a,{b"}'),
    ]);
    await page.getByText('2 of 2 done').waitFor();
    // in the form in which the browser hands over dropped files
    const data = await page.evaluateHandle(`
      const transfer = new DataTransfer();
      const text = 'dropped text\\n<script>document.title="taken"</script>';
      transfer.items.add(new File([text], ${JSON.stringify(hostile)}));
      transfer;
    `);
    const target = page.getByRole('heading', { name: 'Files', level: 1 });
    await target.dispatchEvent('dragover', { dataTransfer: data });
    await page.getByText('Drop to upload to admin').waitFor();
    await target.dispatchEvent('drop', { dataTransfer: data });
    await page.getByText('1 of 1 done').waitFor();
    assert.deepEqual((await names('/user/admin')).toSorted(), [hostile, 'facts.json', 'people.csv']);

    await link(page, 'people.csv').click();
    const preview = page.getByRole('region', { name: /^Preview of / });
    const rows = preview.getByRole('region', { name: 'Rows of people.csv' });
    await rows.getByRole('cell', { name: 'Ada' }).waitFor();
    assert.deepEqual(await rows.getByRole('cell').allTextContents(), ['Ada', '36', '<b>Eve</b>', '7']);
    await link(page, 'facts.json').click();
    const text = await preview.getByRole('region', { name: 'Text of facts.json' }).textContent();
    assert.equal(text, '{\n  "big": 12345678901234567890,\n  "none": {},\n  "text": "a,{b"\n}');
    await link(page, hostile).click();
    await preview.getByText('dropped text').waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.reload();
    await preview.getByText('dropped text').waitFor();
    await page.goBack();
    await preview.getByRole('region', { name: 'Text of facts.json' }).waitFor();
    assert.equal(await page.title(), 'Files · Millrace');
    await bench.closing(page);
  });

  test('makes a folder, gives names, moves, and goes back', async () => {
    await store('/work', { 'a.csv': 'x\n1\n', 'b.csv': 'x\n2\n', 'c.csv': 'x\n3\n' });
    const page = await bench.signedIn('/files/work');
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByLabel('Folder name').fill('a.csv');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('already exists').waitFor();
    await page.getByLabel('Folder name').fill(`old ${hostile}`);
    await page.keyboard.press('Enter');
    await link(page, `old ${hostile}`).waitFor();
    assert.deepEqual(
      await page.getByRole('region', { name: 'work' }).getByRole('row').getByRole('link').allTextContents(),
      [`old ${hostile}`, 'a.csv', 'b.csv', 'c.csv'],
    );

    await act(page, 'c.csv', 'Rename');
    await page.getByLabel('New name of c.csv').fill('b.csv');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('path "/work/b.csv" already exists').waitFor();
    await page.getByLabel('New name of c.csv').fill('d.csv');
    await page.keyboard.press('Enter');
    await link(page, 'd.csv').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await focused(page, 'd.csv');
    // by keyboard alone
    await link(page, 'd.csv').focus();
    await page.keyboard.press('F2');
    await page.getByLabel('New name of d.csv').fill('never');
    await page.keyboard.press('Escape');
    await focused(page, 'd.csv');

    await page.getByLabel('Select a.csv').check();
    await page.getByLabel('Select b.csv').check();
    await page.getByRole('button', { name: 'Move 2…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move 2 items' });
    await dialog.getByRole('button', { name: `old ${hostile}` }).click();
    await dialog.getByText('No subfolders').waitFor();
    assert.deepEqual(await barriers(page), []);
    await dialog.getByRole('button', { name: 'Move here' }).click();
    await link(page, 'a.csv').waitFor({ state: 'detached' });
    assert.deepEqual((await names(`/work/old ${hostile}`)).toSorted(), ['a.csv', 'b.csv']);

    await link(page, `old ${hostile}`).click();
    await link(page, 'b.csv').waitFor();
    await page.getByPlaceholder('Type to filter').fill('b');
    await link(page, 'a.csv').waitFor({ state: 'detached' });
    await page.reload();
    await link(page, 'b.csv').waitFor();
    assert.equal(await page.getByPlaceholder('Type to filter').inputValue(), 'b');
    await page.goBack();
    await link(page, 'd.csv').waitFor();
    await page.getByRole('navigation', { name: 'Folder path' }).getByRole('link', { name: 'All files' }).click();
    await link(page, 'work').waitFor();
    assert.equal(new URL(page.url()).pathname.replace(/\/$/, ''), '/files');
    await bench.closing(page);
  });

  test('asks before anything goes, and names it', async () => {
    await store('/gone', { [`1${unquoted}`]: '1', 'keep.txt': '2', '2.txt': '3' });
    await store('/gone/full', { 'x.txt': '', 'y.txt': '' });
    const page = await bench.signedIn('/files/gone?q=.txt');
    await link(page, 'full').waitFor({ state: 'detached' });
    // what the filter hides is not chosen with the others
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Delete 3…' }).waitFor();
    await page.getByLabel('Select keep.txt').uncheck();
    await page.getByPlaceholder('Type to filter').fill('');
    await page.getByLabel('Select full').check();
    await page.getByRole('button', { name: 'Delete 3…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 3 items?' });
    await dialog.getByText('a folder with 2 items').waitFor();
    assert.deepEqual((await dialog.getByRole('listitem').allTextContents()).toSorted(), [
      `1${unquoted} 1 B`,
      '2.txt 1 B',
      'full a folder with 2 items',
    ]);
    assert.deepEqual(await barriers(page), []);
    await dialog.getByText('Cancel', { exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await names('/gone')).length, 4);
    await page.getByLabel('Select all').check();
    await page.getByLabel('Select keep.txt').uncheck();
    await page.getByRole('button', { name: 'Delete 3…' }).click();
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await dialog.waitFor({ state: 'detached' });
    await link(page, 'full').waitFor({ state: 'detached' });
    assert.deepEqual(await names('/gone'), ['keep.txt']);
    // another user was faster
    await act(page, 'keep.txt', 'Delete…');
    await fetch(`${bench.service.url}/api/v1/hdfs/files/delete?path=/gone/keep.txt`, {
      method: 'DELETE',
      headers: { cookie: bench.cookie },
    });
    const one = page.getByRole('dialog', { name: 'Delete this item?' });
    await one.getByRole('button', { name: 'Delete permanently' }).click();
    await one.waitFor({ state: 'detached' });
    await link(page, 'keep.txt').waitFor({ state: 'detached' });
    await bench.closing(page);
  });

  test('a deletion stops where it is told to, and goes on with what is left', async () => {
    await store('/stopped', { 'a.txt': '', 'b.txt': '', 'c.txt': '', 'd.txt': '' });
    const page = await bench.signedIn('/files/stopped');
    const { promise: released, resolve: goOn } = Promise.withResolvers<void>();
    await intercept(
      page,
      ({ pathname, searchParams }) =>
        pathname === '/api/v1/hdfs/files/delete' && searchParams.get('path') === '/stopped/b.txt',
      async (route) => {
        await released;
        await route.continue();
      },
    );
    await link(page, 'a.txt').waitFor();
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Delete 4…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Delete \d+ items/ });
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await dialog.getByText('1 of 4 deleted').waitFor();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    goOn();
    await page.getByRole('dialog', { name: 'Delete 2 items?' }).waitFor();
    assert.deepEqual(await dialog.getByRole('listitem').allTextContents(), ['c.txt 0 B', 'd.txt 0 B']);
    assert.deepEqual((await names('/stopped')).toSorted(), ['c.txt', 'd.txt']);
    await bench.call('DELETE', '/api/v1/hdfs/files/delete?path=/stopped/c.txt');
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await names('/stopped'), []);
    await bench.closing(page);
  });

  test('what cannot be moved keeps no other from it, and can be moved when that is mended', async () => {
    await store('/moved', { 'a.txt': '', 'b.txt': '', 'c.txt': '' });
    await store('/moved/to', { 'b.txt': 'theirs' });
    const page = await bench.signedIn('/files/moved?q=.txt');
    await link(page, 'to').waitFor({ state: 'detached' });
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Move 3…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Move/ });
    await dialog.getByRole('button', { name: 'to', exact: true }).click();
    await dialog.getByText('No subfolders').waitFor();
    await dialog.getByRole('button', { name: 'Move here' }).click();
    await dialog.getByRole('alert').getByText('path "/moved/to/b.txt" already exists').waitFor();
    assert.equal(await dialog.getByRole('heading').textContent(), 'Move b.txt');
    assert.deepEqual((await names('/moved/to')).toSorted(), ['a.txt', 'b.txt', 'c.txt']);
    await bench.call('DELETE', '/api/v1/hdfs/files/delete?path=/moved/to/b.txt');
    await dialog.getByRole('button', { name: 'Move here' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await names('/moved'), ['to']);
    await bench.closing(page);
  });

  test('what can become a dataset leads there: files, packed ones and folders of them', async () => {
    const csv = gzipSync('name,age\nAda,36\n');
    await store('/leads', { 'facts.json': '{"a":1}', 'sheet.xlsx': 'PK\u0003\u0004' });
    await store('/leads/parts', { 'part-0.csv': 'name,age\nAda,36\n' });
    const page = await bench.signedIn('/files/leads');
    await choose(page, [{ name: 'people.csv.gz', mimeType: 'application/gzip', buffer: csv }]);
    await page.getByText('1 of 1 done').waitFor();
    await link(page, 'people.csv.gz').click();
    const preview = page.getByRole('region', { name: /^Preview of / });
    await preview.getByRole('cell', { name: 'Ada' }).waitFor();
    await preview.getByRole('link', { name: 'Create dataset' }).waitFor();
    await link(page, 'sheet.xlsx').click();
    await preview.getByText('Rows of this file cannot be previewed.').waitFor();
    await link(page, 'facts.json').click();
    await preview.getByRole('region', { name: 'Text of facts.json' }).waitFor();
    await preview.getByRole('link', { name: 'Create dataset' }).waitFor();
    await act(page, 'parts', 'Create dataset');
    await page.getByRole('region', { name: 'Row preview' }).getByRole('cell', { name: 'Ada' }).waitFor();
    assert.equal(await page.getByLabel('File or folder').inputValue(), '/leads/parts');
    await bench.closing(page);
  });

  test('asks what becomes of a file whose name is taken', async () => {
    await store('/twice', { 'a.csv': 'old a', 'b.csv': 'old b', 'c.csv': 'old c', 'd.csv': 'old d' });
    const page = await bench.signedIn('/files/twice');
    await link(page, 'a.csv').waitFor();
    await choose(
      page,
      ['a.csv', 'b.csv', 'c.csv', 'd.csv', 'e.csv'].map((name) => upload(name, `new ${name}`)),
    );
    const dialog = page.getByRole('dialog', { name: 'File already exists' });
    await dialog.getByText('"a.csv" is already in twice.').waitFor();
    assert.deepEqual(await barriers(page), []);
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await dialog.getByText('"b.csv" is already in twice.').waitFor();
    await dialog.getByRole('button', { name: 'Keep both' }).click();
    await dialog.getByText('"c.csv" is already in twice.').waitFor();
    await dialog.getByLabel('Apply to the other 1').check();
    await dialog.getByRole('button', { name: 'Skip', exact: true }).last().click();
    await page.getByText('3 of 3 done').waitFor();
    assert.deepEqual((await names('/twice')).toSorted(), ['a.csv', 'b (2).csv', 'b.csv', 'c.csv', 'd.csv', 'e.csv']);
    assert.deepEqual(
      await Promise.all(['a.csv', 'b.csv', 'b (2).csv', 'c.csv'].map((name) => content(`/twice/${name}`))),
      ['new a.csv', 'old b', 'new b.csv', 'old c'],
    );
    await bench.closing(page);
  });

  test('calls an upload off so that nothing of it stays, and begins it again', async () => {
    await store('/calm', { 'there.txt': '1' });
    const page = await bench.signedIn('/files/calm');
    await link(page, 'there.txt').waitFor();
    // a line so slow that the upload is still on its way when it is called off
    const line = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', slow);
    await choose(page, [upload('large.txt', 'x'.repeat(8_000_000)), upload('small.txt', 'y')]);
    await page.getByRole('progressbar', { name: 'Progress of large.txt' }).waitFor();
    await page.getByText(/^[\d.,]+ [kM]B of 8 MB$/).waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('button', { name: 'Cancel the upload of large.txt' }).click();
    await page.getByText('cancelled').waitFor();
    await link(page, 'small.txt').waitFor();
    assert.deepEqual((await names('/calm')).toSorted(), ['small.txt', 'there.txt']);
    await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    await page.getByRole('button', { name: 'Try again: large.txt' }).click();
    await link(page, 'large.txt').waitFor();
    await page.getByText('2 of 2 done').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' });
    await bench.closing(page);
  });

  test('takes files of a superuser who has no role, as the service does', async () => {
    const password = 'needs no role at all';
    await bench.call('POST', '/api/v1/users', { username: 'root', password, roles: [], isSuperuser: true });
    const page = await bench.open('/files');
    await signIn(page, 'root', password);
    await choose(page, [upload('superuser.txt', 'here')]);
    await link(page, 'superuser.txt').waitFor();
    await page.goto(`${bench.service.url}/datasets`);
    await page.getByLabel('Choose files').waitFor({ state: 'attached' });
    await bench.closing(page);
  });

  test('says what is wrong with a file or a folder', async () => {
    await store('/odd', { 'broken.parquet': 'PAR1 no', 'binary.bin': '\0\x01\x02', 'empty.txt': '' });
    const page = await bench.signedIn('/files/odd?show=binary.bin');
    await page.getByText('This is not a text file.').waitFor();
    await link(page, 'empty.txt').click();
    await page.getByText('This file is empty.').waitFor();
    await link(page, 'broken.parquet').click();
    await page.getByRole('alert').getByText('broken.parquet').waitFor();
    await page.goto(`${bench.service.url}/files/nowhere/at/all`);
    await page.getByText('Page not found').waitFor();
    await bench.closing(page);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`keeps nobody out of the files, ${colorScheme}, wide and narrow`, async () => {
      await store('/looks', { [unquoted]: 'some text', 'people.csv': 'name,age\nAda,36\n' });
      await store('/looks/folder', { 'x.txt': '' });
      for (const width of [1440, 360]) {
        const page = await bench.signedIn('/files/looks', { colorScheme, viewport: { width, height: 800 } });
        const check = async (what: string): Promise<void> => {
          assert.deepEqual(await barriers(page), [], `${what} at ${width}`);
          const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.equal(over, 0, `${what} is wider than ${width}`);
        };
        await link(page, 'people.csv').waitFor();
        await page.getByLabel('Select people.csv').check();
        await check('the list');
        await page.getByRole('button', { name: 'Actions for people.csv' }).click();
        await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
        await check('the menu');
        await page.getByRole('menuitem', { name: 'Rename' }).click();
        await page.getByLabel('New name of people.csv').waitFor();
        await check('the field of a name');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'New folder' }).click();
        await page.getByLabel('Folder name').waitFor();
        await check('the form of a folder');
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('button', { name: 'Delete 1…' }).click();
        await page.getByRole('dialog').waitFor();
        await check('the question');
        await page.getByRole('dialog').getByText('Cancel', { exact: true }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await link(page, 'people.csv').click();
        await page.getByRole('cell', { name: 'Ada' }).waitFor();
        await check('the preview');
        await bench.closing(page);
      }
    });
});
