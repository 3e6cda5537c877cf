import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { barriers, Bench, skip } from './browser.ts';

/** Text that would do harm if anything took it for more than text. */
const hostile = '<img src=x onerror="document.title=`taken`">';

const sales = [
  { city: 'Rome', kind: 'a', sold: 3, spent: 1.5 },
  { city: 'Oslo', kind: 'b', sold: 1, spent: 2.5 },
  { city: 'Rome', kind: 'b', sold: 2, spent: 0.5 },
  { city: hostile, kind: 'a', sold: 5, spent: 4 },
  { city: null, kind: 'a', sold: 4, spent: 3 },
];

type Fields = Readonly<Record<string, string>>;

/** A chart of each kind: its processor, and the processor's fields. */
const charts: Readonly<Record<string, readonly [nodeClass: string, fields: Fields]>> = {
  Line: ['graph.NodeGraphValues', { graphType: 'LINECHART', xCol: 'sold', yCols: '["spent"]', xSortCol: 'true' }],
  Area: ['graph.NodeGraphValues', { graphType: 'AREACHART', xCol: 'city', yCols: '["spent"]' }],
  'Two lines': ['graph.NodeGraphValues', { graphType: 'DUALLINECHART', xCol: 'city', yCols: '["sold","spent"]' }],
  Columns: ['graph.NodeGraphValues', { graphType: 'COLUMNCHART', xCol: 'city', yCols: '["sold"]', xSortCol: 'false' }],
  Stacks: ['graph.NodeGraphValues', { graphType: 'BARCHART', xCol: 'city', yCols: '["sold","spent"]' }],
  Bars: ['graph.NodeBarChart', { graphType: 'HORIZONTALBAR', xCol: 'city', yCols: '["sold"]' }],
  'Stacked bars': [
    'graph.NodeBarChart',
    { graphType: 'HORIZONTALBAR', stacked: 'true', xCol: 'city', yCols: '["sold","spent"]' },
  ],
  Groups: ['graph.NodeBarGroupChart', { xCol: 'city', groupByCol: 'kind', yCol: 'sold' }],
  Counts: ['graph.NodeGraphGroupByColumn', { groupByColumn: 'city', graphType: 'COLUMNCHART' }],
  Bins: ['ml.NodeHistoGramCal', { inputCols: 'sold', bins: '2' }],
  Points: ['graph.NodeScatterChart', { xCol: 'sold', yCols: '["spent"]' }],
  Bubbles: ['graph.NodeBubbleChart', { xCoordinate: 'sold', yCoordinate: 'spent', size: 'sold', color: 'city' }],
  Slices: ['graph.NodePieChart', { xCol: 'city', yCols: '["sold"]' }],
  Ring: ['graph.NodePieChart', { graphType: 'DONUT', xCol: 'city', yCols: '["sold"]' }],
  Heat: ['ml.NodeCorrelation', { inputCols: '["sold","spent"]' }],
  Boxes: ['graph.NodeBoxPlot', { groupByColumn: 'kind', valueColumn: 'sold' }],
  Dial: ['graph.NodeGauge', { keyCol: 'city', valueCol: 'sold', max: '5' }],
  Tree: ['graph.NodeHierarchyChart', { xCol: 'sold', yCols: '["city","kind"]' }],
  Control: ['graph.NodeSpcIMRChart', { measurements: '["spent"]', identifier: 'sold' }],
  Map: ['graph.NodeGraphRegionGeo', { groupByColumn1: 'city', groupByColumn2: 'sold' }],
  Words: ['graph.NodeWorldCloudChart', {}],
};

const fieldsOf = (fields: Fields) => Object.entries(fields).map(([name, value]) => ({ name, value }));
const graphOf = (...titles: readonly string[]) => ({
  name: `Charts ${titles.join(' ')}`,
  nodes: [
    {
      id: '1',
      name: 'Sales',
      type: 'dataset',
      nodeClass: 'fire.nodes.dataset.NodeDatasetJSON',
      x: '60px',
      y: '60px',
      fields: fieldsOf({ path: '/sales.json' }),
    },
    ...titles.map((title, i) => ({
      id: String(i + 2),
      name: title,
      type: 'transform',
      nodeClass: `fire.nodes.${charts[title]?.[0]}`,
      x: '320px',
      y: `${60 + 80 * i}px`,
      fields: fieldsOf({ title, ...charts[title]?.[1] }),
    })),
  ],
  edges: titles.map((_, i) => ({ id: i, source: '1', target: String(i + 2) })),
});

