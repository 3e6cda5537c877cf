import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { chartOption, heightOf, type ChartOutput } from '@millrace/charts';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { drawCharts, type PictureResult } from '../src/charts/pictures.ts';

type Kind = ChartOutput['chart']['kind'];

const columns = [
  { name: 'who', type: 'string' },
  { name: 'team', type: 'string' },
  { name: 'n', type: 'int' },
  { name: 'm', type: 'decimal(10,2)' },
  { name: 'low', type: 'double' },
  { name: 'q1', type: 'double' },
  { name: 'mid', type: 'double' },
  { name: 'q3', type: 'double' },
  { name: 'high', type: 'double' },
  { name: 'odd', type: 'boolean' },
] as const;

const rows: ChartOutput['rows'] = [
  ['Ada <b>', 'red', 3, '4.50', 1, 2, 3, 4, 5, false],
  ['Größe 東京', 'blue', 7, '9007199254740993', 2, 3, 4, 5, 9, true],
  [null, 'red', null, 'NaN', null, null, null, null, null, null],
  ['Cy {b}', null, 5, '-2', 0, 1, 5, 6, 8, false],
];

/** What each kind is drawn from. */
const encodings = {
  line: { x: 'n', y: ['mid', 'high'] },
  area: { x: 'who', y: ['n'] },
  'dual-line': { x: 'who', y: ['n', 'm'] },
  column: { x: 'who', y: ['n'], series: 'team' },
  'stacked-column': { x: 'who', y: ['n', 'mid'] },
  bar: { x: 'who', y: ['n'] },
  'stacked-bar': { x: 'who', y: ['n'], series: 'team' },
  histogram: { x: 'who', y: ['n'] },
  scatter: { x: 'n', y: ['mid'], series: 'team', marked: 'odd' },
  bubble: { x: 'n', y: ['mid'], size: 'high', label: 'who', color: 'team' },
  pie: { x: 'who', y: ['n'] },
  donut: { x: 'who', y: ['n'] },
  'heat-map': { x: 'who', y: ['n', 'mid', 'high'] },
  box: { x: 'who', y: ['low', 'q1', 'mid', 'q3', 'high'] },
  gauge: { x: 'who', y: ['n'] },
  hierarchy: { levels: ['team', 'who'], size: 'n' },
  control: { x: 'who', y: ['n'], center: 'mid', upper: 'high', lower: 'low', marked: 'odd' },
  map: { place: 'who', y: ['n'] },
  'word-cloud': { label: 'who', size: 'n' },
} as const satisfies Record<Kind, ChartOutput['chart']['encodings']>;

const chart = (kind: Kind, chartRows: ChartOutput['rows']): ChartOutput => ({
  type: 'chart',
  title: kind,
  columns,
  rows: chartRows,
  chart: { kind, encodings: encodings[kind], options: { titleColor: '#2563EB' } },
});

/** How many of the points of a picture, a quarter of them looked at, are neither white nor grey: marks. */
async function countMarks(drawing: PictureResult | undefined): Promise<number> {
  if (drawing === undefined || 'error' in drawing) throw new Error(drawing?.error);
  const image = await loadImage(drawing.png);
  assert.deepEqual([image.width, image.height], [1_280, 720]);
  const canvas = createCanvas(image.width, image.height);
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 16) {
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) count++;
  }
  return count;
}

describe('pictures of charts', () => {
  const kinds = Object.keys(encodings) as Kind[];
  const drawings = new Map<Kind, PictureResult | undefined>();
  before(async () => {
    for (const some of [kinds.slice(0, 10), kinds.slice(10)]) {
      const pictures = await drawCharts(some.map((kind) => chart(kind, rows)));
      some.forEach((kind, i) => drawings.set(kind, pictures[i]));
    }
  });
  for (const kind of kinds)
    test(`${kind}: marks for odd names, nulls, decimals and what is no number`, async () => {
      assert.ok((await countMarks(drawings.get(kind))) > 100);
    });

  test('no rows make a picture without marks, but for legends', async () => {
    const some = kinds.filter((_, i) => i % 2 === 0);
    const empty = await drawCharts(some.map((kind) => chart(kind, [])));
    for (const [i, kind] of some.entries())
      assert.ok((await countMarks(empty[i])) < (await countMarks(drawings.get(kind))) / 2, kind);
  });

  test('what cannot be drawn says so, and the others are drawn', async () => {
    const broken = { ...chart('pie', rows), chart: { kind: 'no such kind' as Kind, encodings: {} } };
    const [first, second, ...rest] = await drawCharts([
      broken,
      ...Array.from({ length: 10 }, () => chart('pie', rows)),
    ]);
    assert.match(first !== undefined && 'error' in first ? first.error : '', /TypeError/);
    assert.ok((await countMarks(second)) > 100);
    assert.deepEqual(rest.at(-1), { error: 'too many charts' });
  });

  const names = Array.from({ length: 16 }, (_, i) => `total_of_many_charges_${i}`);
  const matrix: ChartOutput = {
    ...chart('heat-map', []),
    columns: [{ name: 'who', type: 'string' }, ...names.map((name) => ({ name, type: 'double' }))],
    rows: names.map((name, i) => [name, ...names.map((_, j) => (i === j ? 1 : -0.123456))]),
    chart: { kind: 'heat-map', encodings: { x: 'who', y: names } },
  };
  const shapeOf = (width: number) =>
    chartOption(matrix, width) as unknown as {
      readonly grid: { readonly right: number; readonly bottom: number };
      readonly xAxis: { readonly axisLabel: { readonly interval?: number; readonly rotate: number } };
      readonly yAxis: { readonly axisLabel: { readonly width?: number } };
      readonly visualMap: { readonly orient?: string; readonly text: readonly string[] };
    };

  test('a matrix names all of its columns and the ends of its colours, in a narrow place too', () => {
    const [wide, narrow] = [shapeOf(800), shapeOf(360)];
    assert.deepEqual([wide.xAxis.axisLabel.interval, wide.xAxis.axisLabel.rotate], [0, 45]);
    assert.deepEqual([narrow.xAxis.axisLabel.interval, narrow.xAxis.axisLabel.rotate], [0, 90]);
    assert.deepEqual(wide.visualMap.text, ['1', '-0.1235']);
    // the colours stand below, and names leave room for what they name
    assert.deepEqual([narrow.visualMap.orient, narrow.grid.right], ['horizontal', 12]);
    assert.deepEqual([wide.yAxis.axisLabel.width, narrow.yAxis.axisLabel.width], [undefined, 112]);
    assert.ok((heightOf(matrix) ?? 0) > 400);
    assert.equal(heightOf(chart('bar', rows)), undefined);
  });

  test('bars have the name of their measure beneath them, and numbers that do not run into each other', () => {
    const { xAxis } = chartOption(chart('bar', rows), 360) as unknown as {
      readonly xAxis: { readonly nameLocation?: string; readonly axisLabel?: { readonly hideOverlap?: boolean } };
    };
    assert.deepEqual([xAxis.nameLocation, xAxis.axisLabel?.hideOverlap], ['middle', true]);
  });

  test('a picture of many rows is as high as they need', async () => {
    const [drawing] = await drawCharts([matrix]);
    assert.ok(drawing !== undefined && 'png' in drawing);
    assert.equal((await loadImage(drawing.png)).height, 2 * (heightOf(matrix) ?? 0));
  });
});
