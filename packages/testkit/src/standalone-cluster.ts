// A standalone cluster of Spark on this machine: a master and a worker, real processes of the wheel's jars.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startGuarded, toolchain } from '@millrace/toolchain';
import { answerUntil } from './until.ts';
import { testFolder } from './shared.ts';

/** An application as the page of the master has it. */
export interface StandaloneApplication {
  readonly id: string;
  readonly name: string;
  readonly state: string;
}

interface MasterState {
  readonly aliveworkers: number;
  readonly activeapps: readonly StandaloneApplication[];
  readonly completedapps: readonly StandaloneApplication[];
}

/** A standalone cluster of one worker. */
export interface StandaloneCluster extends AsyncDisposable {
  /** `spark://127.0.0.1:PORT` */
  readonly master: string;
  /** What the page of the master says. */
  state(): Promise<MasterState>;
  /** Ends an application as a person does on the page of the master. */
  kill(applicationId: string): Promise<void>;
  /** Ends the master by force. */
  killMaster(): void;
}

const packages = 'org.apache.spark.deploy';

/** Starts a master and a worker with two cores and 1 GB. */
export async function startStandaloneCluster(): Promise<StandaloneCluster> {
  const master = daemon(['master.Master', '--host', '127.0.0.1', '--port', '0', '--webui-port', '0']);
  const [, address = ''] = await master.line(/Starting Spark master at (spark:\/\/\S+)/);
  const [, page = ''] = await master.line(/Bound MasterWebUI to \S+, and started at (http:\S+?)\/?$/);
  const worker = daemon([
    ...['worker.Worker', '--host', '127.0.0.1', '--webui-port', '0', '--cores', '2', '--memory', '1g'],
    ...['--work-dir', join(testFolder(), 'work'), address],
  ]);
  const state = async (): Promise<MasterState> => (await (await fetch(`${page}/json/`)).json()) as MasterState;
  await answerUntil(state, ({ aliveworkers }) => aliveworkers === 1);
  return {
    master: address,
    state,
    kill: async (id) => {
      const shown = await fetch(page);
      const csrfToken = /name="csrfToken" value="(\w+)"/.exec(await shown.text())?.[1] ?? '';
      const answer = await fetch(`${page}/app/kill/`, {
        method: 'POST',
        headers: { cookie: shown.headers.getSetCookie().join('; ') },
        body: new URLSearchParams({ id, terminate: 'true', csrfToken }),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    },
    killMaster: () => master.kill(),
    [Symbol.asyncDispose]: async () => {
      await worker.end();
      await master.end();
    },
  };
}

/** A home of Java whose `java` leaves out a module that Spark asks for and the wheel's Java does not have. */
function javaHome(java: string): string {
  const home = testFolder();
  mkdirSync(join(home, 'bin'));
  const module = '--add-modules=jdk.incubator.vector';
  const script = `#!/bin/sh\nfor arg do\n  shift\n  [ "$arg" = ${module} ] || set -- "$@" "$arg"\ndone\nexec ${java} "$@"\n`;
  writeFileSync(join(home, 'bin', 'java'), script, { mode: 0o755 });
  return home;
}

/** Starts a daemon of Spark, by its class and arguments. */
function daemon(args: readonly string[]) {
  const { java, sparkJars } = toolchain();
  const scratch = mkdtempSync(join(testFolder(), 'daemon-'));
  const { stdout, stderr, exited, signal } = startGuarded({
    command: java,
    args: [
      ...['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', `-Djava.io.tmpdir=${scratch}`],
      ...['-Dspark.ui.reverseProxy=false', '-cp', join(sparkJars, '*')],
      ...args.map((arg, at) => (at === 0 ? `${packages}.${arg}` : arg)),
    ],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      JAVA_HOME: javaHome(java),
      SPARK_HOME: dirname(sparkJars),
      SPARK_LOCAL_IP: '127.0.0.1',
      // its launcher looks for a build of Spark if it is not told
      SPARK_SCALA_VERSION: '2.13',
    },
    cwd: scratch,
    scratch,
  });
  const lines: string[] = [];
  let rest = '';
  for (const stream of [stdout, stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      const pieces = (rest + text).split('\n');
      rest = pieces.pop() ?? '';
      lines.push(...pieces);
    });
  const line = (pattern: RegExp): Promise<RegExpExecArray> =>
    answerUntil(
      async () => lines.map((one) => pattern.exec(one)).find((match) => match !== null),
      (match) => match !== undefined,
    ) as Promise<RegExpExecArray>;
  return {
    line,
    lines,
    kill: () => signal('KILL'),
    end: async () => {
      signal('KILL');
      await exited;
    },
  };
}
