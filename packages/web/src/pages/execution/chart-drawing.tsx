import { chartOption, heightOf, type ChartOutput } from '@millrace/charts';
import { useMantineColorScheme } from '@mantine/core';
import {
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { chartTexts } from '../../texts/chart.ts';
import { count } from '../../ui/format.ts';
import { conditionsText } from '../../ui/table-foot.tsx';
import { asItCame, shownRows, type Conditions } from '../../ui/table-view.ts';
import { conditionsOf, marksOf, type Mark } from './chart-marks.ts';
import { drawnBy, type Drawn } from './echarts.ts';
import classes from './chart-view.module.css';

const texts = chartTexts;

interface ChartDrawingProps {
  readonly output: ChartOutput;
  readonly place: RefObject<HTMLDivElement | null>;
  /** The mark whose rows are shown. */
  readonly chosen: Conditions | undefined;
  /** Receives the selected mark; undefined for all rows. */
  readonly onChoose: (conditions: Conditions | undefined) => void;
}

interface Tip {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** Maximum distance in pixels from a point of a line at which the pointer selects it. */
const reach = 24;

/** A chart, as in mails, in the colours of the page. Its marks are selected by pointer and by keys. */
export function ChartDrawing({ output, place, chosen, onChoose }: ChartDrawingProps) {
  const { colorScheme } = useMantineColorScheme();
  const option = useMemo(() => chartOption(output), [output]);
  const marks = useMemo(() => marksOf(option), [option]);
  const drawn = useRef<Drawn>(undefined);
  const [tip, setTip] = useState<Tip>();
  const [at, setAt] = useState(0);
  const id = useId();
  const choose = useEffectEvent((conditions: Conditions | undefined) => {
    // the chart may be removed while the pointer is over it
    setTip(undefined);
    onChoose(conditions);
  });
  const point = useEffectEvent((conditions: Conditions | undefined, x: number, y: number) =>
    setTip(conditions === undefined ? undefined : { text: markText(output, conditions), x, y }),
  );
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let points: readonly Point[] | undefined;
    let hidden: readonly number[] = [];
    let drawnWidth = 0;
    const draw = (part: { readonly animation?: false } = {}): void => {
      drawn.current?.dispose();
      const chart = drawnBy(element);
      drawn.current = chart;
      [points, hidden] = [undefined, []];
      drawnWidth = element.clientWidth;
      chart.setOption({ ...chartOption(output, drawnWidth), backgroundColor: 'transparent', ...part });
      if (isOfLines(option)) {
        const nearest = ({ offsetX, offsetY }: Place): Mark | undefined => {
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
      } else {
        chart.on('click', ({ data }) => {
          const conditions = conditionsOf(data);
          if (conditions !== undefined) choose(conditions);
        });
        chart.on('mousemove', ({ data, event }) => point(conditionsOf(data), event?.offsetX ?? 0, event?.offsetY ?? 0));
        chart.on('mouseout', () => point(undefined, 0, 0));
      }
      chart.on('globalout', () => {
        light(chart, undefined);
        point(undefined, 0, 0);
      });
    };
    // paper may have another width, and other colours; printing does not wait for animations
    const drawAtOnce = (): void => {
      draw({ animation: false });
      drawn.current?.getZr().flush();
    };
    draw();
    const watch = new ResizeObserver(() => {
      points = undefined;
      drawn.current?.resize();
      if (element.clientWidth === drawnWidth) return;
      drawnWidth = element.clientWidth;
      // names have another width, and maybe another position; series that a legend hides stay hidden
      // ECharts keeps the axes that a later setOption leaves out, unless replaceMerge names them
      drawn.current?.setOption(chartOption(output, drawnWidth), { replaceMerge: ['xAxis', 'yAxis', 'visualMap'] });
    });
    watch.observe(element);
    globalThis.addEventListener('beforeprint', drawAtOnce);
    globalThis.addEventListener('afterprint', drawAtOnce);
    return () => {
      globalThis.removeEventListener('beforeprint', drawAtOnce);
      globalThis.removeEventListener('afterprint', drawAtOnce);
      watch.disconnect();
      drawn.current?.dispose();
      drawn.current = undefined;
    };
  }, [output, option, marks, place, colorScheme]);
  const mark = marks[Math.min(at, marks.length - 1)];
  const goTo = (next: number): void => {
    const there = marks[next];
    if (there === undefined) return;
    setAt(next);
    light(drawn.current, there);
    setTip({ text: markText(output, there.conditions), x: 0, y: 0 });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step !== undefined) goTo(step(at, marks.length));
    else if (event.key === 'Enter' || event.key === ' ') onChoose(mark?.conditions);
    else if (event.key === 'Escape') onChoose(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classes.drawing}>
      <div
        ref={place}
        className={classes.chart}
        style={{ '--tall': `${heightOf(output) ?? 0}px` } as CSSProperties}
        role="img"
        aria-label={output.title}
      />
      {mark === undefined ? null : (
        <div
          role="listbox"
          aria-label={texts.marks(output.title)}
          aria-description={texts.marksHint}
          aria-activedescendant={id}
          tabIndex={0}
          className={classes.marks}
          onKeyDown={onKeyDown}
          onFocus={() => goTo(Math.min(at, marks.length - 1))}
          onBlur={() => {
            light(drawn.current, undefined);
            setTip(undefined);
          }}
        >
          <div
            role="option"
            id={id}
            aria-selected={JSON.stringify(chosen) === JSON.stringify(mark.conditions)}
            aria-posinset={marks.indexOf(mark) + 1}
            aria-setsize={marks.length}
            className={classes.mark}
          >
            {markText(output, mark.conditions)}
          </div>
        </div>
      )}
      {tip === undefined ? null : (
        <div
          className={classes.tip}
          aria-hidden
          style={{ top: tip.y + 14, ...sideOf(tip.x, place.current?.clientWidth ?? 0) }}
        >
          {tip.text}
        </div>
      )}
    </div>
  );
}

