import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { wheelOf } from '@millrace/testkit/wheels';
import { barriers, Bench, intercept, signIn, skip, until } from './browser.ts';

/** Text that would do harm if anything took it for more than text. */
const hostile = '<img src=x onerror="document.title=`taken`">';

const graph = (name: string) => ({
  name,
  nodes: [
    {
      id: '1',
      name: 'People',
      type: 'dataset',
      nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
      fields: [{ name: 'path', value: '/people.csv' }],
    },
  ],
  edges: [],
});

interface Project {
  readonly id: number;
  readonly name: string;
  readonly description: string;
}

describe('projects on the page', { skip }, () => {
  let bench: Bench;
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const text = await bench.call(method, path, body);
    return /^[[{\d"]/.test(text) ? JSON.parse(text) : text;
  };
  const all = async (): Promise<Project[]> => (await call('GET', '/api/v1/projects')) as Project[];
  const projectNamed = async (name: string): Promise<Project | undefined> =>
    (await all()).find((one) => one.name === name);
  const make = async (name: string): Promise<number> =>
    ((await call('POST', '/api/v1/projects', { name })) as { id: number }).id;
  const makeUser = async (username: string, role: string): Promise<number> => {
    const roles = (await call('GET', '/api/v1/roles')) as { id: number; name: string }[];
    const ids = roles.filter(({ name }) => name === role).map(({ id }) => id);
    const user = { username, password: `${username} password`, roles: ids };
    return Number(/ id (\d+)$/.exec(String(await call('POST', '/api/v1/users', user)))?.[1]);
  };
  /** A project with a record of each kind. */
  const makeProject = async (name: string): Promise<number> => {
    const id = await make(name);
    const workflow = Number(
      await call('POST', '/api/v1/workflows', { projectId: id, workflow: graph(`Work ${hostile}`) }),
    );
    const when = { fireEvery: 'DAILY', hour: 2, minute: 0 };
    await call('POST', '/api/v1/workflow-schedules', { analysisFlowId: workflow, name: 'Nightly', ...when });
    await call('POST', '/api/v1/variables', { projectId: id, name: 'region', value: `north ${hostile}` });
    await call('POST', '/api/v1/datasets', {
      projectId: id,
      name: 'People',
      path: '/people.csv',
      delimiter: ',',
      header: true,
      datasetType: 'CSV',
    });
    return id;
  };
  const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });
  const downloadOf = async (page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> => {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    return { name: download.suggestedFilename(), bytes: await readFile((await download.path()) ?? '') };
  };

  before(async () => {
    bench = await Bench.start();
  });
  after(async () => {
    await bench[Symbol.asyncDispose]();
  });

  test('are made, told of and renamed', async () => {
    const page = await bench.signedIn('/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('button', { name: 'New project' }).click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByLabel('Name').fill(`Harbour ${hostile}`);
    // what was typed is there after a reload
    await page.reload();
    await page.getByRole('button', { name: 'New project' }).click();
    await dialog.getByText('Draft restored.').waitFor();
    assert.equal(await dialog.getByLabel('Name').inputValue(), `Harbour ${hostile}`);
    await dialog.getByLabel('Description').fill('Ships and tides');
    assert.deepEqual(await barriers(page), []);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: `Harbour ${hostile}` }).waitFor();
    await page.getByText('Your access: full').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Tag').fill('sea');
    await page.getByRole('dialog').getByLabel('Default Spark version').selectOption('spark3');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('sea', { exact: true }).waitFor();
    const created = (await call('GET', '/api/v1/projects')) as { name: string; compatibility: string }[];
    assert.equal(created.find(({ name }) => name.startsWith('Harbour'))?.compatibility, 'spark3');
    await page.getByRole('link', { name: 'All projects' }).click();
    const line = row(page, /Harbour <img.*Ships and tides.*sea.*admin.*full/);
    await line.waitFor();
    assert.match((await line.textContent()) ?? '', /sea00admin/);
    assert.equal(await page.title(), 'Projects · Millrace');
    await bench.closing(page);
  });

  test('show their workflows, datasets, schedules and variables, and the address keeps which', async () => {
    const id = await makeProject('Filled');
    const page = await bench.signedIn(`/projects/${id}`);
    const parts = page.getByRole('navigation', { name: 'Project sections' });
    await row(page, /Work <img/).waitFor();
    await parts.getByRole('link', { name: 'Datasets 1' }).click();
    await row(page, /People.*CSV/).waitFor();
    await parts.getByRole('link', { name: 'Schedules 1' }).click();
    await row(page, /Nightly.*Work <img.*on/).waitFor();
    await parts.getByRole('link', { name: 'Variables 1' }).click();
    await page.waitForURL((url) => url.search === '?tab=variables');
    await page.reload();
    await row(page, /\$region.*north <img/).waitFor();
    await bench.closing(page);
  });

  test('draw what their workflows read and write, with ways to all of it', async () => {
    const id = await makeProject('Drawn');
    const page = await bench.signedIn(`/projects/${id}?tab=lineage`);
    const drawing = page.getByRole('region', { name: 'Lineage' });
    const dataset = drawing.getByRole('link', { name: /^Dataset People read by Work <img/ });
    const flow = drawing.getByRole('link', { name: /^Workflow Work <img .* reads People$/ });
    await dataset.waitFor();
    await flow.waitFor();
    const [left, right] = [await dataset.boundingBox(), await flow.boundingBox()];
    assert.ok((left?.x ?? 0) + (left?.width ?? 0) < (right?.x ?? 0), 'what is read stands before what reads it');
    const alone = { ...graph('Alone'), nodes: [] };
    await call('POST', '/api/v1/workflows', { projectId: id, workflow: alone });
    const saves = {
      ...graph('Keeps'),
      nodes: [
        ...graph('').nodes,
        {
          id: '2',
          name: 'Keep',
          type: 'transform',
          nodeClass: 'fire.nodes.save.NodeSaveParquet',
          fields: [{ name: 'path', value: '/out/people' }],
        },
      ],
      edges: [{ id: 1, source: '1', target: '2' }],
    };
    await call('POST', '/api/v1/workflows', { projectId: id, workflow: saves });
    await page.reload();
    await page.getByText('Workflows without files in settings:').getByRole('link', { name: 'Alone' }).waitFor();
    const file = drawing.getByRole('link', { name: 'File /out/people written by Keeps' });
    await file.waitFor();
    // what is found stays lit, with what leads to it
    await page.getByRole('searchbox', { name: 'Find a workflow or file' }).fill('out/people');
    await drawing.locator('li[data-dim="true"]').filter({ hasText: 'Work <img' }).waitFor();
    assert.equal(await drawing.locator('li[data-dim="true"]').count(), 1);
    await file.click();
    await page.waitForURL((url) => url.pathname === '/files/out');
    await bench.closing(page);
  });

  test('have variables, whose names are looked at while they are typed', async () => {
    const id = await make('With variables');
    await call('POST', '/api/v1/variables', { name: 'everywhere', value: 'all' });
    const page = await bench.signedIn(`/projects/${id}?tab=variables`);
    await row(page, /\$everywhere all projects.*all/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Edit everywhere' }).count(), 0);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add a variable' }).click();
    await dialog.getByText('Letters A to Z, digits and _').waitFor();
    await dialog.getByLabel('Name').fill('least rows');
    await dialog.getByText('Use at most 200 characters').waitFor();
    await dialog.getByLabel('Name').fill('least_rows');
    await dialog.getByLabel('Value').fill('100');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row(page, /\$least_rows.*100/).waitFor();
    await page.getByRole('button', { name: 'Add a variable' }).click();
    await dialog.getByLabel('Name').fill('least_rows');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('a variable named "least_rows" already exists').waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit least_rows' }).click();
    await dialog.getByLabel('Value').fill('200');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row(page, /\$least_rows.*200/).waitFor();
    await page.getByRole('button', { name: 'Delete least_rows' }).click();
    await page.getByText('least_rows was deleted.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, /\$least_rows.*200/).waitFor();
    await bench.closing(page);
  });

  test('are shared with users and groups, right by right', async () => {
    const id = await make('Shared');
    await makeUser('mara', 'ANALYST');
    await call('POST', '/api/v1/groups', { name: `Crew ${hostile}`, users: ['mara'] });
    const page = await bench.signedIn(`/projects/${id}?tab=members`);
    await page.getByText('Not shared yet').waitFor();
    // an owner has all rights already
    await page.getByRole('combobox', { name: 'User or group' }).fill('admin');
    await page.getByText('No matches, or already a member.').waitFor();
    const add = async (typed: string, name: string): Promise<void> => {
      await page.getByRole('combobox', { name: 'User or group' }).fill(typed);
      await page.getByRole('option', { name }).click();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText(`${name} can now view the project.`).waitFor();
    };
    await add('mar', 'mara');
    await add('cre', `Crew ${hostile}`);
    assert.deepEqual(await barriers(page), []);
    const rightsOf = async (): Promise<unknown> =>
      ((await call('GET', `/api/v1/project-permissions/projects/${id}`)) as { permissions: string[] }[]).map(
        ({ permissions }) => permissions,
      );
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('checkbox', { name: 'mara can edit' }).check();
    await answer;
    assert.deepEqual(await rightsOf(), [['VIEW', 'EDIT'], ['VIEW']]);
    await page.getByRole('button', { name: 'Remove mara' }).click();
    await page.getByText('mara is no longer a member.').waitFor();
    assert.deepEqual(await rightsOf(), [['VIEW']]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('mara is a member again.').waitFor();
    assert.deepEqual(await rightsOf(), [['VIEW'], ['VIEW', 'EDIT']]);
    await page.getByRole('checkbox', { name: 'mara can edit' }).waitFor();
    await bench.closing(page);
  });

  test('list libraries of the file space, which viewers see', async () => {
    const id = await make('With libraries');
    const { file, bytes } = wheelOf({ name: 'greet', files: { 'greet.py': '' } });
    const form = new FormData();
    const contents = { [file]: bytes, 'notes.txt': 'no library', 'broken-1.0-py3-none-any.whl': 'no archive' };
    for (const [name, content] of Object.entries(contents)) form.append('files', new Blob([content]), name);
    await call('POST', '/api/v1/hdfs/dir/create?path=/libs');
    await call('POST', '/api/v1/hdfs/files/upload?path=/libs', form);
    const page = await bench.signedIn(`/projects/${id}?tab=libraries`);
    await page.getByText('No libraries yet').waitFor();
    const pick = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Add a library…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Choose a library' });
      await dialog.getByRole('button', { name: 'All files' }).click();
      await dialog.getByRole('button', { name: 'libs/' }).click();
      await dialog.getByRole('button', { name }).waitFor();
      assert.equal(await dialog.getByRole('button', { name: 'notes.txt' }).count(), 0);
      await dialog.getByRole('button', { name }).click();
    };
    await pick(file);
    await page.getByText(`${file} was added.`).waitFor();
    await row(page, /greet Python package.*1\.0.*\/libs\/greet-1\.0/).waitFor();
    assert.deepEqual(await barriers(page), []);
    await pick('broken-1.0-py3-none-any.whl');
    await page.getByRole('alert').getByText('is damaged').waitFor();
    await page.getByRole('button', { name: 'Remove greet' }).click();
    await page.getByText('greet was removed.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('greet was restored.').waitFor();
    const listed = (await call('GET', `/api/v1/projects/${id}/libraries`)) as { source: string }[];
    assert.deepEqual(
      listed.map(({ source }) => source),
      [`/libs/${file}`],
    );
    await bench.closing(page);
    const userId = await makeUser('lena', 'VIEWER');
    await call('PUT', `/api/v1/projects/${id}/members`, [{ userId, rights: ['VIEW'] }]);
    const viewing = await bench.open(`/projects/${id}?tab=libraries`);
    await signIn(viewing, 'lena', 'lena password');
    await row(viewing, /greet Python package/).waitFor();
    assert.equal(await viewing.getByRole('button', { name: /Add a library|Remove greet|Read files again/ }).count(), 0);
    await bench.closing(viewing);
  });

  test('show those who may only look no action that they may not do', async () => {
    const id = await makeProject('Looked at');
    await make('Hidden');
    const userId = await makeUser('vito', 'VIEWER');
    await call('PUT', `/api/v1/projects/${id}/members`, [{ userId, rights: ['VIEW'] }]);
    const page = await bench.open('/projects');
    await signIn(page, 'vito', 'vito password');
    await row(page, /Looked at.*view/).waitFor();
    assert.equal(await row(page, /Hidden/).count(), 0);
    assert.deepEqual(
      await page
        .getByRole('main')
        .getByRole('button', { name: /New|Import/ })
        .count(),
      0,
    );
    await page.getByRole('link', { name: 'Looked at' }).click();
    await page.getByText('Your access: view').waitFor();
    assert.deepEqual(
      await page
        .getByRole('main')
        .getByRole('button', { name: /^(Edit|Delete|Export)$/ })
        .allTextContents(),
      ['Export'],
    );
    await page.getByRole('link', { name: /^Variables/ }).click();
    await row(page, /\$region/).waitFor();
    assert.equal(await page.getByRole('button', { name: /region|Add/ }).count(), 0);
    await page.getByRole('link', { name: /^Members/ }).click();
    await row(page, /vito.*view/).waitFor();
    assert.equal(await page.getByRole('checkbox').count(), 0);
    await page.goto(`${bench.service.url}/projects/import`);
    await page.getByText('You cannot import here').waitFor();
    await page.goto(`${bench.service.url}/projects/${String((await projectNamed('Hidden'))?.id)}`);
    await page.getByText('Page not found').waitFor();
    await bench.closing(page);
  });

  test('go out as an archive and come back, with a report', async () => {
    const id = await makeProject('Travels');
    const page = await bench.signedIn(`/projects/${id}`);
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export this project' });
    await dialog.getByRole('checkbox', { name: 'Dashboards' }).uncheck();
    assert.deepEqual(await barriers(page), []);
    const { name, bytes } = await downloadOf(page, () => dialog.getByRole('button', { name: 'Download' }).click());
    assert.equal(name, 'Travels.zip');
    const archive = { name, mimeType: 'application/zip', buffer: bytes };
    await page.getByRole('link', { name: 'All projects' }).click();
    await page.getByRole('link', { name: 'Import' }).click();
    const choose = () => page.getByLabel('Choose a project archive').setInputFiles(archive);
    await choose();
    await page.getByLabel('Name of the new project').fill(`Arrived ${hostile}`);
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const report = page.getByRole('status', { name: 'Import report' });
    await report.waitFor();
    assert.match((await report.textContent()) ?? '', /Workflows1Datasets1Dashboards0Schedules1Variables1Models0/);
    const arrived = await projectNamed(`Arrived ${hostile}`);
    await report.getByRole('link', { name: 'Open the project' }).click();
    await page.getByRole('heading', { name: `Arrived ${hostile}` }).waitFor();

    await page.goto(`${bench.service.url}/projects/import`);
    await choose();
    await page.getByRole('radio', { name: 'Into a project: replace all' }).check();
    await page.getByLabel('Into the project').selectOption(`Arrived ${hostile}`);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const question = page.getByRole('dialog', { name: `Replace all of “Arrived ${hostile}”?` });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    // once it is being replaced, nothing says that it is stored
    const { promise: released, resolve: goOn } = Promise.withResolvers<void>();
    await intercept(page, '**/api/v1/projects/import*', async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await question.getByRole('button', { name: 'Delete and replace' }).click();
    await until(page, `document.querySelector('[role=dialog] button[data-loading]') !== null`);
    assert.equal(await question.getByRole('button', { name: 'Cancel' }).isDisabled(), true);
    await page.keyboard.press('Escape');
    assert.equal(await question.count(), 1);
    goOn();
    await report.waitFor();
    await page.getByRole('button', { name: 'Import more' }).click();
    await choose();
    await page.getByRole('radio', { name: 'Into a project: keep both' }).check();
    await page.getByLabel('Into the project').selectOption(`Arrived ${hostile}`);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await report.waitFor();
    const counts = (await call('GET', '/api/v1/projects/counts')) as { projectId: number; workflows: number }[];
    assert.equal(counts.find(({ projectId }) => projectId === arrived?.id)?.workflows, 2);

    await page.getByRole('button', { name: 'Import more' }).click();
    await page
      .getByLabel('Choose a project archive')
      .setInputFiles({ name: 'no.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('alert').waitFor();
    assert.match((await page.getByRole('alert').textContent()) ?? '', /archive/);
    await bench.closing(page);
  });

  test('several at once go out in one archive and come back as new ones', async () => {
    for (const name of ['Pair one', 'Pair two']) await make(name);
    const page = await bench.signedIn('/projects?q=pair');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Export 2' }).click();
    const { name, bytes } = await downloadOf(page, () => page.getByRole('button', { name: 'Download' }).click());
    assert.equal(name, 'projects.zip');
    await page.goto(`${bench.service.url}/projects/import`);
    await page
      .getByLabel('Choose a project archive')
      .setInputFiles({ name, mimeType: 'application/zip', buffer: bytes });
    await page.getByRole('radio', { name: 'A new project for each' }).check();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Project Pair two imported with id').waitFor();
    assert.equal((await all()).filter((one) => one.name.startsWith('Pair')).length, 4);
    await bench.closing(page);
  });

  test('are deleted after a question that says what goes with them, once they have no workflows', async () => {
    const id = await makeProject('Goes');
    const page = await bench.signedIn(`/projects/${id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “Goes”?' });
    await dialog.getByText('The project still has a workflow.').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Delete permanently' }).count(), 0);
    await dialog.getByRole('link', { name: 'Go to its workflows' }).click();
    await page.getByRole('button', { name: `Actions: Work ${hostile}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByText('moved to the trash.').waitFor();
    await page.goto(`${bench.service.url}/projects/${id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('workflows in the trash: 1').waitFor();
    await dialog.getByText('datasets: 1').waitFor();
    assert.deepEqual(await barriers(page), []);
    // during the deletion nothing looks as if it had been cancelled
    const requested = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await intercept(page, `**/api/v1/projects/${id}`, async (route) => {
      requested.resolve();
      await released.promise;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await requested.promise;
    await page.keyboard.press('Escape');
    const cancels = await dialog.getByRole('button', { name: 'Cancel' }).all();
    assert.equal(cancels.length, 2);
    for (const cancel of cancels) assert.equal(await cancel.isDisabled(), true);
    released.resolve();
    await page.waitForURL((url) => url.pathname === '/projects');
    await row(page, /Goes/).waitFor({ state: 'detached' });
    assert.equal(await projectNamed('Goes'), undefined);
    await bench.closing(page);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`keep nobody out, ${colorScheme}, wide and narrow`, async () => {
      const id = await makeProject(`Any ${colorScheme} ${hostile}`);
      const userId = await makeUser(`guest-${colorScheme}`, 'VIEWER');
      await call('PUT', `/api/v1/projects/${id}/members`, [{ userId, rights: ['EDIT'] }]);
      for (const width of [1440, 360]) {
        const page = await bench.signedIn('/projects', { colorScheme, viewport: { width, height: 800 } });
        const sound = async (path: string): Promise<void> => {
          await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
          assert.deepEqual(await barriers(page), [], `${path} at ${width}`);
          const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.equal(over, 0, `${path} is wider than ${width}`);
        };
        await row(page, new RegExp(`Any ${colorScheme}`)).waitFor();
        await sound('the list');
        await page.goto(`${bench.service.url}/projects/${id}`);
        for (const [tab, text] of [
          ['Workflows', /Work <img/],
          ['Datasets', /People/],
          ['Schedules', /Nightly/],
          ['Variables', /region/],
          ['Members', /guest/],
        ] as const) {
          await page
            .getByRole('navigation', { name: 'Project sections' })
            .getByRole('link', { name: new RegExp(`^${tab}`) })
            .click();
          await row(page, text).first().waitFor();
          await sound(tab);
        }
        await page.goto(`${bench.service.url}/projects/${id}?tab=lineage`);
        await page.getByRole('link', { name: /^Dataset People/ }).waitFor();
        await sound('the lineage');
        await page.goto(`${bench.service.url}/projects/import`);
        await page.getByText('Drop a project archive here').waitFor();
        await sound('the import');
        await bench.closing(page);
      }
    });
});
