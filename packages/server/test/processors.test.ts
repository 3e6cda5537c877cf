import assert from 'node:assert/strict';
import { get } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { loadCatalogue } from '@millrace/processors';
import { TestService, type Client } from './support.ts';

interface Table {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly unknown[])[];
}

interface Entry {
  readonly nodeClass: string;
  readonly name: string;
  readonly inputs: { readonly min: number; readonly max: number };
  readonly inputNames: readonly string[];
  readonly outputs: readonly string[];
  readonly defaultOutput: string | null;
  readonly formerly: readonly string[];
  readonly unavailable: string | null;
  readonly fields: readonly Record<string, unknown>[];
  readonly onlySpark?: string | null;
  readonly examples?: readonly {
    readonly name: string;
    readonly fields: Readonly<Record<string, string | readonly string[]>>;
    readonly inputs: readonly Table[];
    readonly outputs: readonly Table[];
    readonly files: readonly { readonly path: string; readonly text: string | null }[];
    readonly results: readonly { readonly type: string; readonly data: Table | null }[];
    readonly error: string | null;
  }[];
}

describe('who draws a graph', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await TestService.start();
    client = await service.signedIn();
  });
  after(() => service[Symbol.asyncDispose]());

  const read = async (nodeClass: string): Promise<Entry> => {
    const answer = await client.get(`/api/v1/processors/${nodeClass}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json as Entry;
  };

  test('has all processors in one answer, by name, with what a form needs', async () => {
    const list = (await client.get('/api/v1/processors')).json as Entry[];
    const catalogue = [...(await loadCatalogue())];
    assert.deepEqual(list.map(({ nodeClass }) => nodeClass).toSorted(), catalogue.map((p) => p.nodeClass).toSorted());
    const names = list.map(({ name }) => name);
    assert.deepEqual(names, names.toSorted());
    const join = list.find(({ nodeClass }) => nodeClass === 'fire.nodes.etl.JoinOnColumns');
    assert.deepEqual([join?.inputs, join?.unavailable, 'examples' in (join ?? {})], [{ min: 2, max: 2 }, null, false]);
    const filter = list.find(({ nodeClass }) => nodeClass === 'fire.nodes.etl.NodeColumnFilter');
    assert.deepEqual(filter?.fields, [
      {
        name: 'outputCols',
        kind: 'column',
        widget: 'variables',
        title: 'Columns',
        description: '',
        required: true,
        default: '',
        options: null,
        aliases: {},
        list: true,
        rows: null,
        input: 0,
      },
    ]);
  });

  test('who runs graphs is shown exactly the nodes that run here', async () => {
    const all = [...(await loadCatalogue())];
    const here = all.filter(({ unavailable }) => unavailable === undefined).map(({ nodeClass }) => nodeClass);
    assert.ok(here.length < all.length);
    for (const url of ['/api/v1/nodes', '/nodeList']) {
      const classes = ((await client.get(url)).json as Entry[]).map(({ nodeClass }) => nodeClass);
      assert.deepEqual(classes.toSorted(), here.toSorted());
    }
    for (const url of ['/api/v1/nodes/count', '/getNodeCount'])
      assert.equal((await client.get(url)).text, String(here.length));
    const absent = all.find(({ unavailable }) => unavailable !== undefined)!;
    const answer = await client.get(`/api/v1/nodes/names/${encodeURIComponent(absent.name)}`);
    assert.deepEqual(
      [answer.status, (answer.json as { detail: string }).detail],
      [404, `processor "${absent.name}" cannot run here: ${absent.unavailable}`],
    );
  });

  test('knows which output an edge carries that names none', async () => {
    const list = (await client.get('/api/v1/processors')).json as Entry[];
    for (const { nodeClass, defaultOutput } of await loadCatalogue())
      assert.equal(list.find((one) => one.nodeClass === nodeClass)?.defaultOutput, defaultOutput ?? null, nodeClass);
    assert.ok(list.some(({ defaultOutput }) => defaultOutput === 'input'));
  });

  test('is told that nothing has changed, and gets the list compressed', async () => {
    const first = await client.get('/api/v1/processors');
    const tag = first.headers.get('etag') ?? '';
    assert.equal(first.headers.get('cache-control'), 'private, no-cache');
    for (const tags of [tag, tag.replace('W/', ''), `"other", ${tag}`]) {
      const again = await client.get('/api/v1/processors', { 'if-none-match': tags });
      assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', tag]);
    }
    assert.equal((await client.get('/api/v1/processors', { 'if-none-match': '"other"' })).status, 200);

    const token = (await client.post('/api/v1/tokens', { expiredDuration: 1 })).json as { accessToken: string };
    const raw = (accepts: string) =>
      new Promise<{ encoding: string | undefined; bytes: number }>((resolve, reject) => {
        const headers = { token: token.accessToken, 'accept-encoding': accepts };
        get(`${service.url}/api/v1/processors`, { headers }, async (answer) => {
          let bytes = 0;
          for await (const piece of answer) bytes += (piece as Buffer).length;
          assert.equal(answer.headers.vary?.toLowerCase().includes('accept-encoding'), true);
          resolve({ encoding: answer.headers['content-encoding'], bytes });
        }).on('error', reject);
      });
    const whole = Buffer.byteLength(first.text);
    assert.deepEqual(await raw('identity'), { encoding: undefined, bytes: whole });
    assert.deepEqual(await raw('gzip;q=0, br'), { encoding: undefined, bytes: whole });
    const packed = await raw('br, gzip');
    assert.equal(packed.encoding, 'gzip');
    assert.ok(packed.bytes < whole / 5, `${packed.bytes} of ${whole} bytes`);
  });

  test('reads of one processor what it does to rows', async () => {
    const { examples = [], onlySpark } = await read('fire.nodes.etl.NodeColumnFilter');
    assert.equal(onlySpark, null);
    assert.deepEqual(examples[0]?.inputs, [
      {
        columns: [
          { name: 'a', type: 'int' },
          { name: 'b', type: 'string' },
          { name: 'c', type: 'double' },
        ],
        rows: [
          [2, 'x', 0.5],
          [1, null, null],
          [null, 'z', 1],
        ],
      },
    ]);
    assert.deepEqual(examples[0]?.fields, { outputCols: ['c', 'a'] });
    assert.deepEqual(examples[0]?.outputs[0]?.rows[0], [0.5, 2]);
    assert.match(examples.at(-1)?.error ?? '', /^unknown column "x" in field "outputCols": the input has a, b$/);
    const { examples: ofReader = [] } = await read('fire.nodes.dataset.NodeDatasetCSV');
    assert.ok(ofReader.some(({ files }) => files.some(({ text }) => text?.includes('\n') === true)));
  });

  test('can read the examples of every processor', async () => {
    const list = (await client.get('/api/v1/processors')).json as Entry[];
    for (const { nodeClass, ...lean } of list) {
      const { examples = [], onlySpark, ...rest } = await read(nodeClass);
      assert.deepEqual(rest, { nodeClass, ...lean });
      assert.ok(onlySpark === null || onlySpark !== '');
      const tables = examples.flatMap(({ inputs, outputs, results }) => [
        ...inputs,
        ...outputs,
        ...results.flatMap(({ data }) => data ?? []),
      ]);
      for (const { columns, rows } of tables)
        for (const row of rows) assert.equal(row.length, columns.length, nodeClass);
    }
  });

  test('finds a processor by a class of older graphs, and is told the nearest of one that is none', async () => {
    const list = (await client.get('/api/v1/processors')).json as Entry[];
    const renamed = list.find(({ formerly }) => formerly.length > 0);
    assert.ok(renamed);
    assert.equal((await read(renamed.formerly[0] ?? '')).nodeClass, renamed.nodeClass);
    for (const word of ['fire.nodes.etl.NodeColumnFiltr', 'NodeColumnFilter', 'Select%20Columns']) {
      const none = await client.get(`/api/v1/processors/${word}`);
      assert.equal(none.status, 404);
      assert.match((none.json as { detail: string }).detail, /did you mean fire\.nodes\.etl\.NodeColumnFilter\?$/);
    }
    const far = await client.get('/api/v1/processors/zzzzzzzz');
    assert.match((far.json as { detail: string }).detail, /GET \/api\/v1\/processors lists the processors/);
  });
});
