import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { ServiceProcess } from '../packages/server/test/crash/process.ts';
import { browserPath, until } from '../packages/web/test/browser.ts';
import { percentile } from './http-load.ts';
import { median } from './measure.ts';

const password = 'bench password';
const dist = new URL('../packages/web/dist', import.meta.url).pathname;
const size = { width: 1440, height: 900 };

/** (page) What a user of the page waits for, in headless Chromium with software rendering. */
export async function pageFigures(folder: string): Promise<void> {
  console.log('\n(page) headless Chromium, software rendering; next to it, frames of a page that draws nothing');
  if (browserPath === undefined) throw new Error('Chromium not found: set MILLRACE_TEST_BROWSER to its path');
  const files = join(folder, 'page-files');
  await mkdir(files, { recursive: true });
  const rows = Array.from({ length: 1_000_000 }, (_, i) => `${i},row ${i},${i / 7}`);
  await writeFile(join(files, 'rows.csv'), `id,name,value\n${rows.join('\n')}\n`);
  const service = await ServiceProcess.start({
    MILLRACE_HOME: join(folder, 'page-home'),
    MILLRACE_FILES: files,
    MILLRACE_ADMIN_PASSWORD: password,
    MILLRACE_ENGINE: 'auto',
    MILLRACE_TABLE_ROWS: '1000000',
  });
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const { cookie, call } = await signedIn(service.url);
    const graph = Number(await call('POST', '/api/v1/workflows', { workflow: thousand() }));
    const table = await call('POST', '/api/v1/workflow/execute', {
      workflowId: Number(await call('POST', '/api/v1/workflows', { workflow: million() })),
    });
    const empty = await idleFrames(browser);
    await firstLoad(browser, service.url, cookie);
    await largeGraph(browser, service.url, cookie, graph, empty);
    await largeTable(browser, service.url, cookie, Number(table), call, empty);
  } finally {
    await browser.close();
    await service.stop();
  }
}

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

async function signedIn(url: string): Promise<{ cookie: string; call: Call }> {
  const { headers } = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const call: Call = async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as unknown;
  };
  return { cookie, call };
}

async function open(browser: Browser, url: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ viewport: size });
  await context.addCookies(
    cookie.split('; ').map((one) => {
      const [name = '', ...value] = one.split('=');
      return { name, value: value.join('='), url };
    }),
  );
  return context.newPage();
}

/** 1,000 nodes: 25 chains of 40 behind one reader. */
function thousand(): object {
  const field = (name: string, value: string) => ({ name, value });
  const source = {
    id: '1',
    name: 'Rows',
    type: 'dataset',
    nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
    x: '0px',
    y: '0px',
    fields: [field('path', '/rows.csv')],
  };
  const steps = Array.from({ length: 999 }, (_, i) => ({
    id: String(i + 2),
    name: `Step ${i + 2}`,
    type: 'transform',
    nodeClass: 'fire.nodes.etl.NodeLimit',
    x: `${260 + (i % 40) * 240}px`,
    y: `${Math.floor(i / 40) * 100}px`,
    fields: [field('limit', '100')],
  }));
  const edges = steps.map(({ id }, i) => ({ id: i + 1, source: i % 40 === 0 ? '1' : String(i + 1), target: id }));
  return { name: 'A thousand nodes', nodes: [source, ...steps], edges };
}

function million(): object {
  const field = (name: string, value: string) => ({ name, value });
  return {
    name: 'A million rows',
    nodes: [
      {
        id: '1',
        name: 'Rows',
        type: 'dataset',
        nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
        fields: [field('path', '/rows.csv')],
      },
      {
        id: '2',
        name: 'Show',
        type: 'transform',
        nodeClass: 'fire.nodes.util.NodePrintFirstNRows',
        fields: [field('n', '1000000')],
      },
    ],
    edges: [{ id: 1, source: '1', target: '2' }],
  };
}

/** Milliseconds between frames, from the least; collected in the page while something is done. */
async function frames(page: Page, work: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate(`
    window.frames_ = []; window.last_ = performance.now(); window.on_ = true;
    const next = (at) => { window.frames_.push(at - window.last_); window.last_ = at; if (window.on_) requestAnimationFrame(next); };
    requestAnimationFrame(next);`);
  await work();
  return (await page.evaluate('window.on_ = false; window.frames_.slice(1).sort((a, b) => a - b)')) as number[];
}

