import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Bench } from './browser.ts';

const samples = new URL('../../../samples/', import.meta.url).pathname;

/** A page of the workbench that has something to show. */
export interface SamplePage {
  readonly name: string;
  readonly path: string;
  /** Waits for what has to be there before anybody looks. */
  readonly ready: (page: Page) => Promise<void>;
  /** Actions on the page for a fuller picture. */
  readonly act?: (page: Page) => Promise<void>;
  /** True if the documentation shows it. */
  readonly isShown?: true;
}

const anyHeading = (page: Page): Promise<void> => page.getByRole('heading', { level: 1 }).waitFor();
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1 }).waitFor();

/**
 * Fills a new service with the samples, their runs, one of which fails, models, a dashboard and a schedule.
 * Gives every page of the workbench; the service needs the engine `auto`.
 */
export async function fill(bench: Bench): Promise<readonly SamplePage[]> {
  await upload(bench, 'data');
  for (const file of await readdir(join(samples, 'datasets'))) {
    const { id: _, ...dataset } = JSON.parse(await readFile(join(samples, 'datasets', file), 'utf8')) as {
      id: unknown;
    };
    await bench.call('POST', '/dataset/save', { ...dataset, projectId: 1 });
  }
  const ids = new Map<string, number>();
  for (const file of await readdir(join(samples, 'workflows'))) {
    const form = new FormData();
    form.append('file', new Blob([await readFile(join(samples, 'workflows', file))]), file);
    const [imported] = JSON.parse(await bench.call('POST', '/api/v1/workflows/import', form)) as { id: number }[];
    if (imported !== undefined) ids.set(basename(file, '.json'), imported.id);
  }
  const runs = new Map<string, number>();
  for (const [name, workflowId] of ids)
    runs.set(name, Number(await bench.call('POST', '/api/v1/workflow/execute', { workflowId })));
  for (const run of runs.values()) await waitForEnd(bench, run);
  for (const maxDepth of [3, 6]) {
    const workflowId = Number(await bench.call('POST', '/api/v1/workflows', { workflow: trainingGraph(maxDepth) }));
    ids.set('learning', workflowId);
    runs.set('learning', Number(await bench.call('POST', '/api/v1/workflow/execute', { workflowId })));
    await waitForEnd(bench, runs.get('learning') ?? 0);
  }
  const again = Number(
    await bench.call('POST', '/api/v1/workflow/execute', { workflowId: ids.get('harbour-traffic') }),
  );
  await waitForEnd(bench, again);
  const analysisflowId = ids.get('tides-and-ships');
  const { workflow: tides } = JSON.parse(await bench.call('GET', `/api/v1/workflows/${analysisflowId}`)) as {
    workflow: { nodes: { name: string }[] };
  };
  const nodes = tides.nodes.map((node) => ({ ...node, name: node.name.replace(/s$/, '') }));
  await bench.call('PUT', '/api/v1/workflows', { analysisflowId, workflow: { ...tides, nodes } });
  const { uuid: _uuid, ...broken } = JSON.parse(
    (await readFile(join(samples, 'workflows/heaviest-calls.json'), 'utf8'))
      .replace('"Heaviest calls"', '"Heaviest calls, broken"')
      .replaceAll('cargo_t', 'cargo'),
  ) as { uuid: string };
  const workflowOfBroken = Number(await bench.call('POST', '/api/v1/workflows', { workflow: broken }));
  const failed = Number(await bench.call('POST', '/api/v1/workflow/execute', { workflowId: workflowOfBroken }));
  await waitForEnd(bench, failed);
  await bench.call('POST', '/api/v1/connections', {
    name: 'Ledger',
    category: 'PostgreSQL',
    url: 'jdbc:postgresql://db.example.org:5432/ledger',
    username: 'millrace',
    password: 'quiet water',
  });
  await bench.call('POST', '/api/v1/variables', { name: 'region', value: 'north', description: 'of the harbours' });
  const itemOf = (nodeId: string, type: string, position: Readonly<Record<'x' | 'y' | 'w' | 'h', string>>) => ({
    id: Number(nodeId),
    name: '',
    type,
    nodeId,
    workflowId: String(ids.get('harbour-traffic')),
    workflowName: 'Harbour traffic',
    ...position,
  });
  const dashboard = Number(
    await bench.call('POST', '/api/v1/dashboards', {
      name: 'Harbours at a glance',
      category: '',
      description: '',
      sheets: [
        {
          idx: '1',
          name: 'Traffic',
          type: 'GRID',
          items: [
            itemOf('12', 'CHART', { x: '0', y: '0', w: '6', h: '8' }),
            itemOf('14', 'CHART', { x: '6', y: '0', w: '6', h: '8' }),
            itemOf('11', 'TABLE', { x: '0', y: '8', w: '12', h: '7' }),
          ],
        },
      ],
    }),
  );
  const registered = JSON.parse(await bench.call('GET', '/api/v1/models')) as { id: number; name: string }[];
  const model = registered.find(({ name }) => name === 'cargo')?.id;
  await bench.call('PUT', `/api/v1/models/${model}`, {
    champion: 2,
    description: 'How much a ship brings, by its crew.',
  });
  await bench.call('POST', '/api/v1/workflow-schedules', {
    analysisFlowId: ids.get('harbour-traffic'),
    name: 'Every night',
    fireEvery: 'DAILY',
    hour: 2,
    minute: 30,
    timeZone: 'Europe/Berlin',
  });
  const load = {
    id: '1',
    name: 'Cargo of before',
    type: 'ml-modelload',
    nodeClass: 'fire.nodes.ml.NodeModelLoad',
    x: '60px',
    y: '80px',
    fields: [{ name: 'path', value: 'models:/cargo/1' }],
  };
  const predicting = Number(
    await bench.call('POST', '/api/v1/workflows', { workflow: { name: 'Predict cargo', nodes: [load], edges: [] } }),
  );
  const [dataset] = JSON.parse(await bench.call('GET', '/api/v1/datasets?size=1')) as { id: number }[];

  return [
    { name: 'home', path: '/', ready: (page) => page.getByText('Every night').waitFor(), isShown: true },
    { name: 'projects', path: '/projects', ready: heading('Projects') },
    { name: 'workflows', path: '/workflows', ready: (page) => page.getByText('Harbour traffic').waitFor() },
    { name: 'new-workflow', path: '/workflows/new', ready: (page) => page.getByText('Add the first node').waitFor() },
    {
      name: 'editor',
      path: `/workflows/${ids.get('harbour-traffic')}`,
      ready: (page) => page.locator('.react-flow__node').filter({ hasText: 'Drop calls' }).waitFor(),
      act: async (page) => {
        // by the keyboard: a narrow page shows a sliver of the node, which a click may miss
        await page.locator('.react-flow__node').filter({ hasText: 'Drop calls' }).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('cell', { name: 'Old Lantern' }).first().waitFor();
        await page.getByRole('checkbox', { name: /^ship_type/ }).waitFor();
      },
      isShown: true,
    },
    {
      name: 'editor-start',
      path: `/workflows/${ids.get('tides-and-ships')}`,
      ready: (page) => page.locator('.react-flow__node').first().waitFor(),
    },
    {
      name: 'editor-broken',
      path: `/workflows/${workflowOfBroken}?node=4`,
      ready: (page) => page.getByRole('tab', { name: /Problems [1-9]/ }).waitFor(),
      act: (page) => page.getByRole('tab', { name: /Problems [1-9]/ }).click(),
    },
    {
      name: 'editor-learning',
      path: `/workflows/${ids.get('learning')}?node=7`,
      ready: (page) => page.locator('.react-flow__node.selected').waitFor(),
    },
    {
      name: 'editor-model',
      path: `/workflows/${predicting}?node=1`,
      ready: (page) => page.getByRole('link', { name: /cargo/ }).waitFor(),
    },
    {
      name: 'find',
      path: '/executions',
      ready: heading('Runs'),
      act: async (page) => {
        await page.keyboard.press('Control+K');
        await page.getByRole('combobox', { name: 'Find', exact: true }).fill('harb');
        await page.getByRole('option').filter({ hasText: 'Harbour traffic' }).first().waitFor();
      },
    },
    {
      name: 'versions',
      path: `/workflows/${analysisflowId}/versions`,
      ready: (page) => page.getByRole('img', { name: /^Diagram of versions 1 and 2/ }).waitFor(),
    },
    { name: 'executions', path: '/executions', ready: heading('Runs') },
    {
      name: 'run',
      path: `/executions/${runs.get('harbour-traffic')}`,
      ready: (page) => page.locator('canvas, figure svg').first().waitFor(),
      isShown: true,
    },
    {
      name: 'run-learning',
      path: `/executions/${runs.get('learning')}`,
      ready: (page) => page.locator('canvas, figure svg').first().waitFor(),
    },
    {
      name: 'run-failed',
      path: `/executions/${failed}`,
      ready: (page) => page.getByRole('link', { name: 'Open in editor' }).first().waitFor(),
    },
    {
      name: 'compare',
      path: `/executions/compare?first=${runs.get('harbour-traffic')}&second=${again}`,
      ready: (page) => page.getByRole('row', { name: /Join harbours/ }).waitFor(),
    },
    { name: 'datasets', path: '/datasets', ready: heading('Datasets') },
    { name: 'dataset', path: `/datasets/${dataset?.id}`, ready: heading('Harbours') },
    { name: 'files', path: '/files/data', ready: (page) => page.getByText('arrivals.csv').waitFor() },
    {
      name: 'file',
      path: '/files/data?show=arrivals.csv',
      ready: (page) => page.getByRole('cell', { name: 'Old Lantern' }).first().waitFor(),
    },
    { name: 'schedule', path: '/schedules/1', ready: heading('Every night') },
    { name: 'fires', path: '/schedules/1/fires', ready: anyHeading },
    { name: 'user', path: '/admin/users/1', ready: (page) => page.getByLabel('First name').waitFor() },
    { name: 'schedules', path: '/schedules', ready: (page) => page.getByText('Every night').waitFor() },
    { name: 'new-schedule', path: '/schedules/new', ready: (page) => page.getByLabel('Time zone').first().waitFor() },
    {
      name: 'calendar',
      path: '/schedules/calendar',
      ready: (page) => page.getByText('Every night').filter({ visible: true }).first().waitFor(),
    },
    { name: 'project', path: '/projects/1', ready: anyHeading },
    {
      name: 'project-lineage',
      path: '/projects/1?tab=lineage',
      ready: (page) => page.getByRole('link', { name: /^Dataset Arrivals/ }).waitFor(),
    },
    { name: 'import', path: '/workflows/import', ready: anyHeading },
    { name: 'trash', path: '/workflows/trash', ready: anyHeading },
    { name: 'new-dataset', path: '/datasets/new', ready: anyHeading },
    { name: 'dataset-profile', path: `/datasets/${dataset?.id}?tab=profile`, ready: anyHeading },
    { name: 'dataset-versions', path: `/datasets/${dataset?.id}?tab=versions`, ready: anyHeading },
    { name: 'dashboards', path: '/dashboards', ready: (page) => page.getByText('Harbours at a glance').waitFor() },
    {
      name: 'dashboard',
      path: `/dashboards/${dashboard}`,
      ready: async (page) => {
        await page.getByRole('article').locator('svg').nth(1).waitFor();
        await page.getByRole('cell').first().waitFor();
      },
    },
    {
      name: 'dashboard-edited',
      path: `/dashboards/${dashboard}?edit=true`,
      ready: (page) => page.getByRole('button', { name: 'Add text' }).waitFor(),
    },
    { name: 'models', path: '/models', ready: (page) => page.getByRole('link', { name: 'cargo' }).waitFor() },
    { name: 'model', path: `/models/${model}`, ready: (page) => page.getByRole('row', { name: /champion/ }).waitFor() },
    {
      name: 'model-version',
      path: `/models/${model}?version=2`,
      ready: (page) => page.getByRole('row', { name: /maxDepth/ }).waitFor(),
    },
    {
      name: 'model-compare',
      path: `/models/${model}?compare=1%2C2`,
      ready: (page) => page.getByRole('row', { name: /maxDepth/ }).waitFor(),
    },
    {
      name: 'model-try',
      path: `/models/${model}?tab=try`,
      ready: (page) => page.getByLabel('Input rows').waitFor(),
      act: async (page) => {
        await page.getByLabel('Input rows').press('Control+Enter');
        await page.getByRole('columnheader', { name: /^prediction/ }).waitFor();
      },
    },
    { name: 'account', path: '/account', ready: anyHeading },
    ...['users', 'groups', 'roles', 'variables', 'connections', 'audit', 'service', 'settings'].map((name) => ({
      name: `admin-${name}`,
      path: `/admin/${name}`,
      ready: anyHeading,
    })),
    { name: 'processors', path: '/processors', ready: heading('Processors') },
    {
      name: 'processor',
      path: '/processors/fire.nodes.etl.NodeRowFilter',
      ready: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
    },
  ];
}
/** Learns what ships bring, and saves it as a model. */
function trainingGraph(maxDepth: number) {
  const node = (
    id: number,
    name: string,
    type: string,
    nodeClass: string,
    fields: Readonly<Record<string, string>>,
  ) => ({
    id: String(id),
    name,
    type,
    nodeClass: `fire.nodes.${nodeClass}`,
    x: `${60 + 220 * (id - 1)}px`,
    y: '80px',
    fields: Object.entries(fields).map(([field, value]) => ({ name: field, value })),
  });
  const nodes = [
    node(1, 'Arrivals', 'dataset', 'dataset.NodeDatasetCSV', {
      path: '/data/arrivals.csv',
      header: 'true',
      outputColNames: '["call_id","ship","ship_type","harbour","arrived","departed","cargo_t","crew"]',
      outputColTypes: '["INTEGER","STRING","STRING","STRING","STRING","STRING","DOUBLE","DOUBLE"]',
    }),
    node(2, 'With cargo', 'transform', 'etl.NodeRowFilter', { conditionExpr: 'cargo_t is not null' }),
    node(3, 'Features', 'ml-transformer', 'ml.NodeVectorAssembler', {
      inputCols: '["crew"]',
      outputCol: 'features',
      handleInvalid: 'skip',
    }),
    node(4, 'Tree', 'ml-estimator', 'ml.NodeDecisionTreeRegression', {
      featuresCol: 'features',
      labelCol: 'cargo_t',
      maxDepth: String(maxDepth),
    }),
    node(5, 'Keep it', 'ml-modelsave', 'ml.NodeModelSave', { path: '/models/cargo' }),
    node(6, 'Predict', 'ml-predict', 'ml.NodePredict', {}),
    node(7, 'Judge', 'ml-evaluator', 'ml.NodeRegressionEvaluator', { labelCol: 'cargo_t' }),
  ];
  const edges = nodes.slice(1).map(({ id }, i) => ({ id: i + 1, source: nodes[i]?.id, target: id }));
  return { name: `Cargo of calls, depth ${maxDepth}`, nodes, edges };
}

async function upload(bench: Bench, name: string): Promise<void> {
  await bench.call('POST', '/api/v1/hdfs/dir/create', { path: `/${name}` });
  for (const file of await readdir(join(samples, name))) {
    const form = new FormData();
    form.append('path', `/${name}`);
    form.append('file', new Blob([await readFile(join(samples, name, file))]), file);
    await bench.call('POST', '/api/v1/hdfs/files/upload', form);
  }
}

/** Waits for the end of a run. */
export async function waitForEnd(bench: Bench, run: number): Promise<void> {
  for (;;) {
    const { status } = JSON.parse(await bench.call('GET', `/api/v1/workflow-executions/${run}`)) as { status: number };
    if (![0, 4, 7, 9].includes(status)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
