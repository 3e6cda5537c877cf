// @ts-check
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toolchain } from '../toolchain.mjs';
import { SetupError, run } from './commands.mjs';
import { nodeOf } from './npm-packages.mjs';

/** @type {import('../setup.mjs').Step} */
export const sparkAotCache = {
  name: "Spark's start-up cache (a training run)",

  done: () => existsSync(toolchain().aotCache),

  async run({ checkout, progress }) {
    const { aotCache } = toolchain();
    const part = `${aotCache}.part`;
    rmSync(part, { force: true });
    const train = join(checkout, 'packages', 'runner', 'src', 'engines', 'train.ts');
    await run(nodeOf(checkout), [train, part], { cwd: checkout, onLine: progress });
    if (!existsSync(part))
      throw new SetupError('the training run of Spark wrote no cache: run it again with npm run setup');
    renameSync(part, aotCache);
  },
};
