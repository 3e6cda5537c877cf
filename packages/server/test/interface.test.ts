import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { TestService } from './support.ts';

/** Fields of the records of the interface. */
const records = {
  Dataset:
    'id userId uuid version name category description header readOptions path delimiter datasetType filterLinesContaining datasetSchema dateCreated dateLastUpdated permission readOptionsModel schemaModel sampleData json projectId',
  Workflow:
    'id userId uuid name category content description version dateCreated dateLastUpdated lockedByUserId permission workflow',
  Version: 'id analysisflowId content dateLastUpdated userName userId userComment',
  Execution:
    'id analysisFlowId userId projectId analysisFlowScheduleId status name category description logs serviceJobId applicationId uiWebUrl metrics startTime endTime emailOnSuccess emailOnFailure',
  Schedule:
    'id analysisFlowId name description cronPattern day dayOfTheMonth hour minute fireEvery startTime endTime firedTime dateCreated dateLastUpdated emailonSuccess emailonFailure Libjars sparkSubmitOptions userId',
  Dashboard: 'uuid name category description sheets',
  Node: 'id path name iconImage description details examples type nodeClass x y fields engine',
  NodeRule:
    'nodeType possibleSources minNumOfInputs maxNumOfInputs maxNumOfOutputs sourceRestrictions backgroundColor nodeIcon nodeShape',
  Stopped: 'status message',
  SampleData: 'headers cells',
  Descriptor: 'colNames colTypes colFormats colMLTypes',
} as const;

type Answer = keyof typeof records | `${keyof typeof records}[]` | 'number' | 'text' | 'JSON' | 'file';

/** Every call of the interface, and what it answers. */
const calls: readonly (readonly [string, Answer])[] = [
  ['GET /api/v1/datasets', 'Dataset[]'],
  ['POST /dataset/save', 'text'],
  ['DELETE /api/v1/datasets/{id}', 'text'],
  ['GET /api/v1/datasets/{id}', 'Dataset'],
  ['GET /api/v1/datasets/count', 'number'],
  ['POST /api/v1/datasets/sample-data', 'SampleData'],
  ['POST /api/v1/datasets/schema', 'Descriptor'],
  ['GET /api/v1/datasets/latest', 'Dataset[]'],
  ['GET /filesInPathJSON', 'JSON'],
  ['POST /api/v1/workflows', 'number'],
  ['PUT /api/v1/workflows', 'number'],
  ['GET /api/v1/workflows/id/{id}', 'Workflow'],
  ['DELETE /api/v1/workflows/id/{id}', 'text'],
  ['GET /api/v1/workflows/latest', 'Workflow[]'],
  ['GET /api/v1/workflows/count', 'number'],
  ['GET /api/v1/workflows/versions', 'Version[]'],
  ['POST /api/v1/workflow/execute', 'number'],
  ['GET /api/v1/workflow-executions', 'Execution[]'],
  ['GET /api/v1/workflow-executions/workflows/{id}', 'Execution[]'],
  ['GET /api/v1/workflow-executions/{id}/status', 'text'],
  ['POST /api/v1/workflow-execution/{id}/stop', 'Stopped'],
  ['POST /api/v1/workflow-execution/{id}/kill', 'text'],
  ['DELETE /api/v1/workflow-executions/days/{days}', 'text'],
  ['GET /api/v1/workflow-executions/tasks/count', 'number'],
  ['GET /api/v1/workflow-executions/latest', 'Execution[]'],
  ['GET /api/v1/workflow-schedules/projects/{projectId}/workflows/{analysisflowId}', 'Schedule[]'],
  ['POST /api/v1/workflow-schedules', 'Schedule'],
  ['GET /api/v1/workflow-schedules/{id}', 'JSON'],
  ['GET /dashboardsJSON', 'Dashboard[]'],
  ['POST /saveDashboard', 'JSON'],
  ['GET /api/v1/dashboards', 'Dashboard[]'],
  ['GET /api/v1/dashboards/results', 'JSON'],
  ['PUT /api/v1/dashboards/{id}', 'JSON'],
  ['DELETE /api/v1/dashboards/{id}', 'text'],
  ['GET /api/v1/nodes', 'Node[]'],
  ['GET /api/v1/nodes/count', 'number'],
  ['GET /api/v1/nodes/names/{name}', 'Node'],
  ['GET /api/v1/node-rules', 'NodeRule[]'],
  ['GET /api/v1/hdfs', 'JSON'],
  ['POST /api/v1/hdfs/dir/create', 'text'],
  ['GET /api/v1/hdfs/dir/open', 'JSON'],
  ['GET /api/v1/hdfs/files', 'JSON'],
  ['POST /api/v1/hdfs/files/upload', 'JSON'],
  ['DELETE /api/v1/hdfs/files/delete', 'text'],
  ['GET /api/v1/hdfs/files/download', 'file'],
  ['GET /api/v1/hdfs/files/rename', 'text'],
];

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly responses?: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

describe('the published description of the interface', () => {
  let service: TestService;
  let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  before(async () => {
    service = await TestService.start();
    const response = await fetch(`${service.url}/docs/json`);
    ({ paths } = (await response.json()) as { paths: typeof paths });
  });
  after(() => service[Symbol.asyncDispose]());

  const operation = (call: string): Operation | undefined => {
    const [method = '', path = ''] = call.split(' ');
    // names of what stands in a path are ours
    const shape = path.replaceAll(/\{\w+\}/g, '{}');
    const known = Object.entries(paths).find(([one]) => one.replaceAll(/\{\w+\}/g, '{}') === shape);
    return known?.[1][method.toLowerCase()];
  };

  for (const [call, answer] of calls)
    test(`has ${call}, which answers ${answer}`, () => {
      const found = operation(call);
      assert.ok(found, `${call} is missing`);
      const content = found.responses?.['200']?.content ?? {};
      const media = Object.keys(content);
      if (answer === 'file') return;
      if (answer === 'text') {
        assert.deepEqual(media, ['text/plain']);
        return;
      }
      const schema = content['application/json']?.schema;
      assert.ok(schema, `${call} answers ${media.join(', ')}`);
      if (answer === 'JSON') return;
      if (answer === 'number') {
        assert.equal(schema.type, 'integer');
        return;
      }
      const isList = answer.endsWith('[]');
      const name = answer.replace('[]', '') as keyof typeof records;
      const variants = schema.anyOf ?? [schema];
      const record = isList
        ? variants.find(({ type }) => type === 'array')?.items
        : variants.find(({ properties }) => properties !== undefined);
      assert.ok(record?.properties, `${call} answers no ${answer}`);
      const missing = records[name].split(' ').filter((field) => !(field in (record.properties ?? {})));
      assert.deepEqual(missing, []);
    });

  test('is written in the words of OpenAPI 3.1, and tells of refusals', () => {
    const older: string[] = [];
    const walk = (value: unknown, place: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('items' in value && Array.isArray(value.items)) older.push(place);
      for (const [key, inner] of Object.entries(value)) walk(inner, `${place}/${key}`);
    };
    walk(paths, '');
    assert.deepEqual(older, [], 'lists of one schema a place stand in prefixItems');
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { responses }] of Object.entries(methods))
        assert.ok('default' in (responses ?? {}), `${method} ${path} says nothing of refusals`);
  });

  test('knows 46 calls', () => assert.equal(calls.length, 46));
});
