import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawChart } from '../src/results/drawings/index.ts';

type DrawInput = Parameters<typeof drawChart>[0];

const draw = (chart: DrawInput['chart'], names: readonly string[], rows: DrawInput['rows']): string[] =>
  drawChart(
    {
      type: 'chart',
      nodeId: '1',
      title: 'Chart',
      truncated: false,
      chart,
      columns: names.map((name) => ({ name, type: 'string' })),
      rows,
    },
    60,
  );

test('bars of a map carry the names of their places', () => {
  const map = { kind: 'map', encodings: { place: 'country', y: ['people'] } } as const;
  const rows = [
    ['Norway', 5],
    ['Chad', 10],
  ];
  assert.deepEqual(
    draw(map, ['country', 'people'], rows).map((line) => line.replace(/█+/, '#')),
    ['country · people', 'Norway # 5', '  Chad # 10'],
  );
});

test('bars of several series name both the value and the series', () => {
  const groups = { kind: 'column', encodings: { x: 'team', series: 'year', y: ['points'] } } as const;
  const rows = [
    ['red', 2023, 1],
    ['red', 2024, 2],
  ];
  assert.deepEqual(
    draw(groups, ['team', 'year', 'points'], rows).map((line) => line.replace(/█+/, '#')),
    ['team year · points', 'red 2023 # 1', 'red 2024 # 2'],
  );
});

test('a value that is missing is no zero', () => {
  const bars = { kind: 'bar', encodings: { x: 'day', y: ['rain'] } } as const;
  const rows = [
    ['Mon', null],
    ['Tue', 0],
    ['Wed', 3],
  ];
  assert.deepEqual(
    draw(bars, ['day', 'rain'], rows).map((line) => line.replace(/█+/, '#')),
    ['day · rain', 'Mon null', 'Tue  0', 'Wed # 3'],
  );
});

test('points and control charts are shown with all their columns', () => {
  const control = { kind: 'control', encodings: { x: 'n', y: ['mean'], upper: 'ucl', marked: 'out' } } as const;
  const [head, , ...lines] = draw(control, ['n', 'mean', 'ucl', 'out'], [[1, 9.5, 9, true]]);
  assert.match(head ?? '', /n +│ mean │ ucl │ out/);
  assert.equal(lines.length, 1);
  const points = { kind: 'scatter', encodings: { x: 'a', y: ['b'] } } as const;
  assert.match(draw(points, ['a', 'b'], [[1, 2]])[0] ?? '', /a │ b/);
});
