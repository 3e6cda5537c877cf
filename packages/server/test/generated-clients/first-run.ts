// Written as users of openapi-typescript write it; `schema.d.ts` is generated next to it.
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

type Graph = components['schemas']['Graph'];
type Output = components['schemas']['Output'];

const [baseUrl = '', token = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { token } });

const { data: uploaded } = await client.POST('/api/v1/hdfs/files/upload', {
  body: { path: '/', file: ['name,age\nAda,36\nBo,7\n'] },
  bodySerializer: ({ path = '', file = [] }) => {
    const form = new FormData();
    form.append('path', path);
    for (const one of file) form.append('file', new Blob([one]), 'typescript.csv');
    return form;
  },
});
console.log(uploaded?.files.map(({ path }) => path).join());

const graph: Graph = {
  name: 'From TypeScript',
  nodes: [
    {
      id: '1',
      name: 'People',
      type: 'dataset',
      nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
      fields: [
        { name: 'path', value: 'typescript.csv', widget: 'textfield' },
        { name: 'outputColNames', value: '["name","age"]', widget: 'schema_col_names' },
        { name: 'outputColTypes', value: '["STRING","INTEGER"]', widget: 'schema_col_types' },
      ],
    },
    {
      id: '2',
      name: 'Show',
      type: 'transform',
      nodeClass: 'fire.nodes.util.NodePrintFirstNRows',
      fields: [{ name: 'n', value: '10', widget: 'textfield' }],
    },
  ],
  edges: [{ id: 1, source: '1', target: '2' }],
};
const { data: workflowId = 0 } = await client.POST('/api/v1/workflows', { body: { workflow: graph } });
const { data: saved } = await client.GET('/api/v1/workflows/id/{id}', { params: { path: { id: workflowId } } });
console.log(saved?.workflow.nodes.map(({ name }) => name).join());

const { data: run = 0 } = await client.POST('/api/v1/workflow/execute', { body: { workflowId } });
await client.GET('/api/v1/workflow-executions/{id}/events', { params: { path: { id: run } }, parseAs: 'text' });
const { data: results = [] } = await client.GET('/api/v1/workflow-executions/{id}/results', {
  params: { path: { id: run } },
});
console.log(JSON.stringify(results.find(({ type }: Output) => type === 'table')?.rows));

const { error } = await client.GET('/api/v1/workflows/id/{id}', { params: { path: { id: 987654 } } });
console.log(typeof error === 'object' ? error.code : 'no problem');
