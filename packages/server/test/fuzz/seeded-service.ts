import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { hashPassword } from '../../src/access/passwords.ts';
import { hashOf, newSecret } from '../../src/access/principal.ts';
import { TestService, type Client } from '../support.ts';
import { knownGraph } from './document.ts';

export type Role = 'ADMIN' | 'ANALYST' | 'VIEWER' | 'none';

/** A service with a record or two of each kind, and a user with a role who makes requests with a token. */
export interface SeededService extends AsyncDisposable {
  readonly service: TestService;
  /** Undefined for who has not signed in. */
  readonly token: string | undefined;
  /** What no answer may hold. */
  readonly secrets: readonly string[];
  /** What the service has logged as its own faults. */
  readonly faults: readonly string[];
}

/** Far from the ids that are tried first. */
const farId = 4_000_000_000;

/**
 * What a user does not take from themselves: the tool reads ids from answers, and all requests after that would be refused. The
 * store leaves these rows as they are without a word.
 */
const operations = [
  ['delete on tokens', `old.id = ${farId}`],
  ['delete on users', `old.id = ${farId}`],
  ['update of is_active, is_superuser on users', `old.id = ${farId}`],
  ['delete on user_roles', `old.user_id = ${farId}`],
  ['delete on project_members', `old.user_id = ${farId}`],
] as const;

export async function seededService(role: Role): Promise<SeededService> {
  const faults: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void faults.push(line) });
  const settings = { MILLRACE_RATE_LIMIT: '0', MILLRACE_ENGINE: 'sail' };
  const service = await TestService.start(settings, Date.now, { log });
  const connectionPassword = 'the password of the connection';
  await seed(service, await service.signedIn(), connectionPassword);
  const token = role === 'none' ? undefined : await tokenFor(service, role);
  const secrets = [connectionPassword, 'secret of ada', '$argon2', ...(token === undefined ? [] : [hashOf(token)])];
  return { service, token, secrets, faults, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

async function seed(service: TestService, admin: Client, password: string): Promise<void> {
  await service.makeUser('ada', ['ANALYST']);
  await mkdir(join(service.files, 'user/ada'), { recursive: true });
  await writeFile(join(service.files, 'user/ada/private.csv'), 'a\nsecret of ada\n');
  await writeFile(join(service.files, 'known.csv'), 'a,b\n1,x\n2,y\n');
  const creations = [
    await admin.post('/api/v1/workflows', { projectId: 1, workflow: knownGraph }),
    await admin.post('/dataset/save', { projectId: 1, uuid: 'Known', name: 'Known', path: 'known.csv', header: true }),
    await admin.post('/saveDashboard', { uuid: 'Known', name: 'Known', category: '-', sheets: [] }, { projectid: '1' }),
    await admin.post('/api/v1/variables', { projectId: 1, name: 'Known', value: '1' }),
    await admin.post('/api/v1/connections', { projectId: 1, name: 'Known', password }),
    await admin.post('/api/v1/groups', { name: 'Known', users: ['ada'] }),
    await admin.post('/api/v1/workflow-schedules', { analysisFlowId: 1, name: 'Known', fireEvery: 'DAILY', hour: 1 }),
    await admin.post('/api/v1/workflow/execute', { workflowId: 1 }),
  ];
  for (const { status, text } of creations) if (status >= 300) throw new Error(text);
  await admin.waitForEnd(1);
}

/** Somebody with a role, all rights in the first project and a token. */
async function tokenFor(service: TestService, role: Exclude<Role, 'none'>): Promise<string> {
  const { db, now } = service.service.context;
  const at = now();
  const dates = { dateCreated: at, dateLastUpdated: at };
  const names = { username: `one-${role}`, firstName: '', lastName: '', email: '', currentProjectId: 1 };
  const isSuperuser = role === 'ADMIN' ? 1 : 0;
  const passwordHash = await hashPassword('a password');
  await db
    .insertInto('users')
    .values({ id: farId, ...names, passwordHash, isActive: 1, isSuperuser, ...dates })
    .execute();
  const { id: roleId } = await db.selectFrom('roles').select('id').where('name', '=', role).executeTakeFirstOrThrow();
  await db.insertInto('userRoles').values({ userId: farId, roleId }).execute();
  await db.insertInto('projectMembers').values({ projectId: 1, userId: farId, groupId: null, rights: 15 }).execute();
  const token = newSecret();
  await db
    .insertInto('tokens')
    .values({
      id: farId,
      hash: hashOf(token),
      userId: farId,
      description: '',
      createdAt: at,
      expiresAt: at + 86_400_000,
    })
    .execute();
  for (const [i, [change, row]] of operations.entries())
    await sql.raw(`create trigger kept_${i} before ${change} when ${row} begin select raise(ignore); end`).execute(db);
  return token;
}
