import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { testFolder } from '@millrace/testkit/shared';
import { findSandbox, startSail, startSpark, type Engine, type Mount } from '@millrace/engines';
import { defaultUrlPolicy } from '@millrace/file-space/urls';
import { SparkSession } from '@millrace/spark-connect';
import { filesOf } from '../src/files/home.ts';
import { csv, inARow, print, type NodeDraft } from './graphs.ts';
import { TestService, type Client } from './support.ts';

const sandbox = await findSandbox();
const missing = process.env['CI'] !== 'true' && 'missing' in sandbox ? sandbox.missing : false;

const secret = 'secret of ada';
/** Variables of a service that engines must not get to know. */
const secrets = {
  MILLRACE_ADMIN_PASSWORD: 'password-of-admin',
  AWS_SECRET_ACCESS_KEY: 'key-of-s3',
  MILLRACE_DATABASE_URL: 'postgres://millrace:pass-of-database@db/x',
  https_proxy: 'http://somebody:pass-of-proxy@proxy:3128',
};
const anySecret = new RegExp([secret, 'password-of-admin', 'key-of-s3', 'pass-of-\\w+'].join('|'));

/** A file space named by a link, with the homes of ada and ben, and the state of the service in it. */
function folders() {
  const folder = realpathSync(testFolder());
  const [real, files, state] = ['real', 'files', 'real/state'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const [ada, ben] = [join(real, 'user/ada'), join(real, 'user/ben')];
  for (const one of [join(ada, 'deep/deeper'), ben, state, join(folder, 'scratch')])
    mkdirSync(one, { recursive: true });
  symlinkSync(real, files);
  for (const name of ['people.csv', 'people.json', '.hidden', 'deep/deeper/people.csv'])
    writeFileSync(join(ada, name), name.endsWith('json') ? `{"name": "${secret}"}\n` : `name\n${secret}\n`);
  writeFileSync(
    join(ada, 'rows.xsd'),
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><!-- ${secret} --></xs:schema>`,
  );
  writeFileSync(join(ben, 'people.csv'), 'name\nof ben\n');
  writeFileSync(join(real, 'all.csv'), 'name\nof all\n');
  writeFileSync(join(state, 'millrace.db'), `name\n${secret}\n`);
  writeFileSync(join(folder, 'scratch/kept.csv'), `name\n${secret}\n`);
  symlinkSync('../ada', join(ben, 'friend'));
  symlinkSync('../ada/people.csv', join(ben, 'link.csv'));
  symlinkSync(join(ada, 'people.csv'), join(ben, 'absolute.csv'));
  symlinkSync('user/ada', join(real, 'shared-link'));
  return { folder, real, files, state, ada, ben };
}

type SandboxFolders = ReturnType<typeof folders>;
/** Tries to get at what is not for ben; gives all that it gets to see. */
type Attack = (session: SparkSession, layout: SandboxFolders) => Promise<unknown>;

const rows = (session: SparkSession, sql: string): Promise<unknown> => session.sql(sql).collect();
const read =
  (format: string, path: (layout: SandboxFolders) => string, options: Readonly<Record<string, string>> = {}): Attack =>
  (session, layout) => {
    let reader = session.read.format(format);
    for (const [name, value] of Object.entries(options)) reader = reader.option(name, value);
    return reader.load(path(layout)).collect();
  };
const text = (path: (layout: SandboxFolders) => string): Attack => read('text', path);

/** What a superuser's engine gets to see by them, a ben's must not. */
const readings: Readonly<Record<string, Attack>> = {
  'by its path': text(({ ada }) => join(ada, 'people.csv')),
  'below the link to the file space': text(({ files }) => join(files, 'user/ada/people.csv')),
  'by a URL with three slashes': text(({ ada }) => `file://${ada}/people.csv`),
  'up from the own home': text(({ ben }) => `${ben}/../ada/people.csv`),
  'down and up again': text(({ ada }) => `${ada}/deep/../people.csv`),
  'by a link to a folder in the own home': text(({ ben }) => join(ben, 'friend/people.csv')),
  'by a link to a file in the own home': text(({ ben }) => join(ben, 'link.csv')),
  'by an absolute link': text(({ ben }) => join(ben, 'absolute.csv')),
  'by a link in the folder of all': text(({ real }) => join(real, 'shared-link/people.csv')),
  'as a folder': read('text', ({ ada }) => join(ada, 'deep/deeper')),
  'as CSV': read('csv', ({ ada }) => join(ada, 'people.csv')),
  'as JSON': read('json', ({ ada }) => join(ada, 'people.json')),
  'by a pattern of the file': read('text', ({ ada }) => join(ada, 'people.*')),
  'by a pattern of the folder': read('text', ({ real }) => join(real, 'user/a*/people.csv')),
};

/** Nobody's engine gets to see anything by them. */
const others: Readonly<Record<string, Attack>> = {
  'all homes by a pattern, below ben alone': async (session, { real }) => {
    const content = JSON.stringify(
      await read('text', () => join(real, 'user/b*/people.csv'))(session, {} as SandboxFolders),
    );
    assert.match(content, /of ben/);
    return read('text', () => join(real, 'user/*/people.csv'))(session, {} as SandboxFolders);
  },
  'a file of ada by a query': (session, { ada }) => rows(session, `select * from text.\`${ada}/people.csv\``),
  'a hidden file of ada': text(({ ada }) => join(ada, '.hidden')),
  'a file of ada by a short URL': text(({ ada }) => `file:${ada}/people.csv`),
  'state of the service': text(({ state }) => join(state, 'millrace.db')),
  'state below the link': text(({ files }) => join(files, 'state/millrace.db')),
  'scratch of another engine': text(({ folder }) => join(folder, 'scratch/kept.csv')),
  'by the root of its own process': text(({ ada }) => `/proc/self/root${ada}/people.csv`),
  'by the root of the first process': text(({ ada }) => `/proc/1/root${ada}/people.csv`),
  'by the working folder': text(() => '/proc/self/cwd/../kept.csv'),
  'its own environment': text(() => '/proc/self/environ'),
  'the environment of the first process': text(() => '/proc/1/environ'),
  'passwords of the system': text(() => '/etc/shadow'),
  'mounts, by which it finds none of them': async (session, { ada }) => {
    const mounts = JSON.stringify(await text(() => '/proc/self/mountinfo')(session, {} as SandboxFolders));
    assert.ok(!mounts.includes(ada), mounts);
  },
};

/** By what Spark alone has. */
const ofSpark: Readonly<Record<string, Attack>> = {
  'a variable, by Java': (session) =>
    rows(session, `select reflect('java.lang.System', 'getenv', 'AWS_SECRET_ACCESS_KEY')`),
  'all variables, by Java': (session) => rows(session, `select java_method('java.lang.System', 'getenv')`),
  'a schema of rows': (session, { ada }) =>
    rows(
      session,
      `select from_xml('<a/>', 'b string', map('rowValidationXSDPath', '${ada}/rows.xsd', 'mode', 'FAILFAST'))`,
    ),
  'an external entity, by a path of XML': (session, { ada }) =>
    rows(session, `select xpath_string('<!DOCTYPE a [<!ENTITY e SYSTEM "file://${ada}/people.csv">]><a>&e;</a>', 'a')`),
  'an external entity, by rows of XML': (session, { ada }) =>
    rows(
      session,
      `select from_xml('<!DOCTYPE a [<!ENTITY e SYSTEM "file://${ada}/people.csv">]><a><b>&e;</b></a>', 'b string')`,
    ),
  'bytes of files': read('binaryFile', ({ ada }) => ada),
  'all below a folder': read('text', ({ real }) => real, { recursiveFileLookup: 'true' }),
  'a table over its files': (session, { ada }) =>
    rows(session, `create temporary view v using csv options (path '${ada}/people.csv')`).then(() =>
      rows(session, 'select * from v'),
    ),
};

const writings: Readonly<Record<string, (layout: SandboxFolders) => string>> = {
  "into another's home": ({ ada }) => join(ada, 'out'),
  "over another's file": ({ ada }) => join(ada, 'people.csv'),
  'beside the homes': ({ real }) => join(real, 'user/new'),
  'up from the own home': ({ ben }) => `${ben}/../ada/out`,
  'by a link in the own home': ({ ben }) => join(ben, 'friend/out'),
  'into the state of the service': ({ state }) => join(state, 'out'),
  'beside the file space': ({ folder }) => join(folder, 'out'),
};

/** All files below a folder, with what they hold. */
const contents = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${join(parentPath, name)}: ${readFileSync(join(parentPath, name), 'utf8')}`)
    .toSorted();

for (const kind of ['sail', 'spark'] as const)
  describe(`an engine of somebody, by a session that nobody guards (${kind})`, { skip: missing }, () => {
    const layout = folders();
    const engines: Engine[] = [];
    let ben: SparkSession;
    let admin: SparkSession;

    /** A session on an engine that sees what a user sees. */
    async function sessionOf(username: string, isSuperuser: boolean): Promise<SparkSession> {
      if ('missing' in sandbox) throw new Error(sandbox.missing);
      const space = {
        at: { kind: 'local' as const, folder: layout.files },
        urls: defaultUrlPolicy,
        fetchFolder: join(layout.folder, 'scratch'),
      };
      await using files = await filesOf(space, { username, isSuperuser });
      const all: readonly Mount[] = [{ how: 'writable', folder: layout.files }];
      const box = { sandbox, files: files.engineView?.mounts ?? all, readable: [], hidden: [layout.state] };
      const scratch = join(testFolder(), 'engine');
      const engine =
        kind === 'sail'
          ? await startSail({ scratch, box })
          : await startSpark({ scratch, box, memory: '512m', quick: true });
      engines.push(engine);
      return SparkSession.connect(engine.url);
    }
    before(async () => {
      const former = { ...process.env };
      Object.assign(process.env, secrets);
      [ben, admin] = [await sessionOf('ben', false), await sessionOf('admin', true)];
      process.env = former;
    });
    after(async () => {
      for (const session of [ben, admin]) session?.client.close();
      for (const engine of engines) engine.kill();
      await Promise.all(engines.map(({ exited }) => exited));
    });

    /** All that an attack brings to light, the words of its failure too. */
    const tryAttack = (attack: Attack, session: SparkSession): Promise<string> =>
      attack(session, layout).then(
        (seen) =>
          JSON.stringify(seen, (_, value: unknown) =>
            typeof value === 'bigint'
              ? String(value)
              : value instanceof Uint8Array
                ? Buffer.from(value).toString()
                : value,
          ) ?? '',
        (error: unknown) => {
          if (error instanceof assert.AssertionError) throw error;
          return String(error);
        },
      );

    test('reads what is of all, and the own home', async () => {
      for (const [path, pattern] of [
        [join(layout.real, 'all.csv'), /of all/],
        [join(layout.files, 'all.csv'), /of all/],
        [join(layout.ben, 'people.csv'), /of ben/],
        [join(layout.files, 'user/ben/people.csv'), /of ben/],
      ] as const)
        assert.match(
          await tryAttack(
            text(() => path),
            ben,
          ),
          pattern,
          path,
        );
    });

    for (const [way, attack] of Object.entries(readings))
      test(`reads nothing of others: ${way}`, async () => {
        assert.doesNotMatch(await tryAttack(attack, ben), anySecret);
        assert.match(await tryAttack(attack, admin), anySecret, 'a superuser sees it');
      });

    for (const [way, attack] of Object.entries({ ...others, ...(kind === 'spark' ? ofSpark : {}) }))
      test(`reads nothing that is not for engines: ${way}`, async () => {
        assert.doesNotMatch(await tryAttack(attack, ben), anySecret);
      });

    for (const [way, path] of Object.entries(writings))
      test(`writes nothing: ${way}`, async () => {
        const former = contents(layout.folder);
        await tryAttack(async (session) => session.range(3).write.mode('overwrite').parquet(path(layout)), ben);
        assert.deepEqual(contents(layout.folder), former);
      });

    test('writes what is of all, and the own home', async () => {
      for (const folder of [layout.real, layout.ben, join(layout.files, 'user/ben')]) {
        await ben.range(3).write.mode('overwrite').parquet(join(folder, 'out'));
        assert.ok(existsSync(join(folder, 'out')));
      }
    });
  });

/** Homes that the processes of an engine see; `scratch` is its folder, or lies in that. */
function visibleHomes(scratch: string, homes: string): readonly string[] {
  const names = new Set<string>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const folder = /(?:^|\0)TMPDIR=([^\0]+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1];
      const isBoxed = !existsSync(`/proc/${pid}/root/etc/shadow`);
      if (isBoxed && folder !== undefined && `${scratch}/`.startsWith(`${folder}/`))
        for (const name of readdirSync(`/proc/${pid}/root${homes}`)) names.add(name);
    } catch {
      // it has gone
    }
  return [...names].toSorted();
}

describe('whatever works for somebody', { skip: missing }, () => {
  let service: TestService;
  let ben: Client & { id: number };
  let admin: Client;
  /** What each engine that was opened saw of the homes. */
  let homeNames: string[] = [];
  before(async () => {
    service = await TestService.start({ MILLRACE_SANDBOX: 'on' });
    const { host } = service.service.context;
    const open = host.open.bind(host);
    host.open = async (...args) => {
      const engine = await open(...args);
      homeNames.push(
        `${engine.kind}: ${visibleHomes(engine.scratch ?? '', join(realpathSync(service.files), 'user')).join(', ')}`,
      );
      return engine;
    };
    ben = await service.addUser('ben');
    admin = await service.signedIn();
    const members = [{ userId: ben.id, rights: ['VIEW', 'EDIT', 'EXECUTE'] }];
    assert.equal((await admin.put('/api/v1/projects/1/members', members)).status, 200);
    for (const client of [ben, admin]) assert.equal((await client.get('/api/v1/hdfs')).status, 200);
    mkdirSync(join(service.files, 'user/ada'), { recursive: true });
    writeFileSync(join(service.files, 'user/ben/people.csv'), 'id,name\n1,of ben\n');
    writeFileSync(join(service.files, 'user/ben/people.xml'), '<rows><row><id>1</id></row></rows>');
  });
  after(() => service[Symbol.asyncDispose]());

  const reader: NodeDraft = csv('/user/ben/people.csv', ['id', 'name'], ['INTEGER', 'STRING']);
  const graph = inARow('Homes', [reader, print]);
  const run = async (client: Client, sparkConfig = ''): Promise<void> => {
    const { json: workflowId } = await client.post('/api/v1/workflows', { projectId: 1, workflow: graph });
    const executeReply = await client.post('/api/v1/workflow/execute', { workflowId, sparkConfig });
    assert.equal(await client.waitForEnd(Number(executeReply.text)), 'COMPLETED');
  };
  const inspect = async (client: Client, path: string, body: unknown): Promise<void> => {
    const { status, text: answer } = await client.post(path, body);
    assert.equal(status, 200, answer);
  };
  const ways: Readonly<Record<string, (client: Client) => Promise<void>>> = {
    'a run on Sail': (client) => run(client, 'millrace.engine=sail'),
    'a run on Spark': (client) => run(client, 'millrace.engine=spark'),
    'a look at rows': (client) => inspect(client, '/api/v1/workflows/nodes/2/execute?projectId=1', graph),
    'a program': (client) => inspect(client, '/api/v1/workflows/generatePysparkCode?projectId=1', graph),
    'a profile of a dataset': (client) =>
      inspect(client, '/api/v1/datasets/profile', { path: '/user/ben/people.csv', datasetType: 'CSV', header: true }),
    'a look at XML': (client) =>
      inspect(client, '/api/v1/datasets/sample-data', {
        path: '/user/ben/people.xml',
        datasetType: 'XML',
        readOptions: JSON.stringify({ rowTag: 'row' }),
      }),
  };
  for (const [way, work] of Object.entries(ways))
    test(`sees one home, and a superuser's all: ${way}`, async () => {
      for (const [client, homes] of [
        [ben, 'ben'],
        [admin, 'ada, admin, ben'],
        [ben, 'ben'],
      ] as const) {
        homeNames = [];
        await work(client);
        const [kind = 'none', ...more] = new Set(homeNames);
        assert.deepEqual(more, []);
        // the session of who draws stays open
        if (kind !== 'none' || !/look at rows|program/.test(way)) assert.match(kind, new RegExp(`: ${homes}$`));
      }
    });

  test('sees a home that was made again in the place of one that is gone', async () => {
    await inspect(ben, '/api/v1/workflows/nodes/2/execute?projectId=1', graph);
    assert.equal((await ben.delete('/api/v1/hdfs/files/delete?path=/user/ben&recursive=true')).status, 200);
    assert.equal((await ben.get('/api/v1/hdfs')).status, 200);
    writeFileSync(join(service.files, 'user/ben/people.csv'), 'id,name\n1,of ben\n2,later\n');
    const { text: rowsSeen } = await ben.post('/api/v1/workflows/nodes/2/execute?projectId=1', graph);
    assert.match(rowsSeen, /later/);
    await run(ben, 'millrace.engine=sail');
    await run(ben, 'millrace.engine=spark');
  });
});
