import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Cell } from '../src/api/cell.ts';
import { queryOf } from '../src/pages/execution/arrangement.ts';
import { asItCame, shownRows, type ColumnFilter, type Row, type TableColumn, type View } from '../src/ui/table-view.ts';
import { barriers, Bench, skip } from './browser.ts';

/** Text that would do harm if anything took it for more than text. */
const hostile = '<img src=x onerror="document.title=`taken`">';

const values = [
  { id: 1, text: hostile, n: 1234.5, big: '9007199254740993' },
  { id: 2, text: '=HYPERLINK("http://x","y")', n: 1e-7, big: null },
  { id: 3, text: 'a|b', n: null, big: '9007199254740992' },
  { id: 4, text: 'first\nsecond', n: -2, big: '3' },
  { id: 5, text: 'Größe 東京 🎉', n: 20.25, big: '12' },
  { id: 6, text: null, n: 3, big: '4' },
  { id: 7, text: '', n: 100, big: '5' },
] as const;

const field = (name: string, value: string) => ({ name, value });
const reader = (path: string) => ({
  id: '1',
  name: 'Values',
  type: 'dataset',
  nodeClass: 'fire.nodes.dataset.NodeDatasetJSON',
  x: '60px',
  y: '60px',
  fields: [field('path', path)],
});
const show = (rows: number) => ({
  id: '2',
  name: 'Show',
  type: 'transform',
  nodeClass: 'fire.nodes.util.NodePrintFirstNRows',
  x: '320px',
  y: '60px',
  fields: [field('n', String(rows))],
});
const graph = (name: string, path: string, rows = 50) => ({
  name,
  nodes: [reader(path), show(rows)],
  edges: [{ id: 1, source: '1', target: '2' }],
});
/** What a run has shown. */
interface ShownTable {
  readonly outputId: number;
  readonly type: string;
  readonly columns?: readonly TableColumn[];
}

/** Rows that are hard to sort and filter; the reader only stands before them. */
const hard = {
  id: '3',
  name: 'Hard',
  type: 'transform',
  nodeClass: 'fire.nodes.etl.NodeSQL',
  x: '200px',
  y: '60px',
  fields: [
    field('tempTable', 't'),
    field(
      'sql',
      `select id,
        case id % 7 when 0 then null when 1 then double('NaN') when 2 then double('-Infinity') else (id % 100) / 8D - 3 end as fraction,
        case id % 5 when 0 then null else cast(id % 50 - 20 as decimal(38,20)) / 3 end as exact,
        case id % 4 when 0 then null when 1 then '' else concat('Öl "', id % 30, '"') end as text,
        date_add(date'2024-01-25', cast(id % 12 as int)) as day,
        timestamp'2024-01-31T23:59:58.999999Z' + make_dt_interval(0, 0, 0, cast(id % 4 as int)) as at,
        id % 2 = 0 as even, array(id % 3, null) as list, id + 9007199254740990 as large
        from range(1500) order by id`,
    ),
  ],
};

const inOrder = {
  ...hard,
  name: 'In order',
  fields: [field('tempTable', 't'), field('sql', 'select id, text, n, big from t')],
};

/** A node of SQL behind the reader. */
const behind = (name: string, node: typeof hard, rows: number) => ({
  name,
  nodes: [reader('/values.json'), node, show(rows)],
  edges: [
    { id: 1, source: '1', target: '3' },
    { id: 2, source: '3', target: '2' },
  ],
});

const head = (page: Page | Locator, name: string): Locator =>
  page.getByRole('columnheader').getByRole('button', { name, exact: true });
const menu = (page: Page, column: string): Locator => page.getByRole('dialog', { name: `Column ${column}` });
const clipboard = (page: Page): Promise<string> => page.evaluate('navigator.clipboard.readText()');

