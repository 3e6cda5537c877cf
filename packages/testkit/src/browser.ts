import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { shareMark, shared } from './shared.ts';

// the shell has no window of its own around a page, which takes half of the time that a page takes
const candidates = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A browser of the system; undefined if there is none. CI fails without one. */
export const browserPath = process.env['MILLRACE_TEST_BROWSER'] ?? candidates.find((path) => existsSync(path));
if (browserPath === undefined && process.env['CI'] === 'true')
  throw new Error('Chromium is not installed: install it, or set MILLRACE_TEST_BROWSER to its path');

/** Why tests in a browser are skipped; false if they are not. */
export const skip = browserPath === undefined && 'Chromium is not installed';

/** Starts a Chromium, which the caller closes. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(browserPath === undefined ? {} : { executablePath: browserPath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** The Chromium of this test process. Tests open contexts of their own in it, and close them. */
export const sharedBrowser: () => Promise<Browser & AsyncDisposable> = shared(async () => {
  // its profile and its socket, which they name themselves
  for (const mark of ['playwright', 'org.chromium.']) shareMark(mark);
  const browser = await startBrowser();
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() });
});
