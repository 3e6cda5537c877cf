import { Link } from '@tanstack/react-router';
import type { NodeReport } from '../../api/queries.ts';
import { runTexts } from '../../texts/run.ts';
import { commonTexts } from '../../texts/common.ts';
import { count, duration, sentence, statement } from '../../ui/format.ts';
import { Empty } from '../../ui/states.tsx';
import { nodeParam } from '../workflows/search.ts';
import classes from './node-table.module.css';

const signs: Readonly<Record<string, readonly [sign: string, tone: string]>> = {
  COMPLETED: ['✓', 'good'],
  FAILED: ['✕', 'bad'],
  SKIPPED: ['↷', 'faint'],
  STOPPED: ['■', 'faint'],
};

interface Report {
  readonly rejected?: number;
  readonly reused?: boolean;
  readonly error?: { readonly message: string; readonly remedy?: string; readonly field?: string };
}

const isSkipped = ({ status }: NodeReport): boolean => status === 'SKIPPED';

interface NodeTableProps {
  readonly workflowId: number;
  /** True while more nodes may follow. */
  readonly isUnderWay: boolean;
  readonly nodes: readonly NodeReport[];
  readonly working: ReadonlySet<string>;
  readonly selected: string | undefined;
  readonly onSelect: (nodeId: string | undefined) => void;
}

/** The nodes of a run with row counts, durations and errors. Selecting one shows only its outputs. */
export function NodeTable({ workflowId, isUnderWay, nodes, working, selected, onSelect }: NodeTableProps) {
  if (nodes.length === 0 && working.size === 0)
    return <Empty title={isUnderWay ? runTexts.noNodesYet : runTexts.noNodes} />;
  // a skipped node comes after the one that it waited for
  const inOrder = [...nodes.filter((node) => !isSkipped(node)), ...nodes.filter(isSkipped)];
  const slowest = Math.max(1, ...nodes.map(({ ms }) => ms));
  return (
    <table className={classes.nodes}>
      <Head />
      <tbody>
        {inOrder.map((node) => (
          <NodeRow
            key={node.nodeId}
            workflowId={workflowId}
            node={node}
            slowest={slowest}
            isSelected={selected === node.nodeId}
            onSelect={onSelect}
          />
        ))}
        {working.size === 0 ? null : (
          <tr>
            <td colSpan={3} className={classes.working}>
              {commonTexts.status[0]}: {[...working].length}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

const Head = () => (
  <thead>
    <tr>
      <th scope="col">{runTexts.node}</th>
      <th scope="col" data-align="end">
        {runTexts.rows}
      </th>
      <th scope="col" data-align="end">
        {runTexts.time}
      </th>
    </tr>
  </thead>
);

interface NodeRowProps extends Pick<NodeTableProps, 'workflowId' | 'onSelect'> {
  readonly node: NodeReport;
  /** Milliseconds of the slowest node. */
  readonly slowest: number;
  readonly isSelected: boolean;
}

function NodeRow({ workflowId, node, slowest, isSelected, onSelect }: NodeRowProps) {
  const [sign, tone] = signs[node.status] ?? ['?', 'faint'];
  const { rejected = 0, reused = false, error } = (node.report ?? {}) as Report;
  return (
    <tr data-selected={isSelected}>
      <td>
        <button
          type="button"
          className={classes.name}
          aria-pressed={isSelected}
          onClick={() => onSelect(isSelected ? undefined : node.nodeId)}
        >
          <span className={classes.sign} data-tone={tone} title={node.status.toLowerCase()}>
            {sign}
          </span>
          {node.name}
        </button>
        {reused ? <span className={classes.note}>{runTexts.reused}</span> : null}
        {error === undefined ? null : (
          <p className={classes.error}>
            {statement(error.message)}
            {error.remedy === undefined ? null : <span className="soft"> {sentence(error.remedy)}</span>}
          </p>
        )}
        {error === undefined && !isSelected ? null : (
          <Link
            className={classes.way}
            to="/workflows/$id"
            params={{ id: String(workflowId) }}
            search={{ node: nodeParam(node.nodeId) }}
          >
            {runTexts.openNode}
          </Link>
        )}
      </td>
      <td data-align="end">
        {node.rows === null ? '' : count(node.rows)}
        {rejected > 0 ? <div className={classes.rejected}>{runTexts.rejected(count(rejected))}</div> : null}
      </td>
      <td data-align="end">
        {isSkipped(node) ? null : (
          <>
            {duration(node.ms)}
            <div className={classes.bar} aria-hidden style={{ width: `${(100 * node.ms) / slowest}%` }} />
          </>
        )}
      </td>
    </tr>
  );
}
