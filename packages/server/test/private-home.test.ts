import assert from 'node:assert/strict';
import { chmod, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SettingError } from '../src/index.ts';
import { tightenHome } from '../src/store/private-home.ts';
import { TestService } from './support.ts';

test('a state folder that others of the machine may read is closed to them at the start, and its secrets with it', async () => {
  await using service = await TestService.start();
  const { home } = service.service.context.settings;
  const modes = async (): Promise<string[]> =>
    Promise.all(
      [home, join(home, 'secret.key'), join(home, 'millrace.db')]
        .filter((path) => existsSync(path))
        .map(async (path) => ((await stat(path)).mode & 0o777).toString(8)),
    );
  await service.service.close();
  for (const [path, mode] of [
    [home, 0o755],
    [join(home, 'secret.key'), 0o644],
    [join(home, 'millrace.db'), 0o664],
  ] as const)
    if (existsSync(path)) await chmod(path, mode);
  await service.restart();
  assert.deepEqual(new Set(await modes()), new Set(['700', '600']));
  // what is closed stays as it is
  assert.deepEqual(await tightenHome(home), []);
});

test('a state folder that cannot be closed is refused, with what to do', async () => {
  // the system lets no user change the modes of its own folders
  await assert.rejects(
    tightenHome('/proc/self/task'),
    (error: unknown) =>
      error instanceof SettingError &&
      /^path "\/proc\/self\/task" is accessible to other users of this machine \(mode 555\).*MILLRACE_HOME/.test(
        error.message,
      ),
  );
});
