import type { NodeProps } from '@xyflow/react';
import { memo, useEffect, useRef, type RefObject } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { count } from '../../../ui/format.ts';
import { Ends } from './ends.tsx';
import type { Fold, Frame } from './frames.ts';
import { useGrouping } from '../state/grouping.ts';
import type { NodeGroup } from '../model/groups.ts';
import { Icon } from './icons.tsx';
import { keysOf } from '../model/keys.ts';
import { stateOf, useLive, type NodeState } from '../state/live.ts';
import { signs } from './step-card.tsx';
import { useEditor } from '../state/store.ts';
import { useEnvironment, useUi } from '../state/ui-store.ts';
import canvas from './canvas.module.css';
import classes from './group-card.module.css';

const texts = editorTexts.groups;

/** Takes the focus if the group was just created, collapsed or expanded. */
function useArrival(card: RefObject<HTMLElement | null>, id: string): void {
  const { ui } = useEnvironment();
  const isArriving = useUi(({ arriving }) => arriving === id);
  useEffect(() => {
    if (!isArriving) return;
    card.current?.closest<HTMLElement>('.react-flow__node')?.focus({ preventScroll: true });
    ui.setState({ arriving: undefined });
  }, [card, ui, isArriving]);
}

/** A group: a frame with a title, around its nodes. */
export const FrameCard = memo(function FrameCard({ data, selected }: NodeProps<Frame>) {
  const { group, colour, members, isAim } = data;
  const card = useRef<HTMLDivElement>(null);
  useArrival(card, group.id);
  return (
    <div ref={card} className={classes.frame} data-colour={colour} data-selected={selected} data-aim={isAim}>
      <div className={classes.title}>
        <span className={classes.name} title={group.name}>
          {group.name || texts.unnamed}
        </span>
        <span className={classes.many}>{texts.nodes(members.length, count(members.length))}</span>
        <FoldButton group={group} act="collapse" />
      </div>
    </div>
  );
});

/** A group that is collapsed: one card, with the ends of the edges that lead out of it and in. */
export const FoldCard = memo(function FoldCard({ data, selected, height = 0 }: NodeProps<Fold>) {
  const { group, colour, members, inputs, outputs } = data;
  const keys = useEditor(({ graph }) => keysOf(graph));
  const state = useLive(({ runs }) => together(members.map((id) => stateOf(runs.get(id), keys.get(id)))));
  const isWrong = useLive(({ problems }) =>
    problems.some(({ nodeId, severity }) => severity === 'error' && nodeId !== undefined && members.includes(nodeId)),
  );
  const card = useRef<HTMLDivElement>(null);
  useArrival(card, group.id);
  return (
    <div
      ref={card}
      className={`${canvas.card} ${classes.card}`}
      data-colour={colour}
      data-state={state}
      data-selected={selected}
      data-wrong={isWrong}
      style={{ height }}
    >
      <Ends side="in" titles={Array.from({ length: inputs })} height={height} />
      <span className={canvas.words}>
        <span className={canvas.name}>{group.name || texts.unnamed}</span>
        <span className={canvas.summary}>{texts.nodes(members.length, count(members.length))}</span>
      </span>
      <FoldButton group={group} act="expand" />
      <span className={canvas.state} aria-hidden>
        <span data-tone={state}>{signs[state]}</span>
      </span>
      {isWrong ? (
        <span className={canvas.flag} aria-hidden>
          !
        </span>
      ) : null}
      <span className={canvas.spoken}>
        {[editorTexts.states[state], isWrong ? editorTexts.hasProblem : ''].filter(Boolean).join(', ')}
      </span>
      <Ends side="out" titles={Array.from({ length: outputs })} height={height} />
    </div>
  );
});

interface FoldButtonProps {
  readonly group: NodeGroup;
  readonly act: 'collapse' | 'expand';
}

/** The button in a group's title that collapses or expands it. */
function FoldButton({ group, act }: FoldButtonProps) {
  const { fold } = useGrouping();
  return (
    <button
      type="button"
      className={`nodrag ${classes.fold}`}
      aria-label={texts[act](group.name || texts.unnamed)}
      title={texts[`${act}Hint`]}
      onClick={(event) => {
        event.stopPropagation();
        fold(new Set([group.id]));
      }}
    >
      <Icon name={act} size={14} />
    </button>
  );
}

const first: readonly NodeState[] = ['running', 'failed', 'stale', 'idle', 'skipped', 'done', 'cached'];

/** The state of several nodes in one word: the most urgent. */
const together = (states: readonly NodeState[]): NodeState => first.find((one) => states.includes(one)) ?? 'idle';
