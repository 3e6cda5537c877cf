import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedSparkPool } from '@millrace/testkit/engines';
import { isOnPostgres, postgresStore } from '@millrace/testkit/postgres';
import { hashPassword } from '../src/access/passwords.ts';
import { readSettings, startService, type Service, type ServiceOptions } from '../src/index.ts';

export const adminPassword = 'correct horse';

export const passwordOf = (username: string): string => `${username} password`;

/** A service on a free port with a state folder of its own, which goes with it. */
export class TestService implements AsyncDisposable {
  readonly folder: string;
  service: Service;

  readonly #now: () => number;
  readonly #store: TestStore;
  readonly #sharing: Partial<ServiceOptions>;

  private constructor(
    folder: string,
    service: Service,
    now: () => number,
    store: TestStore,
    { sparkPool }: Partial<ServiceOptions>,
  ) {
    this.folder = folder;
    this.service = service;
    this.#now = now;
    this.#store = store;
    this.#sharing = sparkPool === undefined ? {} : { sparkPool };
  }

  /** `environment`: settings in addition to those of a test; `now`: the clock. */
  static async start(
    environment: NodeJS.ProcessEnv = {},
    now = Date.now,
    more: Partial<ServiceOptions> = {},
  ): Promise<TestService> {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-server-'));
    const store = await newStore();
    return new TestService(
      folder,
      await begin(folder, { ...store.environment, ...environment }, now, more),
      now,
      store,
      more,
    );
  }

