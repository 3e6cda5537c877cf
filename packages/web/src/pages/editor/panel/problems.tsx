import { editorTexts } from '../../../texts/editor.ts';
import { sentence, statement } from '../../../ui/format.ts';
import type { GraphEdge } from '../model/graph.ts';
import { useLive, type GraphProblem } from '../state/live.ts';
import { useEditor, useEditorStore } from '../state/store.ts';
import { useShowNode } from '../state/use-show-node.ts';
import classes from '../data/data-pane.module.css';

const texts = editorTexts.data;

/** All problems of the graph; a click leads to the node. */
export function Problems() {
  const store = useEditorStore();
  const goTo = useShowNode();
  const problems = useLive((state) => state.problems);
  const isBehind = useLive((state) => state.isBehind);
  const staleReason = useLive((state) => state.staleReason);
  const hasColumns = useLive((state) => state.columns.size > 0);
  const nodes = useEditor(({ graph }) => graph.nodes);
  const edges = useEditor(({ graph }) => graph.edges);
  const ids = new Set(nodes.map(({ id }) => id));
  const isLoose = ({ source, target }: GraphEdge): boolean => !ids.has(source) || !ids.has(target);
  const loose = edges.filter(isLoose).length;
  const isNothing = problems.length === 0 && loose === 0;
  if (isNothing && staleReason === undefined)
    return (
      <p className={classes.hint} data-behind={isBehind}>
        {isBehind && !hasColumns ? texts.checking : texts.noProblems}
      </p>
    );
  const list = (
    <ul className={classes.problems} data-behind={isBehind}>
      {loose === 0 ? null : (
        <LooseEdges
          many={loose}
          onRemove={() =>
            store.getState().change((is) => ({ ...is, edges: is.edges.filter((edge) => !isLoose(edge)) }))
          }
        />
      )}
      {problems.map((problem, i) => (
        <ProblemItem
          key={i}
          problem={problem}
          nodeName={nodes.find(({ id }) => id === problem.nodeId)?.name}
          goTo={goTo}
        />
      ))}
    </ul>
  );
  if (staleReason === undefined) return list;
  return (
    <>
      <p className={classes.hint}>{texts.untold(staleReason)}</p>
      {isNothing ? null : list}
    </>
  );
}

interface LooseEdgesProps {
  readonly many: number;
  readonly onRemove: () => void;
}

/** Edges that lead to no node. */
const LooseEdges = ({ many, onRemove }: LooseEdgesProps) => (
  <li data-severity="error">
    <span aria-hidden>✕</span>
    <span>
      {texts.loose(many)}{' '}
      <button type="button" className={classes.link} onClick={onRemove}>
        {texts.removeLoose}
      </button>
    </span>
  </li>
);

interface ProblemItemProps {
  readonly problem: GraphProblem;
  /** Name of its node; undefined if the node is gone. */
  readonly nodeName: string | undefined;
  readonly goTo: (nodeId: string) => void;
}

function ProblemItem({ problem: { nodeId, message, remedy, severity }, nodeName, goTo }: ProblemItemProps) {
  return (
    <li data-severity={severity}>
      <span aria-label={texts.severities[severity === 'error' ? 'error' : 'warning']}>
        {severity === 'error' ? '✕' : '!'}
      </span>
      <span>
        {nodeId === undefined ? null : (
          <button type="button" className={classes.link} onClick={() => goTo(nodeId)}>
            {nodeName ?? nodeId}
          </button>
        )}{' '}
        {statement(message)}{' '}
        {remedy === '' || message.includes(remedy) ? null : <span className="soft">{sentence(remedy)}</span>}
      </span>
    </li>
  );
}
