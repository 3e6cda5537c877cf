import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { TestService } from './support.ts';

/** Fields of the records of the interface, and of what answers its open points, with their types. */
const records = {
  Dataset:
    'id:integer userId:integer uuid:string version:integer name:string category:string|null description:string header:boolean readOptions:string|null path:string delimiter:string datasetType:string filterLinesContaining:string|null datasetSchema:string dateCreated:integer dateLastUpdated:integer permission:null readOptionsModel:null schemaModel:SchemaModel sampleData:SampleData|null json:string projectId:integer',
  SchemaModel: 'schemaColList:SchemaColumn[]',
  SchemaColumn: 'colName:string colType:string colFormat:string colMLType:string',
  Workflow:
    'id:integer userId:integer uuid:string name:string category:string content:string description:string version:integer dateCreated:integer dateLastUpdated:integer lockedByUserId:integer|null permission:null workflow:object',
  Version:
    'id:integer analysisflowId:integer content:string dateLastUpdated:integer userName:string|null userId:integer|null userComment:string|null',
  Execution:
    'id:integer analysisFlowId:integer userId:integer projectId:integer analysisFlowScheduleId:integer|null status:integer name:string category:string description:string logs:string serviceJobId:string applicationId:string uiWebUrl:string metrics:null startTime:integer endTime:integer emailOnSuccess:string|null emailOnFailure:string|null',
  Schedule:
    'id:integer analysisFlowId:integer name:string description:string cronPattern:string day:string dayOfTheMonth:integer hour:integer minute:integer fireEvery:string startTime:string|null endTime:string|null firedTime:string|null dateCreated:string dateLastUpdated:string emailonSuccess:string emailonFailure:string Libjars:string sparkSubmitOptions:string userId:string',
  Dashboard: 'uuid:string name:string category:string description:string sheets:Sheet[]',
  Sheet: 'description:string idx:string name:string type:any items:Item[]',
  Item: 'id:any name:any description:any type:any nodeId:any workflowId:any workflowName:any x:any y:any',
  Node: 'id:string path:string|null name:string iconImage:string|null description:string details:string examples:string type:string nodeClass:string x:string|null y:string|null fields:Field[] engine:string',
  Field:
    'name:string value:string widget:string title:string description:string optionsArray:array|null optionsMap:object|null datatypes:array|null required:boolean display:boolean editable:boolean disableRefresh:boolean',
  NodeRule:
    'nodeType:string possibleSources:array minNumOfInputs:integer maxNumOfInputs:integer maxNumOfOutputs:string|null sourceRestrictions:array backgroundColor:string nodeIcon:string nodeShape:string',
  Stopped: 'status:string message:string',
  SampleData: 'headers:array cells:array',
  Descriptor: 'colNames:array colTypes:array colFormats:array colMLTypes:array',
  File: 'name:string path:string isDirectory:boolean size:integer owner:string group:string permission:string modificationTime:integer replication:integer blockSize:integer',
  ItemResult:
    'itemId:integer|null nodeId:string workflowId:string executionId:integer|null endedAt:integer|null outputs:array',
  Uploaded: 'message:string files:File[]',
  Message: 'message:string',
} as const;

type Answer =
  | keyof typeof records
  | 'Schedule|Message'
  | `${keyof typeof records}[]`
  | 'number'
  | 'text'
  | 'number or text'
  | 'file';

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
  ['GET /filesInPathJSON', 'File[]'],
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
  // deletes where a header repeats the id
  ['GET /api/v1/workflow-schedules/{id}', 'Schedule|Message'],
  ['GET /dashboardsJSON', 'Dashboard[]'],
  ['POST /saveDashboard', 'number or text'],
  ['GET /api/v1/dashboards', 'Dashboard[]'],
  ['GET /api/v1/dashboards/results', 'ItemResult[]'],
  ['PUT /api/v1/dashboards/{id}', 'number or text'],
  ['DELETE /api/v1/dashboards/{id}', 'text'],
  ['GET /api/v1/nodes', 'Node[]'],
  ['GET /api/v1/nodes/count', 'number'],
  ['GET /api/v1/nodes/names/{name}', 'Node'],
  ['GET /api/v1/node-rules', 'NodeRule[]'],
  ['GET /api/v1/hdfs', 'File[]'],
  ['POST /api/v1/hdfs/dir/create', 'text'],
  ['GET /api/v1/hdfs/dir/open', 'File[]'],
  ['GET /api/v1/hdfs/files', 'File[]'],
  ['POST /api/v1/hdfs/files/upload', 'Uploaded'],
  ['DELETE /api/v1/hdfs/files/delete', 'text'],
  ['GET /api/v1/hdfs/files/download', 'file'],
  ['GET /api/v1/hdfs/files/rename', 'text'],
];

