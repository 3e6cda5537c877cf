import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { sharedEngine } from '@millrace/testkit/engines';
import { startSail, startSpark, type Engine } from '@millrace/engines';
import { SparkSession, type ConnectionSettings } from '../../src/index.ts';

export type EngineKind = 'sail' | 'spark';

const config = { 'spark.sql.ansi.enabled': 'true', 'spark.sql.session.timeZone': 'UTC' };

/** Compiling code for each query of a test would take most of its time. */
export const forLittleData = {
  'spark.sql.codegen.wholeStage': 'false',
  'spark.sql.codegen.factoryMode': 'NO_CODEGEN',
  'spark.sql.adaptive.enabled': 'false',
};

/** Starts an engine that the test file, or the suite, stops at its end, be it ever so early. */
export function startEngine(kind: EngineKind): Promise<Engine> {
  const home = mkdtemp(join(tmpdir(), 'spark-connect-'));
  const engine = home.then((folder) => {
    const scratch = join(folder, 'engine');
    return kind === 'sail' ? startSail({ scratch }) : startSpark({ scratch, memory: '2g' });
  });
  after(async () => {
    // a test has heard of an engine that did not start
    await engine.then(
      (engine) => engine.stop(),
      () => undefined,
    );
    await rm(await home, { recursive: true, force: true });
  });
  return engine;
}

/** An engine's address with more parameters. */
export const withParameters = (url: string, parameters: Readonly<Record<string, string>>): string =>
  `${url.includes('/;') ? url : `${url}/`}${Object.entries(parameters)
    .map(([key, value]) => `;${key}=${value}`)
    .join('')}`;

/** A session with the settings that make both engines mean the same. */
export const connect = (url: string, settings?: ConnectionSettings): Promise<SparkSession> =>
  SparkSession.connect(url, config, settings);

/**
 * Declares the same tests for both engines. `concurrency`: so many tests at a time; `ends`: they end the engine, which is
 * not that of other files then.
 */
export function onBothEngines(
  name: string,
  declare: (fixture: EngineFixture) => void,
  { concurrency = 1, ends = false }: { readonly concurrency?: number; readonly ends?: boolean } = {},
): void {
  for (const kind of ['sail', 'spark'] as const)
    describe(`${name}, on ${kind}`, { concurrency }, () => {
      let own: Promise<Engine> | undefined;
      if (ends) {
        own = startEngine(kind);
        // the first test that needs it hears of a failure
        own.catch(() => undefined);
      }
      const engine = () => own ?? sharedEngine(kind === 'spark' ? 'open spark' : kind);
      const sessions: SparkSession[] = [];
      after(() => Promise.all(sessions.map((s) => s.stop())));
      let sharedSession: Promise<SparkSession> | undefined;
      const open = async (settings?: ConnectionSettings, url?: string) => {
        const session = await connect(url ?? (await engine()).url, settings);
        // Spark 4.3 keeps its type `time` behind a switch
        if (kind === 'spark') await session.setConfig({ ...forLittleData, 'spark.sql.timeType.enabled': 'true' });
        sessions.push(session);
        return session;
      };
      declare({ kind, engine, open, session: () => (sharedSession ??= open()) });
    });
}

export interface EngineFixture {
  readonly kind: EngineKind;
  readonly engine: () => Promise<Engine>;
  /** A session of its own, at the engine's address unless another is given. */
  readonly open: (settings?: ConnectionSettings, url?: string) => Promise<SparkSession>;
  /** One session that the file's tests share. */
  readonly session: () => Promise<SparkSession>;
}
