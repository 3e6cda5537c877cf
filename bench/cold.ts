import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolchain } from '../packages/toolchain/toolchain.mjs';
import { graphsOf } from './graphs.ts';
import { row, timeCommand } from './measure.ts';

export const millrace = new URL('../packages/cli/src/main.ts', import.meta.url).pathname;

/**
 * PySpark in local mode as a user would start it: the JDK of set-up, nothing tuned. That JDK is a cut one, without
 * the module for vectors that Spark's launcher asks for: a `java` in `folder` leaves that one argument out.
 */
export async function pysparkEnv(folder: string): Promise<NodeJS.ProcessEnv> {
  const { java, venv } = toolchain();
  const { PATH, HOME } = process.env;
  await mkdir(join(folder, 'jdk', 'bin'), { recursive: true });
  await writeFile(join(folder, 'jdk', 'bin', 'java'), javaWithout(java, '--add-modules=jdk.incubator.vector'), {
    mode: 0o755,
  });
  return {
    PATH: `${join(venv, 'bin')}:${PATH ?? ''}`,
    HOME,
    JAVA_HOME: join(folder, 'jdk'),
    SPARK_LOCAL_IP: '127.0.0.1',
  };
}

const javaWithout = (java: string, argument: string): string => `#!/bin/bash
kept=()
for argument in "$@"; do [ "$argument" = '${argument}' ] || kept+=("$argument"); done
exec '${java}' "\${kept[@]}"
`;

/** (a) Whole process, cold: `millrace run` on auto against the same graph as a plain PySpark script. */
export async function coldRuns(root: string): Promise<void> {
  console.log(
    '\n(a) whole process, cold: millrace run (auto) against the same graph as a plain PySpark script in local mode',
  );
  const folder = await mkdtemp(join(tmpdir(), 'millrace-bench-'));
  try {
    const env = await pysparkEnv(folder);
    for (const graph of await graphsOf(root)) {
      if (graph.learns) continue;
      const call = [graph.path, '--datasets', join(root, 'datasets'), '--files', root];
      const ours = await timeCommand(process.execPath, [millrace, 'run', ...call, '--json']);
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [millrace, 'explain', ...call, '--code', '--engine', 'spark'],
        {
          maxBuffer: 1 << 28,
        },
      );
      const script = join(folder, `${graph.name}.py`);
      await writeFile(script, `${localSession}${stdout}${countAll(stdout)}`);
      const peer = await timeCommand(toolchain().python, [script], { runs: 1, env });
      console.log(row(graph.name, ours, { name: 'PySpark', timing: peer }, 'goal: < 1 s and 10x'));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const localSession = `from pyspark.sql import SparkSession
spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
`;

/** Counts every DataFrame of the script: what a person would do to see the rows of each step. */
const countAll = (code: string): string =>
  [...new Set(code.matchAll(/^(df_\w+) = /gm).map((match) => match[1]))]
    .map((name) => `print(${name}.count())\n`)
    .join('');
