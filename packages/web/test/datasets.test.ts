import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { barriers, Bench, intercept, signIn, skip, until } from './browser.ts';

/** A name that would do harm if anything took it for more than text, with signs that addresses and forms spell otherwise. */
const hostile = `<img src=x onerror='document.title="taken"'> 100%25 a?b#c&d`;

describe('the pages of datasets', { skip }, () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(async () => {
    await bench[Symbol.asyncDispose]();
  });

  const upload = async (folder: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> => {
    await bench.call('POST', `/api/v1/hdfs/dir/create?path=${encodeURIComponent(folder)}`);
    const form = new FormData();
    for (const [name, text] of Object.entries(files))
      form.append('file', new Blob([typeof text === 'string' ? text : new Uint8Array(text)]), name);
    await bench.call('POST', `/api/v1/hdfs/files/upload?path=${encodeURIComponent(folder)}&overwrite=true`, form);
  };
  const createdId = async (fields: object): Promise<number> => {
    await bench.call('POST', '/api/v1/datasets', fields);
    const all = JSON.parse(await bench.call('GET', '/api/v1/datasets')) as { id: number; name: string }[];
    return all.find(({ name }) => name === (fields as { name: string }).name)?.id ?? 0;
  };
  const record = async (name: string): Promise<Record<string, unknown>> => {
    const all = JSON.parse(await bench.call('GET', '/api/v1/datasets')) as Record<string, unknown>[];
    const match = all.find((one) => one['name'] === name);
    assert.ok(match !== undefined, `there is no dataset ${name}`);
    return match;
  };
  const schemaOf = (one: Record<string, unknown>) =>
    JSON.parse(String(one['datasetSchema'])) as Record<'colNames' | 'colTypes' | 'colFormats' | 'colMLTypes', string[]>;
  const dropOn = async (page: Page, files: Readonly<Record<string, string>>): Promise<void> => {
    const data = await page.evaluateHandle(
      `const transfer = new DataTransfer();
       for (const [name, text] of Object.entries(${JSON.stringify(files)})) transfer.items.add(new File([text], name));
       transfer;`,
    );
    const target = page.getByRole('heading', { level: 1 });
    await target.dispatchEvent('dragover', { dataTransfer: data });
    await page.getByText('Drop to create a dataset').waitFor();
    await target.dispatchEvent('drop', { dataTransfer: data });
  };
  const rows = (page: Page) => page.getByRole('region', { name: 'Row preview' });
  const firstCells = async (page: Page, text: string): Promise<string[]> => {
    await rows(page).getByRole('cell', { name: text, exact: true }).first().waitFor();
    return rows(page).getByRole('row').nth(1).getByRole('cell').allTextContents();
  };
  const side = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Dataset sections' }).getByRole('link', { name, exact: true }).click();
  const create = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Create dataset' }).click();
    await page.getByRole('navigation', { name: 'Dataset sections' }).waitFor();
  };

  test('a CSV that is dropped on the page becomes a dataset with its schema and profile', async () => {
    const page = await bench.signedIn('/datasets');
    await page.getByText('No datasets yet').waitFor();
    assert.deepEqual(await barriers(page), []);
    await dropOn(page, {
      [`${hostile}.csv`]: 'name,age,born,<b>note</b>\nAda,36,1815-12-10,\n"<b>Eve</b>",7,1991-01-01,x\nAda,8,,\n',
    });
    assert.deepEqual(await firstCells(page, 'Ada'), ['Ada', '36', '1815-12-10', '']);
    assert.deepEqual(await barriers(page), []);
    assert.equal(await page.getByLabel('Name', { exact: true }).getAttribute('placeholder'), hostile);
    await page.getByText('All 3 rows × 4 columns').waitFor();
    await page.getByRole('radio', { name: 'Auto (comma)' }).waitFor();
    await create(page);
    await page.getByRole('heading', { level: 1, name: hostile, exact: true }).waitFor();
    const stored = await record(hostile);
    assert.equal(stored['path'], `/user/admin/${hostile}.csv`);
    assert.deepEqual(schemaOf(stored), {
      colNames: ['name', 'age', 'born', '<b>note</b>'],
      colTypes: ['STRING', 'INTEGER', 'DATE', 'STRING'],
      colFormats: ['', '', '', ''],
      colMLTypes: ['TEXT', 'NUMERIC', 'NUMERIC', 'TEXT'],
    });
    await page.getByRole('img', { name: 'age: 3 values, 3 distinct, from 7 to 36, mean 17' }).waitFor();
    await page
      .getByRole('img', { name: 'name: 3 values, 2 distinct, from <b>Eve</b> to Ada, most often Ada (2)' })
      .waitFor();
    assert.deepEqual(await barriers(page), []);
    await side(page, 'Profile');
    await page.getByText('Based on all 3 rows.').waitFor();
    const lines = page.getByRole('region', { name: 'Profile' }).getByRole('row');
    const cells = (name: string) => lines.filter({ hasText: name }).getByRole('cell').allInnerTexts();
    assert.deepEqual((await cells('born')).slice(2, 7), ['33 %', '2', '1815-12-10', '', '1991-01-01']);
    assert.deepEqual((await cells('age')).slice(2, 7), ['0 %', '3', '7', '17', '36']);
    await page.getByRole('button', { name: 'Missing' }).click();
    await page.getByRole('button', { name: 'Missing' }).click();
    assert.match((await lines.nth(1).textContent()) ?? '', /note/);
    assert.match(page.url(), /tab=profile/);
    assert.equal(await page.title(), `${hostile} · Millrace`);
    await bench.closing(page);
  });

  test('several files that are dropped become one dataset of a folder', async () => {
    const page = await bench.signedIn('/datasets/new');
    await page.getByText('Drop a file anywhere on this page').waitFor();
    await dropOn(page, { 'trips-01.csv': 'id,km\n1,2.5\n', 'trips-02.csv': 'id,km\n2,7\n' });
    await page.getByText('All 2 rows × 2 columns of 2 files').waitFor();
    assert.equal(await page.getByLabel('File or folder').inputValue(), '/user/admin/trips');
    await create(page);
    await page.getByRole('img', { name: 'km: 2 values, 2 distinct, from 2.5 to 7, mean 4.75' }).waitFor();
    assert.equal((await record('trips'))['path'], '/user/admin/trips');
    // the same files again are not mixed with them; a name in use raises a question
    await page.goto(`${bench.service.url}/datasets`);
    await page.getByRole('link', { name: 'New dataset' }).waitFor();
    await dropOn(page, { 'trips-01.csv': 'id,km\n1,2.5\n', 'trips-02.csv': 'id,km\n2,7\n' });
    await page.getByText('All 2 rows × 2 columns of 2 files').waitFor();
    assert.equal(await page.getByLabel('File or folder').inputValue(), '/user/admin/trips (2)');
    await upload('/user/admin', { 'taken.csv': 'old\n1\n' });
    await dropOn(page, { 'taken.csv': 'new\n1\n' });
    await page.getByRole('dialog', { name: 'File already exists' }).getByText('Keep both').click();
    await rows(page).getByText('new').waitFor();
    assert.equal(await page.getByLabel('File or folder').inputValue(), '/user/admin/taken (2).csv');
    await bench.closing(page);
  });

  test('what is typed while a file is on its way stays, and what was said of another file goes', async () => {
    await upload('/before', { 'before.csv': 'a;b\n1;2\n' });
    const page = await bench.signedIn('/datasets/new?path=/before/before.csv');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Before');
    await page.getByLabel('Kind').selectOption('TSV');
    const gate = Promise.withResolvers<void>();
    await intercept(page, /\/hdfs\/files\/upload/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await dropOn(page, { 'typed-meanwhile.csv': 'who,km\nAda,2\n' });
    await until(page, "document.querySelector('[name=name]').value === ''");
    assert.equal(await page.getByLabel('Kind').inputValue(), '');
    await name.fill('Typed meanwhile');
    await page.getByLabel('Description').fill('On its way');
    gate.resolve();
    assert.deepEqual(await firstCells(page, 'Ada'), ['Ada', '2']);
    assert.equal(await name.inputValue(), 'Typed meanwhile');
    await create(page);
    const stored = await record('Typed meanwhile');
    assert.deepEqual([stored['path'], stored['description']], ['/user/admin/typed-meanwhile.csv', 'On its way']);
    await bench.closing(page);
  });

  test('files that cannot be sent are said where one has got to', async () => {
    const page = await bench.signedIn('/datasets');
    const isList = (url: URL): boolean => url.pathname === '/api/v1/hdfs/files';
    await intercept(page, isList, (route) =>
      route.fulfill({
        status: 507,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status: 507, title: 'No room', detail: 'There is no room left.' }),
      }),
    );
    await dropOn(page, { 'one.csv': 'a\n1\n' });
    await page.getByRole('heading', { level: 1, name: 'New dataset' }).waitFor();
    await page.getByRole('alert').getByText('There is no room left.').waitFor();
    await page.unroute(isList);
    await dropOn(page, { 'one.csv': 'a\n1\n' });
    await firstCells(page, '1');
    assert.equal(await page.getByRole('alert').count(), 0);
    await bench.closing(page);
  });

  test('a file of the file space is chosen, and its options show their effect at once', async () => {
    const text = 'Größe;Stück\n1,5;#\n# nichts\n2,5;7\n';
    await upload('/space/deep', { 'latin.csv': Buffer.from(text, 'latin1'), 'other.csv': 'x\n1\n' });
    const page = await bench.signedIn('/datasets/new');
    // nothing named yet
    await page.getByRole('button', { name: 'Create dataset' }).click();
    await page.getByText('Enter a file or folder, or drop one here.').waitFor();
    // by keyboard alone
    await page.getByRole('button', { name: 'Browse…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Choose a file or folder' });
    await dialog.getByRole('button', { name: 'All files' }).press('Enter');
    await dialog.getByRole('button', { name: 'space/' }).press('Enter');
    await dialog.getByRole('button', { name: 'deep/' }).press('Enter');
    assert.deepEqual(await barriers(page), []);
    await dialog.getByPlaceholder('Type to filter').fill('LATIN');
    await dialog.getByRole('button', { name: 'other.csv' }).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'latin.csv' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('File or folder').inputValue(), '/space/deep/latin.csv');
    await page.getByText('contains bytes that are invalid in its encoding').waitFor();
    await page.getByText('More options').click();
    await page.getByLabel('Encoding').fill('ISO-8859-1');
    await rows(page).getByText('Größe').waitFor();
    await page.getByLabel('Encoding').fill('klingon');
    await page.getByRole('alert').getByText('unknown encoding "klingon"').waitFor();
    await page.getByLabel('Encoding').fill('ISO-8859-1');
    await page.getByRole('radio', { name: 'comma' }).check();
    await page.getByText('do not have 1 cells').waitFor();
    assert.deepEqual(await firstCells(page, '1'), ['1']);
    await page.getByRole('radio', { name: 'semicolon' }).check();
    await page.getByRole('group', { name: 'First row is a header' }).getByRole('radio', { name: 'no' }).check();
    assert.deepEqual(await firstCells(page, 'Größe'), ['Größe', 'Stück']);
    await rows(page).getByText('C0').waitFor();
    await page.getByRole('group', { name: 'First row is a header' }).getByRole('radio', { name: 'yes' }).check();
    await page.getByLabel('Skip lines containing').fill('nichts');
    await page.getByText('All 2 rows × 2 columns').waitFor();
    // what is half done survives a reload
    await page.getByLabel('Name', { exact: true }).fill('Sizes');
    await page.reload();
    await page.getByText('Draft restored.').waitFor();
    await page.getByText('All 2 rows × 2 columns').waitFor();
    assert.equal(await page.getByLabel('Encoding').inputValue(), 'ISO-8859-1');
    await page.getByLabel('Name, column 1').fill('size');
    await create(page);
    const stored = await record('Sizes');
    assert.deepEqual(
      [stored['delimiter'], stored['header'], stored['readOptions'], stored['filterLinesContaining']],
      [';', true, '{"encoding":"ISO-8859-1"}', 'nichts'],
    );
    assert.deepEqual(schemaOf(stored).colNames, ['size', 'Stück']);
    await bench.closing(page);
  });

  test('a look that is overtaken is called off, and its rows never show', async () => {
    await upload('/slow', { 'a.csv': 'a;b\n1;2\n' });
    const page = await bench.signedIn('/datasets/new?path=/slow/a.csv');
    await firstCells(page, '1');
    let proceed: (() => void) | undefined;
    const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('sample-data'));
    await intercept(page, '**/api/v1/datasets/sample-data*', async (route) => {
      if (!(route.request().postData() ?? '').includes('"delimiter":","')) return route.continue();
      await new Promise<void>((go) => (proceed = go));
      // the page no longer waits for it
      return route.continue().catch(() => undefined);
    });
    const slow = page.waitForRequest((request) => (request.postData() ?? '').includes('"delimiter":","'));
    await page.getByRole('radio', { name: 'comma' }).check();
    await slow;
    await page.getByRole('radio', { name: 'pipe' }).check();
    await aborted;
    proceed?.();
    assert.deepEqual(await firstCells(page, '1;2'), ['1;2']);
    await page.unrouteAll();
    await page.goto('about:blank');
    await bench.closing(page);
  });

  test('files with a schema of their own keep it; what cannot be read is said', async () => {
    await upload('/kinds', {
      'tides.jsonl': await readFile(new URL('../../../samples/data/tides.jsonl', import.meta.url)),
      'broken.parquet': 'PAR1 no',
    });
    const page = await bench.signedIn('/datasets/new?path=/kinds/broken.parquet');
    await page.getByRole('alert').getByText('broken.parquet').waitFor();
    await page.getByLabel('File or folder').fill('/kinds/nothing.csv');
    await page.getByRole('alert').getByText('/kinds/nothing.csv').waitFor();
    await page.getByRole('button', { name: 'Create dataset' }).click();
    await page.getByText('Not saved yet.').waitFor();
    await page.getByLabel('File or folder').fill('/kinds/tides.jsonl');
    await page.getByText('Files of this format define their own names and types').waitFor();
    assert.equal(await page.getByLabel('Name, column 1').count(), 0);
    await page.getByLabel('ML role, column 1').waitFor();
    await create(page);
    await page.getByRole('heading', { level: 1, name: 'tides' }).waitFor();
    assert.equal((await record('tides'))['datasetType'], 'JSON');
    await page
      .getByRole('img', { name: /values/ })
      .first()
      .waitFor();
    await bench.closing(page);
  });

  const people = {
    name: 'People',
    path: '/people/people.csv',
    datasetType: 'CSV',
    header: true,
    delimiter: ',',
    datasetSchema: JSON.stringify({ colNames: ['name', 'age'], colTypes: ['STRING', 'INTEGER'] }),
  };

  test('columns are edited, held against the files, saved, and taken back', async () => {
    await upload('/people', { 'people.csv': 'name,age,since\nAda,36,10/12/2015\nEve,x,01/01/1991\n' });
    const id = await createdId(people);
    const page = await bench.signedIn(`/datasets/${id}`);
    await page.getByText('The type in the first rows is STRING.').waitFor();
    await page.getByText('The files have 1 more column: since.').waitFor();
    await page.getByRole('button', { name: 'Add columns' }).click();
    await page.getByLabel('Name, column 1').fill('who');
    await page.getByText('The name in the files is “name”.').waitFor();
    await page.getByLabel('Type, column 3').selectOption('DATE');
    await page.getByLabel('Format, column 3').fill('dd/MM/yyyy');
    await page.getByLabel('ML role, column 2').selectOption('CATEGORICAL');
    await page.reload();
    await page.getByText('Draft restored.').waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.getByLabel('Name, column 2').fill('WHO');
    assert.equal(await page.getByText('Another column has this name.').count(), 2);
    await page.getByLabel('Name, column 2').fill('');
    await page.getByText('Enter a name.').waitFor();
    await page.getByLabel('Name, column 2').fill('age');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('version 2').waitFor();
    assert.deepEqual(schemaOf(await record('People')), {
      colNames: ['who', 'age', 'since'],
      colTypes: ['STRING', 'INTEGER', 'DATE'],
      colFormats: ['', '', 'dd/MM/yyyy'],
      colMLTypes: ['', 'CATEGORICAL', 'TEXT'],
    });
    await page.getByRole('img', { name: 'since: 2 values, 2 distinct, from 1991-01-01 to 2015-12-10' }).waitFor();
    await side(page, 'Profile');
    await page.getByText('1 row has values that do not match their column types').waitFor();
    await side(page, 'Schema');
    await page.getByRole('button', { name: 'Reset to detected' }).click();
    await page.getByText('The name in the files is').waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Name, column 1').inputValue(), 'name');
    await page.getByRole('link', { name: 'Workflows' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByText('has unsaved changes').waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Name, column 1').inputValue(), 'who');
    await bench.closing(page);
  });

  test('a drawing has the types and the rows that a dataset and its file were given meanwhile', async () => {
    await upload('/drawn', { 'drawn.csv': 'n\n1\n' });
    const dataset = { ...people, name: 'Drawn', path: '/drawn/drawn.csv' };
    const columns = { colNames: ['n'], colTypes: ['STRING'], colFormats: [''], colMLTypes: [''] };
    await createdId({ ...dataset, header: true, datasetSchema: JSON.stringify(columns) });
    const node = {
      id: '1',
      name: 'Read it',
      type: 'dataset',
      nodeClass: 'fire.nodes.dataset.NodeDatasetStructured',
      x: '64px',
      y: '80px',
      fields: [{ name: 'dataset', value: String((await record('Drawn'))['uuid']) }],
    };
    await bench.call('POST', '/api/v1/workflows', { workflow: { name: 'Drawing', nodes: [node], edges: [] } });
    const page = await bench.signedIn('/workflows');
    const go = (title: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: title, exact: true }).click();
    const showsCell = async (column: string, cell: string): Promise<void> => {
      await page.getByRole('link', { name: 'Drawing', exact: true }).click();
      await page.locator('.react-flow__node').filter({ hasText: 'Read it' }).click();
      const data = page.getByRole('region', { name: 'Data', exact: true });
      await data.getByRole('button', { name: column, exact: true }).waitFor();
      await data.getByRole('cell', { name: cell, exact: true }).first().waitFor();
      await page.getByRole('link', { name: 'Workflows', exact: true }).click();
    };
    await showsCell('n string', '1');
    await go('Datasets');
    await page.getByRole('link', { name: 'Drawn', exact: true }).click();
    await page.getByLabel('Type, column 1').selectOption('INTEGER');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('version 2').waitFor();
    await go('Workflows');
    await showsCell('n int', '1');
    await go('Files');
    await page.getByRole('link', { name: 'drawn', exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload files', exact: true }).click();
    await (await choosing).setFiles([{ name: 'drawn.csv', mimeType: 'text/csv', buffer: Buffer.from('n\n20\n') }]);
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    await page.getByText('✓ done').first().waitFor();
    await go('Workflows');
    await showsCell('n int', '20');
    await bench.closing(page);
  });

  test('two people save one dataset: nobody is overwritten unasked', async () => {
    await upload('/people', { 'people.csv': 'name,age\nAda,36\n' });
    const id = await createdId({ ...people, name: 'Shared' });
    const page = await bench.signedIn(`/datasets/${id}?tab=settings`);
    await page.getByLabel('Description').fill('mine');
    await bench.call('POST', '/api/v1/datasets', { id, description: 'theirs' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Another user has saved this dataset.').waitFor();
    assert.deepEqual(await barriers(page), []);
    assert.equal((await record('Shared'))['description'], 'theirs');
    assert.equal(await page.getByLabel('Description').inputValue(), 'mine');
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await page.getByText('version 2').waitFor();
    assert.equal(await page.getByLabel('Description').inputValue(), 'theirs');
    await page.getByLabel('Description').fill('mine again');
    await bench.call('POST', '/api/v1/datasets', { id, category: 'other' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.getByText('version 4').waitFor();
    const stored = await record('Shared');
    assert.deepEqual([stored['description'], stored['version']], ['mine again', 4]);
    await bench.closing(page);
  });

  test('its versions tell who changed what, and one is brought back', async () => {
    await upload('/versions', { 'a.csv': 'k,v\n1,2\n3,4\n' });
    const schema = (colNames: string[], colTypes: string[]) => JSON.stringify({ colNames, colTypes });
    const id = await createdId({
      name: `Versions ${hostile}`,
      path: '/versions/a.csv',
      datasetType: 'CSV',
      header: true,
      datasetSchema: schema(['k', 'v'], ['INTEGER', 'INTEGER']),
    });
    await bench.call('POST', '/api/v1/datasets', {
      id,
      name: 'Renamed',
      datasetSchema: schema(['v', 'k', 'w'], ['STRING', 'INTEGER', 'DATE']),
    });
    const page = await bench.signedIn(`/datasets/${id}?tab=versions`);
    await page
      .getByText(`Name: Versions ${hostile} → Renamed`)
      .or(page.getByText('w added, DATE'))
      .or(page.getByText('v: INTEGER → STRING'))
      .or(page.getByText('Columns reordered'))
      .nth(3)
      .waitFor();
    await page.getByText('Changes', { exact: true }).last().click();
    await page.getByText('Earliest recorded version').waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByText('Version 1 is restored in the form.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: `Versions ${hostile}` }).waitFor();
    const saved = JSON.parse(await bench.call('GET', `/api/v1/datasets/${id}`)) as Record<string, unknown>;
    assert.equal(saved['version'], 3);
    assert.deepEqual(
      [schemaOf(saved).colNames, schemaOf(saved).colTypes],
      [
        ['k', 'v'],
        ['INTEGER', 'INTEGER'],
      ],
    );
    await page.getByText('w removed, DATE').waitFor();
    await bench.closing(page);
  });

  test('it is cloned and deleted, and the question says which workflows use it', async () => {
    await upload('/people', { 'people.csv': 'name,age\nAda,36\n' });
    const id = await createdId({ ...people, name: `Used / ${hostile}` });
    const { uuid } = await record(`Used / ${hostile}`);
    const fields = [{ name: 'dataset', value: uuid, widget: 'dataset' }];
    const node = {
      id: '1',
      name: 'Read',
      type: 'dataset',
      nodeClass: 'fire.nodes.dataset.NodeDatasetStructured',
      fields,
    };
    await bench.call('POST', '/api/v1/workflows', { workflow: { name: 'Reads <b>it</b>', nodes: [node], edges: [] } });
    const page = await bench.signedIn(`/datasets/${id}?tab=uses`);
    await page.getByRole('cell').getByRole('link', { name: 'Reads <b>it</b>' }).waitFor();
    await page.getByRole('button', { name: 'Clone' }).click();
    await page.getByRole('heading', { level: 1, name: `Used / ${hostile} (copy)`, exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: `Used / ${hostile}`, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this dataset?' });
    await question.getByText('The workflow “Reads <b>it</b>” uses it').waitFor();
    assert.deepEqual(await barriers(page), []);
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor();
    const list = page.getByRole('region', { name: 'Datasets' });
    await list.getByRole('link', { name: `Used / ${hostile} (copy)`, exact: true }).waitFor();
    assert.equal(await list.getByRole('link', { name: `Used / ${hostile}`, exact: true }).count(), 0);
    await bench.closing(page);
  });

  test('the list filters by name, kind and project, and deletes several', async () => {
    await upload('/people', { 'people.csv': 'name,age\nAda,36\n' });
    for (const name of ['Gone 1', 'Gone 2']) await createdId({ ...people, name, category: 'short-lived' });
    const page = await bench.signedIn('/datasets?q=short-lived%20csv');
    const list = page.getByRole('region', { name: 'Datasets' });
    await list.getByRole('link', { name: 'Gone 1' }).waitFor();
    assert.equal(await list.getByRole('row').count(), 3);
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Delete 2…' }).click();
    const question = page.getByRole('dialog', { name: 'Delete these 2 datasets?' });
    await question.getByText('No workflow uses it.').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByText('Nothing matches').waitFor();
    await bench.closing(page);
  });

  test('of very many it is not said that no workflow uses them', async () => {
    await upload('/people', { 'people.csv': 'name,age\nAda,36\n' });
    for (let i = 0; i < 51; i++) await bench.call('POST', '/api/v1/datasets', { ...people, name: `Many ${i}` });
    const page = await bench.signedIn('/datasets?q=many');
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Delete 51…' }).click();
    const question = page.getByRole('dialog', { name: 'Delete these 51 datasets?' });
    await question.getByText('Could not check whether workflows use 1 of them.').waitFor();
    assert.equal(await question.getByText('No workflow uses it.').count(), 0);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByPlaceholder('Type to filter').fill('many 50');
    await page.getByRole('button', { name: 'Delete 1…' }).waitFor();
    await bench.closing(page);
  });

  test('a session that ends keeps what stands in the form; a dataset that is not there is said', async () => {
    await upload('/people', { 'people.csv': 'name,age\nAda,36\n' });
    const id = await createdId({ ...people, name: 'Kept' });
    const page = await bench.signedIn(`/datasets/${id}?tab=settings`);
    await page.getByLabel('Description').fill('half done');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Your changes on this page are safe').waitFor();
    await signIn(page);
    assert.equal(await page.getByLabel('Description').inputValue(), 'half done');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('version 2').waitFor();
    await page.goto(`${bench.service.url}/datasets/999999`);
    await page.getByText('Page not found').waitFor();
    await bench.closing(page);
  });

  test('times are told by the clock of now, also after pages that tell none', async () => {
    await upload('/people', { 'people.csv': 'name,age\nAda,36\n' });
    await createdId({ ...people, name: 'A while ago' });
    const page = await bench.signedIn('/datasets');
    await page.clock.setFixedTime(Date.now() - 3_600_000);
    await page.reload();
    await page.getByRole('link', { name: 'A while ago' }).waitFor();
    await page.getByRole('link', { name: 'New dataset' }).click();
    await page.getByRole('heading', { level: 1, name: 'New dataset' }).waitFor();
    await page.clock.setFixedTime(Date.now() + 5_000);
    await createdId({ ...people, name: 'Just now' });
    await page.getByRole('link', { name: 'Datasets', exact: true }).click();
    const row = page.getByRole('region', { name: 'Datasets' }).getByRole('row').filter({ hasText: 'Just now' });
    assert.match((await row.locator('time').textContent()) ?? '', /ago$|^now$/);
    await bench.closing(page);
  });

  test('who may only look sees all of it and changes nothing', async () => {
    await upload('/people', { 'people.csv': 'name,age\nAda,36\n' });
    const id = await createdId({ ...people, name: 'Looked at' });
    const roles = JSON.parse(await bench.call('GET', '/api/v1/roles')) as { id: number; name: string }[];
    const viewer = roles.find(({ name }) => name === 'VIEWER')?.id;
    const created = await bench.call('POST', '/api/v1/users', {
      username: 'vera',
      password: 'a long enough password',
      roles: [viewer],
    });
    const userId = Number(/ id (\d+)$/.exec(created)?.[1]);
    await bench.call('POST', '/api/v1/project-permissions', { projectId: 1, userId, permissions: ['VIEW'] });
    const page = await bench.open(`/datasets/${id}`);
    await signIn(page, 'vera', 'a long enough password');
    await page.getByRole('heading', { level: 1, name: 'Looked at' }).waitFor();
    await page.getByText('INTEGER').waitFor();
    assert.equal(await page.getByRole('textbox').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Delete…' }).count(), 0);
    await side(page, 'Settings');
    assert.equal(await page.getByLabel('Description').isDisabled(), true);
    assert.deepEqual(await barriers(page), []);
    await page.goto(`${bench.service.url}/datasets`);
    await page.getByRole('region', { name: 'Datasets' }).getByRole('link', { name: 'Looked at' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'New dataset' }).count(), 0);
    assert.equal(await page.getByLabel('Select all').count(), 0);
    await bench.closing(page);
  });

  test('who may change datasets, but not those of this project, changes nothing either', async () => {
    await upload('/people', { 'people.csv': 'name,age\nAda,36\n' });
    const id = await createdId({ ...people, name: 'Of others' });
    const roles = JSON.parse(await bench.call('GET', '/api/v1/roles')) as { id: number; name: string }[];
    const created = await bench.call('POST', '/api/v1/users', {
      username: 'anna',
      password: 'a long enough password',
      roles: roles.filter(({ name }) => name === 'ANALYST').map((role) => role.id),
    });
    const userId = Number(/ id (\d+)$/.exec(created)?.[1]);
    await bench.call('POST', '/api/v1/project-permissions', { projectId: 1, userId, permissions: ['VIEW'] });
    const page = await bench.open('/datasets');
    await signIn(page, 'anna', 'a long enough password');
    await page.getByRole('region', { name: 'Datasets' }).getByRole('link', { name: 'Of others' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'New dataset' }).count(), 0);
    assert.equal(await page.getByLabel('Select all').count(), 0);
    await page.goto(`${bench.service.url}/datasets/${id}?tab=settings`);
    await page.getByLabel('Description').waitFor();
    assert.equal(await page.getByLabel('Description').isDisabled(), true);
    assert.equal(await page.getByRole('button', { name: 'Delete…' }).count(), 0);
    await bench.closing(page);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`keeps nobody out of the datasets, ${colorScheme}, wide and narrow`, async () => {
      await upload('/looks', { 'people.csv': 'name,age,none\nAda,36,\nEve,x,\n' });
      const id = await createdId({ ...people, name: `Looks ${colorScheme} ${hostile}`, path: '/looks/people.csv' });
      for (const width of [1440, 360]) {
        const page = await bench.signedIn(`/datasets/${id}`, { colorScheme, viewport: { width, height: 800 } });
        const check = async (what: string): Promise<void> => {
          assert.deepEqual(await barriers(page), [], `${what} at ${width}`);
          const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.equal(over, 0, `${what} is wider than ${width}`);
        };
        await page.getByRole('img', { name: /^age: / }).waitFor();
        await page.getByText('The files have 1 more column').waitFor();
        await check('the schema');
        await side(page, 'Rows');
        await rows(page)
          .getByRole('img', { name: /^age: / })
          .waitFor();
        await check('the rows');
        await side(page, 'Profile');
        await page.getByText('Based on all 2 rows.').waitFor();
        await check('the profile');
        await side(page, 'Settings');
        await page.getByText('More options').click();
        await check('the settings');
        await page.goto(`${bench.service.url}/datasets/new?path=/looks/people.csv`);
        await firstCells(page, 'Ada');
        await page.getByText('More options').click();
        await check('a new one');
        await page.goto(`${bench.service.url}/datasets`);
        await page.getByLabel(`Select Looks ${colorScheme} ${hostile}`, { exact: true }).check();
        await check('the list');
        await bench.closing(page);
      }
    });
});
