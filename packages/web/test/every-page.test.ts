import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isLong } from '@millrace/testkit/long';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { barriers, Bench, skip, intercept } from './browser.ts';
import { waitForEnd, fill, type SamplePage } from './samples.ts';
import { until } from '@millrace/testkit/until';

/** A request by what it asks; moments and days of now differ from one time to the next. */
const nameOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search.replaceAll(/=(?:\d{13}|\d{4}-\d\d-\d\d)/g, '=now')}`;
};

/** The picture in the tab is the browser's own wish, whenever it likes. */
const isOfTab = (request: Request): boolean => request.url().endsWith('/icon.svg');

/** Waits for what an expression says of a page, whose policy lets no text be run by itself. */
async function holds(page: Page, expression: string): Promise<void> {
  await until(() => page.evaluate<boolean>(expression));
}

/** What a page asks that is gone to, until nothing more comes. */
async function requestsOf(page: Page, address: string, { ready }: SamplePage): Promise<ReadonlySet<string>> {
  const requests = new Set<string>();
  const note = (request: Request): void => {
    if (!isOfTab(request)) requests.add(nameOf(request));
  };
  page.on('request', note);
  await page.goto(address);
  await ready(page);
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  return requests;
}

/**
 * Goes to a page, answers nothing but the document and what that itself asks, and waits for the questions that are given.
 * Gives those that never come: they wait for an answer to one of the second step, and so are of a third.
 */
async function notRequestedWithin2(
  context: BrowserContext,
  address: string,
  all: ReadonlySet<string>,
): Promise<string[]> {
  const page = await context.newPage();
  const { promise: first, resolve: tell } = Promise.withResolvers<ReadonlySet<string>>();
  const missing = new Set(all);
  const { promise: complete, resolve: end } = Promise.withResolvers<void>();
  await intercept(page, '**', async (route) => {
    const request = route.request();
    missing.delete(nameOf(request));
    if (missing.size === 0) end();
    if (request.isNavigationRequest() || (await first).has(request.url())) await route.continue();
    // a request that waits for another response never ends
  });
  await page.goto(address, { waitUntil: 'commit' });
  // parsed, with its first script: modules have not run yet, for none of them is here
  await holds(page, `document.readyState !== 'loading'`);
  tell(
    new Set(
      await page.evaluate<string[]>(
        `[...document.querySelectorAll('script[src], link[href]')].map(({ src, href }) => src ?? href)`,
      ),
    ),
  );
  const { promise: late, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error('late')), 60_000);
  await Promise.race([complete, late]).catch(() => undefined);
  clearTimeout(timer);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
  return [...missing];
}

/** Notes each transition and animation that takes time, in `moved`. */
const noteMotion = `
  globalThis.moved = [];
  for (const type of ['animationstart', 'transitionrun'])
    addEventListener(type, ({ target }) => {
      for (const one of target.getAnimations())
        if (one.effect.getComputedTiming().duration > 0) moved.push(type + ' of ' + target.outerHTML.slice(0, 200));
    }, true);
