import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { after, before, describe, test } from 'node:test';
import { Client, TestService, type Answer } from './support.ts';

const ok = <T = Record<string, unknown>>(answer: Answer): T => {
  assert.equal(answer.status, 200, answer.text);
  return answer.json as T;
};
const mustRefuse = (answer: Answer, status: number, says: RegExp): void => {
  assert.equal(answer.status, status, answer.text);
  const { detail, code } = answer.json as { detail: string; code: string };
  assert.match(`${code}: ${detail}`, says);
};

interface Sample {
  readonly headers: string[];
  readonly cells: string[][];
}

describe('datasets', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await TestService.start();
    client = await service.signedIn();
    await writeFile(join(service.files, 'products.csv'), 'id, Product Id,price\n1,A1,9.5\n2,"B,2",7\n');
  });
  after(() => service[Symbol.asyncDispose]());

  const schema = {
    colNames: ['id', 'product'],
    colTypes: ['INTEGER', 'STRING'],
    colFormats: ['', ''],
    colMLTypes: ['', ''],
  };
  const products = { name: 'Products', header: true, path: 'products.csv', delimiter: ',', datasetType: 'CSV' };
  const save = async (body: object): Promise<number> => {
    const answer = await client.post('/dataset/save', body);
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.headers.get('x-dataset-id'));
  };
  const read = async (id: number) => ok(await client.get(`/api/v1/datasets/${id}`));

  test('a dataset is created and updated, and tells so in a sentence', async () => {
    const creation = await client.post('/dataset/save', products);
    assert.equal(creation.text, 'Dataset created successfully.');
    assert.match(creation.headers.get('content-type') ?? '', /^text\/plain/);
    const id = Number(creation.headers.get('x-dataset-id'));
    const saved = await client.post('/api/v1/datasets', { id, description: 'what we sell' });
    assert.equal(saved.text, 'Dataset updated successfully');
    const record = await read(id);
    assert.equal(record['version'], 2);
    assert.equal(record['description'], 'what we sell');
    assert.equal(record['path'], 'products.csv');
  });

  test('a record has every field of the interface, keys of its own and a sample of now', async () => {
    const id = await save({
      ...products,
      id: null,
      permission: 'PERMISSION_NONE',
      readOptionsModel: {},
      datasetSchema: '{colNames:["id","product"],colTypes:["INTEGER","STRING"]}',
      ownKey: { kept: [1, null] },
    });
    const record = await read(id);
    const { uuid, dateCreated, dateLastUpdated, json, ...rest } = record;
    assert.match(String(uuid), /^[\da-f-]{36}$/);
    assert.equal(typeof dateCreated, 'number');
    assert.equal(dateCreated, dateLastUpdated);
    const { sampleData, sampleProblem, ...plain } = rest;
    assert.deepEqual(sampleData, {
      headers: ['id', 'product'],
      cells: [
        ['1', 'A1'],
        ['2', 'B,2'],
      ],
    });
    assert.equal(sampleProblem, null);
    const copy = JSON.parse(String(json)) as Record<string, unknown>;
    assert.match(String(copy['dateCreated']), /^[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d\d:\d\d [AP]M$/);
    assert.deepEqual({ ...copy, dateCreated, dateLastUpdated }, { ...plain, uuid, dateCreated, dateLastUpdated });
    assert.deepEqual(plain, {
      id,
      userId: 1,
      version: 1,
      name: 'Products',
      category: null,
      description: '',
      header: true,
      readOptions: null,
      path: 'products.csv',
      delimiter: ',',
      datasetType: 'CSV',
      filterLinesContaining: null,
      datasetSchema: JSON.stringify(schema),
      permission: null,
      readOptionsModel: null,
      schemaModel: {
        schemaColList: [
          { colName: 'id', colType: 'INTEGER', colFormat: '', colMLType: '' },
          { colName: 'product', colType: 'STRING', colFormat: '', colMLType: '' },
        ],
      },
      projectId: 1,
      ownKey: { kept: [1, null] },
    });
  });

  test('a save with a stale version is refused, one without a version is not', async () => {
    const id = await save(products);
    await save({ id, version: 1, name: 'Second' });
    mustRefuse(await client.post('/dataset/save', { id, version: 1, name: 'Late' }), 409, /STALE_VERSION.*/);
    await save({ id, name: 'Third' });
    const { name, version } = await read(id);
    assert.deepEqual({ name, version }, { name: 'Third', version: 3 });
  });

  test('of saves at once that name one version, one is taken; of those that name none, all, and nothing is lost', async () => {
    const id = await save(products);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => client.post('/dataset/save', { id, version: 1, name: `N${n}` })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409]);
    await Promise.all([1, 2, 3, 4].map((n) => save({ id, [`key${n}`]: n })));
    const record = await read(id);
    assert.equal(record['version'], 6);
    const versions = ok<{ version: number }[]>(await client.get(`/api/v1/datasets/${id}/versions`));
    assert.deepEqual(
      versions.map(({ version }) => version),
      [6, 5, 4, 3, 2, 1],
    );
    assert.deepEqual(
      [1, 2, 3, 4].map((n) => record[`key${n}`]),
      [1, 2, 3, 4],
    );
  });

  test('keeps what it was at each version, and becomes that again when it is saved anew', async () => {
    const id = await save({ ...products, datasetSchema: JSON.stringify(schema), key: 'first' });
    const other = await service.addUser('versions');
    ok(await client.put('/api/v1/projects/1/members', [{ userId: other.id, rights: ['VIEW', 'EDIT'] }]));
    assert.equal((await other.post('/dataset/save', { id, name: 'Second', key: null })).status, 200);
    const at = (version: number) => client.get(`/api/v1/datasets/${id}/versions/${version}`);
    const now = await read(id);
    const list = ok<Record<string, unknown>[]>(await client.get(`/api/v1/datasets/${id}/versions`));
    assert.deepEqual(
      list.map(({ version, userName }) => [version, userName]),
      [
        [2, 'versions'],
        [1, 'admin'],
      ],
    );
    const { json: _, sampleProblem: __, ...second } = ok(await at(2));
    assert.deepEqual({ ...now, ...second }, { ...now, sampleData: null });
    const first = ok(await at(1));
    assert.deepEqual([first['name'], first['key'], first['version']], ['Products', 'first', 1]);
    mustRefuse(await at(3), 404, /version 3 of dataset \d+ not found/);

    await save({ ...first, version: 2 });
    const again = await read(id);
    assert.deepEqual([again['name'], again['key'], again['version']], ['Products', 'first', 3]);
    const clone = await client.post(`/api/v1/datasets/${id}/Copy/clone`);
    const copy = clone.headers.get('x-dataset-id');
    assert.equal(ok<unknown[]>(await client.get(`/api/v1/datasets/${copy}/versions`)).length, 1);
    await client.delete(`/api/v1/datasets/${id}`);
    mustRefuse(await client.get(`/api/v1/datasets/${id}/versions`), 404, /dataset \S+ not found/);
  });

  test('whichever of the two copies of a schema was changed counts', async () => {
    const id = await save({ ...products, datasetSchema: JSON.stringify(schema) });
    const before = await read(id);
    const schemaModel = { schemaColList: [{ colName: 'only', colType: 'LONG', colFormat: '', colMLType: 'NUMERIC' }] };
    await save({ ...before, schemaModel });
    const byModel = await read(id);
    assert.match(String(byModel['datasetSchema']), /"only"/);
    await save({ ...byModel, datasetSchema: '{colNames:["text"],colTypes:["DATE"]}' });
    assert.match(String((await read(id))['datasetSchema']), /"text"/);
    await save({ id, name: 'Renamed' });
    assert.match(String((await read(id))['datasetSchema']), /"text"/);
  });

  test('lists are sorted, without samples, of one project; latest are five; the count is a number', async () => {
    const { id: projectId } = (await client.post('/api/v1/projects', { name: 'Lists' })).json as { id: number };
    for (const name of ['b', 'C', 'a', 'd', 'e', 'f'])
      await save({ ...products, name, projectId, category: `of ${name}` });
    const names = async (query: string) => {
      const list = ok<Record<string, unknown>[]>(await client.get(`/api/v1/datasets?projectId=${projectId}${query}`));
      assert.ok(list.every(({ sampleData }) => sampleData === null));
      return list.map(({ name }) => name).join('');
    };
    assert.equal(await names(''), 'fedaCb');
    assert.equal(await names('&sortPara=dsc'), 'fedaCb');
    assert.equal(await names('&sortPara=ASC'), 'bCadef');
    assert.equal(await names('&sortPara=alphbetical'), 'abCdef');
    assert.equal(await names('&sortPara=asc&page=1&size=4'), 'ef');
    mustRefuse(await client.get('/api/v1/datasets?sortPara=sideways'), 400, /sortPara/);
    assert.equal(ok<unknown[]>(await client.get('/api/v1/datasets/latest')).length, 5);
    assert.equal(ok(await client.get(`/api/v1/datasets/count?projectId=${projectId}`)), 6);
    const all = ok<Record<string, string>>(await client.get(`/api/v1/datasets/projects/${projectId}`));
    assert.deepEqual(Object.values(all), ['a', 'b', 'C', 'd', 'e', 'f']);
    assert.deepEqual(ok(await client.get(`/api/v1/datasets/categories?projectId=${projectId}`)), [
      ...['of C', 'of a', 'of b', 'of d', 'of e', 'of f'],
    ]);
    const exported = ok<string[]>(await client.get(`/api/v1/datasets/list/export?projectId=${projectId}`));
    assert.equal((JSON.parse(exported[0] ?? '') as { name: string }).name, 'a');
    assert.ok('CSV' in ok(await client.get('/api/v1/datasets/read-options')));
  });

  test('a save whose id belongs to another uuid is refused, and changes nothing', async () => {
    const [one, two] = [await save(products), await save(products)];
    const [first, second] = [await read(one), await read(two)];
    for (const url of ['/dataset/save', '/api/v1/datasets'])
      mustRefuse(
        await client.post(url, { ...first, id: two, name: 'Wrong' }),
        409,
        new RegExp(`CONFLICT: dataset ${two} has the UUID ${String(second['uuid'])}, not ${String(first['uuid'])}`),
      );
    assert.equal((await read(two))['version'], 1);
    await save({ ...first, description: 'own uuid' });
    await save({ id: one, uuid: '', description: 'no uuid' });
    assert.equal((await read(one))['version'], 3);
  });

  test('records go out and come in by a call, as new ones or over those that are there', async () => {
    const project = async (name: string): Promise<number> =>
      ((await client.post('/api/v1/projects', { name })).json as { id: number }).id;
    const [from, to] = [await project('Out'), await project('In')];
    const ids = [await save({ ...products, projectId: from, ownKey: 7 }), await save({ ...products, projectId: from })];
    const uuids = await Promise.all(ids.map(async (id) => (await read(id))['uuid']));
    const one = ok(await client.get(`/api/v1/datasets/export/${ids[0]}`));
    assert.deepEqual([one['uuid'], one['name'], one['ownKey']], [uuids[0], 'Products', 7]);
    const all = await client.get(`/api/v1/datasets/list/export?projectId=${from}`);
    assert.equal(ok<string[]>(all).length, 2);
    assert.equal(ok<string[]>(await client.get(`/api/v1/datasets/list/export?ids=${ids[1]}`)).length, 1);

    const bring = (text: string, query = '') => {
      const form = new FormData();
      form.append('file', new Blob([text]), 'datasets.json');
      return client.send('POST', `/api/v1/datasets/import?projectId=${to}${query}`, form);
    };
    interface Report {
      readonly id: number;
      readonly uuid: string;
      readonly overwritten: boolean;
      readonly renewed: boolean;
    }
    const reports = ok<Report[]>(await bring(all.text));
    assert.deepEqual(
      reports.map(({ uuid, overwritten, renewed }) => [uuid, overwritten, renewed]).toSorted(),
      uuids.map((uuid) => [uuid, false, false]).toSorted(),
    );
    const mine = reports.find(({ uuid }) => uuid === uuids[0]);
    const copy = await read(mine?.id ?? 0);
    assert.deepEqual([copy['projectId'], copy['ownKey'], copy['version']], [to, 7, 1]);

    const [again] = ok<Report[]>(await bring(JSON.stringify({ ...one, name: 'Again' })));
    assert.deepEqual([again?.overwritten, again?.renewed], [false, true]);
    assert.notEqual(again?.uuid, uuids[0]);
    const over = '&uuidOption=overwriteDatasetIfUUIDExistInProject';
    const [saved] = ok<Report[]>(await bring(JSON.stringify([{ ...one, name: 'Over' }]), over));
    assert.deepEqual([saved?.id, saved?.overwritten], [mine?.id, true]);
    const { name, version } = await read(mine?.id ?? 0);
    assert.deepEqual([name, version], ['Over', 2]);

    mustRefuse(await bring('{'), 422, /file "datasets\.json" is not valid JSON: line 1/);
    mustRefuse(await bring('[1]'), 422, /"datasets\.json" holds no dataset/);
    mustRefuse(
      await bring(
        JSON.stringify([
          { ...one, uuid: 'n' },
          { ...one, uuid: 'n' },
        ]),
      ),
      422,
      /repeats the UUID n/,
    );
    mustRefuse(
      await bring(JSON.stringify([{ ...one, uuid: 'n' }, { name: 'No path' }])),
      422,
      /"datasets\.json": .*path/,
    );
    mustRefuse(await bring(all.text, '&uuidOption=somehow'), 400, /uuidOption/);
    assert.equal(ok(await client.get(`/api/v1/datasets/count?projectId=${to}`)), 3, 'all or none');
  });

  test('a clone has another uuid and name and keeps the rest', async () => {
    const id = await save({ ...products, ownKey: 1 });
    const answer = await client.post(`/api/v1/datasets/${id}/${encodeURIComponent('Copy / 2')}/clone`);
    assert.equal(answer.status, 200, answer.text);
    const copy = await read(Number(answer.headers.get('x-dataset-id')));
    assert.equal(copy['name'], 'Copy / 2');
    assert.equal(copy['ownKey'], 1);
    assert.notEqual(copy['uuid'], (await read(id))['uuid']);
  });

  test('one is deleted, or several: all or none', async () => {
    const [a, b, c, d] = [await save(products), await save(products), await save(products), await save(products)];
    mustRefuse(await client.delete(`/api/v1/datasets/${a}?projectId=99`), 404, /dataset \S+ not found/);
    const deletion = await client.delete(`/api/v1/datasets/${a}?projectId=1`);
    assert.equal(deletion.text, `Dataset with id ${a} deleted successfully.`);
    mustRefuse(await client.delete(`/api/v1/datasets/${a}`), 404, /dataset \S+ not found/);
    mustRefuse(await client.delete(`/api/v1/datasets?ids=${b},${a}`), 404, /dataset \S+ not found/);
    await read(b);
    assert.equal((await client.delete(`/api/v1/datasets?ids=${b},${c}`)).status, 200);
    assert.equal((await client.send('DELETE', '/api/v1/datasets', [d])).status, 200);
    mustRefuse(await client.delete('/api/v1/datasets'), 400, /ids/);
    mustRefuse(await client.delete('/api/v1/datasets?ids=1,x'), 400, /ids/);
  });

  test('tells which workflows use a dataset', async () => {
    const id = await save(products);
    const uuid = String((await read(id))['uuid']);
    const node = { id: '1', name: 'Read', type: 'dataset', nodeClass: 'fire.nodes.dataset.NodeDatasetStructured' };
    const workflow = (name: string, value: string) =>
      client.post('/api/v1/workflows', {
        workflow: { name, nodes: [{ ...node, fields: [{ name: 'dataset', value, widget: 'dataset' }] }], edges: [] },
      });
    ok(await workflow('Uses it', uuid));
    ok(await workflow('Only mentions it', `about ${uuid}`));
    const users = ok<{ name: string }[]>(await client.get(`/api/v1/datasets/${id}/workflows`));
    assert.deepEqual(
      users.map(({ name }) => name),
      ['Uses it'],
    );
  });

  test('people see the datasets of their projects alone, and change them only with the right to', async () => {
    const id = await save(products);
    const other = await service.addUser('other');
    const viewer = await service.addUser('viewer', 'VIEWER');
    const refusals = async (who: Client, status: number) => {
      for (const answer of [
        await who.post('/dataset/save', { id, name: 'Mine' }),
        await who.post(`/api/v1/datasets/${id}/mine/clone`),
        await who.delete(`/api/v1/datasets/${id}`),
        await who.delete(`/api/v1/datasets?ids=${id}`),
      ])
        assert.equal(answer.status, status, answer.text);
    };
    await refusals(other, 404);
    mustRefuse(await other.get(`/api/v1/datasets/${id}`), 404, /dataset \S+ not found/);
    mustRefuse(await other.get(`/api/v1/datasets/${id}/workflows`), 404, /dataset \S+ not found/);
    mustRefuse(await other.post('/dataset/save', { ...products, projectId: 1 }), 404, /project 1 not found/);
    mustRefuse(await other.post('/dataset/save', products), 422, /not a member of any project/);
    assert.deepEqual(ok(await other.get('/api/v1/datasets')), []);
    assert.deepEqual(ok(await other.get('/api/v1/datasets/list/export?projectId=1')), []);
    assert.equal(ok(await other.get('/api/v1/datasets/count')), 0);
    const member = (rights: string[]) =>
      client.put('/api/v1/projects/1/members', [
        { userId: other.id, rights },
        { userId: viewer.id, rights: ['EDIT'] },
      ]);
    ok(await member(['VIEW']));
    assert.equal(ok(await other.get(`/api/v1/datasets/${id}`))['name'], 'Products');
    await refusals(other, 403);
    await refusals(viewer, 403);
    ok(await member(['VIEW', 'EDIT']));
    assert.equal((await other.post('/dataset/save', { id, name: 'Ours' })).status, 200);
    assert.equal((await new Client(service.url).get('/api/v1/datasets')).status, 401);
  });

  test('what cannot be a dataset is refused by name', async () => {
    const cases: [object | string, number, RegExp][] = [
      [[], 400, /object/],
      ['{"name": ', 400, /line 1/],
      [{ ...products, name: ' ' }, 422, /field "name" is required/],
      [{ ...products, name: ['a'] }, 400, /name/],
      [{ ...products, path: '' }, 422, /field "path" is required/],
      [{ ...products, path: '../../etc/passwd' }, 422, /outside the file space/],
      [{ ...products, path: 'a\0b' }, 422, /zero byte/],
      [{ ...products, name: 'a\0b' }, 422, /field "name" contains a zero byte/],
      [{ ...products, description: {} }, 400, /description/],
      [{ ...products, datasetType: 'PAPER' }, 422, /"PAPER".*CSV, TSV/],
      [{ ...products, delimiter: '\n' }, 422, /line break/],
      [{ ...products, header: 'perhaps' }, 400, /header/],
      [{ ...products, version: 'x', id: 1 }, 400, /version/],
      [{ ...products, id: 2 ** 60 }, 400, /id/],
      [{ ...products, id: -5 }, 404, /dataset -5 not found/],
      [{ ...products, id: 5e8 }, 404, /dataset 500000000 not found/],
      [{ ...products, projectId: 77 }, 404, /project 77 not found/],
      [{ ...products, datasetSchema: '{colNames:["a"' }, 422, /datasetSchema/],
      [{ ...products, datasetSchema: '{colNames:["a"],colTypes:[]  ,colFormats:["",""]}' }, 422, /colNames has 1/],
      [{ ...products, datasetSchema: '{colNames:["a"],colTypes:["INTGER"]}' }, 422, /did you mean INTEGER/],
      [{ ...products, datasetSchema: '{colNames:["a"],colTypes:["LONG"],colMLTypes:["WORDS"]}' }, 422, /WORDS/],
      [{ ...products, schemaModel: { schemaColList: [1] } }, 422, /schemaColList/],
      [{ ...products, readOptions: '[1]' }, 422, /readOptions/],
    ];
    for (const [body, status, says] of cases)
      mustRefuse(
        await client.send('POST', '/dataset/save', body, { 'content-type': 'application/json' }),
        status,
        says,
      );
    for (const id of ['-1', '999999'])
      mustRefuse(await client.get(`/api/v1/datasets/${id}`), 404, /dataset \S+ not found/);
    for (const id of ['99999999999999999999', '1.5']) mustRefuse(await client.get(`/api/v1/datasets/${id}`), 400, /id/);
    mustRefuse(await client.get('/api/v1/datasets/x'), 404, /no route GET .*id in .* must be a whole number, not "x"/);
    const uuid = '0f5c2f9e-6b1d-4a3c-9d57-3a1e8c1b7a01';
    await save({ ...products, uuid });
    mustRefuse(await client.post('/dataset/save', { ...products, uuid }), 409, /already has/);
  });

  test('a dataset whose file is gone is still read, and says why it has no sample', async () => {
    const record = await read(await save({ ...products, path: 'gone.csv', datasetSchema: JSON.stringify(schema) }));
    assert.deepEqual(record['sampleData'], { headers: ['id', 'product'], cells: [] });
    assert.match(String(record['sampleProblem']), /file not found: "gone.csv"/);
    const table = await read(await save({ name: 'Table', datasetType: 'JDBC' }));
    assert.match(String(table['sampleProblem']), /JDBC/);
  });

  test('a sample shows twenty rows, names to the letter; inputs stand in the query or the body', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `${i};"row\n${i}"`);
    await writeFile(join(service.files, 'many.txt'), ['n; what ', ...rows, ''].join('\r\n'));
    const request = { path: 'many.txt', delimiter: ';', header: 'true' };
    for (const answer of [
      await client.post('/api/v1/datasets/sample-data', request),
      await client.send('POST', `/api/v1/datasets/sample-data?${String(new URLSearchParams(request))}`),
      await client.post('/api/v1/datasets/sample-data?path=many.txt', { colNames: [], colTypes: [] }),
    ]) {
      const { headers, cells } = ok<Sample & Record<string, unknown>>(answer);
      assert.deepEqual(headers, ['n', ' what ']);
      assert.equal(cells.length, 20);
      assert.deepEqual(cells[19], ['19', 'row\n19']);
    }
    const plain = ok(await client.post('/api/v1/datasets/sample-data', { ...request, header: false }));
    assert.deepEqual(plain['headers'], ['C0', 'C1']);
    mustRefuse(await client.post('/api/v1/datasets/sample-data'), 400, /parameter "path" is required/);
  });

  test('a schema is inferred, keeps what is declared, and says how much was read', async () => {
    const inspection = ok(await client.post('/api/v1/datasets/schema', { path: 'products.csv' }));
    assert.deepEqual(inspection, {
      readOptions: null,
      colNames: ['id', ' Product Id', 'price'],
      colTypes: ['INTEGER', 'STRING', 'DOUBLE'],
      colFormats: ['', '', ''],
      colMLTypes: ['NUMERIC', 'TEXT', 'NUMERIC'],
      schemaColList: [
        { colName: 'id', colType: 'INTEGER', colFormat: '', colMLType: 'NUMERIC' },
        { colName: ' Product Id', colType: 'STRING', colFormat: '', colMLType: 'TEXT' },
        { colName: 'price', colType: 'DOUBLE', colFormat: '', colMLType: 'NUMERIC' },
      ],
      datasetType: 'CSV',
      delimiter: ',',
      header: true,
      read: { files: 1, filesInAll: 1, rows: 2, bytes: 40, whole: true },
      warnings: [],
    });
    const descriptor = { path: 'products.csv', colNames: ['a', 'b', 'c'], colTypes: ['LONG', '', ''] };
    const { colNames, colTypes } = ok(await client.post('/api/v1/datasets/schema', descriptor));
    assert.deepEqual(
      [colNames, colTypes],
      [
        ['a', 'b', 'c'],
        ['LONG', 'STRING', 'DOUBLE'],
      ],
    );
    const line = '1,2020-01-01\n';
    await writeFile(join(service.files, 'large.csv'), line.repeat(100_000));
    const part = ok<{ read: Record<string, unknown> }>(
      await client.post('/api/v1/datasets/schema', { path: 'large.csv' }),
    );
    assert.deepEqual(part.read, { files: 1, filesInAll: 1, rows: 40_329, bytes: 524_288, whole: false });
  });

  test('a folder is looked at file by file; lines that are to be left out are', async () => {
    await mkdir(join(service.files, 'parts'));
    await writeFile(join(service.files, 'parts', 'a.tsv'), 'id\tname\n1\tHeidi\nid\tname\n');
    await writeFile(join(service.files, 'parts', 'b.tsv'), 'id\tname\n2\tÅsa\n');
    const request = { path: 'parts', datasetType: 'TSV', filterLinesContaining: 'id' };
    const { headers, cells } = ok<Sample & Record<string, unknown>>(
      await client.post('/api/v1/datasets/sample-data', request),
    );
    assert.deepEqual(
      { headers, cells },
      {
        headers: ['id', 'name'],
        cells: [
          ['1', 'Heidi'],
          ['2', 'Åsa'],
        ],
      },
    );
  });

  test('files are looked at as people have them, and what reading needs is told', async () => {
    const quoted = 'no,who,born\r\n1,"Lovelace, ""Ada""",10.12.1815\r\n2,"Hopper,\r\n""Grace""",9.12.1906\r\n';
    const files: [string, string | Uint8Array, string[], string[], Record<string, string> | null][] = [
      ['quoted.csv', quoted, ['no', 'who', 'born'], ['INTEGER', 'STRING', 'DATE'], { escape: '"' }],
      ['index.csv', ',who,age\n0,Ada,36\n1,Bo,7\n', ['C0', 'who', 'age'], ['INTEGER', 'STRING', 'INTEGER'], null],
      [
        'twice.csv',
        'day,n,n,\nMon,1,2,\n',
        ['day', 'n1', 'n2', 'C3'],
        ['STRING', 'INTEGER', 'INTEGER', 'STRING'],
        null,
      ],
      ['na.csv', 'a,b\n1,NA\nNA,x\n', ['a', 'b'], ['INTEGER', 'STRING'], { nullValue: 'NA' }],
      ['comma.csv', 'a;b\n1,5;x\n1.234,75;y\n', ['a', 'b'], ['DOUBLE', 'STRING'], null],
      [
        'wide.csv',
        Buffer.from('\ufeffa;ort\n1;Köln\n', 'utf16le'),
        ['a', 'ort'],
        ['INTEGER', 'STRING'],
        { encoding: 'UTF-16' },
      ],
      ['list.json', '[\n {"n": 1},\n {"n": 2}\n]\n', ['n'], ['LONG'], { multiLine: 'true' }],
      ['marked.json', '\ufeff{\n "n": 1.5\n}\n', ['n'], ['DOUBLE'], { multiLine: 'true' }],
      ['lines.json', '\ufeff{"n": 1}\n{"n": 2}\n', ['n'], ['LONG'], null],
    ];
    for (const [path, content, names, types, options] of files) {
      await writeFile(join(service.files, path), content);
      for (const route of ['schema', 'sample-data']) {
        const { schemaColList, readOptions, warnings } = ok<{
          schemaColList: { colName: string; colType: string }[];
          readOptions: string | null;
          warnings: string[];
        }>(await client.post(`/api/v1/datasets/${route}`, { path }));
        assert.deepEqual(
          [schemaColList.map((c) => c.colName), schemaColList.map((c) => c.colType)],
          [names, types],
          path,
        );
        assert.deepEqual(JSON.parse(readOptions ?? 'null'), options, path);
        assert.deepEqual(warnings, [], path);
      }
    }
    await writeFile(join(service.files, 'order.csv'), 'day\n1/2/2024\n3/4/2024\n');
    const { warnings } = ok(await client.post('/api/v1/datasets/schema', { path: 'order.csv' }));
    assert.match(String(warnings), /column "day" matches the patterns d\/M\/yyyy and M\/d\/yyyy/);
  });

  test('files that hold no table are told apart', async () => {
    const files: [string, string | Uint8Array, RegExp][] = [
      ['empty.csv', '', /is empty/],
      ['zeros.csv', new Uint8Array(5_000), /binary/],
      ['noise.csv', Uint8Array.from({ length: 9_000 }, (_, i) => (i * 7_919 + (i >> 3)) % 256), /binary/],
      ['late.csv', Buffer.concat([Buffer.from('a,b\n1,2\n'.repeat(2_000)), new Uint8Array(9)]), /zero bytes/],
      ['long.csv', 'x'.repeat(600 << 10), /the first line of file "long\.csv" is longer than 512 KB/],
      ['wide.csv', ','.repeat(30_000), /20,480 cells/],
      ['not.parquet', 'PAR1 but no more', /Parquet/],
      ['not.jsonl', 'neither here\nnor there\n', /JSON/],
      ['not.csv.gz', 'plain', /cannot be decompressed/],
      ['book.xlsx', 'PK', /EXCEL/],
    ];
    for (const [name, content, says] of files) {
      await writeFile(join(service.files, name), content);
      for (const route of ['sample-data', 'schema'])
        mustRefuse(await client.post(`/api/v1/datasets/${route}`, { path: name }), 422, says);
    }
    for (const path of [
      '../x.csv',
      '/etc/passwd',
      'a\0b',
      'nope.csv',
      's3://bucket/x',
      'a/'.repeat(1_000),
      '*.nothing',
    ])
      mustRefuse(await client.post('/api/v1/datasets/schema', { path }), 422, /path|file/);
    await writeFile(join(service.files, 'names.csv'), 'a,b\n');
    const { colTypes } = ok(await client.post('/api/v1/datasets/schema', { path: 'names.csv' }));
    assert.deepEqual(colTypes, ['STRING', 'STRING']);
    const broad = Array.from({ length: 2_000 }, (_, i) => `c${i}`).join();
    await writeFile(join(service.files, 'broad.csv'), `${broad}\n${broad.replaceAll('c', '')}\n`);
    const types = ok<{ colTypes: string[] }>(
      await client.post('/api/v1/datasets/schema', { path: 'broad.csv' }),
    ).colTypes;
    assert.deepEqual([types.length, types[1_999]], [2_000, 'INTEGER']);
  });

  test('packed text and other encodings are read; what looks wrong is said', async () => {
    await writeFile(join(service.files, 'packed.csv.gz'), gzipSync('name,n\nÅsa,1\n'));
    const packed = ok<Sample & Record<string, unknown>>(
      await client.post('/api/v1/datasets/sample-data', { path: 'packed.csv.gz' }),
    );
    assert.deepEqual(packed.cells, [['Åsa', '1']]);
    await writeFile(join(service.files, 'latin.csv'), Buffer.from('name,n\nÅsa,1\nBo\n', 'latin1'));
    const request = { path: 'latin.csv', header: true };
    const { warnings } = ok(await client.post('/api/v1/datasets/schema', request));
    assert.match(String(warnings), /invalid in its encoding.*1 of 2 rows/);
    const readOptions = '{encoding: "ISO-8859-1"}';
    const latin = ok<Sample & Record<string, unknown>>(
      await client.post('/api/v1/datasets/sample-data', { ...request, readOptions }),
    );
    assert.deepEqual(latin.cells, [
      ['Åsa', '1'],
      ['Bo', ''],
    ]);
  });

  test('files that carry their schema are read by an engine', async () => {
    const lines = ['{"n":1,"x":{"y":[1,2]}}', '{"n":2,"x":null}'];
    await writeFile(join(service.files, 'some.jsonl'), lines.join('\n'));
    const { headers, cells } = ok<Sample & Record<string, unknown>>(
      await client.post('/api/v1/datasets/sample-data', { path: 'some.jsonl' }),
    );
    assert.deepEqual(
      { headers, cells },
      {
        headers: ['n', 'x'],
        cells: [
          ['1', '{"y":["1","2"]}'],
          ['2', ''],
        ],
      },
    );
    const { colTypes } = ok(await client.post('/api/v1/datasets/schema', { path: 'some.jsonl' }));
    assert.deepEqual(colTypes, ['LONG', 'STRUCT']);
    const id = await save({ name: 'Some', path: 'some.jsonl', datasetType: 'json' });
    assert.deepEqual((await read(id))['sampleData'], { headers, cells });
  });

  test('a run takes every value for what the schema was inferred to be', async () => {
    const columns: Record<string, string[]> = {
      INTEGER: ['-2147483648', '+7', '0'],
      LONG: ['9223372036854775807', '-1', '2147483648'],
      DOUBLE: ['1.', '-.5', '1e-3', '12345.678E+10'],
      BOOLEAN: ['true', 'FALSE', 'True'],
      DATE: ['2024-02-29', '0001-01-01', '9999-12-31'],
      TIMESTAMP: ['2024-02-29 23:59:59', '2024-02-29T01:02:03.123456Z', '2024-02-29 01:02:03+05:30'],
      day: ['29/02/2024', '01/12/1999', '13/01/2024'],
      moment: ['12/31/2024 23:59', '01/02/2024 00:00', '02/29/2024 12:30'],
      second: ['2024/02/29 23:59:59', '1999/12/31 00:00:00', ''],
      dots: ['31.12.2024', '01.02.2024', ''],
      zip: ['01234', '12345', '00501'],
    };
    const names = Object.keys(columns);
    const rows = [0, 1, 2, 3].map((i) => names.map((name) => columns[name]?.[i] ?? '').join(';'));
    await writeFile(join(service.files, 'types.csv'), [names.join(';'), ...rows, ''].join('\n'));
    const inspection = ok<{ colNames: string[]; colTypes: string[]; colFormats: string[]; delimiter: string }>(
      await client.post('/api/v1/datasets/schema', { path: 'types.csv', header: true }),
    );
    assert.deepEqual(inspection.colTypes.slice(0, 6), names.slice(0, 6));
    assert.deepEqual(inspection.colTypes.slice(6), ['DATE', 'TIMESTAMP', 'TIMESTAMP', 'DATE', 'STRING']);
    assert.deepEqual(inspection.colFormats.slice(6, 10), [
      ...['dd/MM/yyyy', 'MM/dd/yyyy HH:mm', 'yyyy/MM/dd HH:mm:ss', 'dd.MM.yyyy'],
    ]);
    const { colNames, colTypes, colFormats, delimiter } = inspection;
    const datasetSchema = JSON.stringify({ colNames, colTypes, colFormats });
    const id = await save({ ...products, path: 'types.csv', delimiter, datasetSchema });
    const fields = [{ name: 'dataset', value: (await read(id))['uuid'], widget: 'dataset' }];
    const node = {
      id: '1',
      name: 'Read',
      type: 'dataset',
      nodeClass: 'fire.nodes.dataset.NodeDatasetStructured',
      fields,
    };
    const workflowId = ok(
      await client.post('/api/v1/workflows', { workflow: { name: 'T', nodes: [node], edges: [] } }),
    );
    const run = ok<number>(await client.post('/api/v1/workflow/execute', { workflowId }));
    assert.equal(await client.waitForEnd(run), 'COMPLETED');
    const { db } = service.service.context;
    const done = await db
      .selectFrom('executionNodes')
      .select('report')
      .where('executionId', '=', run)
      .executeTakeFirstOrThrow();
    const { rows: count, rejected = 0 } = JSON.parse(done.report) as { rows: number; rejected?: number };
    assert.deepEqual({ count, rejected }, { count: 4, rejected: 0 });
  });
});
