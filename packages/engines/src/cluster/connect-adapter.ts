import { once } from 'node:events';
import { connect } from 'node:net';
import type { ConnectionSettings } from '@millrace/spark-connect';
import { parseRemote } from '@millrace/spark-connect/url';
import type { ClusterAdapter, ClusterConnection, ClusterState, ConnectServer, SessionLabels } from './adapter.ts';

/** Milliseconds that a caller that asks for the state can wait. */
const patience = 500;

/** A Spark Connect server that others have started, and that is left running. */
export class ConnectAdapter implements ClusterAdapter {
  readonly kind = 'connect';
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async start(): Promise<ConnectServer> {
    return { url: this.#url, isShared: false, release: () => undefined };
  }

  /** Whether something listens at the address: asking more would open a session there. */
  async state(): Promise<ClusterState> {
    const { host, port, unix } = parseRemote(this.#url);
    const socket = connect(unix === undefined ? { host: host.replace(/^\[|\]$/g, ''), port } : { path: unix });
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(patience) });
      return 'RUNNING';
    } catch {
      return 'UNREACHABLE';
    } finally {
      socket.on('error', () => undefined).destroy();
    }
  }

  async connect(
    server: ConnectServer,
    labels: SessionLabels,
    settings: ConnectionSettings = {},
  ): Promise<ClusterConnection> {
    // the protocol is read when the first session is opened
    const { connectTo } = await import('./connect-to.ts');
    return connectTo(server, labels, settings);
  }

  kill(): boolean {
    return false;
  }

  logs(): readonly string[] {
    return [];
  }

  async close(): Promise<void> {
    // it belongs to others
  }
}
