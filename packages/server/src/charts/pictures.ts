import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { turns } from '../timing/turns.ts';
import type { ChartOutput } from '@millrace/charts';

const program = fileURLToPath(new URL('draw.ts', import.meta.url));

/** Milliseconds that the charts of one run may take, most of them, and most rows of one. */
const [longest, maxCharts, maxRows] = [60_000, 10, 5_000];

/** A picture (PNG), or why there is none. */
export type PictureResult = { readonly png: Buffer } | { readonly error: string };

const inTurn = turns(1);

/**
 * Draws charts, in the order in which they are given, in a process of its own: a chart that takes long, or that the
 * drawing library breaks at, holds up nothing and ends nothing else. Does not reject.
 */
export const drawCharts = (charts: readonly ChartOutput[]): Promise<readonly PictureResult[]> =>
  charts.length === 0 ? Promise.resolve([]) : inTurn(() => drawAll(charts));

async function drawAll(charts: readonly ChartOutput[]): Promise<readonly PictureResult[]> {
  const child = spawn(process.execPath, ['--max-old-space-size=512', program], {
    // what it draws is of users: it knows nothing of ours
    env: { LC_ALL: 'C.UTF-8' },
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    timeout: longest,
    killSignal: 'SIGKILL',
  });
  const exit = once(child, 'close').catch((error: unknown) => [String(error)]);
  // a child that has ended does not read on: its exit reports that
  child.stdin?.on('error', () => undefined);
  const some = charts.slice(0, maxCharts).map((chart) => ({ ...chart, rows: chart.rows.slice(0, maxRows) }));
  child.stdin?.end(JSON.stringify(some));
  // node:readline would end a line at U+2028 too, which an error may quote; what is behind the last line end is cut off
  const lines = (await text(child.stdio[3] as Readable)).split('\n').slice(0, -1);
  const drawings = lines.map((line): PictureResult => {
    const answer = JSON.parse(line) as { png: string } | { error: string };
    return 'png' in answer ? { png: Buffer.from(answer.png, 'base64') } : answer;
  });
  const [why, signal] = (await exit) as [number | string | null, string?];
  const fault =
    typeof why === 'string' ? why : signal === 'SIGKILL' ? 'drawing timed out' : `drawing failed (${signal ?? why})`;
  return charts.map((_, i) => drawings[i] ?? { error: i < maxCharts ? fault : 'too many charts' });
}