type Place = { readonly offsetX: number; readonly offsetY: number };

/** Next to the pointer, on the wider side. */
const sideOf = (x: number, width: number) => (x < width / 2 ? { left: x + 14 } : { right: width - x + 14 });

const steps: Readonly<Record<string, (at: number, many: number) => number>> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  ArrowRight: (at, many) => Math.min(many - 1, at + 1),
  ArrowDown: (at, many) => Math.min(many - 1, at + 1),
  Home: () => 0,
  End: (_, many) => many - 1,
};

/** The values of a mark: its row, or its number of rows. */
function markText({ columns, rows }: ChartOutput, conditions: Conditions): string {
  const matches = shownRows(columns, rows, asItCame, conditions) ?? [];
  const row = rows[matches[0] ?? -1];
  if (matches.length !== 1 || row === undefined)
    return `${conditionsText(conditions)} · ${texts.rows(count(matches.length), matches.length)}`;
  return conditionsText(columns.map(({ name }, i) => [name, row[i] ?? null]));
}

/** Highlights one mark, or none. */
function light(chart: Drawn | undefined, mark: Mark | undefined): void {
  chart?.dispatchAction({ type: 'downplay' });
  if (mark === undefined) return;
  const { seriesIndex, dataIndex } = mark;
  chart?.dispatchAction({ type: 'highlight', seriesIndex, dataIndex });
}

const isOfLines = ({ series }: ReturnType<typeof chartOption>): boolean =>
  [series ?? []].flat().some(({ type }) => type === 'line');

/** A mark of a line, and its position. */
type Point = readonly [mark: Mark, left: number, top: number];

const pointsOf = (chart: Drawn, marks: readonly Mark[]): readonly Point[] =>
  marks.map((mark) => {
    const { seriesIndex, dataIndex, value } = mark;
    const at = Array.isArray(value) ? (value as number[]) : [dataIndex, Number(value)];
    const [left = Number.NaN, top = Number.NaN] = chart.convertToPixel({ seriesIndex }, at);
    return [mark, left, top];
  });

/** The point of a line next to the pointer: lines have no symbols at each of their points. */
function nearestOf(points: readonly Point[], x: number, y: number): Mark | undefined {
  let [best, smallest] = [undefined as Mark | undefined, Number.POSITIVE_INFINITY];
  for (const [mark, left, top] of points) {
    const distance = Math.hypot(left - x, top - y);
    if (Math.abs(left - x) <= reach && distance < smallest) [best, smallest] = [mark, distance];
  }
  return best;
}
