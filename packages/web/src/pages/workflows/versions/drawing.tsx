import { versionsTexts } from '../../../texts/versions.ts';
import type { Drawing, DrawnEdge, DrawnNode, ChangeState } from './graphs.ts';
import classes from './drawing.module.css';

const texts = versionsTexts;

/** Size of a node in the drawing, in pixels of the graph. */
const [width, height] = [150, 44];
const margin = 24;

export const signs: Readonly<Record<ChangeState, string>> = {
  same: '',
  added: '+',
  removed: '−',
  changed: '~',
  moved: '→',
};

interface GraphDrawingProps {
  readonly drawing: Drawing;
  /** The drawing in words, for screen readers; the changes are listed next to it. */
  readonly label: string;
}

/** Two graphs in one: added, removed, changed and moved nodes, by sign, outline and tint. */
export function GraphDrawing({ drawing: { nodes, edges }, label }: GraphDrawingProps) {
  const points = nodes.flatMap((node) => (node.before === undefined ? [node] : [node, node.before]));
  const [left, top] = [Math.min(...points.map(({ x }) => x)), Math.min(...points.map(({ y }) => y))];
  const [right, bottom] = [
    Math.max(...points.map(({ x }) => x + width)),
    Math.max(...points.map(({ y }) => y + height)),
  ];
  const viewBox = [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin];
  // changed nodes are above the others
  const inOrder = nodes.toSorted((a, b) => Number(a.fate !== 'same') - Number(b.fate !== 'same'));
  return (
    <div className={classes.place} tabIndex={0} role="group" aria-label={texts.place}>
      <svg
        viewBox={viewBox.join(' ')}
        role="img"
        aria-label={label}
        className={classes.drawing}
        style={{ maxWidth: right - left + 2 * margin }}
      >
        {edges.map((edge) => (
          <Line key={edge.key} edge={edge} />
        ))}
        {nodes.map((node) => (
          <Past key={node.key} node={node} />
        ))}
        {inOrder.map((node) => (
          <NodeBox key={node.key} node={node} />
        ))}
      </svg>
    </div>
  );
}

/** The position of a node before it was moved. */
function Past({ node: { before, x, y } }: { readonly node: DrawnNode }) {
  if (before === undefined) return null;
  const [halfWide, halfHigh] = [width / 2, height / 2];
  return (
    <g className={classes.past}>
      <rect x={before.x} y={before.y} width={width} height={height} rx={6} />
      <path d={`M${before.x + halfWide} ${before.y + halfHigh}L${x + halfWide} ${y + halfHigh}`} />
    </g>
  );
}

/** Longest name that fits into a box. */
const maxNameLength = 19;

const NodeBox = ({ node: { name, fate, x, y } }: { readonly node: DrawnNode }) => (
  <g className={classes.node} data-fate={fate}>
    <title>{fate === 'same' ? name : `${name}: ${texts.fates[fate]}`}</title>
    <rect x={x} y={y} width={width} height={height} rx={6} />
    <text x={x + 10} y={y + height / 2 + 5}>
      {name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name}
    </text>
    {fate === 'same' ? null : (
      <>
        <circle cx={x + width - 2} cy={y + 2} r={10} />
        <text x={x + width - 2} y={y + 7} textAnchor="middle" className={classes.sign}>
          {signs[fate]}
        </text>
      </>
    )}
  </g>
);

function Line({ edge: { from, to, fate } }: { readonly edge: DrawnEdge }) {
  const [x1, y1, x2, y2] = [from.x + width, from.y + height / 2, to.x, to.y + height / 2];
  const bend = Math.max(30, Math.abs(x2 - x1) / 2);
  return (
    <g className={classes.edge} data-fate={fate}>
      <path d={`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`} />
      {fate === 'same' ? null : (
        <>
          <circle cx={(x1 + x2) / 2} cy={(y1 + y2) / 2} r={8} />
          <text x={(x1 + x2) / 2} y={(y1 + y2) / 2 + 5} textAnchor="middle" className={classes.sign}>
            {signs[fate]}
          </text>
        </>
      )}
    </g>
  );
}