/** Turns the wheel once a frame or so. */
async function wheel(page: Page, x: number, y: number): Promise<void> {
  for (let i = 0; i < 90; i++) {
    await page.mouse.wheel(x, y);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
}

async function idleFrames(browser: Browser): Promise<readonly number[]> {
  const page = await browser.newPage({ viewport: size });
  try {
    return await frames(page, () => wheel(page, 0, 40));
  } finally {
    await page.close();
  }
}

const summary = (times: readonly number[], empty: readonly number[]): string => {
  const [own, idle] = [percentile(times, 0.95), percentile(empty, 0.95)];
  return `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${own.toFixed(1)} ms, longest ${(times.at(-1) ?? 0).toFixed(0)} ms; p95 of an empty page ${idle.toFixed(1)} ms: ${(own / idle).toFixed(2)}x`;
};

async function firstLoad(browser: Browser, url: string, cookie: string): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let i = 0; i < 5; i++) {
    const page = await open(browser, url, cookie);
    const assets: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/assets/')) assets.push(pathname);
    });
    const start = performance.now();
    await page.goto(url);
    await page.getByRole('heading', { name: 'Latest runs' }).waitFor();
    times.push(performance.now() - start);
    const sizes = await Promise.all(assets.map((path) => gzipBytes(join(dist, path))));
    bytes = sizes.reduce((sum, one) => sum + one, (await readFile(join(dist, 'index.html'))).length);
    await page.context().close();
  }
  console.log(
    `first load of the home page: ${(bytes / 1_024).toFixed(0)} KB gzip (goal 300), shown after ${median(times).toFixed(0)} ms (goal 1500)`,
  );
}

const gzipBytes = async (path: string): Promise<number> => {
  const packed = await stat(`${path}.gz`).catch(() => undefined);
  return (packed ?? (await stat(path))).size;
};

async function largeGraph(
  browser: Browser,
  url: string,
  cookie: string,
  id: number,
  empty: readonly number[],
): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const page = await open(browser, url, cookie);
    const start = performance.now();
    await page.goto(`${url}/workflows/${id}`);
    await page.locator('.react-flow__node').first().waitFor();
    times.push(performance.now() - start);
    await page.context().close();
  }
  console.log(`1,000 nodes: first render ${median(times).toFixed(0)} ms from an empty cache (goal 1000)`);
  const page = await open(browser, url, cookie);
  await page.goto(`${url}/workflows`);
  const link = page.getByRole('link', { name: 'A thousand nodes' });
  await link.waitFor();
  const start = performance.now();
  await link.click();
  await page.locator('.react-flow__node').first().waitFor();
  console.log(`  ${(performance.now() - start).toFixed(0)} ms from a click in the list of workflows`);
  // the columns of all nodes have come
  await page.getByText('sail', { exact: true }).first().waitFor();
  await page.mouse.move(700, 300);
  console.log(
    `  panning at a readable zoom: ${summary(await frames(page, () => wheel(page, 20, 6)), empty)} (goal p95 20 ms)`,
  );
  await page.getByRole('button', { name: 'Zoom to fit' }).first().click();
  await until(page, 'document.querySelectorAll(".react-flow__node").length >= 1000');
  console.log(
    `  panning with all nodes visible: ${summary(await frames(page, () => wheel(page, 6, 3)), empty)} (goal p95 20 ms)`,
  );
  await page.context().close();
}

async function largeTable(
  browser: Browser,
  url: string,
  cookie: string,
  run: number,
  call: Call,
  empty: readonly number[],
): Promise<void> {
  for (;;) {
    const { status } = (await call('GET', `/api/v1/workflow-executions/${run}`)) as { status: number };
    if (status === 2) break;
    if (![0, 4, 9].includes(status)) throw new Error(`the run of a million rows ended with status ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const page = await open(browser, url, cookie);
  await page.goto(`${url}/executions/${run}`);
  await page.getByRole('cell', { name: 'row 7', exact: true }).waitFor();
  await page.locator('table[aria-rowcount="1000001"]').hover();
  console.log(`a table of 1e6 rows: scrolling ${summary(await frames(page, () => wheel(page, 0, 400)), empty)}`);
  await page.context().close();
}