/** What the interface sends with its calls, next to what stands in the path. */
const inputs: Readonly<Record<string, Partial<Record<'query' | 'header' | 'body', string>>>> = {
  'GET /api/v1/datasets': { query: 'sortPara projectId' },
  'POST /dataset/save': { body: 'id version name header path delimiter schemaModel' },
  'DELETE /api/v1/datasets/{id}': { query: 'projectId' },
  'GET /api/v1/datasets/{id}': { query: 'projectId' },
  'POST /api/v1/datasets/sample-data': {
    query: 'path delimiter header',
    body: 'colNames colTypes colFormats colMLTypes path delimiter header',
  },
  'POST /api/v1/datasets/schema': {
    query: 'path delimiter header',
    body: 'colNames colTypes colFormats colMLTypes path delimiter header',
  },
  'GET /filesInPathJSON': { query: 'path' },
  'POST /api/v1/workflows': { body: 'analysisflowId comment projectId workflow' },
  'PUT /api/v1/workflows': { body: 'analysisflowId comment projectId workflow' },
  'GET /api/v1/workflows/versions': { query: 'workflowId' },
  'POST /api/v1/workflow/execute': {
    body: 'workflowId emailOnSuccess emailOnFailure libJars programParameters sparkConfig',
  },
  'GET /api/v1/workflow-executions': { query: 'page size' },
  'POST /api/v1/workflow-schedules': {
    body: 'analysisFlowId name description cronPattern day dayOfTheMonth hour minute fireEvery startTime endTime emailonSuccess emailonFailure Libjars sparkSubmitOptions',
  },
  'GET /api/v1/workflow-schedules/{id}': { header: 'id' },
  'GET /dashboardsJSON': { header: 'sortPara' },
  'POST /saveDashboard': { header: 'dashboardId projectId' },
  'GET /api/v1/dashboards': { query: 'sortPara projectId' },
  'GET /api/v1/dashboards/results': { query: 'dashboardId sheetId' },
  'DELETE /api/v1/dashboards/{id}': { query: 'projectId' },
  'GET /api/v1/nodes': { query: 'engine' },
  'POST /api/v1/hdfs/dir/create': { query: 'path', body: 'path' },
  'GET /api/v1/hdfs/dir/open': { query: 'path' },
  'GET /api/v1/hdfs/files': { query: 'sortPara path' },
  'POST /api/v1/hdfs/files/upload': { query: 'path overwrite', body: 'path overwrite' },
  'DELETE /api/v1/hdfs/files/delete': { query: 'path recursive' },
  'GET /api/v1/hdfs/files/download': { query: 'path' },
  'GET /api/v1/hdfs/files/rename': { query: 'sourceFilePath destinationFilePath' },
};

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses?: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

const variantsOf = (schema: Schema): readonly Schema[] => schema.anyOf?.flatMap(variantsOf) ?? [schema];

/** Plain types that a schema allows; `any` where it says nothing. */
const typesOf = (schema: Schema): readonly string[] =>
  variantsOf(schema).flatMap(({ type, properties }) => type ?? (properties === undefined ? 'any' : 'object'));

/** What a schema lacks of what is wanted: a plain type, a record by name, a list of records, or several with `|`. */
function lacks(schema: Schema, names: string, path: string): readonly string[] {
  return names.split('|').flatMap((one) => {
    const name = one.replace('[]', '');
    if (!(name in records)) return typesOf(schema).includes(one) ? [] : [`${path} is no ${one}`];
    const variants = variantsOf(schema).flatMap((variant) => {
      const inner = one.endsWith('[]') ? variant.items : variant;
      return inner === undefined ? [] : variantsOf(inner);
    });
    const reports = variants.flatMap(({ properties }) =>
      properties === undefined ? [] : [fieldsMissing(properties, records[name as keyof typeof records], path)],
    );
    return reports.sort((left, right) => left.length - right.length)[0] ?? [`${path} is no ${one}`];
  });
}

