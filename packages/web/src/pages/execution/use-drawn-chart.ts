import { chartOption, type ChartOutput } from '@millrace/charts';
import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { Conditions } from '../../ui/table-view.ts';
import { conditionsOf, type Mark } from './chart-marks.ts';
import { initChart, type ChartInstance } from './echarts.ts';

/** What the pointer does on a chart. */
interface Pointing {
  readonly choose: (conditions: Conditions | undefined) => void;
  /** The pointer is over a mark, in pixels of the chart; undefined if it left all marks. */
  readonly point: (conditions: Conditions | undefined, x: number, y: number) => void;
}

/** Draws a chart into an element, and again when its width, its colours or the paper change. */
export function useDrawnChart(
  container: RefObject<HTMLElement | null>,
  output: ChartOutput,
  marks: readonly Mark[],
  { choose, point }: Pointing,
): RefObject<ChartInstance | undefined> {
  const { colorScheme } = useMantineColorScheme();
  const chartRef = useRef<ChartInstance>(undefined);
  const onChoose = useEffectEvent(choose);
  const onPoint = useEffectEvent(point);
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    const pointing: Pointing = {
      choose: (conditions) => onChoose(conditions),
      point: (conditions, x, y) => onPoint(conditions, x, y),
    };
    let forgetPoints = (): void => {};
    let drawnWidth = 0;
    const draw = (part: { readonly animation?: false } = {}): void => {
      chartRef.current?.dispose();
      const chart = initChart(element);
      chartRef.current = chart;
      drawnWidth = element.clientWidth;
      chart.setOption({ ...chartOption(output, drawnWidth), backgroundColor: 'transparent', ...part });
      forgetPoints = listen(chart, output, marks, pointing);
    };
    // paper may have another width, and other colours; printing does not wait for animations
    const drawAtOnce = (): void => {
      draw({ animation: false });
      chartRef.current?.getZr().flush();
    };
    draw();
    const watch = new ResizeObserver(() => {
      forgetPoints();
      chartRef.current?.resize();
      if (element.clientWidth === drawnWidth) return;
      drawnWidth = element.clientWidth;
      // names have another width, and maybe another position; series that a legend hides stay hidden
      // ECharts keeps the axes that a later setOption leaves out, unless replaceMerge names them
      chartRef.current?.setOption(chartOption(output, drawnWidth), { replaceMerge: ['xAxis', 'yAxis', 'visualMap'] });
    });
    watch.observe(element);
    globalThis.addEventListener('beforeprint', drawAtOnce);
    globalThis.addEventListener('afterprint', drawAtOnce);
    return () => {
      globalThis.removeEventListener('beforeprint', drawAtOnce);
      globalThis.removeEventListener('afterprint', drawAtOnce);
      watch.disconnect();
      chartRef.current?.dispose();
      chartRef.current = undefined;
    };
  }, [output, marks, container, colorScheme]);
  return chartRef;
}

/** Listens to the pointer on a chart; returns how to forget positions that a resize makes wrong. */
function listen(chart: ChartInstance, output: ChartOutput, marks: readonly Mark[], pointing: Pointing): () => void {
  const option = chartOption(output);
  const forgetPoints = isOfLines(option)
    ? listenToLines(chart, option, marks, pointing)
    : listenToItems(chart, pointing);
  chart.on('globalout', () => {
    light(chart, undefined);
    pointing.point(undefined, 0, 0);
  });
  return forgetPoints;
}

type Option = ReturnType<typeof chartOption>;

const isOfLines = ({ series }: Option): boolean => [series ?? []].flat().some(({ type }) => type === 'line');

type PointerOffset = { readonly offsetX: number; readonly offsetY: number };

/** Lines have no symbols at each of their points: the nearest point is meant. */
function listenToLines(
  chart: ChartInstance,
  option: Option,
  marks: readonly Mark[],
  { choose, point }: Pointing,
): () => void {
  let points: readonly Point[] | undefined;
  let hidden: readonly number[] = [];
  const nearest = ({ offsetX, offsetY }: PointerOffset): Mark | undefined => {
    if (!chart.containPixel('grid', [offsetX, offsetY])) return undefined;
    points ??= pointsOf(
      chart,
      marks.filter(({ seriesIndex }) => !hidden.includes(seriesIndex)),
    );
    return nearestOf(points, offsetX, offsetY);
  };
  // a legend hides series, and axes adapt to the others
  chart.on('legendselectchanged', (event) => {
    const { selected } = event as { readonly selected: Readonly<Record<string, boolean>> };
    hidden = [option.series ?? []].flat().flatMap(({ name }, i) => (selected[String(name)] === false ? [i] : []));
    points = undefined;
  });
  chart.getZr().on('click', (event) => {
    const mark = nearest(event);
    if (mark !== undefined) choose(mark.conditions);
  });
  chart.getZr().on('mousemove', (event) => {
    const mark = nearest(event);
    light(chart, mark);
    point(mark?.conditions, event.offsetX, event.offsetY);
  });
  return () => {
    points = undefined;
  };
}

function listenToItems(chart: ChartInstance, { choose, point }: Pointing): () => void {
  chart.on('click', ({ data }) => {
    const conditions = conditionsOf(data);
    if (conditions !== undefined) choose(conditions);
  });
  chart.on('mousemove', ({ data, event }) => point(conditionsOf(data), event?.offsetX ?? 0, event?.offsetY ?? 0));
  chart.on('mouseout', () => point(undefined, 0, 0));
  return () => {};
}

/** Highlights one mark, or none. */
export function light(chart: ChartInstance | undefined, mark: Mark | undefined): void {
  chart?.dispatchAction({ type: 'downplay' });
  if (mark === undefined) return;
  const { seriesIndex, dataIndex } = mark;
  chart?.dispatchAction({ type: 'highlight', seriesIndex, dataIndex });
}

/** A mark of a line, and its position. */
type Point = readonly [mark: Mark, left: number, top: number];

const pointsOf = (chart: ChartInstance, marks: readonly Mark[]): readonly Point[] =>
  marks.map((mark) => {
    const { seriesIndex, dataIndex, value } = mark;
    const at = Array.isArray(value) ? (value as number[]) : [dataIndex, Number(value)];
    const [left = Number.NaN, top = Number.NaN] = chart.convertToPixel({ seriesIndex }, at);
    return [mark, left, top];
  });

/** Maximum distance in pixels from a point of a line at which the pointer selects it. */
const reach = 24;

/** The point of a line next to the pointer: lines have no symbols at each of their points. */
function nearestOf(points: readonly Point[], x: number, y: number): Mark | undefined {
  let [best, minDistance] = [undefined as Mark | undefined, Number.POSITIVE_INFINITY];
  for (const [mark, left, top] of points) {
    const distance = Math.hypot(left - x, top - y);
    if (Math.abs(left - x) <= reach && distance < minDistance) [best, minDistance] = [mark, distance];
  }
  return best;
}
