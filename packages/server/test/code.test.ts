import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findSandbox } from '@millrace/engines';
import { csv, inARow, print, type NodeDraft } from './graphs.ts';
import { TestService, type Client } from './support.ts';

const sandbox = await findSandbox();
const missing = process.env['CI'] !== 'true' && 'missing' in sandbox ? sandbox.missing : false;

const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);
const pyspark = (code: string): NodeDraft => ({ nodeClass: 'etl.NodePySpark', type: 'pyspark', fields: { code } });

const adults = pyspark(`from pyspark.sql.functions import *
from fire.workflowcontext import *

def myfn(spark, workflowContext: WorkflowContext, id: int, inDF, cust_dict):
    workflowContext.outStr(id, "adults")
    workflowContext.outDataFrame(id, "First", inDF, 1)
    print("printed")
    return inDF.filter(col("age") > 17).withColumn("next", inDF.age + 1)
`);

interface Run {
  readonly status: string;
  readonly engine: string;
  readonly message: string | null;
  readonly outputs: readonly Output[];
}

interface Output {
  readonly type: string;
  /** Of its node. */
  readonly id: number;
  readonly title: string;
  readonly text?: string;
  readonly rows?: readonly (readonly unknown[])[];
}

describe('code of nodes in the service', { skip: missing }, () => {
  let service: TestService;
  let admin: Client;

  before(async () => {
    service = await TestService.start({ MILLRACE_SANDBOX: 'on', MILLRACE_LOG_LEVEL: 'error' });
    admin = await service.signedIn();
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\nBob,12\n');
  });
  after(() => service?.[Symbol.asyncDispose]());

  async function save(client: Client, graph: object): Promise<number> {
    const { status, text } = await client.post('/api/v1/workflows', { workflow: graph });
    assert.equal(status, 200, text);
    return Number(text);
  }

  async function run(graph: object): Promise<Run> {
    const workflowId = await save(admin, graph);
    const id = Number((await admin.post('/api/v1/workflow/execute', { workflowId })).text);
    const status = await admin.waitForEnd(id);
    const of = `/api/v1/workflow-executions/${id}`;
    const { engine, message } = (await admin.get(of)).json as { engine: string; message: string | null };
    const outputs = (await admin.get(`${of}/results`)).json as Output[];
    return { status, engine, message, outputs };
  }

  const rowsOf = (outputs: readonly Output[], nodeId: number) => outputs.find(({ id }) => id === nodeId)?.rows;

  test('runs on Sail where its plan is verified, with what it shows and prints', async () => {
    const { status, engine, message, outputs } = await run(inARow('Adults', [people, adults, print]));
    assert.deepEqual([status, engine, message], ['COMPLETED', 'sail', null]);
    const rows = rowsOf(outputs, 3);
    assert.deepEqual(rows, [['Ada', 36, 37]]);
    const shown = outputs.filter(({ id }) => id === 2).map(({ type, title }) => [type, title]);
    assert.deepEqual(shown, [
      ['text', ''],
      ['table', 'First'],
    ]);
  });

  test('runs on Spark where it computes rows or has functions in Python', async () => {
    const code = pyspark(`from pyspark.sql.functions import udf
from pyspark.sql.types import StringType
shout = udf(lambda text: text.upper() + "!", StringType())
def myfn(spark, workflowContext, id, inDF, cust_dict):
    limit = inDF.agg({"age": "max"}).collect()[0][0]
    return inDF.filter(inDF.age < limit).select(shout("name").alias("name"))
`);
    const { status, engine, message, outputs } = await run(inARow('Functions', [people, code, print]));
    assert.deepEqual([status, engine, message], ['COMPLETED', 'spark', null]);
    assert.deepEqual(rowsOf(outputs, 3), [['BOB!']]);
  });

  test('in Scala runs on Spark, and an error names its line', async () => {
    const scala = (code: string): NodeDraft => ({ nodeClass: 'etl.NodeScala', type: 'scala', fields: { code } });
    const code = `case class Person(name: String, age: Int)
println("in Scala")
val outDF = inDF.as[Person].map(person => person.copy(age = person.age + 1)).toDF()
`;
    const { status, engine, message, outputs } = await run(inARow('Scala', [people, scala(code), print]));
    assert.deepEqual([status, engine, message], ['COMPLETED', 'spark', null]);
    assert.deepEqual(rowsOf(outputs, 3), [
      ['Ada', 37],
      ['Bob', 13],
    ]);
    const failed = await run(inARow('Wrong', [people, scala('val x = 1\nval outDF = inDF.nothing\n'), print]));
    assert.equal(failed.status, 'FAILED');
    assert.match(String(failed.message), /node 2 .*line 2 of the code: value nothing is not a member/);
  });

  test('reads files by their paths in the file space', async () => {
    await mkdir(join(service.files, 'scripts'));
    await writeFile(join(service.files, 'scripts/rows.py'), 'result = spark.read.csv("/people.csv", header=True)\n');
    const file: NodeDraft = {
      nodeClass: 'etl.NodeRunPythonFile',
      type: 'dataset',
      fields: { path: 'scripts/rows.py' },
    };
    const { status, message, outputs } = await run(inARow('File', [file, print]));
    assert.deepEqual([status, message], ['COMPLETED', null]);
    assert.equal(rowsOf(outputs, 2)?.length, 2);
  });

  test('takes parameters of the workflow', async () => {
    const code = pyspark(`def myfn(spark, workflowContext, id, inDF, cust_dict):
    return inDF.filter(inDF.age > \${age}).select("name", spark.sql("select '" + cust_dict["age"] + "'").columns and inDF.age)
`);
    const graph = { ...inARow('Parameters', [people, code, print]), parameters: '--var age=20' };
    const { status, message, outputs } = await run(graph);
    assert.deepEqual([status, message], ['COMPLETED', null]);
    assert.deepEqual(rowsOf(outputs, 3), [['Ada', 36]]);
  });

  test('of a custom node has its other fields as parameters', async () => {
    const custom: NodeDraft = {
      nodeClass: 'etl.NodeCustomPySpark_0c9f3f0e-9d55-4c0b-a1de-2f4c0d1f7a11',
      fields: {
        limit: '20',
        code: `def myfn(spark, workflowContext, id, inDF, parameters: dict):
    return inDF.filter(inDF.age > int(parameters["limit"])).select("name")
`,
      },
    };
    const { status, message, outputs } = await run(inARow('Custom', [people, custom, print]));
    assert.deepEqual([status, message], ['COMPLETED', null]);
    assert.deepEqual(rowsOf(outputs, 3), [['Ada']]);
  });

  test('fails with the line of the code and without a stack trace', async () => {
    const code = pyspark('def myfn(spark, workflowContext, id, inDF, cust_dict):\n    return inDF.select(1 / 0)\n');
    const { status, message } = await run(inARow('Fault', [people, code, print]));
    assert.equal(status, 'FAILED');
    assert.match(message ?? '', /^node 2 NodePySpark: line 2 of the code: ZeroDivisionError: division by zero/);
  });

  test('gives its columns and rows while a graph is drawn', async () => {
    const { status, json, text } = await admin.post('/api/v1/workflows/columns', inARow('Draft', [people, adults]));
    assert.equal(status, 200, text);
    const { nodes, problems } = json as {
      nodes: { outputs: { columns: { name: string }[] }[] }[];
      problems: unknown[];
    };
    assert.deepEqual(problems, []);
    assert.deepEqual(
      nodes[1]?.outputs[0]?.columns.map(({ name }) => name),
      ['name', 'age', 'next'],
    );
  });

  test('is written only by those who have the permission workflows.code', async () => {
    const role = await admin.post('/api/v1/roles', {
      name: 'Editor',
      permissions: ['workflows.view', 'workflows.modify', 'workflows.execute', 'data.view'],
    });
    assert.equal(role.status, 200, role.text);
    const userId = await service.makeUser('eve', ['Editor']);
    await admin.put('/api/v1/projects/1/members', [{ userId, rights: ['VIEW', 'EDIT', 'EXECUTE'] }]);
    const eve = await service.signedIn('eve', 'eve password');
    const graph = inARow('Guarded', [people, adults, print]);
    const refused = await eve.post('/api/v1/workflows', { workflow: graph });
    assert.equal(refused.status, 403);
    assert.match(refused.text, /changing the code of node 2 requires the permission workflows\.code/);

    const id = await save(admin, graph);
    const saved = (await admin.get(`/api/v1/workflows/${id}`)).json as { content: string };
    const content = JSON.parse(saved.content) as {
      nodes: { name: string; fields: { name: string; value: string }[] }[];
    };
    const changed = (change: (text: string) => string) => ({
      ...content,
      nodes: content.nodes.map((node) => ({
        ...node,
        name: `${node.name} again`,
        fields: node.fields.map((field) => (field.name === 'code' ? { ...field, value: change(field.value) } : field)),
      })),
    });
    // names and other nodes are hers to change
    const same = await eve.put('/api/v1/workflows', { analysisflowId: id, workflow: changed((text) => text) });
    assert.equal(same.status, 200, same.text);
    const other = changed((text) => `${text}\nprint("mine")`);
    assert.equal((await eve.put('/api/v1/workflows', { analysisflowId: id, workflow: other })).status, 403);
    assert.equal(
      (
        await eve.post(
          '/api/v1/workflows/columns',
          changed((text) => text),
        )
      ).status,
      200,
    );
    assert.equal((await eve.post('/api/v1/workflows/columns', other)).status, 403);
    // a parameter that stands in code is code
    const graphWith = (value: string) => ({
      ...inARow('Guarded by parameters', [people, pyspark('result = df.limit(${n})')]),
      uuid: 'guarded-by-parameters',
      parameters: `--var n=${value}`,
    });
    const withParameters = await save(admin, graphWith('1'));
    for (const [value, expected] of [
      ['1', 200],
      ['1) or print("mine"', 403],
    ] as const) {
      const answer = await eve.put('/api/v1/workflows', { analysisflowId: withParameters, workflow: graphWith(value) });
      assert.equal(answer.status, expected, answer.text);
      assert.equal((await eve.post('/api/v1/workflows/columns', graphWith(value))).status, expected);
    }
    const execution = await eve.post('/api/v1/workflow/execute', { workflowId: id });
    assert.equal(await eve.waitForEnd(Number(execution.text)), 'COMPLETED');
  });

  test('is refused without a sandbox unless the operator allows it', async () => {
    await service.restart({ MILLRACE_SANDBOX: 'off' });
    admin = await service.signedIn();
    const refused = await run(inARow('Open', [people, adults, print]));
    assert.equal(refused.status, 'FAILED');
    assert.match(refused.message ?? '', /code cannot run without a sandbox/);
    await service.restart({ MILLRACE_SANDBOX: 'off', MILLRACE_CODE: 'unsafe' });
    admin = await service.signedIn();
    assert.equal((await run(inARow('Unsafe', [people, adults, print]))).status, 'COMPLETED');
  });
});
