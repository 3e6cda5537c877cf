import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { firstRoles, type Permission } from '../src/access/permissions.ts';
import { holds, rights, type Right } from '../src/access/rights.ts';
import type { Access } from '../src/access/scopes.ts';
import { accessTable } from './access-table.ts';
import { zipFiles } from './archives.ts';
import { passwordOf, TestService, type Client } from './support.ts';

/** A project with one record of each kind. */
interface Records {
  readonly project: number;
  readonly workflow: number;
  readonly spare: number;
  /** To be thrown away, and thrown away. */
  readonly rubbish: number;
  readonly moreRubbish: number;
  readonly trashed: number;
  readonly moreTrashed: number;
  /** Uuid of the workflow. */
  readonly uuid: string;
  /** That the project is shared with, and the record of that. */
  readonly group: number;
  readonly permission: number;
  readonly execution: number;
  /** A table that the execution has shown. */
  readonly output: number;
  readonly variable: number;
  readonly dashboard: number;
  readonly schedule: number;
  readonly spareSchedule: number;
  readonly dataset: number;
  readonly spareDataset: number;
  readonly model: number;
  readonly connection: number;
  readonly member: number;
}

interface Row {
  /** Method and address; `:kind` stands for the record's id. */
  readonly call: string;
  /** The right that it needs. */
  readonly needs: Right;
  readonly body?: (records: Records) => unknown;
  readonly headers?: (records: Records) => Readonly<Record<string, number>>;
  /** For a way to call it that needs more than the route does: this permission, and `needs`. */
  readonly more?: Permission;
}

const graph = {
  name: 'One node',
  nodes: [
    {
      id: '1',
      name: 'People',
      type: 'dataset',
      nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
      fields: [
        { name: 'path', value: 'people.csv' },
        { name: 'separator', value: ',' },
        { name: 'header', value: 'true' },
        { name: 'outputColNames', value: '["name","age"]' },
        { name: 'outputColTypes', value: '["STRING","INTEGER"]' },
        { name: 'outputColFormats', value: '["",""]' },
      ],
    },
  ],
  edges: [],
};

const dashboard = { name: 'One sheet', category: 'boards', sheets: [{ idx: '0', name: 'First', items: [] }] };

const scheduleOf = ({ workflow }: Pick<Records, 'workflow'>) => ({
  analysisFlowId: workflow,
  name: 'At noon',
  fireEvery: 'DAILY',
  hour: 12,
  minute: 0,
});

const datasetOf = ({ project }: Pick<Records, 'project'>) => ({
  projectId: project,
  name: 'People',
  category: 'people',
  path: 'people.csv',
  delimiter: ',',
  header: true,
  datasetType: 'CSV',
});

const archive = await zipFiles({ 'project.json': { name: 'Nothing in it' } });

const archiveForm = (): FormData => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(archive)]), 'projects.zip');
  return form;
};

const view = (call: string): Row => ({ call, needs: 'VIEW' });

