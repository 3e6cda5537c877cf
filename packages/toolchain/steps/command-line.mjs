// @ts-check
import { join } from 'node:path';
import { builtCommand } from '../command-line.mjs';
import { run } from './commands.mjs';
import { nodeOf } from './npm-packages.mjs';

/** @type {import('../setup.mjs').Step} */
export const commandLine = {
  name: 'Command line',

  done: () => builtCommand() !== undefined,

  run: ({ checkout }) =>
    run(nodeOf(checkout), [join(checkout, 'packages', 'toolchain', 'build-command-line.mjs')], { cwd: checkout }),
};
