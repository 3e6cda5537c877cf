import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { csv, inARow, print, type NodeDraft } from './graphs.ts';
import { TestService, type Client } from './support.ts';

interface Lineage {
  readonly workflows: readonly { readonly id: number; readonly name: string }[];
  readonly data: readonly {
    readonly id: number;
    readonly kind: string;
    readonly recordId: number | null;
    readonly name: string;
    readonly path: string;
  }[];
  readonly links: readonly {
    readonly workflowId: number;
    readonly dataId: number;
    readonly isWritten: boolean;
    readonly nodeId: string;
    readonly node: string;
  }[];
}

const parquet = (path: string): NodeDraft => ({
  nodeClass: 'dataset.NodeDatasetParquet',
  type: 'dataset',
  fields: { path },
});
const save = (path: string): NodeDraft => ({ nodeClass: 'save.NodeSaveParquet', fields: { path } });

/** Each link as one line: `Clean reads dataset Calls`. */
function linesOf({ workflows, data, links }: Lineage): string[] {
  const names = new Map(workflows.map(({ id, name }) => [id, name]));
  const things = new Map(data.map(({ id, kind, name, path }) => [id, kind === 'file' ? path : `${kind} ${name}`]));
  return links
    .map(
      ({ workflowId, dataId, isWritten }) =>
        `${names.get(workflowId)} ${isWritten ? 'writes' : 'reads'} ${things.get(dataId)}`,
    )
    .toSorted();
}

describe('the lineage of a project', () => {
  let service: TestService;
  let client: Client;
  let projectId: number;
  before(async () => {
    service = await TestService.start();
    client = await service.signedIn();
    projectId = ((await client.post('/api/v1/projects', { name: 'Harbours' })).json as { id: number }).id;
    const creation = await client.post('/api/v1/datasets', {
      projectId,
      name: 'Calls',
      path: 'data//calls.csv',
      delimiter: ',',
      header: true,
      datasetType: 'CSV',
      datasetSchema: '{"colNames":["id"],"colTypes":["INTEGER"],"colFormats":[""]}',
    });
    assert.equal(creation.status, 200, creation.text);
    await client.post('/api/v1/variables', { projectId, name: 'out', value: 'made' });
  });
  after(() => service[Symbol.asyncDispose]());

  const make = async (
    name: string,
    nodes: readonly NodeDraft[],
    more: Record<string, unknown> = {},
  ): Promise<number> => {
    const answer = await client.post('/api/v1/workflows', { projectId, workflow: { ...inARow(name, nodes), ...more } });
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.text);
  };
  const lineage = async (): Promise<Lineage> => {
    const answer = await client.get(`/api/v1/projects/${projectId}/lineage`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json as Lineage;
  };

  test('is empty where there are no workflows, and not there for a project that is not', async () => {
    assert.deepEqual(await lineage(), { workflows: [], data: [], links: [] });
    const answer = await client.get('/api/v1/projects/4711/lineage');
    assert.equal(answer.status, 404);
    assert.match(answer.text, /project 4711 not found/);
  });

  test('leads from datasets and files through workflows to what they write, and on', async () => {
    const [{ uuid, id: datasetId } = { uuid: '', id: 0 }] = (
      await client.get(`/api/v1/datasets?projectId=${projectId}`)
    ).json as { uuid: string; id: number }[];
    const clean = await make('Clean', [
      { nodeClass: 'dataset.NodeDatasetStructured', type: 'dataset', name: 'All calls', fields: { dataset: uuid } },
      { ...save('/$out/clean/'), name: 'Keep' },
    ]);
    await make('Sum', [parquet('${out}/./clean'), save('made/sums')]);
    await make('Part', [parquet('made/clean/part-*.parquet'), print]);
    await make('Whole', [parquet('made'), print]);
    await make('Same file', [csv('/data/calls.csv', ['id'], ['INTEGER']), print]);
    await make('Away', [parquet('s3://bucket/sums/'), { ...save('$unknown/x') }]);
    await make('Not here', [
      { nodeClass: 'dataset.NodeDatasetStructured', type: 'dataset', fields: { dataset: 'nobody knows' } },
      { nodeClass: 'etl.NodeThatIsNot', fields: { path: '/secret' } },
      print,
    ]);
    const all = await lineage();
    assert.deepEqual(linesOf(all), [
      'Away reads s3://bucket/sums',
      'Away writes /$unknown/x',
      'Clean reads dataset Calls',
      'Clean writes /made/clean',
      'Part reads /made/clean',
      'Same file reads dataset Calls',
      'Sum reads /made/clean',
      'Sum writes /made/sums',
      'Whole reads /made',
      'Whole reads /made/clean',
      'Whole reads /made/sums',
    ]);
    assert.deepEqual(
      all.links.filter(({ workflowId }) => workflowId === clean).map(({ nodeId, node }) => [nodeId, node]),
      [
        ['1', 'All calls'],
        ['2', 'Keep'],
      ],
    );
    const calls = all.data.find(({ kind }) => kind === 'dataset');
    assert.deepEqual([calls?.recordId, calls?.path], [datasetId, '/data/calls.csv']);
    assert.ok(all.workflows.some(({ name }) => name === 'Not here'));
  });
});
