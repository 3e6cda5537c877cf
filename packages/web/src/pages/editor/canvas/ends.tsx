import { Handle, Position } from '@xyflow/react';
import { endsAt } from './flow.ts';
import canvas from './canvas.module.css';

interface EndsProps {
  readonly side: 'in' | 'out';
  /** The titles of the ends; undefined for an end without one. */
  readonly titles: readonly (string | undefined)[];
  /** Height of the card. */
  readonly height: number;
}

/** The ends of edges at one side of a card. */
export const Ends = ({ side, titles, height }: EndsProps) =>
  endsAt(titles.length, height).map((top, i) => (
    <Handle
      key={i}
      type={side === 'in' ? 'target' : 'source'}
      position={side === 'in' ? Position.Left : Position.Right}
      id={`${side}${i}`}
      style={{ top }}
      className={canvas.end}
      title={titles[i]}
    />
  ));
