import { memo } from 'react';
import { summaryTexts } from '../texts/summary.ts';
import { kindOf, type Bins, type ColumnSummary, type Frequent } from './column-summary.ts';
import { count, figure, instant, share } from './format.ts';
import classes from './column-summary.module.css';

const texts = summaryTexts;
const [width, height] = [100, 24];
/** Below the picture: the share of present values. */
const lineAt = height - 1;
const available = height - 4;

interface SummaryPictureProps {
  readonly summary: ColumnSummary;
}

/**
 * The distribution of a column's values as a picture for the head of its table, with the figures for screen readers.
 */
export const SummaryPicture = memo(function SummaryPicture({ summary }: SummaryPictureProps) {
  const { rows, nulls } = summary;
  const present = rows === 0 ? 0 : (rows - nulls) / rows;
  const words = summaryWords(summary);
  return (
    <svg className={classes.picture} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
      <title>{words}</title>
      <Values summary={summary} />
      <line className={classes.absent} x1={0} x2={width} y1={lineAt} y2={lineAt} />
      <line className={classes.present} x1={0} x2={present * width} y1={lineAt} y2={lineAt} />
    </svg>
  );
});

function Values({ summary }: SummaryPictureProps) {
  const { rows, nulls, distinct, bins, top, type } = summary;
  const many = rows - nulls;
  if (many === 0) return <Words>{rows === 0 ? texts.noRows : texts.allNull}</Words>;
  if (bins !== null) return <Histogram bins={bins} type={type} />;
  if (top !== null && !isScattered(top, many)) return <Parts top={top} many={many} />;
  if (distinct === null) return null;
  return <Words>{distinct === 1 ? texts.one : texts.distinctShare(share(distinct / many))}</Words>;
}

/** True if the most frequent values are not informative: hardly one occurs twice. */
const isScattered = (top: readonly Frequent[], many: number): boolean =>
  many > top.length && top.reduce((sum, one) => sum + one.count, 0) / many < 0.1;

const Words = ({ children }: { readonly children: string }) => (
  <text className={classes.words} x={0} y={available - 4}>
    {children}
  </text>
);

function Histogram({ bins: { from, to, counts }, type }: { readonly bins: Bins; readonly type: string }) {
  const highest = Math.max(...counts, 1);
  const step = width / counts.length;
  const bar = Math.max(1, Math.min(step - 1, 24));
  const spell = kindOf(type) === 'time' ? instant : figure;
  const edge = (i: number): string => spell(from + ((to - from) / counts.length) * i);
  return counts.map((many, i) => {
    const size = many === 0 ? 0 : Math.max(1, (many / highest) * available);
    return (
      <rect
        key={i}
        className={classes.bar}
        x={i * step + (step - bar) / 2}
        y={available - size}
        width={bar}
        height={size}
      >
        <title>{texts.bin(edge(i), edge(i + 1), count(many))}</title>
      </rect>
    );
  });
}

/** The most frequent values side by side, as wide as they are frequent; the rest is pale. */
function Parts({ top, many }: { readonly top: readonly Frequent[]; readonly many: number }) {
  const starts = top.map((_, i) => top.slice(0, i).reduce((sum, one) => sum + one.count, 0));
  const rest = many - top.reduce((sum, one) => sum + one.count, 0);
  const x = (at: number): number => (at / many) * width;
  return (
    <>
      {top.map(({ value, count: own }, i) => (
        <rect
          key={value}
          className={classes.part}
          data-nth={i}
          x={x(starts[i] ?? 0)}
          y={3}
          width={Math.max(0.5, x(own) - 1)}
          height={available - 6}
        >
          <title>{texts.value(shortened(value), count(own))}</title>
        </rect>
      ))}
      {rest > 0 ? (
        <rect
          className={classes.rest}
          x={x(many - rest)}
          y={3}
          width={Math.max(0.5, x(rest) - 1)}
          height={available - 6}
        >
          <title>{texts.others(count(rest))}</title>
        </rect>
      ) : null}
    </>
  );
}

const maxShown = 40;
const shortened = (text: string): string => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);

/** The summary in a sentence. */
export function summaryWords({ name, rows, nulls, nans, distinct, min, max, mean, top }: ColumnSummary): string {
  const many = rows - nulls;
  const parts = [
    rows === 0 ? texts.noRows : texts.values(count(many)),
    rows > 0 && nulls > 0 ? texts.absent(share(nulls / rows)) : undefined,
    nans > 0 ? texts.nans(count(nans)) : undefined,
    distinct !== null && many > 0 ? texts.distinct(count(distinct)) : undefined,
    min !== null && max !== null ? texts.range(shortened(min), shortened(max)) : undefined,
    mean === null ? undefined : texts.mean(figure(mean)),
    top?.[0] === undefined ? undefined : texts.mostOften(shortened(top[0].value), count(top[0].count)),
  ];
  return `${name}: ${parts.filter((part) => part !== undefined).join(', ')}`;
}
