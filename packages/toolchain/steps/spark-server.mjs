// @ts-check
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toolchain } from '../toolchain.mjs';
import { run } from './commands.mjs';

/**
 * Libraries that Spark needs at every start and that are signed. Java checks a signature each time, and leaves what is
 * signed, and all that refers to it, out of its start-up cache: with a server compiled again, 0.17 s of a start of 2.13 s.
 */
const SIGNED = /^(janino|commons-compiler)-[\d.]+\.jar$/;

/** Copies jars without their signatures. */
const UNSIGN = `
import os, re, sys, zipfile
folder, *jars = sys.argv[1:]
for path in jars:
    with zipfile.ZipFile(path) as signed, zipfile.ZipFile(os.path.join(folder, os.path.basename(path)), 'w', zipfile.ZIP_DEFLATED) as jar:
        for entry in signed.infolist():
            if not re.fullmatch(r'META-INF/[^/]+\\.(SF|RSA|DSA|EC)', entry.filename):
                jar.writestr(entry, signed.read(entry))
`;

/** @type {import('../setup.mjs').Step} */
export const sparkServer = {
  name: 'Spark server',

  done: () => existsSync(toolchain().serverJars),

  async run({ checkout }) {
    const { java, python, sparkJars, serverJars } = toolchain();
    const part = `${serverJars}.part`;
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true });
    const signed = readdirSync(sparkJars).filter((name) => SIGNED.test(name));
    await run(python, ['-I', '-c', UNSIGN, part, ...signed.map((name) => join(sparkJars, name))]);
    const compiler = [
      ...['-cp', join(sparkJars, '*'), 'org.codehaus.janino.SimpleCompiler'],
      ...[join(serverIn(checkout), 'MakeJar.java'), 'MakeJar'],
    ];
    const sources = ['SparkWall.java', 'SparkServer.java'].map((name) => join(serverIn(checkout), name));
    await run(java, [...compiler, join(part, 'spark-server.jar'), ...sources]);
    renameSync(part, serverJars);
  },
};

/** The sources of our server, and of what packs it. @param {string} checkout */
export const serverIn = (checkout) => join(checkout, 'packages', 'engines', 'src', 'spark', 'server');
