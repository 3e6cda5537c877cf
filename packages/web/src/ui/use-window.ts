import { useLayoutEffect, useState, type RefObject } from 'react';
import { windowOf, type Window } from './window-of.ts';

/** The rows of a table that are in sight, and some around them. */
export function useWindow(viewport: RefObject<HTMLElement | null>, count: number): Window {
  const [seen, setSeen] = useState(() => windowOf(0, 0, count));
  useLayoutEffect(() => {
    const element = viewport.current;
    if (element === null) return;
    const look = (): void => {
      // the head lies over the first rows
      const head = element.querySelector('thead')?.offsetHeight ?? 0;
      const next = windowOf(element.scrollTop, Math.max(0, element.clientHeight - head), count);
      setSeen((now) => (now.from === next.from && now.to === next.to && now.above === next.above ? now : next));
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [viewport, count]);
  // a table that has become shorter is not drawn beyond its end while it is looked at anew
  return seen.to <= count ? seen : windowOf(0, 0, count);
}
