import type { Point } from './graph.ts';

/** Pixels that an edge continues before it turns, and its distance from the nodes below it. */
const [turn, above] = [36, 10];

/**
 * The way of an edge whose target lies left of its source: it turns, runs back and turns again, so that it lies neither on its
 * nodes nor on an edge between them. Between nodes that lie well below one another it runs in the middle, else above both.
 * `rise`: pixels from its ends up to the upper sides of the nodes. Gives the path, and the place of its label.
 */
export function routeBack(from: Point, to: Point, rise: number): readonly [path: string, x: number, y: number] {
  const isApart = Math.abs(to.y - from.y) > 2 * (rise + above);
  const y = isApart ? (from.y + to.y) / 2 : Math.min(from.y, to.y) - rise - above;
  const [right, left] = [from.x + turn, to.x - turn];
  const path = `M${from.x},${from.y}C${right},${from.y} ${right},${y} ${from.x},${y}L${to.x},${y}C${left},${y} ${left},${to.y} ${to.x},${to.y}`;
  // the middle may be that of an edge the other way
  return [path, isApart ? from.x - (from.x - to.x) / 4 : (from.x + to.x) / 2, y];
}
