import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findSandbox } from '@millrace/engines';
import { wheelOf, zipOf, type WheelOptions } from '@millrace/testkit/wheels';
import { toolchain } from '@millrace/toolchain';
import { csv, inARow, print, type NodeDraft } from './graphs.ts';
import { TestService, type Answer, type Client } from './support.ts';

const sandbox = await findSandbox();
const missing = process.env['CI'] !== 'true' && 'missing' in sandbox ? sandbox.missing : false;

const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);
const pyspark = (code: string): NodeDraft => ({ nodeClass: 'etl.NodePySpark', type: 'pyspark', fields: { code } });

/** Code that gives one row with the value of an expression, or with the error that it raises. */
const valueOf = (expression: string, before = ''): NodeDraft =>
  pyspark(`def value():
    try:
        ${before || 'pass'}
        return str(${expression})
    except BaseException as error:
        return type(error).__name__
def myfn(spark, workflowContext, id, inDF, cust_dict):
    return spark.createDataFrame([(value(),)], "value string")
`);

interface Run {
  readonly status: string;
  readonly message: string | null;
  readonly rows: readonly (readonly unknown[])[] | undefined;
  readonly log: string;
}

const detailOf = ({ json }: Answer): string => (json as { detail: string }).detail;

describe('libraries of a project', { skip: missing }, () => {
  let service: TestService;
  let admin: Client;
  let project: number;
  let other: number;
  let index: string;

  before(async () => {
    index = await mkdtemp(join(tmpdir(), 'millrace-index-'));
    await mkdir(join(index, 'wheels'));
    // pip of the service looks here, and nowhere else
    Object.assign(process.env, { PIP_NO_INDEX: '1', PIP_FIND_LINKS: join(index, 'wheels') });
    service = await TestService.start({
      ...{ MILLRACE_SANDBOX: 'on', MILLRACE_LOG_LEVEL: 'error', MILLRACE_CODE_PACKAGES: 'index' },
    });
    admin = await service.signedIn();
    project = await newProject('With libraries');
    other = await newProject('Without');
    await mkdir(join(service.files, 'libs'));
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\nBob,12\n');
  });
  after(async () => {
    await service?.[Symbol.asyncDispose]();
    await rm(index, { recursive: true, force: true });
  });

  const newProject = async (name: string): Promise<number> =>
    ((await admin.post('/api/v1/projects', { name })).json as { id: number }).id;

  /** Writes a wheel to the file space and gives its path there. */
  async function wheel(options: WheelOptions): Promise<string> {
    const { file, bytes } = wheelOf(options);
    await writeFile(join(service.files, 'libs', file), bytes);
    return `/libs/${file}`;
  }

  const list = (sources: readonly string[], client = admin, of = project): Promise<Answer> =>
    client.put(
      `/api/v1/projects/${of}/libraries`,
      sources.map((source) => ({ source })),
    );

  async function run(nodes: readonly NodeDraft[], of = project, client = admin): Promise<Run> {
    const save = await client.post(`/api/v1/workflows?projectId=${of}`, {
      workflow: inARow('Graph', nodes),
      projectId: of,
    });
    assert.equal(save.status, 200, save.text);
    const id = Number((await client.post('/api/v1/workflow/execute', { workflowId: Number(save.text) })).text);
    const status = await client.waitForEnd(id);
    const path = `/api/v1/workflow-executions/${id}`;
    const { message } = (await admin.get(path)).json as { message: string | null };
    const outputs = (await admin.get(`${path}/results`)).json as { id: number; type: string; rows?: Run['rows'] }[];
    const log = (await admin.get(`${path}/logs/view`)).text;
    return { status, message, rows: outputs.find((one) => one.id === nodes.length)?.rows, log };
  }

  const greet = (text: string, version = '1.0'): WheelOptions => ({
    name: 'greet',
    version,
    files: { 'greet/__init__.py': `def greet(name):\n    return "${text} " + name\n` },
  });

  test('are imported by code, in this project alone, and the log names them', async () => {
    const source = await wheel(greet('Hello'));
    const saved = await list([source]);
    assert.equal(saved.status, 200, saved.text);
    const [library] = saved.json as { sha256: string; bytes: number }[];
    assert.deepEqual(library, { ...library, source, kind: 'wheel', name: 'greet', version: '1.0' });
    assert.deepEqual((await admin.get(`/api/v1/projects/${project}/libraries`)).json, [library]);
    const code = valueOf('greet.greet("Ada")', 'import greet');
    const own = await run([code, print]);
    assert.deepEqual([own.status, own.message, own.rows], ['COMPLETED', null, [['Hello Ada']]]);
    assert.match(own.log, /libraries: greet 1\.0 from \/libs\/greet-1\.0-py3-none-any\.whl\n/);
    const others = await run([code, print], other);
    assert.deepEqual(others.rows, [['ModuleNotFoundError']]);
    assert.doesNotMatch(others.log, /libraries:/);
    // a process that has waited in the meantime has the libraries of its own project only
    assert.deepEqual((await run([code, print])).rows, [['Hello Ada']]);
  });

  test('are imported by Polars, by functions in Python and in previews', async () => {
    await list([await wheel(greet('Hello'))]);
    const polars: NodeDraft = {
      nodeClass: 'etl.NodePolars',
      type: 'polars',
      fields: {
        code: `import greet, polars as pl
def myfn(workflowContext, id, inDF, cust_dict):
    return pl.DataFrame({"value": [greet.greet(name) for name in inDF["name"]]})
`,
      },
    };
    const first = await run([people, polars, print]);
    assert.deepEqual([first.message, first.rows], [null, [['Hello Ada'], ['Hello Bob']]]);
    const functions = pyspark(`from pyspark.sql.functions import udf
import greet
def hello(name):
    import sys
    return greet.greet(name) + " " + str(sys.path[-1].endswith("python"))
def myfn(spark, workflowContext, id, inDF, cust_dict):
    return inDF.select(udf(hello, "string")("name").alias("value"))
`);
    const second = await run([people, functions, print]);
    assert.deepEqual([second.message, second.rows], [null, [['Hello Ada True'], ['Hello Bob True']]]);
    const code = valueOf('greet.greet("Ada")', 'import greet');
    const preview = (of: number): Promise<Answer> =>
      admin.post(`/api/v1/workflows/nodes/1/execute?projectId=${of}`, inARow('Preview', [code]));
    assert.match((await preview(project)).text, /"Hello Ada"/);
    assert.match((await preview(other)).text, /"ModuleNotFoundError"/);
  });

  test('cannot replace what is built in, are read-only, and none of their files is run by itself', async () => {
    const hostile = await wheel({
      name: 'hostile',
      files: {
        'hostile/__init__.py': '',
        'hostile.pth': 'import hostile_ran',
        'hostile_ran.py': '',
        // optional packages of what is built in: they are imported by code, not by the process that forks it
        'fsspec/__init__.py': 'import os, sys; sys.hostile = os.getpid()\n',
      },
    });
    assert.equal((await list([hostile])).status, 200);
    const value = async (expression: string, first?: string) =>
      (await run([valueOf(expression, first), print])).rows?.[0];
    assert.deepEqual(await value('[one for one in sys.modules if "hostile" in one]', 'import sys, pandas'), ['[]']);
    assert.deepEqual(await value('os.path.basename(sys.path[-1])', 'import os, sys'), ['python']);
    const written = await value('open(hostile.__file__, "w")', 'import hostile');
    assert.match(String(written), /^(OSError|PermissionError)$/);
    const parent = await value('getattr(sys, "hostile", os.getpid()) == os.getpid()', 'import os, sys, fsspec');
    assert.deepEqual(parent, ['True']);
    const names = [
      'sitecustomize.py',
      'json.py',
      'millrace_code/__main__.py',
      'pyspark/daemon.py',
      'numpy/__init__.py',
    ];
    for (const name of names) {
      const refused = await list([await wheel({ name: 'evil', files: { [name]: 'raise SystemExit' } })]);
      assert.equal(refused.status, 422, refused.text);
      assert.match(detailOf(refused), /^library "\/libs\/evil-1\.0-py3-none-any\.whl" contains module "/);
    }
    const slip = await list([await wheel({ name: 'evil', entries: [{ path: '../../../slip.py' }] })]);
    assert.match(
      detailOf(slip),
      /contains the entry "\.\.\/\.\.\/\.\.\/slip\.py", which leads out of the archive: list/,
    );
    const link = await list([
      await wheel({ name: 'evil', entries: [{ path: 'evil/l', content: '/', mode: 0o120_777 }] }),
    ]);
    assert.match(detailOf(link), /which is a link/);
  });

  test('are those that were listed: another file at the path is refused until the list is saved again', async () => {
    const source = await wheel(greet('Hello'));
    await list([source]);
    const code = valueOf('greet.greet("Ada")', 'import greet');
    assert.equal((await run([code, print])).status, 'COMPLETED');
    await wheel(greet('Changed'));
    const changed = await run([code, print]);
    assert.equal(changed.status, 'FAILED');
    assert.match(String(changed.message), /library "\/libs\/greet-1\.0-py3-none-any\.whl" has changed/);
    const preview = await admin.post(`/api/v1/workflows/nodes/1/execute?projectId=${project}`, inARow('P', [code]));
    assert.match(detailOf(preview), /has changed since it was listed: save the list of libraries again/);
    // runs without code do not need it
    assert.equal((await run([people, print])).status, 'COMPLETED');
    await list([source]);
    // what an earlier run has left is not taken for the work of other libraries
    assert.deepEqual((await run([code, print])).rows, [['Changed Ada']]);
    await rm(join(service.files, 'libs', 'greet-1.0-py3-none-any.whl'));
    assert.match(String((await run([code, print])).message), /^libraries: file not found: "\/libs\/greet/);
    assert.match(detailOf(await list([source])), /file not found/);
  });

  test('are named with what is wrong and what to do', async () => {
    await writeFile(join(service.files, 'libs', 'notes.txt'), 'no library');
    const platform = await wheel({ name: 'greet', tags: 'cp399-cp399-win32' });
    const expected: readonly [readonly string[], RegExp][] = [
      [['/libs/notes.txt'], /^library "\/libs\/notes\.txt" is neither a wheel nor a jar: list paths/],
      [['/libs/none-1.0-py3-none-any.whl'], /file not found/],
      [[platform], /built for cp399-cp399-win32: code runs on Python 3\.\d+\.\d+ on \S+: list the wheel/],
      [[await wheel({ name: 'pandas', version: '9.0' })], /would replace package pandas, which is built in \(version /],
      [[await wheel(greet('a')), await wheel(greet('b', '2.0'))], /are both the package greet: remove one of them/],
      [['/libs'], /library "\/libs"|no data files|is a folder/],
      [['absent==1.0'], /cannot be fetched from the package index: .*absent==1\.0/],
      [['greet>=1.0'], /file not found|neither a wheel nor a jar/],
    ];
    for (const [sources, why] of expected) {
      const answer = await list(sources);
      assert.equal(answer.status, 422, answer.text);
      assert.match(detailOf(answer), why);
    }
  });

  test('come from the package index by name and version, without running anything of them', async () => {
    const { file, bytes } = wheelOf(greet('Indexed', '3.0'));
    await writeFile(join(index, 'wheels', file), bytes);
    // an archive of sources would be run
    await writeFile(join(index, 'wheels', 'source-1.0.tar.gz'), 'no archive');
    const saved = await list(['greet==3.0']);
    assert.equal(saved.status, 200, saved.text);
    const code = valueOf('greet.greet("Ada")', 'import greet');
    const own = await run([code, print]);
    assert.deepEqual(own.rows, [['Indexed Ada']]);
    assert.match(own.log, /libraries: greet 3\.0 from greet==3\.0\n/);
    assert.match(detailOf(await list(['source==1.0'])), /cannot be fetched/);
    // another service has no copy: it takes the same content, or none
    await rm(join(service.folder, 'home', 'libraries'), { recursive: true });
    assert.deepEqual((await run([code, print])).rows, [['Indexed Ada']]);
    await rm(join(service.folder, 'home', 'libraries'), { recursive: true });
    await writeFile(join(index, 'wheels', file), wheelOf(greet('Evil', '3.0')).bytes);
    const replaced = await run([valueOf('greet.greet("Bob")', 'import greet'), print]);
    assert.match(String(replaced.message), /"greet==3\.0" cannot be fetched from the package index: .*(HASH|hash)/);
  });

  test('are jars for Scala code and for Spark', async () => {
    const folder = join(index, 'scala');
    await mkdir(folder);
    const text = 'package demo\nobject Greeting { def of(name: String): String = "Hello " + name }\n';
    await writeFile(join(folder, 'Greeting.scala'), text);
    const { java, sparkJars } = toolchain();
    const compiler = ['-cp', join(sparkJars, '*'), 'scala.tools.nsc.Main', '-usejavacp', '-d', folder];
    execFileSync(java, [...compiler, join(folder, 'Greeting.scala')]);
    const classes = ['Greeting.class', 'Greeting$.class'].map(async (name) => ({
      path: `demo/${name}`,
      content: await readFile(join(folder, 'demo', name)),
    }));
    await writeFile(join(service.files, 'libs', 'demo.jar'), zipOf(await Promise.all(classes)));
    assert.equal((await list(['/libs/demo.jar'])).status, 200);
    const scala: NodeDraft = {
      nodeClass: 'etl.NodeScala',
      type: 'scala',
      fields: { code: 'val outDF = inDF.as[(String, Int)].map(row => demo.Greeting.of(row._1)).toDF("value")\n' },
    };
    const own = await run([people, scala, print]);
    assert.deepEqual([own.message, own.rows], [null, [['Hello Ada'], ['Hello Bob']]]);
    assert.match(own.log, /libraries: demo\.jar from \/libs\/demo\.jar\n/);
    const others = await run([people, scala, print], other);
    assert.match(String(others.message), /line 1 of the code: not found: value demo/);
    await writeFile(join(service.files, 'libs', 'no.jar'), 'no archive');
    assert.match(detailOf(await list(['/libs/no.jar'])), /library "\/libs\/no\.jar" is damaged/);
  });

  test('are listed by those who may edit the project and write code', async () => {
    const viewer = await service.addUser('viewer-of-libraries', 'VIEWER');
    const analyst = await service.addUser('analyst-of-libraries');
    assert.equal((await viewer.get(`/api/v1/projects/${project}/libraries`)).status, 404);
    const member = (userId: number, rights: readonly string[]) => ({ userId, rights });
    const members = [member(viewer.id, ['VIEW']), member(analyst.id, ['VIEW', 'EDIT', 'EXECUTE'])];
    await admin.put(`/api/v1/projects/${project}/members`, members);
    assert.equal((await viewer.get(`/api/v1/projects/${project}/libraries`)).status, 200);
    assert.equal((await list([], viewer)).status, 403);
    assert.equal((await list([], analyst)).status, 200);
    // files in the home of another user are not there for them
    await mkdir(join(service.files, 'user', 'admin'), { recursive: true });
    const { file, bytes } = wheelOf(greet('Private'));
    await writeFile(join(service.files, 'user', 'admin', file), bytes);
    assert.match(detailOf(await list([`/user/admin/${file}`], analyst)), /file not found/);
    // what is listed by those who see them is for all runs of the project
    assert.equal((await list([`/user/admin/${file}`])).status, 200);
    const greeting = valueOf('greet.greet("Ada")', 'import greet');
    assert.deepEqual((await run([greeting, print], project, analyst)).rows, [['Private Ada']]);
  });
});
