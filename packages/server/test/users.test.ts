import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adminPassword, Client, passwordOf, TestService, type Answer } from './support.ts';

const idIn = ({ text }: Answer): number => Number(/ id (\d+)$/.exec(text)?.[1]);

describe('users, groups and roles', () => {
  let service: TestService;
  let admin: Client;
  before(async () => {
    service = await TestService.start();
    admin = await service.signedIn();
  });
  after(() => service[Symbol.asyncDispose]());

  const roleId = async (name: string): Promise<number> =>
    ((await admin.get('/userRoles')).json as { id: number; name: string }[]).find((role) => role.name === name)!.id;

  test('a user is made and changed with booleans as text, and answered in parts', async () => {
    const viewer = await roleId('VIEWER');
    const creation = await admin.post('/api/v1/users', {
      id: 0,
      username: 'ada',
      password: 'analytical engine',
      email: 'ada@example.org',
      roles: [viewer],
      groups: [],
      isSuperuser: 'false',
      isActive: 'true',
      persona: 'x',
    });
    assert.match(creation.text, /^User ada created successfully with user id \d+$/);
    assert.match(creation.headers.get('content-type') ?? '', /^text\/plain/);
    const id = idIn(creation);
    const group = await admin.post('/api/v1/groups', { name: 'engineers', users: ['ada', 'admin'] });
    assert.equal(group.text, `Group engineers created successfully with group id ${idIn(group)}`);
    assert.deepEqual((await admin.get('/api/v1/groups')).json, [[{ id: idIn(group), name: 'engineers' }]]);
    const update = await admin.post('/api/v1/users', { id, username: 'ada', firstName: 'Ada', lastName: null });
    assert.equal(update.text, `User ada updated successfully with user id ${id}`);
    for (const url of ['/api/v1/users', '/usersJSON']) {
      const [users, roles, groups] = (await admin.get(url)).json as [Record<string, unknown>[], object, object];
      assert.deepEqual(
        users.find((user) => user['id'] === id),
        {
          id,
          username: 'ada',
          firstName: 'Ada',
          lastName: '',
          email: 'ada@example.org',
          isActive: true,
          isSuperuser: false,
        },
      );
      assert.deepEqual((roles as Record<string, unknown>)[id], [{ id: viewer, name: 'VIEWER' }]);
      assert.deepEqual((groups as Record<string, unknown>)[id], [{ id: idIn(group), name: 'engineers' }]);
    }
    const details = (await admin.get('/api/v1/users/details')).json as { id: number; roles: unknown }[];
    assert.deepEqual(details.find((user) => user.id === id)?.roles, [{ id: viewer, name: 'VIEWER' }]);
    assert.ok(((await admin.get('/api/v1/users/basicInfo')).json as unknown[]).length >= 2);
    const profile = await admin.put('/api/v1/users/profile?username=ada', { email: 'countess@example.org' });
    assert.equal(profile.text, 'User Profile of ada updated successfully');
    assert.equal((await admin.post('/api/v1/users', { username: 'ada', password: 'another one' })).status, 409);
    assert.equal((await admin.delete(`/deleteGroup/${idIn(group)}`)).text, 'Group engineers deleted successfully');
    assert.equal((await admin.delete(`/api/v1/users/${id}`)).text, 'User ada deleted successfully');
    assert.equal((await admin.delete(`/api/v1/users/${id}`)).status, 404);
  });

  test('a user name is one that a folder can have: everybody has a home of that name', async () => {
    const names = [
      '.',
      '..',
      'a/b',
      'a\\b',
      'a:b',
      'a b',
      'a\tb',
      'a\0b',
      'a\u0007b',
      '.millrace-upload-x',
      'a*',
      'ж'.repeat(101),
    ];
    for (const username of [...names, 'a\uD800', '']) {
      const { status, text } = await admin.post('/api/v1/users', { username, password: 'long enough' });
      assert.equal(status, 400, `${JSON.stringify(username)}: ${text}`);
    }
    for (const username of ['ж'.repeat(100), '...', 'ann.o’neill@example.org', '李'.repeat(66)]) {
      await service.makeUser(username, ['VIEWER']);
      const client = await service.signedIn(username, passwordOf(username));
      assert.equal((await client.get('/api/v1/hdfs/user/home-dir')).text, `/user/${username}`);
    }
  });

  test('who is made inactive is out at once, with sessions and tokens', async () => {
    const id = await service.makeUser('leaver', ['ANALYST']);
    const leaver = await service.signedIn('leaver', passwordOf('leaver'));
    const { accessToken } = (await leaver.post('/api/v1/tokens', { expiredDuration: '60' })).json as {
      accessToken: string;
    };
    assert.equal((await leaver.get('/api/v1/users/me')).status, 200);
    assert.equal((await admin.post('/api/v1/users', { id, username: 'leaver', active: 'false' })).status, 200);
    assert.equal((await leaver.get('/api/v1/users/me')).status, 401);
    assert.equal((await leaver.get('/api/v1/users/me', { cookie: '', token: accessToken })).status, 401);
    assert.equal((await leaver.signIn('leaver', passwordOf('leaver'))).status, 401);
    assert.equal((await admin.post('/api/v1/users', { id, username: 'leaver', isActive: true })).status, 200);
    assert.equal((await leaver.get('/api/v1/users/me')).status, 401, 'the old session stays ended');
    assert.equal(
      (await leaver.get('/api/v1/users/me', { cookie: '', token: accessToken })).status,
      401,
      'and the token',
    );
  });

  test('a new password, one’s own or an administrator’s, ends all tokens and all sessions but the one that set it', async () => {
    const id = await service.makeUser('renewed', ['ANALYST']);
    const [here, there] = [
      await service.signedIn('renewed', passwordOf('renewed')),
      await service.signedIn('renewed', passwordOf('renewed')),
    ];
    const tokenOf = async (by: Client): Promise<Client> => {
      const creation = (await by.post('/api/v1/tokens', { expiredDuration: 2 })).json as { accessToken: string };
      return Object.assign(new Client(service.url), { headers: { token: creation.accessToken } });
    };
    const statuses = async (...clients: readonly Client[]) =>
      Promise.all(clients.map(async (one) => (await one.get('/api/v1/users/me')).status));
    const change = (by: Client, oldPassword: string, newPassword: string) =>
      by.post('/api/v1/users/password', { oldPassword, newPassword });
    const first = await tokenOf(here);
    assert.deepEqual(await statuses(here, there, first), [200, 200, 200]);
    assert.equal((await change(here, passwordOf('renewed'), 'the second')).status, 200);
    assert.deepEqual(await statuses(here, there, first), [200, 401, 401]);
    // a token that changes the password ends with it
    const second = await tokenOf(here);
    assert.equal((await change(second, 'the second', 'the third one')).status, 200);
    assert.deepEqual(await statuses(here, second), [401, 401]);
    await here.signIn('renewed', 'the third one');
    const third = await tokenOf(here);
    const others = await tokenOf(admin);
    assert.equal((await admin.post('/api/v1/users', { id, username: 'renewed', password: 'given anew' })).status, 200);
    assert.deepEqual(await statuses(here, third, others, admin), [401, 401, 200, 200]);
  });

  test('roles and groups that are taken away are gone with the next call, of a session and of a token', async () => {
    const groupId = idIn(await admin.post('/api/v1/groups', { name: 'For a while' }));
    const id = await service.makeUser('passing', ['ANALYST'], { groups: [groupId] });
    const passing = await service.signedIn('passing', passwordOf('passing'));
    const { accessToken: token } = (await passing.post('/api/v1/tokens', { expiredDuration: 2 })).json as {
      accessToken: string;
    };
    const creation = (await admin.post('/api/v1/projects', { name: 'Of a group' })).json as { id: number };
    const members = [{ groupId, rights: ['VIEW'] }];
    assert.equal((await admin.put(`/api/v1/projects/${creation.id}/members`, members)).status, 200);
    const answersTo = async (path: string) => [
      (await passing.get(path)).status,
      (await passing.get(path, { cookie: '', token })).status,
    ];
    const [project, workflows] = [`/api/v1/projects/${creation.id}`, '/api/v1/workflows/count'];
    assert.deepEqual(
      [await answersTo(project), await answersTo(workflows)],
      [
        [200, 200],
        [200, 200],
      ],
    );
    assert.equal((await admin.post('/api/v1/users', { id, username: 'passing', groups: [] })).status, 200);
    assert.deepEqual(
      [await answersTo(project), await answersTo(workflows)],
      [
        [404, 404],
        [200, 200],
      ],
    );
    assert.equal((await admin.post('/api/v1/users', { id, username: 'passing', roles: [] })).status, 200);
    assert.deepEqual(await answersTo(workflows), [403, 403]);
  });

  test('a new password ends the other sessions and keeps this one', async () => {
    await service.makeUser('careful', ['VIEWER']);
    const [here, there] = [
      await service.signedIn('careful', passwordOf('careful')),
      await service.signedIn('careful', passwordOf('careful')),
    ];
    const change = (oldPassword: string, newPassword: string): Promise<Answer> =>
      here.post('/api/v1/users/password', { oldPassword, newPassword });
    assert.equal((await change('wrong', 'long enough')).status, 403);
    assert.equal((await change(passwordOf('careful'), 'short')).status, 400);
    assert.equal((await there.get('/api/v1/users/me')).status, 200);
    assert.equal((await change(passwordOf('careful'), 'long enough')).status, 200);
    assert.equal((await here.get('/api/v1/users/me')).status, 200);
    assert.equal((await there.get('/api/v1/users/me')).status, 401);
    assert.equal((await there.signIn('careful', 'long enough')).status, 200);
  });

  test('the last active superuser stays', async () => {
    const me = (await admin.get('/api/v1/users/me')).json as { id: number };
    for (const change of [{ isSuperuser: false }, { isActive: 'false' }]) {
      const answer = await admin.post('/api/v1/users', { id: me.id, username: 'admin', ...change });
      assert.equal(answer.status, 409, answer.text);
    }
    assert.equal((await admin.delete(`/api/v1/users/${me.id}`)).status, 409);
    const second = await service.makeUser('second', [], { isSuperuser: true });
    const other = await service.signedIn('second', passwordOf('second'));
    // each takes the other's right away at the same time: one of them is refused
    const both = await Promise.all([
      admin.post('/api/v1/users', { id: second, username: 'second', isSuperuser: false }),
      other.post('/api/v1/users', { id: me.id, username: 'admin', isSuperuser: false }),
    ]);
    assert.ok(both.some(({ status }) => status !== 200));
    const [users] = (await service.service.context.db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('isSuperuser', '=', 1)
      .execute()) as [{ n: number }];
    assert.ok(users.n >= 1);
    await service.service.context.db.updateTable('users').set({ isSuperuser: 1 }).where('id', '=', me.id).execute();
  });

  test('who owns records is not deleted', async () => {
    const id = await service.makeUser('owner', ['ANALYST']);
    const owner = await service.signedIn('owner', passwordOf('owner'));
    assert.equal((await owner.post('/api/v1/projects', { name: 'Mine' })).status, 201);
    assert.equal((await admin.delete(`/api/v1/users/${id}`)).status, 409);
    assert.equal((await owner.get('/api/v1/users/me')).status, 200);
  });

  test('a manager of users gives no more than they have, and does not touch who may do more', async () => {
    const role = await admin.post('/api/v1/roles', {
      name: 'HELPDESK',
      permissions: ['users.manage', 'roles.manage', 'workflows.view'],
    });
    assert.equal(role.text, `Role HELPDESK created successfully with role id ${idIn(role)}`);
    const helpdesk = idIn(role);
    const me = await service.makeUser('desk', ['HELPDESK']);
    const desk = await service.signedIn('desk', passwordOf('desk'));
    const [adminRole, viewer] = [await roleId('ADMIN'), await roleId('VIEWER')];
    const analyst = await service.makeUser('analyst', ['ANALYST']);
    const { id: adminId } = (await admin.get('/api/v1/users/me')).json as { id: number };
    const engineers = idIn(await admin.post('/api/v1/groups', { name: 'closed' }));
    const password = 'long enough';
    const refusals: [string, unknown][] = [
      ['/api/v1/users', { id: me, username: 'desk', roles: [adminRole] }],
      ['/api/v1/users', { id: me, username: 'desk', isSuperuser: 'true' }],
      ['/api/v1/users', { id: me, username: 'desk', groups: [engineers] }],
      ['/api/v1/users', { username: 'new', password, superuser: true }],
      ['/api/v1/users', { username: 'new', password, roles: [viewer] }],
      ['/api/v1/users', { id: adminId, username: 'admin', password }],
      ['/api/v1/users', { id: analyst, username: 'analyst', password }],
      ['/api/v1/roles', { id: helpdesk, name: 'HELPDESK', permissions: ['users.manage', 'audit.report.manage'] }],
      ['/api/v1/roles', { id: viewer, name: 'VIEWER', permissions: [] }],
      ['/api/v1/roles', { name: 'NEW', permissions: ['data.view'] }],
    ];
    for (const [url, body] of refusals)
      assert.equal((await desk.post(url, body)).status, 403, `${url} ${JSON.stringify(body)}`);
    assert.equal((await desk.delete(`/api/v1/users/${adminId}`)).status, 403);
    assert.equal((await desk.delete(`/api/v1/users/${analyst}`)).status, 403);
    assert.equal((await desk.put('/api/v1/users/profile?username=analyst', { email: 'a@b.c' })).status, 403);
    assert.equal(
      (await desk.post('/api/v1/users', { username: 'colleague', password, roles: [helpdesk] })).status,
      200,
    );
    assert.equal(
      (await service.signedIn('admin', adminPassword).then((one) => one.get('/api/v1/users/me'))).status,
      200,
    );
  });

  test('the role ADMIN keeps all permissions; a role in use is not deleted', async () => {
    const id = await roleId('ADMIN');
    assert.equal((await admin.post('/api/v1/roles', { id, name: 'ADMIN', permissions: [] })).status, 409);
    assert.equal(
      (await admin.post('/api/v1/roles', { id, name: 'X', permissions: (await admin.get('/api/v1/permissions')).json }))
        .status,
      409,
    );
    assert.equal((await admin.delete(`/api/v1/roles/${id}`)).status, 409);
    assert.equal((await admin.post('/api/v1/roles', { name: 'ODD', permissions: ['fly'] })).status, 400);
    const spare = idIn(await admin.post('/api/v1/roles', { name: 'SPARE', permissions: ['workflows.view'] }));
    const user = await service.makeUser('holder', ['SPARE']);
    assert.equal((await admin.delete(`/api/v1/roles/${spare}`)).status, 409);
    assert.equal((await admin.post('/api/v1/users', { id: user, username: 'holder', roles: [] })).status, 200);
    assert.equal((await admin.delete(`/api/v1/roles/${spare}`)).status, 200);
  });

  test('the current project is one that the user may see', async () => {
    await service.makeUser('lone', ['ANALYST']);
    const lone = await service.signedIn('lone', passwordOf('lone'));
    assert.equal((await lone.put('/api/v1/user/currentProject/1', {})).status, 404);
    const { id } = (await lone.post('/api/v1/projects', { name: 'Own' })).json as { id: number };
    assert.equal((await lone.put(`/api/v1/user/currentProject/${id}`, {})).status, 200);
    const me = (await lone.get('/api/v1/users/me')).json as { currentProjectId: number };
    assert.equal(me.currentProjectId, id);
  });

  test('the audit log says who changed what', async () => {
    await admin.post('/api/v1/groups', { name: 'watched' });
    await service.signedIn('nobody-here', 'wrong');
    const read = async (query: string) =>
      (await admin.get(`/api/v1/audit?${query}`)).json as { entries: Record<string, unknown>[]; totalElements: number };
    const groups = await read('action=POST%20/api/v1/groups&size=1');
    const { id } = (await admin.get('/api/v1/users/me')).json as { id: number };
    const [entry] = groups.entries;
    assert.equal(entry?.['userName'], 'admin');
    assert.equal(entry?.['userId'], id);
    assert.equal(entry?.['status'], 200);
    assert.match(String(entry?.['target']), /^\d+$/);
    const signIns = await read('action=/login');
    assert.ok(signIns.entries.some((one) => one['userName'] === 'nobody-here' && one['status'] === 401));
    assert.ok(signIns.entries.some((one) => one['userId'] === id && one['status'] === 200));
    await service.signedIn('admin', adminPassword).then((client) => client.post('/api/v1/groups', {}));
    assert.equal((await read('action=groups&size=1')).entries[0]?.['status'], 400, 'what is refused too');
    const { totalElements } = await read('');
    for (let i = 0; i < 10; i++) await new Client(service.url).post('/api/v1/groups', { name: 'x' });
    assert.equal((await read('')).totalElements, totalElements, 'nobody cannot fill it');
    assert.equal((await read('action=/login&to=2001-01-01')).totalElements, 0);
    assert.equal((await read('action=%25')).totalElements, 0, 'a percent sign is no wildcard');
    assert.equal((await admin.get('/api/v1/audit?from=yesterday')).status, 400);
    const before = (await read('')).totalElements;
    await admin.put('/api/v1/users/profile', { firstName: 'Root' });
    await service.restart();
    admin = await service.signedIn();
    assert.ok((await read('')).totalElements >= before + 2, 'what was noted is written when the service ends');
  });
});