  /** Ends the service and starts another one on the same state. */
  async restart(environment: NodeJS.ProcessEnv = {}): Promise<void> {
    await this.service.close();
    const settings = { ...this.#store.environment, ...environment };
    this.service = await begin(this.folder, settings, this.#now, this.#sharing);
  }

  get url(): string {
    return this.service.url;
  }
  /** Settings that name the store; empty if it lies in the state folder. */
  get storeEnvironment(): NodeJS.ProcessEnv {
    return this.#store.environment;
  }
  /** The folder of the file space; fails if that is none. */
  get files(): string {
    const { files } = this.service.context.settings;
    if (files.kind !== 'local') throw new Error('the file space is no folder');
    return files.folder;
  }

  /** A client that is signed in with a cookie. */
  async signedIn(username = 'admin', password = adminPassword): Promise<Client> {
    const client = new Client(this.url);
    await client.signIn(username, password);
    return client;
  }

  /** Makes a user with roles, by name, as an administrator does, and gives their id; the password is `passwordOf` them. */
  async makeUser(username: string, roles: readonly string[] = [], more: Record<string, unknown> = {}): Promise<number> {
    const admin = await this.signedIn();
    const roleRecords = (await admin.get('/api/v1/roles')).json as { id: number; name: string }[];
    const ids = roleRecords.filter(({ name }) => roles.includes(name)).map(({ id }) => id);
    const creation = await admin.post('/api/v1/users', {
      username,
      password: passwordOf(username),
      roles: ids,
      ...more,
    });
    if (creation.status !== 200) throw new Error(creation.text);
    return Number(/ id (\d+)$/.exec(creation.text)?.[1]);
  }

  /** A client of a new user, who has a role and is a member of nothing. */
  async addUser(username: string, role: 'ADMIN' | 'ANALYST' | 'VIEWER' = 'ANALYST'): Promise<Client & { id: number }> {
    const { db } = this.service.context;
    const names = { username, firstName: '', lastName: '', email: '' };
    const rest = { isActive: 1, isSuperuser: 0, currentProjectId: null, dateCreated: 0, dateLastUpdated: 0 } as const;
    const { id } = await db
      .insertInto('users')
      .values({ ...names, ...rest, passwordHash: await hashPassword(adminPassword) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: roleId } = await db.selectFrom('roles').select('id').where('name', '=', role).executeTakeFirstOrThrow();
    await db.insertInto('userRoles').values({ userId: id, roleId }).execute();
    return Object.assign(await this.signedIn(username), { id });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service.close();
    await this.#store.drop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Options of a service whose runs on Spark are those of the Spark that test files share, which is warm. */
export const sharingSpark = (): Partial<ServiceOptions> => ({ sparkPool: sharedSparkPool() });

/** Where the records of a test's service are. */
interface TestStore {
  readonly environment: NodeJS.ProcessEnv;
  drop(): Promise<void>;
}

/** SQLite in the state folder, or a database of its own on the PostgreSQL server of the test process. */
async function newStore(): Promise<TestStore> {
  if (!isOnPostgres()) return { environment: {}, drop: async () => undefined };
  const { url, drop } = await postgresStore();
  return { environment: { MILLRACE_DATABASE_URL: url }, drop };
}

const begin = (
  folder: string,
  environment: NodeJS.ProcessEnv,
  now: () => number,
  more: Partial<ServiceOptions> = {},
): Promise<Service> =>
  startService({
    ...more,
    now,
    settings: readSettings({
      MILLRACE_HOME: join(folder, 'home'),
      MILLRACE_PORT: '0',
      MILLRACE_ADMIN_PASSWORD: adminPassword,
      MILLRACE_LOG_LEVEL: 'silent',
      // most tests run nothing, or one thing at a time
      MILLRACE_WARM_ENGINES: '1',
      ...environment,
    }),
  });

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON. */
  readonly json: unknown;
}

/** Plain HTTP with a jar for one cookie, as an outsider would write it. */
export class Client {
  #url: string;
  #cookie: string | undefined;
  readonly headers: Record<string, string> = {};

  constructor(url: string) {
    this.#url = url;
  }

  /** Goes on at another address, with the same cookie. */
  moveTo(url: string): void {
    this.#url = url;
  }

  /** The cookie of the session, for who sends requests of another kind; empty before signing in. */
  get cookie(): string {
    return this.#cookie ?? '';
  }

  async signIn(username: string, password: string): Promise<Answer> {
    return this.send('POST', '/login', new URLSearchParams({ username, password }));
  }

  get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    this.send('GET', path, undefined, headers);
  delete = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    this.send('DELETE', path, undefined, headers);
  post = (path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    this.send('POST', path, body, headers);
  put = (path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    this.send('PUT', path, body, headers);

  /** Sends a request; a body that is no text, form or stream goes as JSON. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Answer> {
    const raw =
      typeof body === 'string' ||
      body instanceof URLSearchParams ||
      body instanceof FormData ||
      body instanceof Uint8Array;
    const response = await fetch(`${this.#url}${path}`, {
      method,
      redirect: 'manual',
      ...(signal === undefined ? {} : { signal }),
      headers: {
        ...(body !== undefined && !raw ? { 'content-type': 'application/json' } : {}),
        ...(this.#cookie === undefined ? {} : { cookie: this.#cookie }),
        ...this.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
    });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) this.#cookie = set.split(';')[0];
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      get json(): unknown {
        return JSON.parse(text);
      },
    };
  }

  /** Begins to read an answer: its head is there, its body comes. */
  open(path: string): Promise<Response> {
    return fetch(`${this.#url}${path}`, {
      headers: { ...(this.#cookie === undefined ? {} : { cookie: this.#cookie }), ...this.headers },
    });
  }

  /** Sends JSON and begins to read an answer that is no text. */
  download(path: string, body: unknown): Promise<Response> {
    return fetch(`${this.#url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(this.#cookie === undefined ? {} : { cookie: this.#cookie }),
        ...this.headers,
      },
    });
  }

  /** What a call answers, as bytes; fails if that is no success. */
  async bytes(path: string): Promise<Buffer> {
    const response = await fetch(`${this.#url}${path}`, {
      headers: { ...(this.#cookie === undefined ? {} : { cookie: this.#cookie }), ...this.headers },
    });
    if (!response.ok) throw new Error(await response.text());
    return Buffer.from(await response.arrayBuffer());
  }

  /** Waits for the end of a run by its stream of events, and returns its status. */
  async waitForEnd(execution: number): Promise<string> {
    await this.get(`/api/v1/workflow-executions/${execution}/events`);
    return (await this.get(`/api/v1/workflow-executions/${execution}/status`)).text;
  }
}
