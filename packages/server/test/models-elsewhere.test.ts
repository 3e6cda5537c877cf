import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sharedHdfs, sharedS3 } from '@millrace/testkit/servers';
import type { S3Server } from '../../s3/test/server/s3.ts';
import type { Hdfs } from '../../webhdfs/test/hadoop/hdfs.ts';
import { unzippedBytes } from './archives.ts';
import { csv, inARow, print, type NodeDraft } from './graphs.ts';
import { hdfsSpace, s3Space, type Space } from './spaces.ts';
import { TestService, sharingSpark, type Client } from './support.ts';

interface Version {
  readonly version: number;
  readonly path: string;
  readonly library: string;
  readonly bytes: number;
  readonly data: { readonly fingerprint: string; readonly sources: readonly { readonly path: string }[] };
}

interface Model {
  readonly id: number;
  readonly name: string;
  readonly versions: readonly Version[];
}

const points = csv('/user/admin/points.csv', ['x', 'z', 'y'], ['DOUBLE', 'DOUBLE', 'DOUBLE']);
const assembler: NodeDraft = {
  nodeClass: 'ml.NodeVectorAssembler',
  type: 'ml-transformer',
  fields: { inputCols: ['x', 'z'], outputCol: 'features' },
};

/** What trains y on x and z, saves it below a folder, loads it again, and predicts with it. */
const kinds: Readonly<
  Record<string, Readonly<Record<'learn' | 'load' | 'score', readonly NodeDraft[]>> & { readonly library: string }>
> = {
  'of Spark ML, as one pipeline': {
    library: 'spark',
    learn: [
      assembler,
      {
        nodeClass: 'ml.NodeRandomForestRegression',
        type: 'ml-estimator',
        fields: { featuresCol: 'features', labelCol: 'y', numTrees: '5', seed: '7' },
      },
      { nodeClass: 'ml.NodePipeline', type: 'ml-pipeline' },
      { nodeClass: 'ml.NodeModelSave', type: 'ml-modelsave', fields: { path: '/user/admin/models/spark' } },
    ],
    load: [
      { nodeClass: 'ml.NodeModelLoad', type: 'ml-modelload', fields: { path: 'models:/spark/2' } },
      { nodeClass: 'ml.NodePredict', type: 'ml-predict' },
    ],
    score: [{ nodeClass: 'ml.NodePredict', type: 'ml-predict', fields: { model_uuid: 'models:/spark' } }],
  },
  'of scikit-learn': {
    library: 'sklearn',
    learn: [
      {
        nodeClass: 'sklearn.NodeSklearnRandomForestRegression',
        type: 'ml-estimator',
        fields: { featureCols: ['x', 'z'], targetCol: 'y', n_estimators: '5', random_state: '7' },
      },
      { nodeClass: 'sklearn.NodeModelSave', type: 'ml-modelsave', fields: { path: '/user/admin/models/sklearn' } },
    ],
    load: [
      { nodeClass: 'sklearn.NodeModelLoad', type: 'ml-modelload', fields: { path: 'models:/sklearn' } },
      { nodeClass: 'sklearn.NodeSklearnPredict', type: 'ml-predict' },
    ],
    score: [{ nodeClass: 'sklearn.NodeSklearnPredict', type: 'ml-predict', fields: { model_uuid: 'models:/sklearn' } }],
  },
};

let hdfs: Hdfs;
let s3: S3Server;
before(async () => {
  [hdfs, s3] = await Promise.all([sharedHdfs(), sharedS3()]);
});

modelsIn('HDFS', () => hdfsSpace(hdfs, '/models'));
modelsIn('S3', () => s3Space(s3, 'models'));

