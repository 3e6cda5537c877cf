import * as echarts from 'echarts';

export type Drawn = ReturnType<typeof echarts.init>;

/** Told apart by people who see few colours, on light and on dark ground. */
const palette = ['#3b8bc0', '#d08a1d', '#4f9d69', '#b0588f', '#8a7fd1', '#b5533c', '#3f9aa0', '#8c8b4a'];

/** A chart in an element, in the ink of the page; by SVG, so that texts stay sharp. */
export function drawnBy(element: HTMLElement): Drawn {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const [soft, line] = [token('--ink-soft'), token('--hairline')];
  const axis = {
    axisLine: { lineStyle: { color: token('--hairline-strong') } },
    axisTick: { lineStyle: { color: token('--hairline-strong') } },
    axisLabel: { color: soft },
    nameTextStyle: { color: soft },
    splitLine: { lineStyle: { color: line } },
  };
  const theme = {
    color: palette,
    textStyle: { color: soft, fontFamily: style.fontFamily },
    title: { textStyle: { color: token('--ink') } },
    legend: { textStyle: { color: soft } },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: axis,
    logAxis: axis,
    timeAxis: axis,
  };
  return echarts.init(element, theme, { renderer: 'svg' });
}
