import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, startService, type Service } from '@millrace/server';
import { browserPath, sharedBrowser, skip } from '@millrace/testkit/browser';
import { sharedSparkPool } from '@millrace/testkit/engines';
import type { Browser, Page, Route } from 'playwright-core';
import { builtPage } from '../built.mjs';

export const adminPassword = 'correct horse battery';

export { browserPath, skip };

type PageOptions = Parameters<Browser['newPage']>[0];

/** The service with its page, and a browser that looks at it. */
export class Bench implements AsyncDisposable {
  service: Service;
  readonly browser: Browser;
  /** The administrator's session, for calls besides the page. */
  readonly cookie: string;
  readonly #home: string;
  /** Exceptions of the page, and errors on its console. */
  readonly faults: string[] = [];

  readonly #engine: string;

  private constructor(service: Service, browser: Browser, home: string, cookie: string, engine: string) {
    this.service = service;
    this.browser = browser;
    this.#home = home;
    this.cookie = cookie;
    this.#engine = engine;
  }

  /** `engine`: that of all runs; Sail is there at once. */
  static async start(engine = 'sail'): Promise<Bench> {
    const home = await mkdtemp(join(tmpdir(), 'millrace-page-'));
    const service = await begin(home, '0', engine);
    return new Bench(service, await sharedBrowser(), home, await cookieOf(service), engine);
  }

  /** Restarts the service at the same address; runs `meanwhile` while it is down. */
  async restart(meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
    const { port } = new URL(this.service.url);
    await this.service.close();
    await meanwhile();
    this.service = await begin(this.#home, port, this.#engine);
  }

  /** A page of its own, not signed in. */
  async open(path = '/', options: PageOptions = {}): Promise<Page> {
    const page = await this.#newPage(options);
    await page.goto(new URL(path, this.service.url).href);
    return page;
  }

  async #newPage(options: PageOptions): Promise<Page> {
    const page = await this.browser.newPage(options);
    // a machine that has other things to do is no fault of the page
    page.setDefaultTimeout(120_000);
    page.on('pageerror', (error) => this.faults.push(String(error)));
    page.on('console', (message) => {
      // a browser logs every response that is not a success; the tests check those themselves
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.faults.push(message.text());
    });
    return page;
  }

  /** A page of the administrator, who has signed in before: the page loads once. `signIn` does it by hand. */
  async signedIn(path = '/', options: PageOptions = {}): Promise<Page> {
    const page = await this.#newPage(options);
    const { url } = this.service;
    const cookies = this.cookie.split('; ').map((one) => {
      const at = one.indexOf('=');
      return { name: one.slice(0, at), value: one.slice(at + 1), url };
    });
    await page.context().addCookies(cookies);
    await page.goto(new URL(path, url).href);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    return page;
  }

  /** Calls the interface as the administrator; what is refused fails the test. Gives the text of the answer. */
  async call(method: string, path: string, body?: unknown): Promise<string> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.service.url}${path}`, {
      method,
      headers: { cookie: this.cookie, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return text;
  }

  /** Closes a page on which nothing may have gone wrong. */
  async closing(page: Page): Promise<void> {
    await page.close();
    assert.deepEqual(this.faults.splice(0), []);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // the browser is that of the whole test process
    for (const context of this.browser.contexts()) await context.close();
    await this.service.close();
    await rm(this.#home, { recursive: true, force: true });
  }
}

const begin = (home: string, port: string, engine: string): Promise<Service> =>
  startService({
    page: builtPage,
    sparkPool: sharedSparkPool(),
    settings: readSettings({
      MILLRACE_HOME: home,
      MILLRACE_PORT: port,
      MILLRACE_ADMIN_PASSWORD: adminPassword,
      MILLRACE_LOG_LEVEL: 'silent',
      MILLRACE_ENGINE: engine,
      // databases that pages try connections against
      MILLRACE_URL_HOSTS: '127.0.0.1',
      // one run at a time
      MILLRACE_WARM_ENGINES: '1',
      // fires of years past stand still for the calendar: the first sweep comes after a minute
      MILLRACE_KEEP_FIRES_DAYS: '0',
    }),
  });

async function cookieOf({ url }: Service): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: adminPassword }),
  });
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

export async function signIn(page: Page, username = 'admin', password = adminPassword): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** An unused address: requested to see whether requests are intercepted. */
const nowhere = '/nothing-for-tests';

/**
 * `page.route` that lets no request by once it is there: a page that is open goes on for a moment with a network of its own, past
 * whoever wants to catch what it sends.
 */
export async function intercept(page: Page, ...what: Parameters<Page['route']>): ReturnType<Page['route']> {
  const caught = await page.route(...what);
  if (!page.url().startsWith('http')) return caught;
  let isCaught = false;
  const probe = (route: Route): Promise<void> => {
    isCaught = true;
    return route.fulfill({ status: 204 });
  };
  await page.route(`**${nowhere}`, probe);
  while (!isCaught) await page.evaluate(`fetch('${nowhere}').then(() => undefined, () => undefined)`);
  await page.unroute(`**${nowhere}`, probe);
  return caught;
}

/**
 * Waits until an expression is true in the page, frame by frame. `waitForFunction` evaluates a text again for each look, which the
 * page's policy allows for the first look alone.
 */
export async function until(page: Page, expression: string): Promise<void> {
  const condition = `new Promise(requestAnimationFrame).then(() => Boolean(${expression}))`;
  while ((await page.evaluate(condition)) !== true)
    if (page.isClosed()) throw new Error(`the page closed before ${expression}`);
}

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * What a page keeps from those who do not see, or do not use a mouse (axe-core), one line a finding. A region that
 * scrolls needs `tabIndex={0}`.
 */
export async function barriers(page: Page): Promise<readonly string[]> {
  // the page's policy lets no script in from outside: this one comes by the debugger
  await page.evaluate(await readFile(axe, 'utf8'));
  // what is still fading in has no contrast of its own yet
  await page.evaluate(
    `Promise.allSettled(
      document.getAnimations().flatMap((one) => (one.effect.getComputedTiming().endTime < Infinity ? [one.finished] : [])),
    ).then(() => undefined)`,
  );
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as {
        axe: {
          run(
            options: object,
          ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
        };
      }
    ).axe.run({ resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    );
  });
}