function modelsIn(where: string, open: () => Promise<Space>): void {
  describe(`models in a file space on ${where}`, () => {
    let space: Space;
    let service: TestService;
    let client: Client;
    before(async () => {
      space = await open();
      service = await TestService.start(space.environment, Date.now, sharingSpark());
      client = await service.signedIn();
      const lines = Array.from({ length: 60 }, (_, i) => `${i % 10},${(i * 7) % 30},${3 * (i % 10) + ((i * 7) % 30)}`);
      await space.write('/user/admin/points.csv', `x,z,y\n${lines.join('\n')}\n`);
    });
    after(async () => {
      await service?.[Symbol.asyncDispose]();
      await space?.[Symbol.asyncDispose]();
    });

    const project = async (name: string): Promise<number> =>
      ((await client.post('/api/v1/projects', { name })).json as { id: number }).id;
    const run = async (projectId: number, name: string, nodes: readonly NodeDraft[]): Promise<number> => {
      const creation = await client.post('/api/v1/workflows', { workflow: inARow(name, nodes), projectId });
      assert.equal(creation.status, 200, creation.text);
      const executeReply = await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) });
      assert.equal(executeReply.status, 200, executeReply.text);
      const id = Number(executeReply.text);
      const status = await client.waitForEnd(id);
      assert.equal(status, 'COMPLETED', (await client.get(`/api/v1/workflow-executions/${id}/logs/view`)).text);
      return id;
    };
    const modelOf = async (projectId: number): Promise<Model> => {
      const [first, ...more] = (await client.get(`/api/v1/models?projectId=${projectId}`)).json as { id: number }[];
      assert.deepEqual(more, []);
      return (await client.get(`/api/v1/models/${first?.id}`)).json as Model;
    };
    const predictions = async (id: number): Promise<unknown[]> => {
      const results = (await client.get(`/api/v1/workflow-executions/${id}/results`)).json as {
        readonly columns?: readonly { readonly name: string }[];
        readonly rows?: readonly (readonly unknown[])[];
      }[];
      const table = results.findLast(({ rows }) => rows !== undefined);
      const at = table?.columns?.findIndex(({ name }) => name === 'prediction') ?? -1;
      return (table?.rows ?? []).map((row) => row[at]);
    };

    for (const [kind, { library, learn, load, score }] of Object.entries(kinds))
      test(`${kind}: saved, loaded, served and downloaded`, async () => {
        const projectId = await project(`Models ${library}`);
        await run(projectId, 'Learning', [points, ...learn]);
        await run(projectId, 'Learning again', [points, ...learn]);
        const model = await modelOf(projectId);
        assert.equal(model.name, library);
        const [latest, first] = model.versions;
        assert.ok(latest !== undefined && first !== undefined);
        assert.deepEqual([latest.version, first.version], [2, 1]);
        assert.equal(latest.library, library);
        assert.ok(latest.bytes > 0);
        assert.notEqual(latest.path, first.path);
        assert.deepEqual(
          latest.data.sources.map(({ path }) => path),
          ['/user/admin/points.csv'],
        );
        assert.equal(latest.data.fingerprint, first.data.fingerprint);
        // next to the models nothing is left of how they came there
        const folders = (await space.names(`/user/admin/models/${library}`)).toSorted();
        assert.deepEqual(folders, [first.path, latest.path].map((path) => path.split('/').at(-1)).toSorted());

        const ofLoad = await predictions(await run(projectId, 'Loading', [points, ...load, print]));
        const scored = await predictions(await run(projectId, 'Scoring', [points, ...score, print]));
        assert.ok(ofLoad.length > 0 && ofLoad.every((one) => typeof one === 'number'), JSON.stringify(ofLoad));
        assert.deepEqual(scored, ofLoad);

        const answer = await client.post(`/api/v1/models/${model.id}/predict`, { rows: [{ x: 0, z: 0 }] });
        assert.equal(answer.status, 200, answer.text);
        const { rows } = answer.json as { rows: { prediction: number }[] };
        assert.equal(rows[0]?.prediction, ofLoad[0]);

        const files = await unzippedBytes(await client.bytes(`/api/v1/models/${model.id}/versions/2/download`));
        assert.ok(Object.keys(files).length > 1);

        // a copy of the project elsewhere has files of its own
        const exported = await client.download(`/api/v1/projects/export?projectIds=${projectId}`, {});
        const form = new FormData();
        form.append('file', new Blob([new Uint8Array(await exported.arrayBuffer())]), 'projects.zip');
        const importReply = await client.send('POST', '/api/v1/projects/import', form);
        assert.equal(importReply.status, 200, importReply.text);
        const copy = await modelOf((importReply.json as { projectId: number }).projectId);
        assert.deepEqual(
          copy.versions.map(({ version }) => version),
          [2, 1],
        );
        const again = await client.post(`/api/v1/models/${copy.id}/predict`, { rows: [{ x: 0, z: 0 }] });
        assert.deepEqual((again.json as { rows: unknown }).rows, rows);
      });
  });
}
