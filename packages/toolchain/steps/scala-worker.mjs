// @ts-check
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toolchain } from '../toolchain.mjs';
import { run } from './commands.mjs';

/** The program that runs Scala code of nodes, compiled by the compiler that comes with Spark.
 * @type {import('../setup.mjs').Step} */
export const scalaWorker = {
  name: 'Program for Scala code',

  done: () => existsSync(toolchain().scalaWorker),

  async run({ checkout }) {
    const { java, sparkJars, scalaWorker: jar } = toolchain();
    const part = jar.replace(/\.jar$/, '.part.jar');
    rmSync(part, { force: true });
    const folder = join(checkout, 'scala');
    const sources = readdirSync(folder).filter((name) => name.endsWith('.scala'));
    const options = ['-usejavacp', '-nowarn', '-d', part, ...sources.map((name) => join(folder, name))];
    // the light compiler of Java: with the other, half of the time goes into compiling the compiler
    await run(java, ['-XX:TieredStopAtLevel=1', '-cp', join(sparkJars, '*'), 'scala.tools.nsc.Main', ...options]);
    renameSync(part, jar);
  },
};
