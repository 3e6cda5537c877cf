import { chartOption, heightOf, type ChartOutput } from '@millrace/charts';
import { useId, useMemo, useState, type CSSProperties, type KeyboardEvent, type RefObject } from 'react';
import { chartTexts } from '../../texts/chart.ts';
import { count } from '../../ui/format.ts';
import { conditionsText } from '../../ui/table-foot.tsx';
import { asItCame, shownRows, type Conditions } from '../../ui/table-view.ts';
import { marksOf, type Mark } from './chart-marks.ts';
import { light, useDrawnChart } from './use-drawn-chart.ts';
import classes from './chart-view.module.css';

const texts = chartTexts;

interface ChartDrawingProps {
  readonly output: ChartOutput;
  readonly container: RefObject<HTMLDivElement | null>;
  /** The mark whose rows are shown. */
  readonly selected: Conditions | undefined;
  /** Receives the selected mark; undefined for all rows. */
  readonly onChoose: (conditions: Conditions | undefined) => void;
}

interface Tip {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** A chart, as in mails, in the colours of the page. Its marks are selected by pointer and by keys. */
export function ChartDrawing({ output, container, selected, onChoose }: ChartDrawingProps) {
  const marks = useMemo(() => marksOf(chartOption(output)), [output]);
  const [tip, setTip] = useState<Tip>();
  const chartRef = useDrawnChart(container, output, marks, {
    choose: (conditions) => {
      // the chart may be removed while the pointer is over it
      setTip(undefined);
      onChoose(conditions);
    },
    point: (conditions, x, y) =>
      setTip(conditions === undefined ? undefined : { text: markText(output, conditions), x, y }),
  });
  const goTo = (mark: Mark | undefined): void => {
    light(chartRef.current, mark);
    setTip(mark === undefined ? undefined : { text: markText(output, mark.conditions), x: 0, y: 0 });
  };
  return (
    <div className={classes.drawing}>
      <div
        ref={container}
        className={classes.chart}
        style={{ '--tall': `${heightOf(output) ?? 0}px` } as CSSProperties}
        role="img"
        aria-label={output.title}
      />
      <Marks output={output} marks={marks} selected={selected} onGoTo={goTo} onChoose={onChoose} />
      {tip === undefined ? null : (
        <div
          className={classes.tip}
          aria-hidden
          style={{ top: tip.y + 14, ...sideOf(tip.x, container.current?.clientWidth ?? 0) }}
        >
          {tip.text}
        </div>
      )}
    </div>
  );
}

interface MarksProps extends Pick<ChartDrawingProps, 'output' | 'selected' | 'onChoose'> {
  readonly marks: readonly Mark[];
  /** Receives the mark that the keys are at; undefined once they leave. */
  readonly onGoTo: (mark: Mark | undefined) => void;
}

/** The marks of a chart for the keyboard: one at a time. */
function Marks({ output, marks, selected, onGoTo, onChoose }: MarksProps) {
  const [at, setAt] = useState(0);
  const id = useId();
  const mark = marks[Math.min(at, marks.length - 1)];
  if (mark === undefined) return null;
  const goTo = (next: number): void => {
    const there = marks[next];
    if (there === undefined) return;
    setAt(next);
    onGoTo(there);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step !== undefined) goTo(step(at, marks.length));
    else if (event.key === 'Enter' || event.key === ' ') onChoose(mark.conditions);
    else if (event.key === 'Escape') onChoose(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      role="listbox"
      aria-label={texts.marks(output.title)}
      aria-description={texts.marksHint}
      aria-activedescendant={id}
      tabIndex={0}
      className={classes.marks}
      onKeyDown={onKeyDown}
      onFocus={() => goTo(Math.min(at, marks.length - 1))}
      onBlur={() => onGoTo(undefined)}
    >
      <div
        role="option"
        id={id}
        aria-selected={JSON.stringify(selected) === JSON.stringify(mark.conditions)}
        aria-posinset={marks.indexOf(mark) + 1}
        aria-setsize={marks.length}
        className={classes.mark}
      >
        {markText(output, mark.conditions)}
      </div>
    </div>
  );
}

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
