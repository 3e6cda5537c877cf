import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2';
import { frame } from './framing.ts';

/** gRPC's health check: a server that does not know it still answers "unimplemented", which is sign of life enough. */
const probePath = '/grpc.health.v1.Health/Check';

/**
 * Sees to it that the calls of a connection are not left hanging: when they have heard nothing for a while, the server
 * is asked for a sign of life, and without one the connection is destroyed. A small call is the probe, not an HTTP/2
 * PING: gRPC's Java server, and so Spark, hangs up on clients that ping oftener than every five minutes.
 */
export class Watch {
  readonly #session: ClientHttp2Session;
  readonly #probeAfterMs: number;
  readonly #probeTimeoutMs: number;
  #calls = 0;
  #lastHeardAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(session: ClientHttp2Session, probeAfterMs: number, probeTimeoutMs: number) {
    this.#session = session;
    this.#probeAfterMs = probeAfterMs;
    this.#probeTimeoutMs = probeTimeoutMs;
    session.unref();
    session.once('close', () => clearTimeout(this.#timer));
  }

  /** Something arrived. */
  readonly noteActivity = (): void => {
    this.#lastHeardAt = performance.now();
  };

  /** Watches while this call is open, which also keeps the process alive. */
  follow(stream: ClientHttp2Stream): void {
    stream.once('response', this.noteActivity);
    if (this.#calls++ === 0) {
      this.#session.ref();
      this.noteActivity();
      this.#check();
    }
    stream.once('close', () => {
      if (--this.#calls > 0) return;
      clearTimeout(this.#timer);
      if (!this.#session.destroyed) this.#session.unref();
    });
  }

  readonly #check = (): void => {
    clearTimeout(this.#timer);
    if (this.#session.destroyed || this.#calls === 0) return;
    const rest = this.#lastHeardAt + this.#probeAfterMs - performance.now();
    if (rest <= 0) this.#probe();
    else this.#timer = setTimeout(this.#check, rest).unref();
  };

  #probe(): void {
    const requestedAt = performance.now();
    if (!this.#session.closed) {
      const stream = this.#session.request({
        ':method': 'POST',
        ':path': probePath,
        'content-type': 'application/grpc',
        te: 'trailers',
      });
      stream.once('response', this.noteActivity).on('error', () => undefined);
      stream.resume().end(frame(new Uint8Array()));
    }
    const judge = () => {
      if (this.#lastHeardAt >= requestedAt) return this.#check();
      const silence = Math.round(performance.now() - this.#lastHeardAt);
      this.#session.destroy(new Error(`it has not responded for ${silence} ms`));
    };
    // what arrived while this process was busy must be read before the verdict
    this.#timer = setTimeout(() => setImmediate(judge), this.#probeTimeoutMs).unref();
  }
}
