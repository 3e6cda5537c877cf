import type { EChartsOption } from 'echarts';
import { wordOf, type Mark, type Plot } from '../plot.ts';

interface Branch {
  readonly name: string;
  readonly mark: Mark;
  value: number;
  readonly children: Map<string, Branch>;
}

export function hierarchy({ chart, column, numbers, size, mark }: Plot): EChartsOption {
  const { levels = [], size: measure } = chart.encodings;
  const [steps, sizes] = [levels.map((name) => column(name) ?? []), numbers(measure)];
  const root: Branch = { name: '', mark: [], value: 0, children: new Map() };
  for (let row = 0; row < size; row++) {
    const value = Math.max(sizes[row] ?? 0, 0);
    let at = root;
    for (const [depth, step] of steps.entries()) {
      // a short branch ends where the levels below are null
      if (step[row] == null) break;
      const name = wordOf(step[row]);
      const path = levels.slice(0, depth + 1);
      const next = at.children.get(name) ?? { name, mark: mark(row, path), value: 0, children: new Map() };
      next.value += value;
      at.children.set(name, next);
      at = next;
    }
  }
  interface Tree {
    name: string;
    value: number;
    mark: Mark;
    children: Tree[];
  }
  const tree = ({ children }: Branch): Tree[] =>
    [...children.values()].map((branch) => ({ ...branch, children: tree(branch) }));
  return {
    series: [
      {
        type: 'treemap',
        data: tree(root),
        breadcrumb: { show: false },
        roam: false,
        // a click asks for rows, and does not go down a level
        nodeClick: false,
        label: { formatter: '{b}' },
        upperLabel: { show: levels.length > 1, height: 20 },
        levels: [{ itemStyle: { gapWidth: 2 } }, { colorSaturation: [0.3, 0.6], itemStyle: { gapWidth: 1 } }],
      },
    ],
  };
}
