/**
 * `npm run shots [-- FOLDER]`: pictures of every page, made of the samples, in light and dark, wide, narrow and very wide; those
 * that the documentation shows go to docs/pictures. To be looked at, not to be compared.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { closeShared } from '@millrace/testkit/shared';
import { Bench, signIn } from './test/browser.ts';
import { fill } from './test/samples.ts';

const root = new URL('../../', import.meta.url).pathname;
const pictures = join(root, 'docs/pictures');
const [folder = join(root, 'shots')] = process.argv.slice(2);

const variants = [
  { name: 'light-wide', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark-wide', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'light-narrow', colorScheme: 'light', viewport: { width: 360, height: 780 } },
  { name: 'dark-narrow', colorScheme: 'dark', viewport: { width: 360, height: 780 } },
  { name: 'light-4k', colorScheme: 'light', viewport: { width: 3840, height: 2160 } },
] as const;

await mkdir(folder, { recursive: true });
await mkdir(pictures, { recursive: true });
await using _browser = { [Symbol.asyncDispose]: closeShared };
await using bench = await Bench.start('auto');
const pages = await fill(bench);
for (const { name: variant, ...options } of variants) {
  const page = await bench.open('/', options);
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await page.screenshot({ path: join(folder, `sign-in-${variant}.png`) });
  await signIn(page);
  for (const { name, path, ready, act, isShown } of pages) {
    await page.goto(new URL(path, bench.service.url).href);
    try {
      await ready(page);
      await act?.(page);
      await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
    } catch (error) {
      console.error(`${name} ${variant}: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
    await page.screenshot({ path: join(folder, `${name}-${variant}.png`) });
    if (isShown === true && variant === 'light-wide') await page.screenshot({ path: join(pictures, `${name}.png`) });
  }
  await page.close();
}
console.log(`${variants.length * (pages.length + 1)} pictures in ${folder}`);
