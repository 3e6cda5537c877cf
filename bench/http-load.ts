import { Agent, request } from 'node:http';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  readonly perSecond: number;
  /** Milliseconds of all but the slowest hundredth. */
  readonly p99: number;
}

export const percentile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
};

/** Sends a call over some connections for a while, each with one request under way. Fails at the first refusal. */
export async function load(call: Call, { connections = 10, ms = 3_000 } = {}): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const start = performance.now();
  const one = async (): Promise<void> => {
    while (performance.now() - start < ms) {
      const sentAt = performance.now();
      await send(call, agent);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - start) / 1_000;
  agent.destroy();
  return { perSecond: times.length / seconds, p99: percentile(times, 0.99) };
}

/** Sends a call and returns its answer. Fails if its status is not one of success. */
export const send = ({ method, url, headers, body }: Call, agent?: Agent): Promise<string> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, ...(agent === undefined ? {} : { agent }) }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      answer.once('error', reject).once('end', () => {
        if (answer.statusCode === 200) resolve(text);
        else reject(new Error(`${method} ${url} answered ${answer.statusCode}: ${text}`));
      });
    });
    outgoing.once('error', reject).end(body);
  });
