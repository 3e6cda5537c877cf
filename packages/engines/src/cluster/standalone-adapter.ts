import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { ConnectionSettings } from '@millrace/spark-connect';
import { EngineStartError, type Engine } from '../process/engine.ts';
import { whyEnded } from '../process/why-ended.ts';
import { SparkPool, type SparkLease } from '../spark/spark-pool.ts';
import type {
  ApplicationRequest,
  ClusterAdapter,
  ClusterConnection,
  ClusterState,
  ConnectServer,
  SessionLabels,
} from './adapter.ts';
import { mastersIn } from './cluster-address.ts';

export interface StandaloneOptions {
  /** `spark://host:port`, or several masters: `spark://one:port,two:port`. */
  readonly master: string;
  /** Settings of Spark for applications. */
  readonly conf: ReadonlyMap<string, string>;
  /** Starts a driver on this machine. */
  readonly startDriver: (settings: Readonly<Record<string, string>>) => Promise<Engine>;
  /** Most applications at once. */
  readonly max: number;
  /** Milliseconds after which an application without sessions ends. */
  readonly idleMs: number;
}

/** Executors need it as the driver does: see `JVM_OPTIONS`. */
const executorJavaOptions = '-Dio.netty.noUnsafe=false';

/** Milliseconds in which a master must take a connection. */
const connectMs = 5_000;
/** Milliseconds that a caller that asks for the state can wait. */
const patience = 500;

/**
 * Applications on a standalone cluster of Spark, one for each owner. Their drivers are processes of this machine, which the workers
 * must reach, and end with this process; their Spark Connect servers are open to this machine alone.
 */
export class StandaloneAdapter implements ClusterAdapter {
  readonly kind = 'standalone';
  readonly #options: StandaloneOptions;
  readonly #drivers: SparkPool;
  readonly #leases = new WeakMap<ConnectServer, SparkLease>();
  readonly #logs = new WeakMap<ConnectServer, readonly string[]>();

  constructor(options: StandaloneOptions) {
    this.#options = options;
    const { max, idleMs } = options;
    this.#drivers = new SparkPool({ start: () => this.#startDriver(), max, idleMs });
  }

  async start({ owner, alone = false, signal }: ApplicationRequest): Promise<ConnectServer> {
    const lease = await this.#drivers.lease(alone ? `${owner}, alone ${randomUUID()}` : owner, { signal });
    const server: ConnectServer = {
      url: lease.engine.url,
      get isShared() {
        return lease.isShared;
      },
      release: () => {
        lease.release();
        if (alone) lease.kill();
      },
    };
    this.#leases.set(server, lease);
    void lease.engine.exited.then(({ log }) => this.#logs.set(server, log));
    return server;
  }

  async state(): Promise<ClusterState> {
    try {
      await this.#ownAddress(patience);
    } catch {
      return 'UNREACHABLE';
    }
    return this.#drivers.size > 0 ? 'RUNNING' : 'IDLE';
  }

  async connect(
    server: ConnectServer,
    labels: SessionLabels,
    settings: ConnectionSettings = {},
  ): Promise<ClusterConnection> {
    // the protocol is read when the first session is opened
    const { connectTo } = await import('./connect-to.ts');
    const connection = await connectTo(server, labels, settings);
    const engine = this.#leases.get(server)?.engine;
    void engine?.exited.then((exit) => connection.lose(`has ended: ${whyEnded(exit, engine.memory)}`));
    return connection;
  }

  kill(server: ConnectServer): boolean {
    this.#leases.get(server)?.kill();
    return true;
  }

  logs(server: ConnectServer): readonly string[] {
    return this.#logs.get(server) ?? [];
  }

  close(): Promise<void> {
    return this.#drivers.close();
  }

  async #startDriver(): Promise<Engine> {
    const { master, conf, startDriver } = this.#options;
    const host = await this.#ownAddress(connectMs);
    const javaOptions = conf.get('spark.executor.extraJavaOptions');
    return startDriver({
      'spark.driver.host': host,
      'spark.driver.bindAddress': host,
      'spark.ui.enabled': 'true',
      'spark.ui.port': String(await freePortOn(host)),
      // all who see the page could kill the jobs of others
      'spark.ui.killEnabled': 'false',
      // Spark's own, not the cores of this machine
      'spark.sql.shuffle.partitions': '200',
      ...Object.fromEntries(conf),
      'spark.master': master,
      'spark.executor.extraJavaOptions': [executorJavaOptions, javaOptions].filter(Boolean).join(' '),
    });
  }

  /** The address of this machine that a master sees, and its workers with it. Fails with an EngineStartError. */
  async #ownAddress(ms: number): Promise<string> {
    const { master } = this.#options;
    let reason = '';
    for (const { host, port } of mastersIn(master)) {
      const socket = connect({ host, port });
      try {
        await once(socket, 'connect', { signal: AbortSignal.timeout(ms) });
        if (socket.localAddress !== undefined) return socket.localAddress;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      } finally {
        socket.on('error', () => undefined).destroy();
      }
    }
    throw new EngineStartError(
      'spark',
      `spark cannot be used: the master at ${master} cannot be reached: ${reason}. Check its address, and that it is running`,
    );
  }
}

/** A port of this machine for Spark's page: its address must be known before the driver starts. */
async function freePortOn(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
