import { chartParts } from '@millrace/charts/parts';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([...chartParts, SVGRenderer]);

export type ChartInstance = ReturnType<typeof init>;

/** Distinguishable with colour blindness, on light and on dark ground. */
const palette = ['#3b8bc0', '#d08a1d', '#4f9d69', '#b0588f', '#8a7fd1', '#b5533c', '#3f9aa0', '#8c8b4a'];

/** A chart in an element, in the text colour of the page; as SVG, so that texts stay sharp. */
export const initChart = (element: HTMLElement): ChartInstance => init(element, themeOf(element), { renderer: 'svg' });

/** A chart with the size and colours of an element, in a detached one. */
export const initChartLike = (element: HTMLElement, other: HTMLElement): ChartInstance =>
  init(other, themeOf(element), { renderer: 'svg', width: element.clientWidth, height: element.clientHeight });

function themeOf(element: HTMLElement) {
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
  return {
    // labels on a dark ground have no light rim
    darkMode: Number.parseInt(token('--ground').slice(1, 3), 16) < 128,
    color: palette,
    textStyle: { color: soft, fontFamily: style.fontFamily },
    title: { textStyle: { color: token('--ink') } },
    legend: { textStyle: { color: soft } },
    visualMap: { textStyle: { color: soft } },
    treemap: {
      itemStyle: { borderColor: line },
      upperLabel: { color: token('--ink'), textBorderWidth: 0 },
    },
    gauge: {
      axisLine: { lineStyle: { color: [[1, token('--hairline-strong')]] } },
      title: { color: soft },
      detail: { color: token('--ink') },
    },
    pie: { label: { color: soft, textBorderWidth: 0 } },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: axis,
    logAxis: axis,
    timeAxis: axis,
  };
}
