import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { TestService, type Client } from './support.ts';

describe('what other services have and this one has not', () => {
  let service: TestService;
  let admin: Client;
  let stranger: Client;
  before(async () => {
    service = await TestService.start();
    admin = await service.signedIn();
    stranger = await service.addUser('stranger');
  });
  after(() => service[Symbol.asyncDispose]());

  test('is an empty list where clients go through one, of a project that they may see', async () => {
    for (const path of [
      '/getExportPipelinesDetailsByProjectId/1',
      '/api/v1/webApps?sortBy=category,name&projectId=1&apiCategory=list',
      '/api/v1/webApps?sortBy=category&sortBy=name',
      '/api/v1/hive/databases',
    ]) {
      const answer = await admin.get(path);
      assert.deepEqual([answer.status, answer.text], [200, '[]'], path);
    }
    for (const path of ['/getExportPipelinesDetailsByProjectId/', '/api/v1/webApps?projectId='])
      for (const [client, id] of [
        [admin, 999],
        [stranger, 1],
      ] as const)
        assert.equal((await client.get(`${path}${id}`)).status, 404, path);
  });

  test('is told plainly in a 404 where something is to be done with it', async () => {
    for (const [method, path, sentence] of [
      ['POST', '/executePipeline?pipelineName=p&projectId=1', /pipelines of workflows/],
      ['POST', '/api/v1/pipelines/multiple/import?projectId=1', /pipelines of workflows/],
      ['GET', '/api/v1/pipelineExecution/1/metrics', /pipelines of workflows/],
      ['POST', '/api/v1/webApps/showHideApps', /analytical apps/],
      ['POST', '/api/v1/hive/command/execute', /Hive metastore/],
      ['GET', '/api/v1/s3-buckets/list', /other file systems/],
      ['POST', '/api/v1/spark-job/messages?jobId=1&message=x', /messages from engines/],
    ] as const) {
      const { status, json } = await admin.send(method, path);
      assert.equal(status, 404, path);
      const { code, detail } = json as { code: string; detail: string };
      assert.equal(code, 'NOT_FOUND');
      assert.match(
        detail,
        new RegExp(`^no route ${method} ${path.split('?')[0]}: this service (has|accepts|issues) no `),
      );
      assert.match(detail, sentence);
    }
    const other = (await admin.get('/api/v1/nothing')).json as { detail: string };
    assert.equal(other.detail, 'no route GET /api/v1/nothing');
  });
});
