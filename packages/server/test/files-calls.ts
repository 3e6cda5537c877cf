import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { hashPassword } from '../src/access/passwords.ts';
import { newSecret, hashOf } from '../src/access/principal.ts';
import { adminPassword, type Answer, type Client, type TestService } from './support.ts';

/** Where the calls of the file space begin. */
export const base = '/api/v1/hdfs';

export const at = (path: string, more: Record<string, string> = {}): string =>
  new URLSearchParams({ path, ...more }).toString();
export const fromTo = (sourceFilePath: string, destinationFilePath: string): string =>
  new URLSearchParams({ sourceFilePath, destinationFilePath }).toString();

/** A file or folder as lists show it. */
export interface Row {
  name: string;
  path: string;
  isDirectory: boolean;
  size: number;
  [key: string]: unknown;
}

export const rows = (answer: Answer): Row[] => {
  assert.equal(answer.status, 200, answer.text);
  return answer.json as Row[];
};
export const names = (answer: Answer): string[] => rows(answer).map(({ name }) => name);

export const is = (answer: Answer, status: number, code?: string): void => {
  assert.equal(answer.status, status, answer.text);
  if (code !== undefined) assert.equal((answer.json as { code: string }).code, code);
};

/** A form of files, each with its name and its text. */
export const form = (
  files: readonly (readonly [name: string, text: string])[],
  fields: Record<string, string> = {},
): FormData => {
  const formData = new FormData();
  for (const [name, text] of files) formData.append('any[]', new Blob([text]), name);
  for (const [name, value] of Object.entries(fields)) formData.append(name, value);
  return formData;
};

/** Makes a user with a role, and gives a client that is signed in. */
export async function person(service: TestService, username: string, role: 'ANALYST' | 'VIEWER'): Promise<Client> {
  const { db, now } = service.service.context;
  const when = { dateCreated: now(), dateLastUpdated: now() };
  const user = await db
    .insertInto('users')
    .values({
      username,
      passwordHash: await hashPassword(adminPassword),
      firstName: '',
      lastName: '',
      email: '',
      isActive: 1,
      isSuperuser: 0,
      currentProjectId: null,
      ...when,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db.selectFrom('roles').select('id').where('name', '=', role).executeTakeFirstOrThrow();
  await db.insertInto('userRoles').values({ userId: user.id, roleId: id }).execute();
  return service.signedIn(username);
}

/** A token of admin, for requests that are written by hand. */
export async function token({ service }: TestService): Promise<string> {
  const { db, now } = service.context;
  const secret = newSecret();
  const { id } = await db.selectFrom('users').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
  await db
    .insertInto('tokens')
    .values({ hash: hashOf(secret), userId: id, description: '', createdAt: now(), expiresAt: now() + 3_600_000 })
    .execute();
  return secret;
}

/** What comes back for a request that is written by hand. */
export function raw(url: string, request: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write(request));
  let answer = '';
  socket.on('data', (piece) => (answer += piece));
  socket.on('error', reject).on('close', () => resolve(answer));
  return promise;
}
