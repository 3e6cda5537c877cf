import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { flagOf } from '../src/http/client-text.ts';
import { TestService, type Client } from './support.ts';

/** What scripts and simple clients send, and mean well. */
describe('what clients send as text', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await TestService.start();
    client = await service.signedIn();
    const { status } = await client.post('/api/v1/hdfs/dir/create?path=/texts');
    assert.equal(status, 200);
  });
  after(() => service[Symbol.asyncDispose]());

  const put = (name: string, text: string, flag?: string) => {
    const form = new FormData();
    form.set('path', '/texts');
    if (flag !== undefined) form.set('overwrite', flag);
    form.set('file', new Blob([text]), name);
    return client.send('POST', '/api/v1/hdfs/files/upload', form);
  };

  test('a boolean may be written as Python, a form or a script writes it', async () => {
    assert.equal((await put('a.csv', 'a,b\n1,2\n')).status, 200);
    for (const [word, headers] of [
      ['True', ['a', 'b']],
      ['YES', ['a', 'b']],
      ['on', ['a', 'b']],
      ['1', ['a', 'b']],
      ['False', ['c1', 'c2']],
      ['no', ['c1', 'c2']],
      ['Off', ['c1', 'c2']],
      ['0', ['c1', 'c2']],
    ] as const) {
      const inQuery = await client.post(`/api/v1/datasets/sample-data?path=/texts/a.csv&header=${word}`);
      assert.equal(inQuery.status, 200, `${word}: ${inQuery.text}`);
      const inBody = await client.post('/api/v1/datasets/sample-data', { path: '/texts/a.csv', header: word });
      assert.equal(inBody.status, 200, `${word}: ${inBody.text}`);
      const cells = [inQuery, inBody].map(({ json }) => (json as { cells: unknown[] }).cells.length);
      assert.deepEqual(cells, headers[0] === 'a' ? [1, 1] : [2, 2], word);
    }
    assert.equal((await put('a.csv', 'a,b\n1,2\n', 'True')).status, 200);
    assert.equal((await put('a.csv', 'a,b\n1,2\n', 'False')).status, 409);
    const user = { username: 'text', password: 'a long password', isActive: 'True', superuser: 'False' };
    assert.equal((await client.post('/api/v1/users', user)).status, 200);
    const form = new URLSearchParams({ username: 'form', password: 'a long password', isActive: 'no' });
    assert.equal((await client.send('POST', '/api/v1/users', form)).status, 200);
    const [users] = (await client.get('/api/v1/users')).json as { username: string; isActive: boolean }[][];
    const active = users?.filter(({ username }) => username !== 'admin').map((one) => [one.username, one.isActive]);
    assert.deepEqual(active, [
      ['text', true],
      ['form', false],
    ]);
  });

  test('what is no boolean is refused', async () => {
    for (const word of ['maybe', 'tru', '2', '-1', 'null', 'True%20False'])
      assert.equal((await client.post(`/api/v1/datasets/sample-data?path=/texts/a.csv&header=${word}`)).status, 400);
    assert.equal((await put('a.csv', 'a\n', 'perhaps')).status, 400);
    assert.equal(flagOf('constructor'), undefined);
  });

  test('an empty parameter is as good as none', async () => {
    for (const address of [
      '/api/v1/workflows?projectId=&page=&size=',
      '/api/v1/datasets?projectId=&sortPara=',
      '/api/v1/dashboards?sortPara=&projectId=',
      '/api/v1/workflow-executions?page=&size=',
      '/api/v1/hdfs/files?path=&sortPara=',
      '/api/v1/hdfs/dir/open?path=',
      '/api/v1/workflows/list/export?projectId=&ids=',
      '/api/v1/nodes?engine=',
    ]) {
      const answer = await client.get(address);
      assert.equal(answer.status, 200, `${address}: ${answer.text}`);
      assert.equal(answer.text, (await client.get(address.replace(/\?.*/, ''))).text, address);
    }
    const sampleReply = await client.post('/api/v1/datasets/sample-data?path=&header=&delimiter=', {
      path: '/texts/a.csv',
    });
    assert.equal(sampleReply.status, 200, sampleReply.text);
    // one that is named decides the form of the answer, empty or not
    assert.ok('executions' in ((await client.get('/api/v1/workflow-executions?filteredProjectList=')).json as object));
  });

  test('an empty parameter that is needed is named', async () => {
    for (const [address, word] of [
      ['/api/v1/workflows/versions?workflowId=', /^query\/workflowId /],
      ['/api/v1/hdfs/files/download?path=', /^query\/path /],
    ] as const) {
      const { status, json } = await client.get(address);
      assert.equal(status, 400);
      assert.match((json as { detail: string }).detail, word);
    }
  });

  /** Sends a body and no type, which `fetch` cannot. */
  const sendUntyped = (method: string, path: string, body: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const headers = { cookie: client.cookie, 'content-length': Buffer.byteLength(body) };
      const clientRequest = request(`${service.url}${path}`, { method, headers }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() }));
      });
      clientRequest.on('error', reject);
      clientRequest.end(body);
    });

  test('a body without a Content-Type is read as JSON, and as text where text is taken', async () => {
    const workflow = { name: 'Untyped', nodes: [], edges: [] };
    const creation = await sendUntyped('POST', '/api/v1/workflows', JSON.stringify({ workflow }));
    assert.equal(creation.status, 200, creation.text);
    const next = { analysisflowId: Number(creation.text), workflow: { ...workflow, name: 'Again' } };
    assert.equal((await sendUntyped('PUT', '/api/v1/workflows', JSON.stringify(next))).status, 200);
    const dashboard = await sendUntyped('POST', '/saveDashboard', '{"name": "Untyped"}');
    assert.equal(dashboard.status, 200, dashboard.text);
    const update = await sendUntyped('PUT', `/api/v1/dashboards/${dashboard.text}`, '{"name": "Changed"}');
    assert.equal(update.status, 200, update.text);
    const code = await sendUntyped('POST', '/api/v1/workflows/validateCode', 'print(1)');
    assert.ok((JSON.parse(code.text) as { isValid: boolean }).isValid, code.text);
    assert.equal((await sendUntyped('DELETE', `/api/v1/workflows/${creation.text}`, ' ')).status, 200);
  });

  test('the address of a run is one that its client can open, whatever host it names', async () => {
    const workflow = { name: 'Linked', nodes: [], edges: [] };
    const { json: workflowId } = await client.post('/api/v1/workflows', { workflow });
    const run = (await client.post('/api/v1/workflow/execute', { workflowId })).text;
    const { port } = new URL(service.url);
    const address = async (host: string): Promise<unknown> => {
      const answer = await new Promise<string>((resolve, reject) => {
        const headers = { cookie: client.cookie, host };
        const path = `${service.url}/api/v1/workflow-executions/latest`;
        const clientRequest = request(path, { headers }, (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('end', () => resolve(Buffer.concat(pieces).toString()));
        });
        clientRequest.on('error', reject);
        clientRequest.end();
      });
      return (JSON.parse(answer) as { id: number; uiWebUrl: string }[]).find(({ id }) => String(id) === run)?.uiWebUrl;
    };
    assert.equal(await address(`127.0.0.1:${port}`), `http://127.0.0.1:${port}/executions/${run}`);
    assert.equal(await address(`localhost:${port}`), `http://localhost:${port}/executions/${run}`);
    for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example', 'localhost:1@evil.example'])
      assert.equal(await address(host), `http://127.0.0.1:${port}/executions/${run}`, host);
  });

  test('a body without a Content-Type that is no JSON is refused with the place and the reason', async () => {
    const { status, text } = await sendUntyped('POST', '/api/v1/workflows', 'name=x');
    assert.equal(status, 400);
    assert.match(
      (JSON.parse(text) as { detail: string }).detail,
      /^the request body is not valid JSON: line 1, column 1.* has no Content-Type header/,
    );
    assert.equal((await sendUntyped('POST', '/api/v1/hdfs/files/upload', 'a,b')).status, 415);
  });

  test('JSON that is sent as text/plain is refused as other kinds of bodies are, but where a call takes text', async () => {
    for (const type of ['text/plain', 'text/plain; charset=utf-8', 'text/csv'])
      for (const path of ['/api/v1/models', '/api/v1/models/1/predict', '/api/v1/workflows', '/api/v1/dashboards']) {
        const answer = await client.send('POST', path, '{"rows":[]}', { 'content-type': type });
        assert.deepEqual(
          [answer.status, (answer.json as { code: string }).code],
          [415, 'WRONG_MEDIA_TYPE'],
          answer.text,
        );
      }
    const reply = await client.send('POST', '/api/v1/models', '{}', { 'content-type': 'text/plain' });
    assert.match(reply.text, /the request body has the content type text\/plain: send it as application\/json/);
    // nothing at all is no body of any kind
    const empty = await client.send('POST', '/api/v1/models', '', { 'content-type': 'text/plain' });
    assert.equal(empty.status, 400, empty.text);
  });
});
