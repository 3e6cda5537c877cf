import { createWriteStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { chartOption, heightOf, pictureWidth as width, type ChartOutput } from '@millrace/charts';
import { chartParts } from '@millrace/charts/parts';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { init, setPlatformAPI, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

/** Least height of a picture, and pixels a unit of it. */
const [minHeight, density] = [360, 2];

use([...chartParts, CanvasRenderer]);

/** Letters of European scripts, Hebrew and Arabic; then of nearly all others. */
const fonts = {
  'Millrace Sans': '@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff',
  'Millrace Wide': '@fontsource/unifontex/files/unifontex-latin-400-normal.woff',
} as const;
for (const [name, file] of Object.entries(fonts))
  GlobalFonts.registerFromPath(fileURLToPath(import.meta.resolve(file)), name);
const fontFamily = Object.keys(fonts).join(', ');

// what ECharts measures letters with; its types know a browser's canvas alone
setPlatformAPI({ createCanvas: () => createCanvas(32, 32) as never });

/** A chart as a picture (PNG). */
function draw(output: ChartOutput): Buffer {
  const height = Math.max(minHeight, heightOf(output) ?? 0);
  const canvas = createCanvas(width * density, height * density);
  const chart = init(canvas as never, null, { width, height, devicePixelRatio: density });
  try {
    chart.setOption({ textStyle: { fontFamily }, ...chartOption(output, width) });
    return canvas.toBuffer('image/png');
  } finally {
    chart.dispose();
  }
}

// ECharts writes warnings where others write results
const results = createWriteStream('', { fd: 3 });

/**
 * The program of a process of its own: reads charts as JSON from its input and writes a line for each to its third
 * channel, the picture in base64 or what keeps it from being drawn.
 */
for (const output of JSON.parse(await text(process.stdin)) as readonly ChartOutput[]) {
  try {
    results.write(`${JSON.stringify({ png: draw(output).toString('base64') })}\n`);
  } catch (error) {
    results.write(`${JSON.stringify({ error: String(error) })}\n`);
  }
}
results.end();