/** What each right lets its holder do. Rows are walked in this order: what deletes comes last. */
const rows: readonly Row[] = [
  view('GET /api/v1/projects/:project'),
  view('GET /api/v1/projects/:project/lineage'),
  view('GET /api/v1/projects/:project/members'),
  view('GET /api/v1/projects/:project/libraries'),
  { call: 'PUT /api/v1/projects/:project/libraries', needs: 'EDIT', body: () => [] },
  { call: 'POST /api/v1/projects/export?projectIds=:project', needs: 'VIEW', body: () => ({}) },
  { call: 'POST /api/v1/projects/import?projectId=:project', needs: 'EDIT', body: archiveForm },
  { call: 'PUT /api/v1/user/currentProject/:project', needs: 'VIEW', body: () => ({}) },
  { call: 'POST /api/v1/workflows/validate?projectId=:project', needs: 'VIEW', body: () => ({ workflow: graph }) },
  {
    call: 'POST /api/v1/workflows/nodes/state/inconsistent?projectId=:project',
    needs: 'VIEW',
    body: () => graph,
  },
  { call: 'POST /nodesInconsistentStateJSON?projectId=:project', needs: 'VIEW', body: () => graph },
  { call: 'POST /api/v1/workflows/nodes/1/execute?projectId=:project', needs: 'EXECUTE', body: () => graph },
  { call: 'POST /api/v1/workflows/columns?projectId=:project', needs: 'EXECUTE', body: () => graph },
  { call: 'POST /api/v1/workflows/explain?projectId=:project', needs: 'EXECUTE', body: () => graph },
  { call: 'POST /api/v1/nodes/1/schema/input?projectId=:project', needs: 'EXECUTE', body: () => graph },
  { call: 'POST /api/v1/nodes/1/schema/output?projectId=:project', needs: 'EXECUTE', body: () => graph },
  {
    call: 'POST /nodeWithUpdatedValuesJSON?projectId=:project',
    needs: 'EXECUTE',
    body: () => graph,
    headers: () => ({ nodeId: 1 }),
  },
  { call: 'POST /api/v1/workflows/generatePysparkCode?projectId=:project', needs: 'EXECUTE', body: () => graph },
  {
    call: 'POST /api/v1/workflows/nodes/code?projectId=:project',
    needs: 'EDIT',
    body: () => ({ workflow: graph, nodes: ['1'] }),
  },
  view('GET /api/v1/workflows/id/:workflow'),
  view('GET /api/v1/workflows/:workflow'),
  view('GET /api/v1/workflows/versions?workflowId=:workflow'),
  view('GET /api/v1/workflows/:workflow/versions'),
  view('GET /api/v1/workflows/:workflow/versions/1'),
  {
    call: 'POST /api/v1/workflows',
    needs: 'EDIT',
    body: ({ project }) => ({ projectId: project, workflow: graph }),
  },
  {
    call: 'PUT /api/v1/workflows',
    needs: 'EDIT',
    body: ({ workflow }) => ({ analysisflowId: workflow, workflow: graph }),
  },
  { call: 'POST /saveWorkflow', needs: 'EDIT', body: () => graph, headers: ({ project }) => ({ projectId: project }) },
  {
    call: 'POST /saveWorkflow',
    needs: 'EDIT',
    body: () => graph,
    headers: ({ workflow }) => ({ analysisFlowId: workflow }),
  },
  view('GET /api/v1/workflows/export/:workflow'),
  { call: 'POST /api/v1/workflows/:workflow/clone', needs: 'EDIT', body: () => ({}) },
  { call: 'POST /api/v1/workflows/:workflow/lock', needs: 'EDIT', body: () => ({}) },
  { call: 'POST /api/v1/workflows/:workflow/unlock', needs: 'EDIT', body: () => ({}) },
  { call: 'POST /api/v1/workflows/import?projectId=:project', needs: 'EDIT', body: () => new FormData() },
  view('GET /api/v1/workflow-executions/:execution'),
  view('GET /api/v1/workflow-executions/:execution/logs/view'),
  view('GET /api/v1/workflow-executions/:execution/results'),
  view('GET /api/v1/workflow-executions/:execution/results/:output/rows'),
  view('GET /api/v1/workflow-executions/:execution/results/:output/download'),
  view('GET /api/v1/workflow-executions/:execution/mails'),
  view('GET /api/v1/workflow-executions/:execution/nodes'),
  view('GET /api/v1/workflow-executions/:execution/models'),
  view('GET /api/v1/execution-results/workflow-executions/:execution/resultType/99'),
  view('GET /api/v1/execution-results/workflows/:workflow/nodes/1/latest'),
  view('GET /viewExecutionResult/:execution/0'),
  view('GET /api/v1/last/workflow-execution/:workflow'),
  view('GET /api/v1/workflow/metrics/:execution'),
  view('GET /api/v1/workflows/wfName/:workflow'),
  view('GET /api/v1/groups/projects/:project'),
  { call: 'POST /api/v1/workflows/:workflow/copy', needs: 'EDIT', body: () => ({}) },
  view('GET /api/v1/workflowExecution/:execution'),
  view('GET /api/v1/update-status-workflow-execution/:execution'),
  view('GET /api/v1/workflow-executions/:execution/status'),
  view('GET /api/v1/workflow-executions/:execution/events'),
  view('GET /api/v1/workflow-executions/workflows/:workflow'),
  { call: 'POST /api/v1/workflow-execution/:execution/stop', needs: 'EXECUTE' },
  { call: 'POST /api/v1/workflow-execution/:execution/kill', needs: 'EXECUTE' },
  { call: 'POST /api/v1/workflow-executions/:execution/again', needs: 'EXECUTE' },
  { call: 'POST /api/v1/workflow-executions/:execution/resume', needs: 'EXECUTE' },
  { call: 'POST /api/v1/workflow/execute', needs: 'EXECUTE', body: ({ workflow }) => ({ workflowId: workflow }) },
  { call: 'POST /api/v1/workflows/execute', needs: 'EXECUTE', body: ({ workflow }) => ({ workflowId: workflow }) },
  { call: 'POST /api/v1/create/workflowexecution/:workflow', needs: 'EXECUTE', body: () => ({}) },
  view('GET /api/v1/dashboards/:dashboard'),
  view('GET /api/v1/dashboards/results?dashboardId=:dashboard&sheetId=0'),
  { call: 'PUT /api/v1/dashboards/:dashboard', needs: 'EDIT', body: () => dashboard },
  { call: 'POST /api/v1/dashboards?projectId=:project', needs: 'EDIT', body: () => dashboard },
  {
    call: 'POST /saveDashboard',
    needs: 'EDIT',
    body: () => dashboard,
    headers: ({ project }) => ({ projectId: project }),
  },
  {
    call: 'POST /saveDashboard',
    needs: 'EDIT',
    body: () => dashboard,
    headers: (one) => ({ dashboardId: one.dashboard }),
  },
  { call: 'DELETE /api/v1/dashboards/:dashboard', needs: 'EDIT' },
  view('GET /api/v1/workflow-schedules/:schedule'),
  view('GET /api/v1/workflow-schedules/:schedule/fires'),
  view('GET /api/v1/workflow-schedules-list/:workflow'),
  view('GET /api/v1/workflow-schedules/projects/:project/workflows/:workflow'),
  view('GET /getExportPipelinesDetailsByProjectId/:project'),
  view('GET /api/v1/webApps?projectId=:project'),
  { call: 'POST /api/v1/workflow-schedules', needs: 'EXECUTE', body: scheduleOf },
  { call: 'PUT /api/v1/workflow-schedules/:schedule', needs: 'EXECUTE', body: scheduleOf },
  { call: 'PUT /api/v1/workflow-schedules/:schedule/active', needs: 'EXECUTE', body: () => ({ isActive: false }) },
  {
    call: 'GET /api/v1/workflow-schedules/:schedule',
    needs: 'EXECUTE',
    headers: ({ schedule }) => ({ id: schedule }),
    more: 'workflows.execute',
  },
  { call: 'DELETE /api/v1/workflow-schedules/:spareSchedule', needs: 'EXECUTE' },
  view('GET /api/v1/datasets/export/:dataset'),
  { call: 'POST /api/v1/datasets/import?projectId=:project', needs: 'EDIT', body: () => new FormData() },
  view('GET /api/v1/datasets/:dataset'),
  view('GET /api/v1/datasets/:dataset/workflows'),
  view('GET /api/v1/datasets/:dataset/versions'),
  view('GET /api/v1/datasets/:dataset/versions/1'),
  { call: 'POST /api/v1/datasets/:dataset/profile', needs: 'VIEW', body: () => ({}) },
  { call: 'POST /api/v1/datasets/:dataset/copy/clone', needs: 'EDIT', body: () => ({}) },
  { call: 'POST /api/v1/datasets', needs: 'EDIT', body: (one) => ({ ...datasetOf(one), id: one.dataset }) },
  { call: 'POST /dataset/save', needs: 'EDIT', body: datasetOf },
  { call: 'DELETE /api/v1/datasets', needs: 'EDIT', body: ({ spareDataset }) => [spareDataset] },
  { call: 'DELETE /api/v1/datasets/:dataset', needs: 'EDIT' },
  view('GET /api/v1/models/:model'),
  view('GET /api/v1/models/:model/versions/1'),
  view('GET /api/v1/models/:model/versions/1/download'),
  view('GET /api/v1/models/:model/compare?versions=1,2'),
  { call: 'POST /api/v1/models/:model/predict', needs: 'EXECUTE', body: () => ({ rows: [] }) },
  {
    call: 'POST /api/v1/models',
    needs: 'EDIT',
    body: ({ project }) => ({ projectId: project, name: 'scaler', path: 'scaler' }),
  },
  { call: 'PUT /api/v1/models/:model', needs: 'EDIT', body: () => ({ champion: 1 }) },
  { call: 'DELETE /api/v1/models/:model/versions/2', needs: 'EDIT' },
  { call: 'DELETE /api/v1/models/:model', needs: 'EDIT' },
  view('GET /api/v1/variables?projectId=:project'),
  view('GET /api/v1/variables/:variable'),
  { call: 'PUT /api/v1/variables/:variable', needs: 'EDIT', body: () => ({ value: '2' }) },
  {
    call: 'POST /api/v1/variables',
    needs: 'EDIT',
    body: ({ project }) => ({ projectId: project, name: 'more', value: '1' }),
  },
  { call: 'DELETE /api/v1/variables/:variable', needs: 'EDIT' },
  view('GET /api/v1/connections/projects/:project'),
  view('GET /api/v1/connections/:connection'),
  { call: 'PUT /api/v1/user/currentConnection/:connection', needs: 'VIEW', body: () => ({}) },
  { call: 'GET /api/v1/connections/:connection/tables', needs: 'EXECUTE' },
  { call: 'POST /api/v1/connections/test', needs: 'EDIT', body: ({ connection }) => ({ id: connection }) },
  { call: 'PUT /api/v1/connections/:connection', needs: 'EDIT', body: () => ({ name: 'other' }) },
  { call: 'POST /api/v1/connections', needs: 'EDIT', body: ({ project }) => ({ projectId: project, name: 'more' }) },
  { call: 'DELETE /api/v1/connections/:connection', needs: 'EDIT' },
  { call: 'POST /api/v1/workflows/:workflow/copy/clone', needs: 'EDIT', body: () => ({}) },
  { call: 'GET /api/v1/workflows/:workflow/copy', needs: 'EDIT' },
  { call: 'GET /api/v1/workflows/:workflow/lock', needs: 'EDIT' },
  { call: 'GET /api/v1/workflows/:workflow/unlock', needs: 'EDIT' },
  view('GET /api/v1/workflows/uuid/:uuid'),
  view('GET /api/v1/workflows/name/One%20node'),
  { call: 'PUT /api/v1/workflows/restore/:trashed', needs: 'EDIT' },
  { call: 'PUT /api/v1/workflows/restore', needs: 'EDIT', body: ({ moreTrashed }) => [moreTrashed] },
  { call: 'DELETE /api/v1/workflow/trash/:rubbish', needs: 'EDIT' },
  { call: 'DELETE /api/v1/workflow/trash', needs: 'EDIT', body: ({ moreRubbish }) => [moreRubbish] },
  { call: 'DELETE /api/v1/workflows/emptyTrash?projectId=:project', needs: 'EDIT' },
  { call: 'POST /api/v1/workflow-executions/update-status', needs: 'VIEW', body: ({ execution }) => [execution] },
  view('GET /api/v1/project-permissions/projects/:project'),
  view('GET /api/v1/project-permissions/projects/:project/groups/:group'),
  view('GET /api/v1/project-permissions/:permission'),
  {
    call: 'POST /api/v1/project-permissions',
    needs: 'OWN',
    body: ({ project, group }) => ({ projectId: project, groupId: group, permissions: ['EDIT'] }),
  },
  { call: 'DELETE /api/v1/project-permissions/:permission', needs: 'OWN' },
  { call: 'PUT /api/v1/projects/:project', needs: 'OWN', body: () => ({ description: 'new' }) },
  {
    call: 'PUT /api/v1/projects/:project/members',
    needs: 'OWN',
    body: ({ member }) => [{ userId: member, rights: ['OWN'] }],
  },
  { call: 'DELETE /api/v1/workflow-executions/application/:project/days/9', needs: 'EXECUTE' },
  { call: 'DELETE /api/v1/workflows/id/:workflow', needs: 'EDIT' },
  { call: 'DELETE /api/v1/workflows/:spare', needs: 'EDIT' },
  { call: 'DELETE /api/v1/projects/:project', needs: 'OWN' },
];