`;

/** Pages that are looked at with every commit, one of each kind; the others are each night. */
const usual = [
  ...['home', 'workflows', 'editor', 'executions', 'run-learning', 'datasets', 'dataset-profile', 'files'],
  ...['calendar', 'new-schedule', 'dashboard', 'model-version', 'processor', 'account'],
];

describe('every page', { skip }, () => {
  let bench: Bench;
  let samplePages: readonly SamplePage[];
  let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
  const addressOf = ({ path }: SamplePage): string => new URL(path, bench.service.url).href;
  const pageNamed = (name: string): SamplePage => {
    const samplePage = samplePages.find((one) => one.name === name);
    assert.ok(samplePage !== undefined, `there is no page "${name}"`);
    return samplePage;
  };

  before(async () => {
    bench = await Bench.start('auto');
    samplePages = await fill(bench);
    const page = await bench.signedIn('/');
    signedIn = await page.context().storageState();
    await page.close();
  });
  after(() => bench[Symbol.asyncDispose]());

  test('asks in two steps at most, fits 3840 by 2160, keeps nobody out, and is still for those who want no motion', async () => {
    const findings: Record<'deep' | 'tooWide' | 'barriers' | 'moved', string[]> = {
      deep: [],
      tooWide: [],
      barriers: [],
      moved: [],
    };
    const context = await bench.browser.newContext({
      storageState: signedIn,
      viewport: { width: 3840, height: 2160 },
      // painted coarsely, which is all the same to what is looked at, and a sixteenth of the work
      deviceScaleFactor: 0.25,
      reducedMotion: 'reduce',
    });
    await context.addInitScript(noteMotion);
    for (const samplePage of isLong ? samplePages : usual.map(pageNamed)) {
      // each of them has been waited for
      if (findings.deep.length > 3) break;
      const page = await context.newPage();
      page.setDefaultTimeout(120_000);
      page.on('pageerror', (error) => bench.faults.push(`${samplePage.name}: ${String(error)}`));
      const address = addressOf(samplePage);
      const requests = await requestsOf(page, address, samplePage);
      assert.ok(requests.size > 5, `${samplePage.name} asks nothing`);
      await samplePage.act?.(page);
      const over = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      if (over > 0) findings.tooWide.push(`${samplePage.name}: ${over} px`);
      findings.barriers.push(...(await barriers(page)).map((one) => `${samplePage.name}: ${one}`));
      findings.moved.push(...(await page.evaluate<string[]>('moved')).map((one) => `${samplePage.name}: ${one}`));
      await page.close();
      findings.deep.push(
        ...(await notRequestedWithin2(context, address, requests)).map((question) => `${samplePage.name}: ${question}`),
      );
    }
    await context.close();
    assert.deepEqual(findings, { deep: [], tooWide: [], barriers: [], moved: [] });
    assert.deepEqual(bench.faults.splice(0), []);
  });

  test('asks for what it shows while its own code is on its way', async () => {
    const page = await bench.open('/executions', { storageState: signedIn });
    const { path } = pageNamed('run-learning');
    const { promise: later, resolve: go } = Promise.withResolvers<void>();
    await page.getByRole('link', { name: 'Cargo of calls, depth 6' }).first().waitFor();
    await intercept(page, '**/assets/**', async (route) => {
      await later;
      await route.continue();
    });
    const parts = ['', '/nodes', '/results'].map((part) =>
      page.waitForResponse((answer) => answer.url().endsWith(`/api/v1/workflow-${path.slice(1)}${part}`)),
    );
    await page.locator(`a[href="${path}"]`).first().click();
    await Promise.all(parts);
    assert.equal(await page.getByRole('heading', { name: 'Cargo of calls, depth 6' }).count(), 0);
    go();
    await page.getByRole('heading', { name: 'Cargo of calls, depth 6' }).waitFor();
    await bench.closing(page);
  });

  test('follows the run of a graph that is the last one now, not the one that was when somebody was there before', async () => {
    const { path } = pageNamed('editor-start');
    const page = await bench.open(path, { storageState: signedIn });
    await page.getByRole('link', { name: 'completed' }).click();
    await page.getByRole('heading', { name: 'Tides and ships' }).waitFor();
    const workflowId = Number(path.split('/').at(-1));
    const run = Number(await bench.call('POST', '/api/v1/workflow/execute', { workflowId }));
    await waitForEnd(bench, run);
    await page.locator(`a[href="${path}"]`).first().click();
    await page.locator(`a[href="/executions/${run}"]`).waitFor();
    await bench.closing(page);
  });

  test('runs what it brings, and no script that somebody has put into it', async () => {
    const page = await bench.open('/', { storageState: signedIn });
    const { headers } = await fetch(bench.service.url, { headers: { accept: 'text/html' } });
    assert.match(headers.get('content-security-policy') ?? '', /;script-src 'self' 'sha256-[\w+/]{43}=';/);
    const ran = await page.evaluate(`
      const script = document.createElement('script');
      script.textContent = 'globalThis.isForeign = true';
      document.head.append(script);
      globalThis.isForeign === true;
    `);
    assert.equal(ran, false);
    assert.match(bench.faults.splice(0).join(), /violates the following Content Security Policy directive/);
    await bench.closing(page);
  });

  for (const [reducedMotion, moves] of [
    ['no-preference', true],
    ['reduce', false],
  ] as const) {
    test(`${moves ? 'fades menus in' : 'shows menus at once for those who want no motion'}`, async () => {
      const page = await bench.open('/', { storageState: signedIn, reducedMotion });
      await page.addInitScript(noteMotion);
      await page.reload();
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem').first().click({ trial: true });
      assert.equal((await page.evaluate<string[]>('moved')).length > 0, moves);
      await bench.closing(page);
    });

    test(`goes to a node of a graph ${moves ? 'so that one sees where it lies' : 'at once for those who want no motion'}`, async () => {
      const options = { storageState: signedIn, reducedMotion, viewport: { width: 1440, height: 900 } };
      const page = await bench.open('/executions', options);
      await page.clock.install();
      const editor = pageNamed('editor');
      await page.goto(addressOf(editor));
      await editor.ready(page);
      const focusPosition = (): Promise<string> =>
        page.evaluate(`document.querySelector('.react-flow__viewport').style.transform`);
      await page.keyboard.press('/');
      await page.getByRole('combobox').fill('Busiest berths');
      await page.getByRole('option', { name: /^Busiest berths/ }).waitFor();
      const atFirst = await focusPosition();
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.keyboard.press('Enter');
      await page.locator('.react-flow__node.selected').filter({ hasText: 'Busiest berths' }).waitFor();
      const positions = new Set([atFirst, await focusPosition()]);
      for (let frame = 0; frame < 20; frame++) {
        await page.clock.runFor(20);
        positions.add(await focusPosition());
      }
      assert.ok(moves ? positions.size > 3 : positions.size === 2, [...positions].join('; '));
      await bench.closing(page);
    });
  }
});
