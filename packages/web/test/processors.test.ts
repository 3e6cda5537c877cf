import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { barriers, Bench, skip } from './browser.ts';

describe('processors on the page', { skip }, () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(async () => {
    await bench[Symbol.asyncDispose]();
  });

  test('are found by what they do, and each has an address of its own', async () => {
    const page = await bench.signedIn('/processors');
    const list = page.getByRole('region', { name: 'Processors' });
    await page.getByRole('textbox', { name: 'Type to filter: Processors' }).fill('keeps selected columns order');
    const link = list.getByRole('link', { name: 'Select Columns', exact: true });
    await link.waitFor();
    await list.getByRole('link', { name: 'Sample', exact: true }).waitFor({ state: 'detached' });
    await link.click();
    await page.waitForURL('**/processors/fire.nodes.etl.NodeColumnFilter');
    await page.getByRole('heading', { name: 'Select Columns', level: 1 }).waitFor();
    await page.getByText('Keeps the selected columns, in the order of selection.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Select Columns', level: 1 }).waitFor();
    await page.goBack();
    await link.waitFor();
    await bench.closing(page);
  });

  test('show their fields, and rows before and after', async () => {
    const page = await bench.signedIn('/processors/fire.nodes.etl.NodeColumnFilter');
    const field = page.getByRole('region', { name: 'Fields' }).getByRole('row', { name: /Columns outputCols/ });
    assert.match((await field.textContent()) ?? '', /columns.*yes/);
    const example = page.getByRole('article', { name: 'keeps the selected columns in the order of selection' });
    const cells = async (label: RegExp) => {
      const [, , second] = await example.getByRole('region', { name: label }).getByRole('row').allTextContents();
      return second;
    };
    assert.equal(await cells(/^Input rows/), '1nullnull');
    assert.equal(await cells(/^Output rows/), 'null1');
    await page
      .getByRole('article', { name: 'rejects an unknown column' })
      .getByText(/^Error: /)
      .waitFor();
    await bench.closing(page);
  });

  test('name their inputs and outputs, the engine, and the files that they read', async () => {
    const page = await bench.signedIn('/processors/fire.nodes.etl.NodeSplitByExpression');
    await page.getByText('True, False').waitFor();
    await page.getByText('Output rows: False').first().waitFor();
    await page.goto(`${bench.service.url}/processors/fire.nodes.save.NodeSaveORC`);
    await page.getByText('always Spark: Sail does not write ORC').waitFor();
    await page.goto(`${bench.service.url}/processors/fire.nodes.dataset.NodeDatasetCSV`);
    await page.getByText('none: it starts a workflow').waitFor();
    await page
      .getByText(/^The file /)
      .first()
      .waitFor();
    await bench.closing(page);
  });

  test('that cannot run say why, and what to take instead', async () => {
    const page = await bench.signedIn('/processors');
    const list = page.getByRole('region', { name: 'Processors' });
    await page.getByRole('textbox', { name: 'Type to filter: Processors' }).fill('H2O gradient');
    await list.getByRole('link', { name: 'H2O Gradient Boosting Machine' }).click();
    await page
      .getByText(/^It cannot run here: H2O, .* use "GBT Classifier", "GBT Regression" or an XGBoost node/)
      .waitFor();
    await bench.closing(page);
  });

  test('say at an address that is none which one may be meant', async () => {
    const page = await bench.signedIn('/processors/fire.nodes.etl.NodeColumnFiltr');
    await page.getByText('did you mean fire.nodes.etl.NodeColumnFilter?').waitFor();
    await bench.closing(page);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`keep nobody out, ${colorScheme}, wide and narrow`, async () => {
      for (const width of [1440, 360]) {
        const page = await bench.signedIn('/processors/fire.nodes.etl.NodeJoin', {
          colorScheme,
          viewport: { width, height: 800 },
        });
        for (const nodeClass of ['etl.NodeJoin', 'dataset.NodeDatasetCSV']) {
          await page.goto(`${bench.service.url}/processors/fire.nodes.${nodeClass}`);
          await page.getByRole('heading', { name: 'Examples' }).waitFor();
          assert.deepEqual(await barriers(page), [], `${nodeClass} at ${width}`);
          const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.equal(over, 0, `${nodeClass} is wider than ${width}`);
        }
        await bench.closing(page);
      }
    });
});
