import { useStore as useFlow } from '@xyflow/react';
import classes from './canvas.module.css';

/** Pixels between two dots at zoom 1. */
const gap = 24;
/** Smaller dots are a meaningless grey. */
const minimumZoom = 0.4;

/**
 * A grid of dots that moves with the canvas. It is a layer of its own, which is painted when the zoom changes and only
 * shifted when the canvas moves: a pattern that is painted for each frame takes more of a frame than all visible nodes.
 */
export function Dots() {
  const [x, y, zoom] = useFlow(({ transform }) => transform);
  if (zoom < minimumZoom) return null;
  const step = gap * zoom;
  // at most one step back, so that the layer covers the canvas wherever it is
  const offsetText = (by: number): string => `${(((by % step) + step) % step) - step}px`;
  const style = {
    inset: `0 ${-step}px ${-step}px 0`,
    backgroundSize: `${step}px ${step}px`,
    transform: `translate(${offsetText(x)}, ${offsetText(y)})`,
  };
  return <div className={classes.dots} style={style} aria-hidden="true" />;
}