const texts = (headers: Readonly<Record<string, number>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Lists and counts: a non-member's are empty. `:project` is one with records of all kinds. */
const lists = [
  '/api/v1/projects',
  '/api/v1/projects/users/logged-in',
  '/api/v1/projects/counts',
  '/api/v1/project/info',
  '/api/v1/workflows',
  '/api/v1/workflows/all',
  '/api/v1/workflows/latest',
  '/api/v1/workflows/count',
  '/api/v1/workflow-executions',
  '/api/v1/workflow-executions/latest',
  '/api/v1/workflow-executions/tasks/count',
  '/api/v1/workflow-executions/count',
  '/api/v1/workflow-executions/summary/date',
  '/api/v1/search/all/e',
  '/api/v1/workflows/dashboard',
  '/api/v1/workflows/users/logged-in',
  '/api/v1/workflow-executions/users',
  '/api/v1/workflow-executions/status/COMPLETED',
  '/api/v1/workflows/list/export',
  '/api/v1/workflow-schedules',
  '/api/v1/workflow-schedules/calendar?from=2030-01-01&to=2030-01-31',
  '/api/v1/models',
  '/api/v1/datasets',
  '/api/v1/datasets/latest',
  '/api/v1/datasets/users',
  '/api/v1/datasets/count',
  '/api/v1/datasets/categories',
  '/api/v1/datasets/list/export',
  '/dashboardsJSON',
  '/api/v1/dashboards',
  '/api/v1/dashboards/all',
  '/api/v1/dashboards/categories',
  '/api/v1/variables',
  '/api/v1/connections',
  '/api/v1/connections/loggedInUser',
  '/api/v1/connections/categories/jdbc',
  '/api/v1/connections/name/c/isUnique',
  '/api/v1/projects/projects/users',
  '/api/v1/workflows/trashed',
  '/api/v1/workflow-executions/summary',
  '/api/v1/workflow-executions/summary/all',
  '/api/v1/workflow-executions/summary?endedSince=0',
  '/api/v1/workflow-executions/projects/:project',
  '/api/v1/datasets/projects/:project',
];

/** An answer that mentions no record: nothing, no number but 0, and every name is free. */
const empty = /^(\[\]|\{\}|0|true|\{("[A-Z]+":0,?)+\})$/;

/** What is done to several records at once: to those of others, nothing. */
const several = [
  'POST /api/v1/workflow-executions/stop',
  'POST /api/v1/workflow-executions/kill',
  'DELETE /api/v1/workflow-executions',
] as const;

const purge = 'DELETE /api/v1/workflow-executions/days/0';

/** The line of the table of access that a call belongs to. */
function lineOf(call: string): string | undefined {
  const [method = '', address = ''] = call.split(' ');
  const parts = address.replace(/\?.*/, '').split('/');
  const fits = (key: string): boolean => {
    const [way, path = ''] = key.split(' ');
    const pattern = path.split('/');
    return (
      way === method && pattern.length === parts.length && pattern.every((one, i) => one[0] === ':' || one === parts[i])
    );
  };
  const fixed = (key: string): number => key.split('/').filter((one) => one[0] !== ':').length;
  return Object.keys(accessTable)
    .filter(fits)
    .sort((left, right) => fixed(right) - fixed(left))[0];
}

const roles = ['ADMIN', 'ANALYST', 'VIEWER'] as const;

const allows = (role: (typeof roles)[number], access: Access | undefined): boolean =>
  access === 'signed-in' || (firstRoles[role] as readonly (Access | undefined)[]).includes(access);

describe('a record of a project', () => {
  let service: TestService;
  let admin: Client;
  before(async () => {
    service = await TestService.start();
    admin = await service.signedIn();
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n');
    await mkdir(join(service.files, 'scaler', 'metadata'), { recursive: true });
    const metadata = { class: 'org.apache.spark.ml.feature.Normalizer', paramMap: { inputCol: 'v', outputCol: 'n' } };
    await writeFile(join(service.files, 'scaler', 'metadata', 'part-00000'), JSON.stringify(metadata));
  });
  after(() => service[Symbol.asyncDispose]());

  test('is reached by calls that are all walked here', () => {
    const rightByCall = new Map<string, Right>();
    for (const { call, needs, more } of rows) {
      const line = lineOf(call);
      assert.ok(line !== undefined, `${call} is no route`);
      if (more === undefined) rightByCall.set(line, needs);
    }
    const lines = new Set([...lists.map((path) => `GET ${path}`), ...several, purge].map(lineOf));
    const wrong = Object.entries(accessTable).flatMap(([key, [, membership]]) => {
      const outcome = rightByCall.get(key) ?? (lines.has(key) ? 'seen' : 'none');
      return outcome === membership ? [] : [`${key}: ${membership} in the table of access, ${outcome} here`];
    });
    assert.deepEqual(wrong, []);
  });

  let group: number;
  before(async () => {
    const creation = await admin.post('/api/v1/groups', { name: 'colleagues', users: [] });
    group = Number(/ id (\d+)$/.exec(creation.text)?.[1]);
  });

  /** A table as a run shows one. */
  const tableOf = async (executionId: number): Promise<number> => {
    const body = JSON.stringify({ columns: [{ name: 'n', type: 'int' }], rows: [[1]], truncated: false });
    const output = { executionId, nodeId: '1', seq: 1, type: 'table', title: 'T', body, kept: null };
    const { db } = service.service.context;
    return (await db.insertInto('executionOutputs').values(output).returning('id').executeTakeFirstOrThrow()).id;
  };

  /** A model of two versions. */
  const modelOf = async (projectId: number): Promise<number> => {
    const version = { projectId, name: 'scaler', path: 'scaler' };
    await admin.post('/api/v1/models', version);
    return ((await admin.post('/api/v1/models', version)).json as { id: number }).id;
  };

  /** Makes a project with records, and a user who has a role and, maybe, a right in it. */
  const make = async (
    role: (typeof roles)[number],
    right: Right | undefined,
    name = `${role}-${right ?? 'none'}`,
  ): Promise<{ member: Client; records: Records }> => {
    const userId = await service.makeUser(name, [role]);
    const idOf = async (path: string, body: unknown): Promise<number> => {
      const { json } = await admin.post(path, body);
      return typeof json === 'number' ? json : (json as { id: number }).id;
    };
    const datasetId = async (of: number): Promise<number> =>
      Number((await admin.post('/api/v1/datasets', datasetOf({ project: of }))).headers.get('x-dataset-id'));
    const project = await idOf('/api/v1/projects', { name });
    const members = right === undefined ? [] : [{ userId, rights: [right] }];
    assert.equal((await admin.put(`/api/v1/projects/${project}/members`, members)).status, 200);
    const newWorkflow = () => idOf('/api/v1/workflows', { projectId: project, workflow: graph });
    const workflow = await newWorkflow();
    const execution = await idOf('/api/v1/workflow/execute', { workflowId: workflow });
    assert.equal(await admin.waitForEnd(execution), 'COMPLETED');
    const records: Records = {
      project,
      workflow,
      uuid: ((await admin.get(`/api/v1/workflows/${workflow}`)).json as { uuid: string }).uuid,
      spare: await newWorkflow(),
      rubbish: await newWorkflow(),
      moreRubbish: await newWorkflow(),
      trashed: await newWorkflow(),
      moreTrashed: await newWorkflow(),
      group,
      permission: await idOf('/api/v1/project-permissions', {
        projectId: project,
        groupId: group,
        permissions: ['VIEW'],
      }),
      execution,
      output: await tableOf(execution),
      schedule: await idOf('/api/v1/workflow-schedules', scheduleOf({ workflow })),
      spareSchedule: await idOf('/api/v1/workflow-schedules', scheduleOf({ workflow })),
      dataset: await datasetId(project),
      spareDataset: await datasetId(project),
      dashboard: await idOf(`/api/v1/dashboards?projectId=${project}`, dashboard),
      model: await modelOf(project),
      variable: await idOf('/api/v1/variables', { projectId: project, name: 'v', value: '1' }),
      connection: await idOf('/api/v1/connections', { projectId: project, name: 'c', category: 'jdbc' }),
      member: userId,
    };
    const ids = [records.trashed, records.moreTrashed];
    assert.equal((await admin.send('DELETE', '/api/v1/workflow/trash', ids)).status, 200);
    return { member: await service.signedIn(name, passwordOf(name)), records };
  };

  for (const role of roles)
    for (const right of [undefined, ...(Object.keys(rights) as Right[])])
      test(
        right === undefined
          ? `is not there for who is no member, as ${role}`
          : `lets a member with ${right} do what that allows, as ${role}`,
        async () => {
          const { member, records } = await make(role, right);
          const wrong: string[] = [];
          for (const { call, needs, body, headers, more } of rows) {
            const [method = '', address = ''] = call.split(' ');
            const path = address.replaceAll(/:(\w+)/g, (_, kind: keyof Records) => String(records[kind]));
            const { status, text } = await member.send(method, path, body?.(records), texts(headers?.(records)));
            const access = more ?? accessTable[lineOf(call) ?? '']?.[0];
            // what a role does not allow is refused before anything is looked for
            const want = !allows(role, access)
              ? 403
              : right === undefined
                ? 404
                : holds(rights[right], needs)
                  ? 'through'
                  : 403;
            // a state that forbids it, or a form without files, is met behind the door
            const outcome = status < 300 || status === 409 || status === 422 ? 'through' : status;
            if (outcome !== want) wrong.push(`${call}: ${status} instead of ${want} (${text.slice(0, 200)})`);
          }
          assert.deepEqual(wrong, []);
        },
      );

  test('is in no list of who is no member, and in those of a member of a group that is', async () => {
    const userId = await service.makeUser('outsider', ['ADMIN']);
    const outsider = await service.signedIn('outsider', passwordOf('outsider'));
    const { records } = await make('ADMIN', 'VIEW', 'another');
    for (const list of lists) {
      const url = list.replace(':project', String(records.project));
      assert.match((await outsider.get(url)).text, empty, url);
      assert.doesNotMatch((await admin.get(url)).text, empty, url);
    }
    for (const call of several) {
      const [method = '', path = ''] = call.split(' ');
      assert.deepEqual((await outsider.send(method, path, { ids: [records.execution] })).json, [
        { id: records.execution, status: 'error', message: `execution ${records.execution} not found` },
      ]);
    }
    const [method = '', path = ''] = purge.split(' ');
    assert.equal((await outsider.send(method, path)).status, 200);
    assert.equal((await admin.get(`/api/v1/workflow-executions/${records.execution}`)).status, 200);
    await admin.post('/api/v1/groups', { name: 'insiders', users: ['outsider'] });
    const [groups] = (await admin.get('/api/v1/groups')).json as [{ id: number; name: string }[]];
    const groupId = groups.find(({ name }) => name === 'insiders')!.id;
    const { id: project } = (await admin.post('/api/v1/projects', { name: 'Shared' })).json as { id: number };
    await admin.put(`/api/v1/projects/${project}/members`, [{ groupId, rights: ['VIEW'] }]);
    assert.equal(((await outsider.get('/api/v1/projects')).json as unknown[]).length, 1);
    assert.equal((await outsider.get(`/api/v1/projects/${project}`)).status, 200);
    await admin.post('/api/v1/users', { id: userId, username: 'outsider', groups: [] });
    assert.equal((await outsider.get(`/api/v1/projects/${project}`)).status, 404);
  });
});