/** What is drawn in the colour of the first series. */
const marks = (figure: Locator): Locator => figure.locator('[role=img] path[fill="#3b8bc0"]');
/** The middle of a mark, in sight. */
async function middleOf(mark: Locator): Promise<readonly [x: number, y: number]> {
  await mark.scrollIntoViewIfNeeded();
  const bounds = await mark.boundingBox();
  assert.ok(bounds !== null);
  return [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2];
}
/** Clicks at the position of a mark: the drawing as a whole takes the click. */
const click = async (page: Page, mark: Locator): Promise<void> => page.mouse.click(...(await middleOf(mark)));
const keys = (figure: Locator): Locator => figure.getByRole('listbox');

describe('charts', { skip }, () => {
  let bench: Bench;
  const save = async (workflow: object): Promise<number> =>
    Number(await bench.call('POST', '/api/v1/workflows', { workflow }));
  const run = async (...titles: readonly string[]): Promise<number> =>
    Number(await bench.call('POST', '/api/v1/workflow/execute', { workflowId: await save(graphOf(...titles)) }));
  const openRun = async (id: number, options = {}): Promise<Page> => {
    const page = await bench.signedIn(`/executions/${id}`, options);
    await page.getByText('completed', { exact: true }).waitFor();
    return page;
  };
  const figure = (page: Page, title: string): Locator =>
    page.getByRole('figure').filter({ has: page.getByRole('img', { name: title, exact: true }) });
  const beneath = (of: Locator, title: string): Locator => of.getByRole('region', { name: `Rows of ${title}` });
  const rows = async (table: Locator): Promise<readonly string[]> => {
    const tableRows = await table.locator('tbody tr').all();
    return Promise.all(tableRows.map(async (row) => (await row.getByRole('cell').allTextContents()).join(' ')));
  };

  before(async () => {
    bench = await Bench.start();
    const form = new FormData();
    form.append('path', '/');
    form.append('file', new Blob([sales.map((one) => `${JSON.stringify(one)}\n`).join('')]), 'sales.json');
    await bench.call('POST', '/api/v1/hdfs/files/upload', form);
  });
  after(() => bench[Symbol.asyncDispose]());

  test('of all kinds are drawn, and their marks lead to rows', async () => {
    const page = await openRun(await run(...Object.keys(charts)));
    const all = page.locator('figure [role=img][aria-label]');
    // a control chart is two charts
    await all.nth(Object.keys(charts).length).locator('path').first().waitFor({ state: 'attached' });
    for (const one of await all.all()) {
      // axes are drawn before marks: these have colours
      await one.evaluate((chart) => {
        const page = chart.ownerDocument.defaultView;
        const isColoured = (path: unknown): boolean => {
          const { fill, stroke } = page.getComputedStyle(path);
          return [fill, stroke].some((colour: string) => {
            const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
            return Math.max(red, green, blue) - Math.min(red, green, blue) > 40;
          });
        };
        return new Promise<void>((resolve) => {
          const check = (): void => {
            if ([...chart.querySelectorAll('path')].some(isColoured)) resolve();
          };
          new page.MutationObserver(check).observe(chart, { subtree: true, childList: true });
          check();
        });
      });
      const listbox = one.locator('../..').getByRole('listbox');
      await listbox.focus();
      await listbox.press('Enter');
      await page
        .getByRole('button', { name: /^Remove the filter/ })
        .first()
        .waitFor();
      await listbox.press('Escape');
      await page.getByRole('button', { name: /^Remove the filter/ }).waitFor({ state: 'detached' });
    }
    assert.deepEqual(await barriers(page), []);
    await bench.closing(page);
  });

  test('in a narrow place have their colours below them, with numbers, and not over their cells', async () => {
    const page = await openRun(await run('Heat'), { viewport: { width: 390, height: 900 } });
    const chart = page.getByRole('img', { name: 'Heat', exact: true });
    await chart.getByText('-1', { exact: true }).waitFor();
    const [low, column] = [
      await chart.getByText('-1', { exact: true }).boundingBox(),
      await chart.getByText('spent', { exact: true }).last().boundingBox(),
    ];
    assert.ok(low !== null && column !== null && low.y > column.y + column.height);
    await bench.closing(page);
  });

  test('show the rows of a mark that is clicked, as a filter that can be removed', async () => {
    const page = await openRun(await run('Columns'));
    const chart = figure(page, 'Columns');
    await click(page, marks(chart).nth(2));
    const table = beneath(chart, 'Columns');
    await table.waitFor();
    assert.deepEqual(await rows(table), ['Rome 3', 'Rome 2']);
    await chart.getByRole('button', { name: 'Remove the filter city = Rome' }).click();
    await table.getByRole('cell', { name: hostile }).waitFor();
    assert.deepEqual(await rows(table), ['Rome 3', 'Oslo 1', 'Rome 2', `${hostile} 5`, 'null 4']);
    // what is absent is not the word
    await click(page, marks(chart).last());
    await chart.getByText('city = null', { exact: true }).waitFor();
    assert.deepEqual(await rows(table), ['null 4']);
    assert.deepEqual(await barriers(page), []);
    await chart.getByRole('button', { name: 'Rows', exact: true }).click();
    await table.waitFor({ state: 'detached' });
    await bench.closing(page);
  });

  test('take a click on a mark that lights up in the midst of it', async () => {
    const page = await openRun(await run('Columns'));
    const chart = figure(page, 'Columns');
    const [x, y] = await middleOf(marks(chart).first());
    await Promise.all([page.mouse.move(x, y), page.mouse.down()]);
    // two frames: the mark is drawn again in its other colour
    await chart.evaluate((element) => {
      const page = element.ownerDocument.defaultView;
      return new Promise((resolve) => page.requestAnimationFrame(() => page.requestAnimationFrame(resolve)));
    });
    await page.mouse.up();
    await chart.getByText('city = Rome', { exact: true }).waitFor();
    await bench.closing(page);
  });

  test('of lines show the rows of the point that is meant', async () => {
    const page = await openRun(await run('Line'));
    const chart = figure(page, 'Line');
    await keys(chart).focus();
    await chart.getByRole('option', { name: 'sold = 1, spent = 2.5' }).waitFor();
    // above the 3 of the lower axis; how high does not matter
    const threes = await chart.locator('text').filter({ hasText: /^3$/ }).all();
    const allBounds = await Promise.all(threes.map((three) => three.boundingBox()));
    const three = allBounds.flatMap((bounds) => bounds ?? []).toSorted((one, other) => other.y - one.y)[0];
    assert.ok(three !== undefined);
    await page.mouse.click(three.x + three.width / 2 + 3, three.y - 60);
    await chart.getByText('sold = 3', { exact: true }).waitFor();
    assert.deepEqual(await rows(beneath(chart, 'Line')), ['3 1.5']);
    await bench.closing(page);
  });

  test('go from mark to mark by keys, say the row of each, and show its rows', async () => {
    const page = await openRun(await run('Columns'));
    const chart = figure(page, 'Columns');
    await keys(chart).focus();
    // two rows are of one mark's city
    await chart.getByRole('option', { name: 'city = Rome · 2 rows' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await chart.getByRole('option', { name: 'city = Oslo, sold = 1' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await beneath(chart, 'Columns').waitFor();
    assert.deepEqual(await rows(beneath(chart, 'Columns')), [`${hostile} 5`]);
    assert.deepEqual(await barriers(page), []);
    await page.keyboard.press('Escape');
    await chart.getByRole('button', { name: /^Remove the filter/ }).waitFor({ state: 'detached' });
    await bench.closing(page);
  });

  test('filter the table that the node shows of the same data: a bin by its bounds', async () => {
    const page = await openRun(await run('Bins'));
    const chart = figure(page, 'Bins');
    const table = page.getByRole('region', { name: 'Bins', exact: true });
    await table.getByRole('cell').first().waitFor();
    assert.deepEqual(await rows(table), ['0 [1.0, 3.0) 2', '1 [3.0, 5.0] 3']);
    await click(page, marks(chart).last());
    await chart.getByText('range = [3.0, 5.0]', { exact: true }).waitFor();
    assert.deepEqual(await rows(table), ['1 [3.0, 5.0] 3']);
    assert.equal(await beneath(chart, 'Bins').count(), 0, 'no second table of the same rows');
    await page
      .getByRole('figure')
      .filter({ has: table })
      .getByRole('button', { name: /^Remove the filter range/ })
      .click();
    assert.equal((await rows(table)).length, 2);
    assert.equal(await chart.getByText('range = [3.0, 5.0]', { exact: true }).count(), 0);
    await bench.closing(page);
  });

  test('filter the table of the same data that lies with the service, too', async () => {
    const [sales, bins] = graphOf('Bins').nodes;
    const many = { ...bins, fields: fieldsOf({ title: 'Bins', inputCols: 'sold', bins: '1500' }) };
    const workflow = { ...graphOf('Bins'), name: 'Many bins', nodes: [sales, many] };
    const workflowId = await save(workflow);
    const page = await openRun(Number(await bench.call('POST', '/api/v1/workflow/execute', { workflowId })));
    const chart = figure(page, 'Bins');
    const table = page.getByRole('region', { name: 'Bins', exact: true });
    await table.getByRole('cell').first().waitFor();
    assert.ok((await rows(table)).length > 2);
    await keys(chart).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const foot = page.getByRole('figure').filter({ has: table });
    await foot.getByText('1 of 1,500 rows').waitFor();
    assert.equal((await rows(table)).length, 1);
    await foot.getByRole('button', { name: /^Remove the filter range/ }).click();
    await foot.getByText('1 of 1,500 rows').waitFor({ state: 'detached' });
    await bench.closing(page);
  });

  test('in the editor show the rows of the input that a mark stands for', async () => {
    const page = await bench.signedIn(`/workflows/${await save(graphOf('Counts', 'Tree'))}`, {
      viewport: { width: 1440, height: 900 },
    });
    const pane = page.getByRole('region', { name: 'Data', exact: true });
    await page.locator('.react-flow__node').filter({ hasText: 'Counts' }).click();
    await pane.getByRole('tab', { name: 'Charts and texts' }).click();
    const chart = figure(page, 'Counts');
    // null comes first, then the signs of the hostile text, then Oslo and Rome
    await click(page, marks(chart).last());
    const table = beneath(chart, 'Counts');
    await table.waitFor();
    assert.deepEqual(await rows(table), ['Rome a 3 1.5', 'Rome b 2 0.5']);
    // if there is space they are next to the chart: no scrolling is needed
    const [paneBounds, tableBounds] = [await pane.boundingBox(), await table.boundingBox()];
    assert.ok(
      paneBounds !== null &&
        tableBounds !== null &&
        tableBounds.y + tableBounds.height <= paneBounds.y + paneBounds.height,
    );
    await keys(chart).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await chart.getByText('city = null', { exact: true }).waitFor();
    assert.deepEqual(await rows(table), ['null a 4 3']);
    // a branch of a tree stands for all rows below it
    await page.locator('.react-flow__node').filter({ hasText: 'Tree' }).click();
    const tree = figure(page, 'Tree');
    await keys(tree).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await tree.getByText('city = Rome', { exact: true }).waitFor();
    assert.deepEqual(await rows(beneath(tree, 'Tree')), ['Rome a 3 1.5', 'Rome b 2 0.5']);
    await bench.closing(page);
  });

  test('are saved as a picture, as a drawing and as data', async () => {
    const page = await openRun(await run('Columns'), { viewport: { width: 1440, height: 900 } });
    const chart = figure(page, 'Columns');
    const bounds = await chart.getByRole('img', { name: 'Columns' }).boundingBox();
    const saved = async (choice: string): Promise<readonly [name: string, content: Buffer]> => {
      await chart.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: choice }).click(),
      ]);
      return [download.suggestedFilename(), await readFile(await download.path())];
    };
    const [pngName, png] = await saved('Image (PNG)');
    assert.equal(pngName, 'Columns.png');
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    assert.deepEqual(
      [png.readUInt32BE(16), png.readUInt32BE(20)],
      [bounds?.width, bounds?.height].map((size) => 2 * Math.floor(size ?? 0)),
    );
    assert.ok(png.length > 4_000, `${png.length} bytes are an empty picture`);
    const [svgName, svg] = await saved('Vector image (SVG)');
    assert.equal(svgName, 'Columns.svg');
    const drawing = svg.toString();
    assert.match(drawing, /^<svg [^]*>Rome<\/text>[^]*<\/svg>$/);
    assert.match(drawing, /fill="#3b8bc0"/);
    assert.ok(drawing.includes('&lt;img src=x') && !drawing.includes('<img'), 'names are mere text');
    const [csvName, csv] = await saved('Data (CSV)');
    assert.equal(csvName, 'Columns.csv');
    assert.equal(
      csv.toString(),
      ['city,sold', 'Rome,3', 'Oslo,1', 'Rome,2', `"${hostile.replaceAll('"', '""')}",5`, ',4', ''].join('\r\n'),
    );
    await bench.closing(page);
  });

  test('on a dashboard show their rows within their card', async () => {
    const workflowId = await save(graphOf('Columns'));
    await bench.call('POST', '/api/v1/workflow/execute', { workflowId });
    const item = {
      id: 1,
      name: 'Sold',
      type: 'CHART',
      nodeId: '2',
      workflowId: String(workflowId),
      workflowName: 'Charts',
    };
    const items = [{ ...item, x: '0', y: '0', w: '6', h: '8' }];
    const board = {
      name: 'Board',
      category: '',
      description: '',
      sheets: [{ idx: '1', name: 'Main', type: 'GRID', items }],
    };
    const id = await bench.call('POST', '/api/v1/dashboards', board);
    const page = await bench.signedIn(`/dashboards/${id}`);
    const card = page.getByRole('article', { name: 'Sold' });
    await click(page, marks(card).nth(1));
    const table = beneath(card, 'Columns');
    await table.waitFor();
    assert.deepEqual(await rows(table), ['Oslo 1']);
    const [outer, inner] = [await card.boundingBox(), await table.boundingBox()];
    assert.ok(
      outer !== null && inner !== null && inner.y + inner.height <= outer.y + outer.height,
      'the rows are in sight',
    );
    assert.ok(((await marks(card).first().boundingBox())?.height ?? 0) > 20, 'the chart has room beside them');
    assert.deepEqual(await barriers(page), []);
    await bench.closing(page);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`with rows beneath them keep nobody out, ${colorScheme}, wide and narrow`, async () => {
      const id = await run('Columns', 'Bins');
      for (const width of [1440, 360]) {
        const page = await openRun(id, { colorScheme, viewport: { width, height: 800 } });
        const chart = figure(page, 'Columns');
        await keys(chart).focus();
        await page.keyboard.press('Enter');
        await beneath(chart, 'Columns').waitFor();
        assert.deepEqual(await barriers(page), [], String(width));
        await chart.getByRole('button', { name: 'Export' }).click();
        await page.getByRole('menuitem', { name: 'Data (CSV)' }).waitFor();
        assert.deepEqual(await barriers(page), [], `menu at ${width}`);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
        await bench.closing(page);
      }
    });

  test('HTML is shown as it is meant, and none of its scripts run', async () => {
    const text = `<h2>Summary</h2><b>bold</b><script>top.document.title = 'taken'</script>${hostile}`;
    const nodes = [
      graphOf().nodes[0],
      {
        id: '2',
        name: 'Report',
        type: 'transform',
        nodeClass: 'fire.nodes.graph.NodePrintRichText',
        x: '320px',
        y: '60px',
        fields: fieldsOf({ text }),
      },
    ];
    const workflow = { name: 'HTML', nodes, edges: [{ id: 0, source: '1', target: '2' }] };
    const id = await bench.call('POST', '/api/v1/workflow/execute', { workflowId: await save(workflow) });
    const page = await openRun(Number(id));
    const frame = page.frameLocator('iframe[title="Print Rich Text"]');
    await frame.getByRole('heading', { name: 'Summary' }).waitFor();
    assert.equal(await frame.locator('b').textContent(), 'bold');
    assert.notEqual(await page.title(), 'taken');
    await page.close();
    // the browser says what it does not run
    for (const fault of bench.faults.splice(0)) assert.match(fault, /^Blocked script execution in 'about:srcdoc'/);
  });
});
