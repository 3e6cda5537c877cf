import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pipeline } from 'node:stream/promises';
import type { CDPSession, FileChooser, Page } from 'playwright-core';
import { barriers, Bench, signIn, skip } from './browser.ts';

/** Bytes of the large one. */
const maxSize = 500_000_000;

/** Bytes a second at which no file of these tests is whole before the page has been touched or looked at. */
const aWhile = 500_000;

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** Writes a file no part of which is like another. */
async function writeLarge(path: string, bytes: number): Promise<void> {
  const piece = randomBytes(1_000_000);
  await using file = await open(path, 'w');
  for (let at = 0; at < bytes; at += piece.length) {
    piece.writeDoubleLE(at, at % (piece.length - 8));
    await file.write(piece, 0, Math.min(piece.length, bytes - at));
  }
}

describe('large files on the page', { skip }, () => {
  let bench: Bench;
  let folder: string;
  before(async () => {
    bench = await Bench.start();
    folder = await mkdtemp(join(tmpdir(), 'millrace-large-'));
  });
  after(async () => {
    await bench[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const arrived = (path: string): string => {
    const { files } = bench.service.context.settings;
    assert.ok(files.kind === 'local');
    return join(files.folder, path);
  };
  /** What lies in the state folder of uploads that are not whole. */
  const staged = (): Promise<string[]> => readdir(join(bench.service.context.settings.home, 'uploads'));
  const makeFolder = (path: string) => bench.call('POST', `/api/v1/hdfs/dir/create?path=${path}`);
  const chooserOf = async (page: Page): Promise<FileChooser> => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload files', exact: true }).click();
    return choosing;
  };
  const choose = async (page: Page, ...paths: readonly string[]): Promise<void> =>
    (await chooserOf(page)).setFiles([...paths]);
  /** Selects files after the session has ended: the next request shows the sign-in form over the button. */
  const chooseSignedOut = async (page: Page, ...paths: readonly string[]): Promise<void> => {
    const chooser = await chooserOf(page);
    await page.context().clearCookies();
    await chooser.setFiles([...paths]);
  };
  const panel = (page: Page) => page.getByRole('region', { name: 'Uploads', exact: true });
  /** Waits until at least so many MB of a file have gone. */
  const waitUntilSent = (page: Page, minimum: number, all: number): Promise<void> => {
    const counts = Array.from({ length: all - minimum }, (_, i) => minimum + i).join('|');
    return panel(page)
      .getByText(new RegExp(`^(${counts})(\\.\\d)? MB of ${all} MB$`))
      .waitFor();
  };
  const unfinished = (page: Page) => page.getByRole('region', { name: 'Unfinished' });

  /** The network of a page, at the speed that is set. */
  const lineOf = async (page: Page) => {
    const session: CDPSession = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    return (uploadThroughput: number, offline = false) =>
      session.send('Network.emulateNetworkConditions', {
        offline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
  };
  /** The bytes at which uploads went on, in order. */
  const offsetsOf = (page: Page): number[] => {
    const offsets: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
    });
    return offsets;
  };

  test(`500 MB arrive whole, though the line is cut and the service restarts on the way`, async () => {
    const file = join(folder, 'large.bin');
    await writeLarge(file, maxSize);
    const page = await bench.signedIn('/files/user/admin');
    const line = await lineOf(page);
    const offsets = offsetsOf(page);
    await page.getByText('Drop files here').waitFor();
    await line(50_000_000);
    await choose(page, file);
    await waitUntilSent(page, 40, 500);
    assert.deepEqual(await readdir(arrived('/user/admin')), []);
    await line(0, true);
    await panel(page).getByText('continues automatically').waitFor();
    await line(50_000_000);
    await waitUntilSent(page, 150, 500);
    await bench.restart(() => panel(page).getByText('continues automatically').waitFor());
    await line(-1);
    await page.getByText('1 of 1 done').waitFor();
    assert.equal((await stat(arrived('/user/admin/large.bin'))).size, maxSize);
    assert.equal(await digestOf(arrived('/user/admin/large.bin')), await digestOf(file));
    // nothing was sent twice but what was on its way
    assert.equal(offsets.filter((at) => at === 0).length, 1);
    assert.deepEqual(
      offsets,
      offsets.toSorted((a, b) => a - b),
    );
    await page.getByRole('link', { name: 'large.bin', exact: true }).waitFor();
    await bench.closing(page);
  });

  test('can be paused, and go on where they stopped when their file is chosen again after a reload', async () => {
    await makeFolder('/again');
    const [file, other] = [join(folder, 'again.bin'), join(folder, 'small.txt')];
    await writeLarge(file, 40_000_000);
    await writeFile(other, 'small');
    const page = await bench.signedIn('/files/again');
    const line = await lineOf(page);
    await page.getByText('Drop files here').waitFor();
    await line(10_000_000);
    await choose(page, file, other);
    await waitUntilSent(page, 12, 40);
    await line(aWhile);
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('button', { name: 'Pause: again.bin' }).press('Enter');
    await panel(page).getByText('paused').waitFor();
    await page.getByText('1 of 2 done').waitFor();
    assert.deepEqual(await barriers(page), []);
    assert.deepEqual(await readdir(arrived('/again')), ['small.txt']);
    await line(10_000_000);
    await page.getByRole('button', { name: 'Continue: again.bin' }).press('Enter');
    await waitUntilSent(page, 22, 40);
    await line(aWhile);
    await page.getByRole('button', { name: 'Pause: again.bin' }).press('Enter');
    await panel(page).getByText('paused').waitFor();

    await page.reload();
    await unfinished(page).getByText('again.bin').waitFor();
    assert.deepEqual(await barriers(page), []);
    const offsets = offsetsOf(page);
    await line(-1);
    await choose(page, file);
    await page.getByText('1 of 1 done').waitFor();
    await unfinished(page).waitFor({ state: 'detached' });
    assert.ok((offsets[0] ?? 0) > 10_000_000, `it went on at ${offsets[0]}`);
    assert.equal(await digestOf(arrived('/again/again.bin')), await digestOf(file));
    await bench.closing(page);
  });

  test('leave nothing behind when they are called off, before a reload or after it', async () => {
    await makeFolder('/off');
    const file = join(folder, 'off.bin');
    await writeLarge(file, 40_000_000);
    const page = await bench.signedIn('/files/off');
    const line = await lineOf(page);
    await page.getByText('Drop files here').waitFor();
    const before = await staged();
    const deletion = () => page.waitForResponse((response) => response.request().method() === 'DELETE');
    await line(10_000_000);
    await choose(page, file);
    await waitUntilSent(page, 1, 40);
    await line(aWhile);
    const first = deletion();
    await page.getByRole('button', { name: 'Cancel the upload of off.bin' }).click();
    assert.equal((await first).status(), 204);
    await panel(page).getByText('cancelled').waitFor();
    assert.deepEqual(await staged(), before);

    await line(10_000_000);
    await page.getByRole('button', { name: 'Try again: off.bin' }).click();
    await waitUntilSent(page, 1, 40);
    await line(aWhile);
    await page.getByRole('button', { name: 'Pause: off.bin' }).click();
    await panel(page).getByText('paused').waitFor();
    await page.reload();
    const second = deletion();
    await unfinished(page).getByRole('button', { name: 'Remove the partial upload of off.bin' }).click();
    assert.equal((await second).status(), 204);
    await unfinished(page).waitFor({ state: 'detached' });
    assert.deepEqual(await staged(), before);
    assert.deepEqual(await readdir(arrived('/off')), []);
    await bench.closing(page);
  });

  test('ask when their name was taken meanwhile, and are not sent again for the answer', async () => {
    await makeFolder('/late');
    const file = join(folder, 'late.bin');
    await writeLarge(file, 20_000_000);
    const page = await bench.signedIn('/files/late');
    const line = await lineOf(page);
    const offsets = offsetsOf(page);
    await page.getByText('Drop files here').waitFor();
    await line(10_000_000);
    await choose(page, file);
    await waitUntilSent(page, 1, 20);
    await line(aWhile);
    await writeFile(arrived('/late/late.bin'), 'theirs');
    await line(-1);
    const dialog = page.getByRole('dialog', { name: 'File already exists' });
    await dialog.getByText('"late.bin" is already in late.').waitFor();
    assert.equal(await readFile(arrived('/late/late.bin'), 'utf8'), 'theirs');
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await page.getByText('1 of 1 done').waitFor();
    assert.equal(offsets.at(-1), 20_000_000);
    assert.equal(offsets.filter((at) => at === 0).length, 1);
    assert.equal(await digestOf(arrived('/late/late.bin')), await digestOf(file));
    await bench.closing(page);
  });

  test('come with their folder, beside small ones', async () => {
    const [tree, deep] = [join(folder, 'year'), join(folder, 'year', 'may')];
    await mkdir(deep, { recursive: true });
    await writeLarge(join(deep, 'large.bin'), 20_000_000);
    await writeFile(join(deep, 'small.txt'), 'may');
    await writeFile(join(tree, 'small.txt'), 'year');
    await makeFolder('/trees');
    const page = await bench.signedIn('/files/trees');
    await page.getByText('Drop files here').waitFor();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload a folder' }).press('Enter');
    await (await choosing).setFiles(tree);
    await page.getByText('3 of 3 done').waitFor();
    assert.deepEqual((await readdir(arrived('/trees/year'), { recursive: true })).toSorted(), [
      'may',
      'may/large.bin',
      'may/small.txt',
      'small.txt',
    ]);
    assert.equal(await readFile(arrived('/trees/year/may/small.txt'), 'utf8'), 'may');
    assert.equal(await digestOf(arrived('/trees/year/may/large.bin')), await digestOf(join(deep, 'large.bin')));
    await bench.closing(page);
  });

  test('that are small wait for the line and for who signs in again, too', async () => {
    await makeFolder('/patient');
    const files = await Promise.all(
      Array.from({ length: 5 }, async (_, i) => {
        const file = join(folder, `patient-${i}.txt`);
        await writeFile(file, String(i));
        return file;
      }),
    );
    const page = await bench.signedIn('/files/patient');
    const line = await lineOf(page);
    await page.getByText('Drop files here').waitFor();
    await line(0, true);
    await choose(page, ...files.slice(0, 3));
    await panel(page).getByText('continues automatically').first().waitFor();
    assert.equal(await panel(page).getByRole('alert').count(), 0);
    await line(-1);
    await page.getByText('3 of 3 done').waitFor();
    await chooseSignedOut(page, ...files.slice(3));
    await page.getByText('Your changes on this page are safe').waitFor();
    await signIn(page);
    await page.getByText('2 of 2 done').waitFor();
    assert.equal((await readdir(arrived('/patient'))).length, 5);
    await bench.closing(page);
  });

  test('do not go on as those of somebody else who signs in over the page', async () => {
    await makeFolder('/theirs');
    const password = 'somebody else altogether';
    await bench.call('POST', '/api/v1/users', { username: 'cy', password, roles: [], isSuperuser: true });
    const files = await Promise.all(
      Array.from({ length: 5 }, async (_, i) => {
        const file = join(folder, `theirs-${i}.txt`);
        await writeFile(file, String(i));
        return file;
      }),
    );
    const page = await bench.signedIn('/files/theirs');
    await page.getByText('Drop files here').waitFor();
    await chooseSignedOut(page, ...files);
    await page.getByText('Your changes on this page are safe').waitFor();
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
    });
    await signIn(page, 'cy', password);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    assert.deepEqual(posted, ['/login']);
    assert.deepEqual(await readdir(arrived('/theirs')), []);
    await bench.closing(page);
  });

  test('whose folder cannot be made keep no others back, and are tried again together', async () => {
    const tree = join(folder, 'tree');
    for (const [below, ...names] of [
      ['a', 'one.txt'],
      ['b', 'two.txt', 'three.txt'],
      ['c', 'four.txt'],
    ] as const) {
      await mkdir(join(tree, below), { recursive: true });
      for (const name of names) await writeFile(join(tree, below, name), name);
    }
    await makeFolder('/partly/tree');
    await writeFile(arrived('/partly/tree/b'), 'no folder');
    const page = await bench.signedIn('/files/partly');
    await page.getByRole('link', { name: 'tree', exact: true }).waitFor();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload a folder' }).click();
    await (await choosing).setFiles(tree);
    const again = panel(page).getByRole('button', { name: 'Try 2 failed uploads again' });
    await again.waitFor();
    await page.getByText('2 of 4 done').waitFor();
    assert.equal(await readFile(arrived('/partly/tree/c/four.txt'), 'utf8'), 'four.txt');
    assert.deepEqual(await barriers(page), []);
    await rm(arrived('/partly/tree/b'));
    await again.click();
    await page.getByText('4 of 4 done').waitFor();
    assert.deepEqual((await readdir(arrived('/partly/tree/b'))).toSorted(), ['three.txt', 'two.txt']);
    await bench.closing(page);
  });

  test('that change on their disk on the way are not taken for what they were', async () => {
    await makeFolder('/changed');
    const file = join(folder, 'changed.bin');
    await writeLarge(file, 40_000_000);
    const page = await bench.signedIn('/files/changed');
    const line = await lineOf(page);
    await page.getByText('Drop files here').waitFor();
    await line(10_000_000);
    await choose(page, file);
    await waitUntilSent(page, 1, 40);
    await line(0, true);
    await panel(page).getByText('continues automatically').waitFor();
    await writeLarge(file, 30_000_000);
    await line(-1);
    await page.getByRole('alert').getByText('The file has changed on disk').waitFor();
    assert.deepEqual(await readdir(arrived('/changed')), []);
    await bench.closing(page);
  });

  test('of one person are not shown to the next at the same browser', async () => {
    await makeFolder('/mine');
    const file = join(folder, 'mine.bin');
    await writeLarge(file, 20_000_000);
    const page = await bench.signedIn('/files/mine');
    const line = await lineOf(page);
    await page.getByText('Drop files here').waitFor();
    await line(5_000_000);
    await choose(page, file);
    await waitUntilSent(page, 1, 20);
    await page.getByRole('button', { name: 'Pause: mine.bin' }).click();
    await panel(page).getByText('paused').waitFor();
    const roles = JSON.parse(await bench.call('GET', '/api/v1/roles')) as { id: number; name: string }[];
    const analyst = roles.find(({ name }) => name === 'ANALYST')?.id;
    await bench.call('POST', '/api/v1/users', { username: 'bo', password: 'bo has one', roles: [analyst] });
    await page.context().clearCookies();
    await line(-1);
    await page.reload();
    await signIn(page, 'bo', 'bo has one');
    await page.getByText('Drop files here').waitFor();
    assert.equal(await unfinished(page).count(), 0);
    await choose(page, file);
    await page.getByText('1 of 1 done').waitFor();
    assert.equal(await digestOf(arrived('/mine/mine.bin')), await digestOf(file));
    await bench.closing(page);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`keep nobody out, ${colorScheme}, wide and narrow`, async () => {
      await makeFolder(`/looks-${colorScheme}`);
      const file = join(folder, 'a name that is so long that it does not fit where it is shown on a telephone.bin');
      await writeLarge(file, 20_000_000);
      for (const width of [1440, 360]) {
        const page = await bench.signedIn(`/files/looks-${colorScheme}`, {
          colorScheme,
          viewport: { width, height: 800 },
        });
        const line = await lineOf(page);
        const check = async (what: string): Promise<void> => {
          assert.deepEqual(await barriers(page), [], `${what} at ${width}`);
          const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.equal(over, 0, `${what} is wider than ${width}`);
        };
        await page.getByText('Drop files here').waitFor();
        await line(2_000_000);
        await choose(page, file);
        await waitUntilSent(page, 1, 20);
        await check('an upload');
        await line(0, true);
        await panel(page).getByText('continues automatically').waitFor();
        await check('an upload without a line');
        await page.getByRole('button', { name: /^Pause: / }).click();
        await panel(page).getByText('paused').waitFor();
        await check('an upload that is paused');
        await line(-1);
        await page.reload();
        await unfinished(page).getByText('a name').waitFor();
        await check('an upload that is left');
        await bench.closing(page);
      }
    });
});
