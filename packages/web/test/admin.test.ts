import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { readMethods } from '../../server/src/http/audit.ts';
import { sharedPostgres } from '@millrace/testkit/postgres';
import { auditTexts } from '../src/texts/admin/audit.ts';
import { adminPassword, barriers, Bench, signIn, skip } from './browser.ts';

/** Text that would do harm if anything took it for more than text. */
const hostile = '<img src=x onerror="document.title=`taken`">';

const passwordOf = (name: string): string => `${name} has a password`;

/** What the button for it saves, line by line. */
async function asCsv(page: Page): Promise<{ readonly name: string; readonly lines: readonly string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  const text = await readFile((await download.path()) ?? '', 'utf8');
  return { name: download.suggestedFilename(), lines: text.trimEnd().split('\r\n') };
}

describe('the own account and administration on the page', { skip }, () => {
  let bench: Bench;
  const roles = new Map<string, number>();
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    JSON.parse(await bench.call(method, path, body));
  const createdId = async (path: string, body: unknown): Promise<number> =>
    Number(/ id (\d+)$/.exec(await bench.call('POST', path, body))?.[1]);
  const makeUser = (username: string, role: string, more: object = {}): Promise<number> =>
    createdId('/api/v1/users', { username, password: passwordOf(username), roles: [roles.get(role)], ...more });
  interface Person {
    readonly id: number;
    readonly username: string;
    readonly isActive: boolean;
    readonly isSuperuser: boolean;
    readonly roles: readonly { readonly name: string }[];
    readonly groups: readonly { readonly name: string }[];
  }
  const find = async (username: string): Promise<Person | undefined> =>
    ((await call('GET', '/api/v1/users/details')) as Person[]).find((one) => one.username === username);
  const as = async (username: string, path: string, options: object = {}): Promise<Page> => {
    const page = await bench.open(path, options);
    await signIn(page, username, passwordOf(username));
    return page;
  };
  const signsIn = async (username: string, password: string): Promise<boolean> =>
    (
      await fetch(`${bench.service.url}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      })
    ).ok;

  before(async () => {
    bench = await Bench.start();
    for (const { id, name } of (await call('GET', '/api/v1/roles')) as { id: number; name: string }[])
      roles.set(name, id);
  });
  after(async () => {
    await bench[Symbol.asyncDispose]();
  });

  test('from the menu one gets to the own profile, and changes it', async () => {
    await makeUser('ada', 'ANALYST');
    const page = await as('ada', '/');
    await page.getByRole('button', { name: /Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    const form = page.getByRole('form', { name: 'Profile' });
    await form.getByLabel('First name').fill(hostile);
    await form.getByLabel('Email').fill('nowhere');
    await form.getByRole('button', { name: 'Save profile' }).click();
    await form.getByText('Enter a valid email address.').waitFor();
    // what was typed outlives a reload
    await page.reload();
    await form.getByText('Draft restored.').waitFor();
    assert.equal(await form.getByLabel('First name').inputValue(), hostile);
    await form.getByLabel('Email').fill('ada@example.org');
    await form.getByLabel('Email').press('Enter');
    await page.getByRole('button', { name: `Your account: ${hostile}` }).waitFor();
    const user = (await find('ada')) as unknown as Record<string, unknown>;
    assert.deepEqual([user['firstName'], user['email']], [hostile, 'ada@example.org']);
    await bench.closing(page);
  });

  test('one changes the own password, and is told at the field what is wrong', async () => {
    await makeUser('grace', 'VIEWER');
    const page = await as('grace', '/account');
    const form = page.getByRole('form', { name: 'Password' });
    const [old, fresh, again] = [
      form.getByLabel('Current password', { exact: true }),
      form.getByLabel('New password', { exact: true }),
      form.getByLabel('Confirm new password', { exact: true }),
    ];
    await form.getByRole('button', { name: 'Change password' }).click();
    await form.getByText('Enter your current password.').waitFor();
    await old.fill('not mine');
    await fresh.fill('another password');
    await again.fill('another passwort');
    await again.press('Enter');
    await form.getByText('The passwords do not match.').waitFor();
    await again.fill('another password');
    await again.press('Enter');
    await form.getByText('Incorrect password.').waitFor();
    assert.ok(await signsIn('grace', passwordOf('grace')));
    await old.fill(passwordOf('grace'));
    await old.press('Enter');
    await form.getByText('Your password was changed.').waitFor();
    assert.equal(await fresh.inputValue(), '');
    assert.deepEqual(
      [await signsIn('grace', passwordOf('grace')), await signsIn('grace', 'another password')],
      [false, true],
    );
    await page.getByRole('link', { name: 'Permissions' }).click();
    await page.getByText('View workflows', { exact: true }).waitFor();
    assert.equal(await page.getByText('Edit workflows', { exact: true }).count(), 0);
    await page.getByRole('link', { name: 'Access tokens' }).click();
    await page.getByText('Creating tokens requires the permission').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Create token' }).count(), 0);
    await bench.closing(page);
  });

  test('a token is made, shown once, works, and is deleted; several go at once', async () => {
    await makeUser('mary', 'ANALYST');
    const page = await as('mary', '/account?tab=tokens');
    await page.getByText('No access tokens yet').waitFor();
    await page.getByLabel('Lifetime (days)').fill('0');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('Enter a whole number of days').waitFor();
    await page.getByLabel('Lifetime (days)').fill('20');
    const scopes = page.getByRole('group', { name: 'Scopes' });
    for (const name of ['Read', 'Run', 'Write']) await scopes.getByRole('checkbox', { name }).uncheck();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('Select at least one scope.').waitFor();
    await scopes.getByRole('checkbox', { name: 'Read' }).check();
    await scopes.getByRole('checkbox', { name: 'Run' }).check();
    await page.getByLabel('Description').fill(`night ${hostile}`);
    await page.getByLabel('Description').press('Enter');
    const token = await page.getByRole('textbox', { name: 'New token' }).inputValue();
    const holds = async (): Promise<boolean> =>
      (await fetch(`${bench.service.url}/api/v1/users/me`, { headers: { token } })).ok;
    assert.ok(await holds());
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText(/^(Copied|Selected\.)/).waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('button', { name: 'Done' }).click();
    assert.equal(await page.getByText(token).count(), 0);
    const row = page.getByRole('row', { name: /night/ });
    await row.getByText('in 20 days').waitFor();
    await row.getByText('Read, Run', { exact: true }).waitFor();
    const create = {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: '{"name":"By token"}',
    };
    assert.equal((await fetch(`${bench.service.url}/api/v1/projects`, create)).status, 403);
    await row.getByRole('button', { name: /^Delete night/ }).click();
    const question = page.getByRole('dialog', { name: 'Delete this token?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    assert.ok(await holds());
    for (const name of ['morning', 'evening']) {
      await page.getByLabel('Description').fill(name);
      await page.getByLabel('Description').press('Enter');
      await page.getByRole('row', { name }).waitFor();
    }
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Delete 3', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Delete 3 tokens?' })
      .getByRole('button', { name: 'Delete', exact: true })
      .click();
    await page.getByText('3 tokens were deleted.').waitFor();
    await page.getByText('No access tokens yet').waitFor();
    assert.equal(await holds(), false);
    await bench.closing(page);
  });

  test('a user is made with roles and groups, signs in, is changed and shut out', async () => {
    await bench.call('POST', '/api/v1/groups', { name: 'Night shift' });
    const page = await bench.signedIn('/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Administration' }).click();
    await page.getByRole('link', { name: 'New user' }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(passwordOf('tom'));
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('a user named "admin" already exists').waitFor();
    await page.getByLabel('User name').fill('to/m');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText(/^Must not contain spaces/).waitFor();
    await page.getByLabel('User name').fill('tom');
    await page.getByRole('checkbox', { name: 'VIEWER' }).check();
    await page.getByRole('checkbox', { name: 'Night shift' }).check();
    await page.getByRole('button', { name: 'Create' }).click();
    const row = page.getByRole('row', { name: /^tom / });
    await row.getByText('never').waitFor();
    const tom = await find('tom');
    assert.deepEqual(
      [tom?.roles.map(({ name }) => name), tom?.groups.map(({ name }) => name)],
      [['VIEWER'], ['Night shift']],
    );
    assert.ok(await signsIn('tom', passwordOf('tom')));
    await row.getByRole('link', { name: 'tom' }).click();
    await page.getByRole('checkbox', { name: 'ANALYST' }).check();
    await page.getByLabel('Set a new password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('At least 8 characters.', { exact: true }).waitFor();
    await page.getByLabel('Set a new password', { exact: true }).fill('a password of mine');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('ANALYST, VIEWER').waitFor();
    assert.deepEqual(
      [await signsIn('tom', passwordOf('tom')), await signsIn('tom', 'a password of mine')],
      [false, true],
    );
    const active = row.getByRole('switch', { name: 'Active: tom' });
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await active.press(' ');
    assert.equal((await answer).status(), 200);
    assert.equal(await active.isChecked(), false);
    assert.equal(await signsIn('tom', 'a password of mine'), false);
    assert.ok(await page.getByRole('switch', { name: 'Active: admin' }).isDisabled());
    const users = await asCsv(page);
    assert.equal(users.name, 'users.csv');
    assert.equal(users.lines[0], 'username,firstName,lastName,email,isActive,isSuperuser,roles,groups,lastSignInAt');
    const ofTom = users.lines.find((line) => line.startsWith('tom,')) ?? '';
    assert.match(ofTom, /,false,false,ANALYST; VIEWER,Night shift,\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    // found by inactive users, with the filter in the address
    await page.getByPlaceholder('Type to filter').fill('inactive');
    await page.waitForURL(/q=inactive/);
    await row.getByRole('link', { name: 'tom' }).click();
    await page.getByRole('button', { name: 'Delete user…' }).click();
    const question = page.getByRole('dialog', { name: 'Delete tom?' });
    await question.getByRole('button', { name: 'Delete user' }).click();
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await row.waitFor({ state: 'detached' });
    assert.equal(await find('tom'), undefined);
    await bench.closing(page);
  });

  test('the tokens of somebody are deleted, and a user keeps a draft through a reload', async () => {
    const id = await makeUser('eve', 'ANALYST');
    const cookie = await fetch(`${bench.service.url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'eve', password: passwordOf('eve') }),
    }).then(({ headers }) => headers.getSetCookie().join(';'));
    const { accessToken } = (await fetch(`${bench.service.url}/api/v1/tokens`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ expiredDuration: 5 }),
    }).then((answer) => answer.json())) as { accessToken: string };
    const page = await bench.signedIn(`/admin/users/${id}`);
    await page.getByText('1 valid access token.').waitFor();
    await page.getByRole('button', { name: 'Delete all tokens…' }).click();
    await page
      .getByRole('dialog', { name: 'Delete all access tokens of eve?' })
      .getByRole('button', { name: 'Delete all tokens' })
      .click();
    await page.getByText('No valid access tokens.').waitFor();
    const answer = await fetch(`${bench.service.url}/api/v1/users/me`, { headers: { token: accessToken } });
    assert.equal(answer.status, 401);
    await page.getByLabel('First name').fill('Half done');
    const dialogEvent = page.waitForEvent('dialog');
    const reloading = page.reload();
    await (await dialogEvent).accept();
    await reloading;
    await page.getByText('Draft restored.').waitFor();
    assert.equal(await page.getByLabel('First name').inputValue(), 'Half done');
    await page.getByRole('link', { name: 'Cancel' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Leave and discard' }).click();
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await page.goto(`${bench.service.url}/admin/users/99999`);
    await page.getByText('Page not found').waitFor();
    await bench.closing(page);
  });

  test('groups have members, roles have permissions that are searched', async () => {
    await makeUser('joan', 'VIEWER');
    const page = await bench.signedIn('/admin/groups');
    await page.getByRole('button', { name: 'New group' }).first().click();
    const group = page.getByRole('dialog', { name: 'New group' });
    await group.getByRole('button', { name: 'Create' }).click();
    await group.getByText('Enter a name.').waitFor();
    await group.getByLabel('Name', { exact: true }).fill(`Analysts ${hostile}`);
    await group.getByRole('checkbox', { name: 'joan' }).check();
    assert.deepEqual(await barriers(page), []);
    await group.getByRole('button', { name: 'Create' }).click();
    await group.waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: /Analysts/ });
    await row.getByText('joan').waitFor();
    assert.deepEqual(
      (await find('joan'))?.groups.map(({ name }) => name),
      [`Analysts ${hostile}`],
    );
    await row.getByRole('button', { name: /^Delete the group/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    await page
      .getByRole('navigation', { name: 'Administration sections' })
      .getByRole('link', { name: 'Roles' })
      .click();
    await page.getByRole('button', { name: 'New role' }).click();
    const role = page.getByRole('dialog', { name: 'New role' });
    await role.getByLabel('Name', { exact: true }).fill('ADMIN');
    await role.getByRole('textbox', { name: 'Type to filter: Permissions' }).fill('run');
    await role.getByRole('checkbox', { name: 'Run workflows' }).check();
    assert.equal(await role.getByRole('checkbox', { name: 'Manage users' }).count(), 0);
    await role.getByText('1 of 26 selected').waitFor();
    await role.getByRole('button', { name: 'Create' }).click();
    await role.getByText('a role named "ADMIN" already exists').waitFor();
    await role.getByLabel('Name', { exact: true }).fill('Starters');
    assert.deepEqual(await barriers(page), []);
    await role.getByRole('button', { name: 'Create' }).click();
    await role.waitFor({ state: 'detached' });
    const all = (await call('GET', '/api/v1/roles')) as { name: string; permissions: string[] }[];
    assert.deepEqual(all.find(({ name }) => name === 'Starters')?.permissions, ['workflows.execute']);
    await page.getByRole('button', { name: 'Delete the role VIEWER' }).click();
    const question = page.getByRole('dialog', { name: 'Delete the role VIEWER?' });
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await question.getByText(/is in use/).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'ADMIN', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Role ADMIN' })
      .getByText(/cannot be renamed/)
      .waitFor();
    await bench.closing(page);
  });

  test('variables of all projects are made, changed and deleted, and stand in each project to be looked at', async () => {
    const page = await bench.signedIn('/admin/variables');
    await page.getByRole('button', { name: 'Add a variable' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('region');
    await page.getByLabel('Value').fill('north');
    await page.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /\$region/ });
    await row.getByText('north').waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('button', { name: 'Edit region' }).click();
    await page.getByLabel('Value').fill('south');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('south').waitFor();
    const variables = (await call('GET', '/api/v1/variables')) as Record<string, unknown>[];
    assert.deepEqual(
      variables.map(({ projectId, name, value }) => [projectId, name, value]),
      [[null, 'region', 'south']],
    );
    await page.goto(`${bench.service.url}/projects/1?tab=variables`);
    await row.getByText('all projects').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Edit region' }).count(), 0);
    await page.goto(`${bench.service.url}/admin/variables`);
    await page.getByRole('button', { name: 'Delete region' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
    await bench.closing(page);
  });

  test('connections are made, tried, changed, copied and deleted, and their secrets are shown to nobody', async (t) => {
    const database = await sharedPostgres();
    if (database.url === undefined) {
      t.skip('PostgreSQL is not installed');
      return;
    }
    const { host } = new URL(database.url);
    const page = await bench.signedIn('/admin/connections');
    await page.getByText('No connections yet').waitFor();
    await page.getByRole('button', { name: 'New connection' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('Ledger');
    await dialog.getByLabel('Kind').fill('PostgreSQL');
    await dialog.getByLabel('Value of field 1').fill(`jdbc:postgresql://${host}/postgres`);
    await dialog.getByLabel('Value of field 2').fill('millrace');
    await dialog.getByLabel('Value of field 3').fill('quiet water');
    assert.equal(await dialog.getByLabel('Value of field 3').getAttribute('type'), 'password');
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await dialog.getByText('Connected to PostgreSQL').waitFor();
    await dialog.getByRole('button', { name: 'Add a field' }).click();
    await dialog.getByLabel('Field 4', { exact: true }).fill('url');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('There are two fields “url”.').waitFor();
    await dialog.getByLabel('Field 4', { exact: true }).fill('options');
    await dialog.getByLabel('Value of field 4').fill('none');
    assert.deepEqual(await barriers(page), []);
    await dialog.getByRole('button', { name: 'Create' }).click();
    const row = page.getByRole('row', { name: /Ledger/ }).first();
    await row.getByText('all projects').waitFor();
    const storedVariables = async (): Promise<Record<string, unknown>[]> =>
      (await call('GET', '/api/v1/connections')) as Record<string, unknown>[];
    const [first] = await storedVariables();
    assert.deepEqual(
      [first?.['name'], first?.['category'], first?.['projectId'], first?.['username'], first?.['secretFields']],
      ['Ledger', 'PostgreSQL', null, 'millrace', ['password']],
    );

    // the password stays if nothing else is changed; another address requires it again
    await page.getByRole('button', { name: 'Open Ledger' }).click();
    assert.equal(await dialog.getByLabel('Value of field 4').inputValue(), '');
    assert.equal(await page.getByText('quiet water').count(), 0);
    await dialog.getByLabel('Description').fill('of the books');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual((await storedVariables())[0]?.['secretFields'], ['password']);
    await page.getByRole('button', { name: 'Open Ledger' }).click();
    await dialog.getByLabel('Value of field 1').fill('jdbc:postgresql://127.0.0.1:1/nobody');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('enter its secrets again (password)').waitFor();
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await dialog.getByText('cannot use database').waitFor();
    await dialog.getByRole('button', { name: 'Remove field 4' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [changed] = await storedVariables();
    assert.deepEqual(
      [changed?.['url'], changed?.['description'], changed?.['options'], changed?.['secretFields']],
      ['jdbc:postgresql://127.0.0.1:1/nobody', 'of the books', 'none', []],
    );

    await page.getByRole('button', { name: 'Copy Ledger' }).click();
    assert.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), 'Ledger (copy)');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Open Ledger (copy)' }).waitFor();
    await page.getByRole('button', { name: 'Delete Ledger', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Open Ledger', exact: true }).waitFor({ state: 'detached' });
    assert.deepEqual(
      (await storedVariables()).map(({ name }) => name),
      ['Ledger (copy)'],
    );
    await bench.closing(page);
  });

  test('the audit log has words for all that is noted', () => {
    const { actions } = auditTexts;
    const routes = bench.service.app.allRoutes.flatMap(({ method, url, config }) =>
      [method]
        .flat()
        .filter((one) => config?.access !== undefined && (config.changes ?? !readMethods.includes(one)))
        .map((one) => `${one} ${url}`),
    );
    // a callback is logged if it signs a user in
    const allRoutes = [...routes, 'GET /login/oidc/callback'];
    assert.deepEqual(
      [allRoutes.filter((one) => !(one in actions)), Object.keys(actions).filter((one) => !allRoutes.includes(one))],
      [[], []],
    );
  });

  test('the audit log is filtered by user, action and time, in the address, and paged by the service', async () => {
    const id = await makeUser('noted', 'VIEWER');
    // more than a page
    for (let i = 0; i < 105; i++) await bench.call('PUT', '/api/v1/users/profile?username=noted', { lastName: `${i}` });
    const page = await bench.signedIn('/admin/audit');
    const list = page.getByRole('region', { name: 'Audit log' });
    await list.getByText('Changed a profile').first().waitFor();
    await page.getByRole('link', { name: /Older/ }).click();
    await page.getByText('Page 2 of').waitFor();
    assert.match(page.url(), /page=2/);
    await page.getByLabel('Action').fill('users/profile');
    await page.getByText(/^10[5-9] entries$/).waitFor();
    await page.getByText('Page 1 of 2').waitFor();
    // all that match, not the page alone
    const { name, lines } = await asCsv(page);
    assert.equal(name, 'audit.csv');
    assert.equal(lines[0], 'at,user,action,target,status,requestId');
    assert.ok(lines.length >= 106);
    for (const line of lines.slice(1)) assert.match(line, /^\d{4}-[^,]+Z,\w+,\w+ \/api\/v1\/users\/profile,.*,\d{3},/);
    assert.ok(lines.filter((line) => /Z,admin,PUT .*,200,/.test(line)).length >= 105);
    // before what it is to show, should midnight come between
    const today = new Date();
    const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
    assert.ok(await signsIn('noted', passwordOf('noted')));
    assert.equal(await signsIn('noted', 'a wrong one'), false);
    await page.getByLabel('Action').fill('');
    await page.getByLabel('User', { exact: true }).selectOption('noted');
    await page.getByText('1 entry', { exact: true }).waitFor();
    await list.getByRole('row', { name: /noted ✓? ?done Sign-in/ }).waitFor();
    assert.match(page.url(), new RegExp(`user=${id}`));
    await page.reload();
    await page.getByText('1 entry', { exact: true }).waitFor();
    await page.getByLabel('From').fill('2001-01-01');
    await page.getByLabel('To').fill('2001-01-02');
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('link', { name: 'Show all' }).click();
    await list.getByRole('row', { name: /noted ✕? ?refused 401 Sign-in/ }).waitFor();
    await page.getByLabel('From').fill(day);
    await list.getByRole('row', { name: /noted ✕? ?refused 401 Sign-in/ }).waitFor();
    await bench.closing(page);
  });

  test('the state of the service is shown, and runs are switched off and on', async () => {
    const page = await bench.signedIn('/admin/service');
    const state = page.getByRole('region', { name: 'State' });
    await state.getByText('Queued').waitFor();
    await state.getByText('available', { exact: true }).waitFor();
    const areOn = async (): Promise<unknown> =>
      ((await call('GET', '/api/v1/engines')) as { runs: { areOn: boolean } }).runs.areOn;
    const runs = page.getByRole('switch', { name: 'Run workflows' });
    await runs.press(' ');
    const question = page.getByRole('dialog', { name: 'Switch runs off for all users?' });
    await question.getByRole('button', { name: 'Leave on' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await areOn(), true);
    await runs.press(' ');
    await question.getByRole('button', { name: 'Switch off' }).click();
    await state.getByText(/Runs are switched off/).waitFor();
    assert.equal(await areOn(), false);
    await runs.press(' ');
    await state.getByText('New runs start, and schedules are active.').waitFor();
    assert.equal(await areOn(), true);
    const { database } = (await call('GET', '/api/v1/storage')) as { database: number };
    assert.ok(database > 0);
    await page.getByRole('region', { name: 'Disk' }).getByText('Database').waitFor();
    await page.getByRole('row', { name: /Audit log entries 365 days none MILLRACE_KEEP_AUDIT_DAYS/ }).waitFor();
    await page
      .getByRole('navigation', { name: 'Administration sections' })
      .getByRole('link', { name: 'Settings' })
      .click();
    await page.getByPlaceholder('Type to filter').fill('ADMIN_PASSWORD');
    await page.getByRole('row', { name: /MILLRACE_ADMIN_PASSWORD secret: never shown/ }).waitFor();
    assert.equal((await page.content()).includes(adminPassword), false);
    await page.getByPlaceholder('Type to filter').fill('SPARK_PROCESSES');
    await page.getByText(/derived from the memory of the machine/).waitFor();
    await bench.closing(page);
  });

  test('who may not administrate sees no way to it, and is told calmly at its address', async () => {
    await makeUser('vera', 'VIEWER');
    const page = await as('vera', '/admin');
    await page.getByText('Administrators only').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Administration' }).count(), 0);
    const requests: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) requests.push(response.url());
    });
    for (const [part, what] of [
      ['users', 'Manage users'],
      ['users/new', 'Manage users'],
      ['users/1', 'Manage users'],
      ['groups', 'Manage groups'],
      ['roles', 'Manage roles'],
      ['variables', 'View settings, switch runs'],
      ['connections', 'Manage connections'],
      ['audit', 'Read the audit log'],
      ['service', 'View settings, switch runs'],
      ['settings', 'View settings, switch runs'],
    ] as const) {
      await page.goto(`${bench.service.url}/admin/${part}`);
      await page.getByText(`Ask an administrator for the permission “${what}”`).waitFor();
    }
    assert.deepEqual(requests, []);
    // a user with one permission reaches its page, and no other
    await bench.call('POST', '/api/v1/roles', { name: 'Auditors', permissions: ['audit.report.manage'] });
    for (const { id, name } of (await call('GET', '/api/v1/roles')) as { id: number; name: string }[])
      roles.set(name, id);
    await makeUser('otto', 'Auditors');
    const other = await as('otto', '/');
    await other.getByRole('link', { name: 'Administration' }).click();
    await other.getByRole('heading', { name: 'Audit log' }).waitFor();
    const parts = other.getByRole('navigation', { name: 'Administration sections' }).getByRole('link');
    assert.deepEqual(await parts.allTextContents(), ['Audit log']);
    // a super user may do everything, without a role
    await createdId('/api/v1/users', { username: 'sue', password: passwordOf('sue'), isSuperuser: true });
    const third = await as('sue', '/admin/users');
    await third.getByRole('row', { name: /^sue/ }).waitFor();
    await third.close();
    await other.close();
    await bench.closing(page);
  });

  for (const [colorScheme, width] of [
    ['light', 360],
    ['dark', 1440],
  ] as const)
    test(`keeps nobody out, ${colorScheme}, ${width} px wide`, async () => {
      const username = `long-name-of-${colorScheme}-${'x'.repeat(60)}`;
      const id = await makeUser(username, 'ANALYST', { firstName: hostile, email: 'a@example.org' });
      const page = await bench.signedIn('/admin/users', { colorScheme, viewport: { width, height: 800 } });
      const sound = async (path: string, shows: string): Promise<void> => {
        if (path !== '') await page.goto(`${bench.service.url}${path}`);
        await page.getByText(shows).first().waitFor();
        await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
        assert.deepEqual(await barriers(page), [], `${path} at ${width}`);
        const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.equal(over, 0, `${path} is wider than ${width}`);
      };
      await sound('', username);
      await sound(`/admin/users/${id}`, 'Superuser');
      await sound('/admin/users/new', 'Superuser');
      await sound('/admin/groups', 'New group');
      await sound('/admin/roles', 'ANALYST');
      await sound('/admin/variables', 'region');
      await sound('/admin/connections', 'Ledger (copy)');
      await sound('/admin/audit', 'Saved a user');
      await sound('/admin/service', 'Audit log entries');
      await sound('/admin/settings', 'MILLRACE_HOME');
      await sound('/account', 'Change password');
      await sound('/account?tab=permissions', 'Manage users');
      await sound('/account?tab=tokens', 'No access tokens yet');
      assert.notEqual(await page.title(), 'taken');
      await bench.closing(page);
    });
});
