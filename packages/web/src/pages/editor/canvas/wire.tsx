import { BaseEdge, EdgeLabelRenderer, getBezierPath, type EdgeProps } from '@xyflow/react';
import { memo, useState } from 'react';
import { count } from '../../../ui/format.ts';
import { keysOf } from '../model/keys.ts';
import { stateOf, useLive } from '../state/live.ts';
import { routeBack } from '../model/route-back.ts';
import { useEditor } from '../state/store.ts';
import { WireColumns } from './wire-columns.tsx';
import type { WireEdge } from './wires.ts';
import classes from './canvas.module.css';

/** An edge, with its row count and the name of its output. */
export const Wire = memo(function Wire(props: EdgeProps<WireEdge>) {
  const { id, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, selected, data } = props;
  // an edge of a collapsed group is drawn from its card, but shows data of the node within
  const source = data?.edge.source ?? props.source;
  const run = useLive(({ runs }) => runs.get(source));
  const key = useEditor(({ graph }) => (run === undefined ? undefined : keysOf(graph).get(source)));
  const [path, x, y] =
    targetX < sourceX
      ? routeBack(
          { x: sourceX, y: sourceY },
          { x: targetX, y: targetY },
          Math.max(data?.from.below ?? 0, data?.to.below ?? 0),
        )
      : getBezierPath({ sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition });
  const rows = run?.rows[data?.output ?? 0];
  const state = stateOf(run, key);
  const columns = useLive((state) => state.columns.get(source));
  const [isOver, setOver] = useState(false);
  const flowing = isOver ? columns?.outputs?.[data?.output ?? 0]?.columns : undefined;
  const label = [data?.outputName ?? '', rows == null ? '' : count(rows)].filter(Boolean).join(' · ');
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={0}
        className={classes.wire}
        data-selected={selected}
        data-state={state}
      />
      {/* columns are shown while the mouse is over the edge */}
      <path
        d={path}
        fill="none"
        stroke="transparent"
        strokeWidth={22}
        onPointerEnter={() => setOver(true)}
        onPointerLeave={() => setOver(false)}
      />
      {flowing === undefined ? null : (
        <EdgeLabelRenderer>
          <div className={classes.over} style={{ transform: `translate(-50%, 14px) translate(${x}px, ${y}px)` }}>
            <WireColumns columns={flowing} before={columns?.inputs?.[0]?.columns} />
          </div>
        </EdgeLabelRenderer>
      )}
      {label === '' ? null : (
        <EdgeLabelRenderer>
          <span
            className={classes.count}
            data-state={state}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            {label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
