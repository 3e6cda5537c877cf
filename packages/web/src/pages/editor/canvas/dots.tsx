import { useStore as useFlow } from '@xyflow/react';
import classes from './canvas.module.css';

/** Pixels between two dots at the size of things. */
const gap = 24;
/** Smaller than this, dots are a grey that says nothing. */
const least = 0.4;

/**
 * Dots that go with the canvas. A layer of its own, which is painted when the zoom changes and only pushed when the canvas
 * moves: a pattern that is painted for each frame takes more of a frame than all nodes in sight.
 */
export function Dots() {
  const [x, y, zoom] = useFlow(({ transform }) => transform);
  if (zoom < least) return null;
  const step = gap * zoom;
  // at most one step back, so that the layer covers the canvas wherever it is
  const pushed = (by: number): string => `${(((by % step) + step) % step) - step}px`;
  const style = {
    inset: `0 ${-step}px ${-step}px 0`,
    backgroundSize: `${step}px ${step}px`,
    transform: `translate(${pushed(x)}, ${pushed(y)})`,
  };
  return <div className={classes.dots} style={style} aria-hidden="true" />;
}