const fieldsMissing = (properties: Readonly<Record<string, Schema>>, fields: string, path: string): readonly string[] =>
  fields.split(' ').flatMap((field) => {
    const [key = '', type = ''] = field.split(':');
    const inner = properties[key];
    return inner === undefined ? [`${path}/${key} is missing`] : lacks(inner, type, `${path}/${key}`);
  });

interface Description {
  readonly paths: unknown;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** The same with each schema where it is named. */
function inline(value: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((one) => inline(one, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const name = '$ref' in value ? String(value.$ref).split('/').at(-1) : undefined;
  if (name !== undefined) return inline(schemas[name], schemas);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part, schemas)]));
}

describe('the published description of the interface', () => {
  let service: TestService;
  let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  before(async () => {
    service = await TestService.start();
    const response = await fetch(`${service.url}/docs/json`);
    const { paths: described, components } = (await response.json()) as Description;
    paths = inline(described, components.schemas) as typeof paths;
  });
  after(() => service[Symbol.asyncDispose]());

  const operation = (call: string): Operation | undefined => {
    const [method = '', path = ''] = call.split(' ');
    // names of what stands in a path are ours
    const shape = path.replaceAll(/\{\w+\}/g, '{}');
    const entry = Object.entries(paths).find(([one]) => one.replaceAll(/\{\w+\}/g, '{}') === shape);
    return entry?.[1][method.toLowerCase()];
  };

  for (const [call, answer] of calls)
    test(`has ${call}, which answers ${answer}`, () => {
      const described = operation(call);
      assert.ok(described, `${call} is missing`);
      const content = described.responses?.['200']?.content ?? {};
      const media = Object.keys(content).sort();
      const json = ['application/json'];
      const types = {
        text: ['text/plain'],
        file: ['application/octet-stream'],
        'number or text': [...json, 'text/plain'],
      };
      assert.deepEqual(media, answer in types ? types[answer as keyof typeof types] : json);
      const schema = content['application/json']?.schema;
      if (schema !== undefined)
        assert.deepEqual(lacks(schema, answer.startsWith('number') ? 'integer' : answer, answer), []);
    });

  for (const [call, inputNames] of Object.entries(inputs))
    test(`lets ${call} send what it sends`, () => {
      assert.ok(calls.some(([one]) => one === call));
      const { parameters = [], requestBody } = operation(call) ?? {};
      const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => variantsOf(schema));
      const parameterNames = [
        // names of headers have no case
        ...parameters.map((one) =>
          one.in === 'header' ? `header ${one.name.toLowerCase()}` : `${one.in} ${one.name}`,
        ),
        ...bodies.flatMap(({ properties = {} }) => Object.keys(properties).map((name) => `body ${name}`)),
      ];
      const missing = Object.entries(inputNames)
        .flatMap(([location, names]) =>
          names.split(' ').map((name) => `${location} ${location === 'header' ? name.toLowerCase() : name}`),
        )
        .filter((one) => !parameterNames.includes(one));
      assert.deepEqual(missing, []);
    });

  test('is written in the words of OpenAPI 3.1, and tells of refusals', () => {
    const older: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('items' in value && Array.isArray(value.items)) older.push(path);
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}/${key}`);
    };
    walk(paths, '');
    assert.deepEqual(older, [], 'lists of one schema a place stand in prefixItems');
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { responses }] of Object.entries(methods))
        assert.ok('default' in (responses ?? {}), `${method} ${path} says nothing of refusals`);
  });

  test('asks for nothing that has a default', () => {
    const requests: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { required, schema, properties } = value as Schema & { required?: unknown; schema?: Schema };
      if (required === true && schema !== undefined && 'default' in schema) requests.push(path);
      if (Array.isArray(required))
        for (const [name, one] of Object.entries(properties ?? {}))
          if (required.includes(name) && 'default' in one) requests.push(`${path}/${name}`);
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}/${key}`);
    };
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { parameters, requestBody }] of Object.entries(methods))
        walk({ parameters, requestBody }, `${method} ${path}`);
    assert.deepEqual(requests, []);
  });

  test('knows 46 calls', () => assert.equal(calls.length, 46));
});
