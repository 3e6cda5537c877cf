import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Client, TestService } from './support.ts';

/** What a service says of its Spark; it is ready whatever that is. */
async function sparkOf(environment: NodeJS.ProcessEnv): Promise<string> {
  await using service = await TestService.start(environment);
  const ready = await new Client(service.url).get('/health/ready');
  assert.equal(ready.status, 200, ready.text);
  const { engines } = ready.json as { engines: Record<string, string> };
  assert.equal(engines['sail'], 'UP');
  return engines['spark'] ?? '';
}

test('the service says whether there is a Spark, and is ready without one', async () => {
  assert.equal(await sparkOf({}), 'IDLE');
  const elsewhere = createServer().listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const remote = `sc://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  assert.equal(await sparkOf({ MILLRACE_SPARK_REMOTE: remote }), 'UP');
  elsewhere.close();
  await once(elsewhere, 'close');
  assert.equal(await sparkOf({ MILLRACE_SPARK_REMOTE: remote }), 'AWAY');
});
