import { chartOption, type ChartOutput } from '@millrace/server/chart-option';
import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { drawnBy, type Drawn } from './echarts.ts';
import type { Output } from '../../api/queries-of-runs.ts';
import classes from './chart-view.module.css';

/** A chart of a run, as mails draw it too, in the colours of the page. */
export default function ChartView({ output }: { readonly output: Output }) {
  const place = useRef<HTMLDivElement>(null);
  const { colorScheme } = useMantineColorScheme();
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let chart: Drawn | undefined;
    const draw = (part: { readonly animation?: false } = {}): void => {
      chart?.dispose();
      chart = drawnBy(element);
      chart.setOption({ ...chartOption(output as unknown as ChartOutput), backgroundColor: 'transparent', ...part });
    };
    // paper may have another width, and other colours; it does not wait for what moves
    const drawAtOnce = (): void => {
      draw({ animation: false });
      chart?.getZr().flush();
    };
    draw();
    const watch = new ResizeObserver(() => chart?.resize());
    watch.observe(element);
    globalThis.addEventListener('beforeprint', drawAtOnce);
    globalThis.addEventListener('afterprint', drawAtOnce);
    return () => {
      globalThis.removeEventListener('beforeprint', drawAtOnce);
      globalThis.removeEventListener('afterprint', drawAtOnce);
      watch.disconnect();
      chart?.dispose();
    };
  }, [output, colorScheme]);
  return <div ref={place} className={classes.chart} role="img" aria-label={output.title} />;
}