describe('tables', { skip }, () => {
  let bench: Bench;
  /** A run that shows 20,000 rows. */
  let manyRun: number;
  let id: number;
  const upload = async (name: string, lines: readonly string[]): Promise<void> => {
    const form = new FormData();
    form.append('path', '/');
    form.append('file', new Blob([`${lines.join('\n')}\n`]), name);
    await bench.call('POST', '/api/v1/hdfs/files/upload', form);
  };
  const run = async (workflow: object): Promise<number> => {
    const workflowId = Number(await bench.call('POST', '/api/v1/workflows', { workflow }));
    return Number(await bench.call('POST', '/api/v1/workflow/execute', { workflowId }));
  };
  /** The page of a run with the table that it shows. */
  const openTable = async (run: number, options = {}): Promise<readonly [Page, Locator]> => {
    const page = await bench.signedIn(`/executions/${run}`, options);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const figure = page.getByRole('region', { name: 'Outputs' }).getByRole('figure').last();
    await figure.getByRole('cell').first().waitFor();
    return [page, figure];
  };
  /** Cells of the column "id", from the top. */
  const ids = (table: Locator): Promise<readonly string[]> => table.locator('tbody td:nth-child(1)').allTextContents();

  before(async () => {
    bench = await Bench.start();
    // whole numbers of JSON that are longer than a double
    await upload(
      'values.json',
      values.map((one) => JSON.stringify(one).replace(/"big":"(\d+)"/, '"big":$1')),
    );
    // columns of JSON come by the alphabet
    id = await run(behind('Values', inOrder, 50));
    await upload(
      'many.json',
      Array.from({ length: 20_000 }, (_, i) => JSON.stringify({ id: i, name: `row ${i}` })),
    );
    manyRun = await run(graph('Many', '/many.json', 20_000));
  });
  after(() => bench[Symbol.asyncDispose]());

  test('sort by a column, up and down and as they came', async () => {
    const [page, table] = await openTable(id);
    assert.deepEqual(await ids(table), ['1', '2', '3', '4', '5', '6', '7']);
    await head(table, 'n double').click();
    await menu(page, 'n').getByRole('button', { name: 'Sort ascending' }).click();
    await table.getByRole('columnheader', { name: 'n double' }).and(page.locator('[aria-sort=ascending]')).waitFor();
    assert.deepEqual(await ids(table), ['4', '2', '6', '5', '7', '1', '3']);
    await head(table, 'big bigint').click();
    await menu(page, 'big').getByRole('button', { name: 'Sort descending' }).click();
    await table.locator('th[aria-sort=descending]').waitFor();
    assert.deepEqual(await ids(table), ['1', '3', '5', '7', '6', '4', '2']);
    await head(table, 'big bigint').click();
    await menu(page, 'big').getByRole('button', { name: 'Original order' }).click();
    await table.locator('th[aria-sort]').waitFor({ state: 'detached' });
    assert.deepEqual(await ids(table), ['1', '2', '3', '4', '5', '6', '7']);
    await bench.closing(page);
  });

  test('filter by text, range and absence, each said below with its way back', async () => {
    const [page, table] = await openTable(id);
    await head(table, 'n double').click();
    await menu(page, 'n').getByLabel('From').fill('two');
    await menu(page, 'n').getByRole('button', { name: 'Filter' }).click();
    await menu(page, 'n').getByText('Enter a number.').waitFor();
    await menu(page, 'n').getByLabel('From').fill('-2');
    await menu(page, 'n').getByLabel('To').fill('20.25');
    await menu(page, 'n').getByRole('button', { name: 'Filter' }).click();
    await table.getByText('4 of 7 rows').waitFor();
    assert.deepEqual(await ids(table), ['2', '4', '5', '6']);
    await head(table, 'text string').click();
    await menu(page, 'text').getByLabel('Contains').fill('GRÖ');
    await menu(page, 'text').getByLabel('Contains').press('Enter');
    await table.getByText('1 of 7 rows').waitFor();
    assert.deepEqual(await ids(table), ['5']);
    await table.getByRole('button', { name: 'Remove the filter n from -2 to 20.25' }).click();
    await table.getByRole('button', { name: 'Remove the filter text contains “GRÖ”' }).click();
    assert.deepEqual(await ids(table), ['1', '2', '3', '4', '5', '6', '7']);
    await head(table, 'text string').click();
    await menu(page, 'text').getByLabel('Missing values').selectOption('only');
    await menu(page, 'text').getByRole('button', { name: 'Filter' }).click();
    await table.getByText('text is missing').waitFor();
    assert.deepEqual(await ids(table), ['6']);
    await bench.closing(page);
  });

  test('are copied as CSV and as Markdown, as they are looked at, with values as they are stored', async () => {
    const [page, table] = await openTable(id);
    await table.getByRole('button', { name: 'Copy as CSV' }).click();
    await table.getByText('Copied 7 rows.').waitFor();
    assert.equal(
      await clipboard(page),
      [
        'id,text,n,big',
        '1,"<img src=x onerror=""document.title=`taken`"">",1234.5,9007199254740993',
        '2,"=HYPERLINK(""http://x"",""y"")",1e-7,',
        '3,a|b,,9007199254740992',
        '4,"first\nsecond",-2,3',
        '5,Größe 東京 🎉,20.25,12',
        '6,,3,4',
        '7,"",100,5',
        '',
      ].join('\r\n'),
    );
    await head(table, 'big bigint').click();
    await menu(page, 'big').getByRole('button', { name: 'Hide column' }).click();
    await head(table, 'n double').click();
    await menu(page, 'n').getByRole('button', { name: 'Sort descending' }).click();
    await table.getByRole('button', { name: 'Copy as Markdown' }).click();
    await table.getByText('Copied 7 rows.').waitFor();
    assert.equal(
      await clipboard(page),
      [
        '| id | text | n |',
        '| ---: | --- | ---: |',
        '| 1 | &lt;img src=x onerror="document.title=\\`taken\\`"> | 1234.5 |',
        '| 7 |  | 100 |',
        '| 5 | Größe 東京 🎉 | 20.25 |',
        '| 6 | *null* | 3 |',
        '| 2 | =HYPERLINK("http://x","y") | 1e-7 |',
        '| 4 | first<br>second | -2 |',
        '| 3 | a\\|b | *null* |',
        '',
      ].join('\n'),
    );
    await table.getByRole('button', { name: 'Show 1 hidden column' }).click();
    await head(table, 'big bigint').click();
    await menu(page, 'big').getByRole('button', { name: 'Copy column' }).click();
    await table.getByText('Copied 7 rows.').waitFor();
    assert.equal((await clipboard(page)).split('\r\n').slice(0, 3).join(), 'big,9007199254740993,5');
    assert.doesNotMatch(await page.title(), /taken/);
    await bench.closing(page);
  });

  test('are copied where the browser gives the page no clipboard, too', async () => {
    const [page, table] = await openTable(id);
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
    await table.getByRole('button', { name: 'Copy as CSV' }).click();
    await table.getByText('Copied 7 rows.').waitFor();
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
    assert.match(await clipboard(page), /^id,text,n,big\r?\n1,"<img/);
    await bench.closing(page);
  });

  test('are sorted, filtered and hidden by keys alone', async () => {
    const [page, table] = await openTable(id);
    await table.getByRole('region').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await menu(page, 'n').getByRole('button', { name: 'Sort ascending' }).and(page.locator(':focus')).waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await table.locator('th[aria-sort=descending]').waitFor();
    // the way back is where it came from
    await head(table, 'n double').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await menu(page, 'text').getByRole('button', { name: 'Sort ascending' }).and(page.locator(':focus')).waitFor();
    for (let i = 0; i < 3; i++) await page.keyboard.press('Tab');
    await page.keyboard.type('e');
    await page.keyboard.press('Enter');
    await table.getByText('4 of 7 rows').waitFor();
    assert.deepEqual(await ids(table), ['1', '5', '2', '4']);
    await head(table, 'text string').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await menu(page, 'text').waitFor();
    await page.keyboard.press('Escape');
    await menu(page, 'text').waitFor({ state: 'detached' });
    await head(table, 'text string').and(page.locator(':focus')).waitFor();
    // a hidden column takes the focus to the table
    await page.keyboard.press('Enter');
    // the menu takes the focus a moment after it has opened
    await menu(page, 'text').getByRole('button', { name: 'Sort ascending' }).and(page.locator(':focus')).waitFor();
    await menu(page, 'text').getByRole('button', { name: 'Hide column' }).focus();
    await page.keyboard.press('Enter');
    await table.getByRole('region').and(page.locator(':focus')).waitFor();
    assert.equal(await table.getByRole('columnheader').count(), 3);
    await bench.closing(page);
  });

  test('whose rows lie with the service are sorted and filtered there, all of them', async () => {
    const [page, table] = await openTable(manyRun);
    await head(table, 'id bigint').click();
    await menu(page, 'id').getByRole('button', { name: 'Sort descending' }).click();
    await table.getByRole('columnheader', { name: 'id bigint' }).and(page.locator('[aria-sort=descending]')).waitFor();
    await table.getByRole('cell', { name: 'row 19999', exact: true }).waitFor();
    assert.deepEqual((await ids(table)).slice(0, 3), ['19999', '19998', '19997']);
    // rows of other pages come in the same order
    await table.getByRole('region').evaluate((element) => {
      element.scrollTop = 1e9;
    });
    await table.getByRole('cell', { name: 'row 0', exact: true }).waitFor();
    assert.equal((await ids(table)).at(-1), '0');
    assert.ok((await table.getByRole('row').count()) < 100, 'only rows in sight are drawn');

    await head(table, 'name string').click();
    await menu(page, 'name').getByLabel('Contains').fill('ROW 77');
    await page.keyboard.press('Enter');
    await table.getByText('111 of 20,000 rows').waitFor();
    await table.getByRole('cell', { name: 'row 7799', exact: true }).waitFor();
    assert.deepEqual((await ids(table)).slice(0, 2), ['7799', '7798']);
    await head(table, 'id bigint').click();
    await menu(page, 'id').getByLabel('From').fill('7750');
    await menu(page, 'id').getByLabel('To').fill('7759');
    await menu(page, 'id').getByRole('button', { name: 'Filter' }).click();
    await table.getByText('10 of 20,000 rows').waitFor();
    await table.getByRole('button', { name: 'Copy as CSV' }).click();
    await table.getByText('Copied 10 rows.').waitFor();
    assert.match(await clipboard(page), /^id,name\r\n7759,row 7759\r\n[^]*\r\n7750,row 7750\r\n$/);
    await table.getByRole('button', { name: 'Remove the filter id from 7750 to 7759' }).click();
    await table.getByText('111 of 20,000 rows').waitFor();
    await head(table, 'name string').click();
    await menu(page, 'name').getByRole('button', { name: 'Show all rows' }).click();
    await table.getByText('of 20,000 rows').waitFor({ state: 'detached' });
    await head(table, 'id bigint').click();
    await menu(page, 'id').getByRole('button', { name: 'Original order' }).click();
    await table.locator('th[aria-sort]').waitFor({ state: 'detached' });
    await table.getByRole('cell', { name: 'row 3', exact: true }).waitFor();
    assert.deepEqual((await ids(table)).slice(0, 2), ['0', '1']);
    await bench.closing(page);
  });

  test('whose rows lie with the service are sorted and filtered by keys alone, hidden and copied by pages', async () => {
    const [page, table] = await openTable(manyRun);
    await table.getByRole('region').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await menu(page, 'id').getByRole('button', { name: 'Sort ascending' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await table.getByRole('cell', { name: 'row 19999', exact: true }).waitFor();
    await head(table, 'id bigint').and(page.locator(':focus')).waitFor();
    assert.deepEqual(await barriers(page), []);
    await head(table, 'id bigint').click();
    await menu(page, 'id').getByRole('button', { name: 'Hide column' }).click();
    await table.getByRole('button', { name: 'Copy as CSV' }).click();
    await table.getByText('Copied the first 1,000 rows of 20,000.').waitFor();
    assert.match(await clipboard(page), /^name\r\nrow 19999\r\n[^]*\r\nrow 19000\r\n$/);
    await bench.closing(page);
  });

  test('whose rows lie with the service are sorted and filtered as those are that lie here', async () => {
    const hardRun = await run(behind('Hard', hard, 1_500));
    const [page] = await openTable(hardRun);
    await bench.closing(page);
    const results = JSON.parse(
      await bench.call('GET', `/api/v1/workflow-executions/${hardRun}/results`),
    ) as ShownTable[];
    const { outputId, columns = [] } = results.find(({ type }) => type === 'table') ?? assert.fail('no table');
    const rowsOf = async (query: Readonly<Record<string, string | readonly string[]>>): Promise<readonly Row[]> => {
      const parameters = Object.entries({ ...query, limit: '10000' }).flatMap(([name, parameterValue]) =>
        [parameterValue].flat().map((one): [string, string] => [name, one]),
      );
      const address = `/api/v1/workflow-executions/${hardRun}/results/${outputId}/rows?${new URLSearchParams(parameters)}`;
      return (JSON.parse(await bench.call('GET', address)) as { rows: Row[] }).rows;
    };
    const all = await rowsOf({});
    assert.equal(all.length, 1_500);
    const at = (name: string): number => columns.findIndex((column) => column.name === name);
    const sorted = (name: string, isDescending: boolean): View => ({
      ...asItCame,
      sort: { column: at(name), isDescending },
    });
    const filtered = (name: string, filter: ColumnFilter): View => ({
      ...asItCame,
      filters: new Map([[at(name), filter]]),
    });
    const views = [
      ...['id', 'fraction', 'exact', 'text', 'day', 'at', 'even', 'large'].flatMap((name) => [
        sorted(name, false),
        sorted(name, true),
        filtered(name, { nulls: 'only' }),
        filtered(name, { nulls: 'without' }),
      ]),
      filtered('fraction', { from: '-1' }),
      filtered('fraction', { to: '2.5' }),
      filtered('fraction', { from: '-1', to: '0x2', nulls: 'without' }),
      filtered('exact', { from: '-1.00000000000000000001', to: '1e0' }),
      filtered('large', { from: '9007199254740993', to: '9007199254740999' }),
      filtered('text', { text: 'öL "1' }),
      filtered('even', { text: 'TRU' }),
      filtered('list', { text: '[2' }),
      filtered('day', { from: '2024-01-31', to: '2024-02-02' }),
      filtered('at', { to: '2024-01-31' }),
      filtered('at', { from: '2024-02-01 00:00', to: '2024-02-01 01:00:00.5+01:00' }),
    ];
    for (const view of views) {
      const here = shownRows(columns, all, view)?.map((index) => all[index]?.[0]);
      const there = (await rowsOf({ ...queryOf(columns, view) })).map(([id]) => id);
      assert.deepEqual(there, here, JSON.stringify(queryOf(columns, view)));
    }
    const marks: readonly (readonly [string, Cell])[] = [
      ['text', 'Öl "7"'],
      ['day', '2024-02-01'],
      ['even', false],
      ['fraction', null],
      ['fraction', 'NaN'],
    ];
    for (const mark of marks) {
      const here = shownRows(columns, all, asItCame, [mark])?.map((index) => all[index]?.[0]);
      assert.deepEqual(
        (await rowsOf({ ...queryOf(columns, asItCame, [mark]) })).map(([id]) => id),
        here,
      );
    }
  });

  test('whose rows are very large are read to their end', async () => {
    const sql = "select id, if(id < 1000, 'x', repeat(concat(id % 10), 200000)) as text from range(1100) order by id";
    const large = { ...hard, name: 'Large', fields: [field('tempTable', 't'), field('sql', sql)] };
    const [page, table] = await openTable(await run(behind('Large', large, 1_100)));
    await table.getByRole('region').evaluate((element) => {
      element.scrollTop = 1e9;
    });
    await table.getByRole('cell', { name: '1099', exact: true }).waitFor();
    assert.equal((await ids(table)).at(-1), '1099');
    await bench.closing(page);
  });

  test('whose rows the service refuses say why, and keep those that were there', async () => {
    const [page, table] = await openTable(manyRun);
    await head(table, 'id bigint').click();
    await menu(page, 'id').getByLabel('From').fill('-Infinity');
    await page.keyboard.press('Enter');
    await table
      .getByText('invalid value "-Infinity" for column "id": must be of type bigint: enter a value such as 12')
      .waitFor();
    assert.deepEqual((await ids(table)).slice(0, 2), ['0', '1']);
    assert.deepEqual(await barriers(page), []);
    await table.getByRole('button', { name: 'Remove the filter id from -Infinity' }).click();
    await table.getByText('invalid value').waitFor({ state: 'detached' });
    await page.close();
    bench.faults.length = 0;
  });

  test('of the first rows of more sort these, and say that', async () => {
    const workflow = graph('Many drawn', '/many.json');
    const workflowId = await bench.call('POST', '/api/v1/workflows', { workflow });
    const page = await bench.signedIn(`/workflows/${workflowId}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.react-flow__node').filter({ hasText: 'Values' }).click();
    const pane = page.getByRole('region', { name: 'Data', exact: true });
    await pane.getByRole('cell', { name: 'row 7', exact: true }).waitFor();
    await head(pane, 'id bigint').click();
    await menu(page, 'id').getByText('There are more rows.').waitFor();
    await menu(page, 'id').getByRole('button', { name: 'Sort descending' }).click();
    await pane.getByRole('cell', { name: 'row 499', exact: true }).waitFor();
    await pane.getByRole('button', { name: 'Copy as CSV' }).click();
    await pane.getByText(/Copied the first 500 rows of 1,000\./).waitFor();
    await head(pane, 'name string').click();
    await menu(page, 'name').getByLabel('Contains').fill('row 49');
    await page.keyboard.press('Enter');
    await pane.getByText('11 of 500 rows').waitFor();
    await pane.getByRole('button', { name: 'Copy as Markdown' }).click();
    await pane.getByText('Copied 11 of the first 500 rows; there are more.').waitFor();
    await bench.closing(page);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`have menus that keep nobody out, ${colorScheme}, wide and narrow`, async () => {
      for (const width of [1440, 360]) {
        const [page, table] = await openTable(id, { colorScheme, viewport: { width, height: 800 } });
        await head(table, 'text string').click();
        await menu(page, 'text').getByLabel('Contains').fill('i');
        await menu(page, 'text').getByLabel('Contains').press('Enter');
        await head(table, 'big bigint').click();
        await menu(page, 'big').waitFor();
        assert.deepEqual(await barriers(page), [], String(width));
        assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
        await bench.closing(page);
        const [many, large] = await openTable(manyRun, { colorScheme, viewport: { width, height: 800 } });
        await head(large, 'name string').click();
        await menu(many, 'name').getByLabel('Contains').fill('row 19');
        await menu(many, 'name').getByLabel('Contains').press('Enter');
        await large.getByText('1,111 of 20,000 rows').waitFor();
        await head(large, 'id bigint').click();
        await menu(many, 'id').getByRole('button', { name: 'Sort descending' }).click();
        await large.getByRole('cell', { name: 'row 19999', exact: true }).waitFor();
        assert.deepEqual(await barriers(many), [], String(width));
        assert.equal(await many.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
        await bench.closing(many);
      }
    });
});
