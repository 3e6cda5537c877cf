import http2, { type ServerHttp2Stream } from 'node:http2';
import { Deframer, frame } from '../../src/grpc/framing.ts';

/**
 * What becomes of one message of the engine's answer: passed on, passed twice, swallowed, replaced; or the stream ends
 * instead of it, cleanly or not.
 */
export type Treatment = 'pass' | 'twice' | 'swallow' | 'end' | 'reset' | Uint8Array;

/** A call as the proxy sees it: the method's name, and how many calls of that name came before. */
export interface ProxyCall {
  readonly method: string;
  readonly nth: number;
}

export interface FrameFilter {
  /** `lost`: the request never reaches the engine, and the stream says so. `unanswered`: it does, and the answer is lost from its first byte. */
  readonly onCall?: (call: ProxyCall) => 'pass' | 'lost' | 'unanswered';
  readonly onMessage?: (call: ProxyCall & { readonly index: number }, message: Buffer) => Treatment;
}

/** A proxy that understands gRPC, to do what no broken wire does. */
export class GrpcProxy {
  readonly #server: http2.Http2Server;
  readonly #upstream: http2.ClientHttp2Session;
  readonly #sessions = new Set<http2.ServerHttp2Session>();
  readonly #counts = new Map<string, number>();
  filter: FrameFilter = {};

  private constructor(target: string) {
    this.#upstream = http2.connect(target, { settings: { initialWindowSize: 1 << 22 } });
    this.#upstream.on('error', () => undefined);
    this.#server = http2.createServer();
    this.#server.on('session', (session) => {
      this.#sessions.add(session);
      session.on('close', () => this.#sessions.delete(session)).on('error', () => undefined);
    });
    this.#server.on('stream', (stream, headers) => this.#forward(stream, headers));
  }

  static async to(url: string): Promise<GrpcProxy> {
    const proxy = new GrpcProxy(`http://127.0.0.1:${new URL(url.replace('sc:', 'http:')).port}`);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** The engine's address with this proxy in between. */
  url(of: string): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
    return of.replace(/:\d+(?=\/|$)/, `:${address.port}`);
  }

  /** How often a method was called. */
  calls(method: string): number {
    return this.#counts.get(method) ?? 0;
  }

  async close(): Promise<void> {
    this.#upstream.destroy();
    for (const session of this.#sessions) session.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #forward(down: ServerHttp2Stream, headers: http2.IncomingHttpHeaders): void {
    const path = String(headers[':path']);
    const method = path.slice(path.lastIndexOf('/') + 1);
    const nth = this.calls(method);
    this.#counts.set(method, nth + 1);
    const call = { method, nth };
    const reset = () => down.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
    down.on('error', () => undefined);
    const fate = this.filter.onCall?.(call) ?? 'pass';
    if (fate === 'lost') return down.close(http2.constants.NGHTTP2_REFUSED_STREAM);
    const { authorization, 'user-agent': agent } = headers;
    const up = this.#upstream.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...(authorization === undefined ? {} : { authorization }),
      ...(agent === undefined ? {} : { 'user-agent': agent }),
    });
    up.on('error', reset);
    down.pipe(up);
    down.on('close', () => up.close(http2.constants.NGHTTP2_CANCEL));
    if (fate === 'unanswered') {
      up.once('data', reset);
      return;
    }
    let trailers: Record<string, string> = {};
    const note = (from: http2.IncomingHttpHeaders) => {
      const own = Object.entries(from).filter(([k]) => k.startsWith('grpc-'));
      trailers = { ...trailers, ...Object.fromEntries(own.map(([k, v]) => [k, String(v)])) };
    };
    down.on('wantTrailers', () => down.sendTrailers(trailers));
    up.on('response', (response) => {
      note(response);
      down.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    });
    up.on('trailers', note);
    const deframer = new Deframer();
    let index = 0;
    let over = false;
    // no faster than the client reads: what an engine has sent, it may have forgotten
    down.on('drain', () => up.resume());
    up.on('data', (chunk: Buffer) => {
      for (const message of deframer.push(chunk)) {
        if (over) return;
        const verdict = this.filter.onMessage?.({ ...call, index: index++ }, message) ?? 'pass';
        if (verdict === 'swallow') continue;
        if (verdict === 'reset' || verdict === 'end') {
          over = true;
          up.close(http2.constants.NGHTTP2_CANCEL);
          trailers = { 'grpc-status': '0' };
          if (verdict === 'end') down.end();
          else reset();
          return;
        }
        const data = frame(verdict instanceof Uint8Array ? verdict : message);
        if (verdict === 'twice') down.write(data);
        if (!down.write(data)) up.pause();
      }
    });
    up.on('end', () => {
      if (!over) down.end();
    });
  }
}
