import { useLayoutEffect, useState, type RefObject } from 'react';
import { windowOf, type Window } from './window-of.ts';

/** The visible rows of a table, and some around them. */
export function useWindow(viewport: RefObject<HTMLElement | null>, count: number): Window {
  const [range, setRange] = useState(() => windowOf(0, 0, count));
  useLayoutEffect(() => {
    const element = viewport.current;
    if (element === null) return;
    const measure = (): void => {
      // the head lies over the first rows
      const head = element.querySelector('thead')?.offsetHeight ?? 0;
      const next = windowOf(element.scrollTop, Math.max(0, element.clientHeight - head), count);
      setRange((now) => (now.from === next.from && now.to === next.to && now.above === next.above ? now : next));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [viewport, count]);
  // a shortened table is not drawn beyond its end while it is measured again
  return range.to <= count ? range : windowOf(0, 0, count);
}
