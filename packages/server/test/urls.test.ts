import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../cli/test/web.ts';
import { inARow, print } from './graphs.ts';
import { TestService } from './support.ts';

test('runs read URLs of hosts that the settings list, and of no others that are not public', async () => {
  await using web = await serve({ '/a': (response) => response.end('one\ntwo\n') });
  await using service = await TestService.start({ MILLRACE_URL_HOSTS: web.host, MILLRACE_ENGINE: 'sail' });
  const client = await service.signedIn();
  const run = async (url: string) => {
    const node = { nodeClass: 'dataset.NodeDatasetUrlTextFileReader', type: 'dataset', fields: { url } };
    const { json: workflowId } = await client.post('/api/v1/workflows', { workflow: inARow('URL', [node, print]) });
    const { json: id } = await client.post('/api/v1/workflow/execute', { workflowId });
    const status = await client.waitForEnd(Number(id));
    return { status, text: (await client.get(`/api/v1/workflow-executions/${String(id)}/results`)).text };
  };
  const read = await run(web.url('/a'));
  assert.equal(read.status, 'COMPLETED', read.text);
  assert.match(read.text, /two/);
  assert.equal((await run(web.url('/a').replace('127.0.0.1', 'localhost'))).status, 'FAILED');
  const all = (await client.get('/api/v1/configurations')).json as { name: string; value: string }[];
  assert.equal(all.find(({ name }) => name === 'MILLRACE_URL_HOSTS')?.value, web.host);
});
