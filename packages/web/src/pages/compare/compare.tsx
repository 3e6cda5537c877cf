import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { executionQuery, nodesQuery, outputsQuery, type Output } from '../../api/queries-of-runs.ts';
import type { Execution, NodeReport } from '../../api/queries.ts';
import { compareTexts } from '../../texts/compare.ts';
import { runsTexts } from '../../texts/runs.ts';
import { runTexts } from '../../texts/run.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { count, duration } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty, Failure, Waiting } from '../../ui/states.tsx';
import { isLive, Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { Page } from '../page.tsx';
import { rowsIn } from '../execution/output-view.tsx';
import { allRowsQuery, maxCompared, rowSource } from './all-rows.ts';
import { pairs, rowDifference } from './differences.ts';
import classes from './compare.module.css';

const texts = compareTexts;

export interface CompareSearch {
  readonly first?: number;
  readonly second?: number;
}

/** Two runs side by side: state, duration and row count of each node, and the rows that differ in outputs. */
export function Compare() {
  const { first, second } = useSearch({ from: '/executions/compare' });
  return (
    <Page title={texts.title} aside={<Link to="/executions">{runsTexts.all}</Link>}>
      {first === undefined || second === undefined ? (
        <Empty title={texts.none}>{texts.noneHint}</Empty>
      ) : (
        <Both first={first} second={second} />
      )}
    </Page>
  );
}

function Both({ first, second }: Required<CompareSearch>) {
  const runs = [useQuery(executionQuery(first)), useQuery(executionQuery(second))] as const;
  const nodes = [useQuery(nodesQuery(first)), useQuery(nodesQuery(second))] as const;
  const outputs = [useQuery(outputsQuery(first)), useQuery(outputsQuery(second))] as const;
  return (
    <div className={classes.page}>
      <div className={classes.runs}>
        {runs.map((query, i) => (
          <Loaded key={i} query={query} rows={2}>
            {(run) => <RunHead run={run} />}
          </Loaded>
        ))}
      </div>
      <Loaded query={nodes[0]}>
        {(one) => (
          <Loaded query={nodes[1]}>{(other) => <Nodes ids={[first, second]} first={one} second={other} />}</Loaded>
        )}
      </Loaded>
      <Loaded query={outputs[0]}>
        {(one) => (
          <Loaded query={outputs[1]}>{(other) => <Tables ids={[first, second]} first={one} second={other} />}</Loaded>
        )}
      </Loaded>
    </div>
  );
}

const RunHead = ({ run }: { readonly run: Execution }) => (
  <div>
    <Link to="/executions/$id" params={{ id: String(run.id) }}>
      {texts.run(run.id, run.name)}
    </Link>
    <p className={classes.facts}>
      <Status status={run.status} />
      {isLive(run.status) ? null : <> {duration(Math.max(0, run.endTime - run.startTime))}</>} ·{' '}
      <Time at={run.startTime} /> · {run.engine} · {runTexts.ofVersion(run.workflowVersion)}
    </p>
  </div>
);

interface NodesProps {
  readonly ids: readonly [first: number, second: number];
  readonly first: readonly NodeReport[];
  readonly second: readonly NodeReport[];
}

function Nodes({ ids, first, second }: NodesProps) {
  return (
    <section className={classes.scroll} tabIndex={0} aria-label={runTexts.nodes}>
      <table className={classes.nodes}>
        <thead>
          <tr>
            <th scope="col">{runTexts.node}</th>
            <th scope="col" data-align="end">
              {texts.rowsOf(ids[0])}
            </th>
            <th scope="col" data-align="end">
              {texts.rowsOf(ids[1])}
            </th>
            <th scope="col" data-align="end">
              {texts.timeOf(ids[0])}
            </th>
            <th scope="col" data-align="end">
              {texts.timeOf(ids[1])}
            </th>
          </tr>
        </thead>
        <tbody>
          {pairs(first, second).map(({ nodeId, name, first: one, second: other }) => {
            const differs = (one?.rows ?? null) !== (other?.rows ?? null) || one?.status !== other?.status;
            return (
              <tr key={nodeId} data-differs={differs}>
                <th scope="row">
                  {differs ? <span title={texts.differs}>≠ </span> : null}
                  {name}
                </th>
                {[one, other].map((node, i) => (
                  <td key={i} data-align="end" className="data">
                    {node === undefined ? texts.absent : node.rows === null ? '' : count(node.rows)}
                    {node === undefined || node.status === 'COMPLETED'
                      ? null
                      : ` ${texts.nodeStates[node.status] ?? node.status}`}
                  </td>
                ))}
                {[one, other].map((node, i) => (
                  <td key={i} data-align="end" className="data">
                    {node === undefined ? '' : duration(node.ms)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

interface TablesProps {
  readonly ids: readonly [first: number, second: number];
  readonly first: readonly Output[];
  readonly second: readonly Output[];
}

/** Tables by their node, and by their number at the node. */
function Tables({ ids, first, second }: TablesProps) {
  const [ones, others] = [tablesOf(first), tablesOf(second)];
  const keys = [...ones.keys(), ...[...others.keys()].filter((key) => !ones.has(key))];
  return (
    <section className={classes.tables} aria-label={texts.tables}>
      <h2>{texts.tables}</h2>
      {keys.length === 0 ? <p className="soft">{texts.noTables}</p> : null}
      {keys.map((key) => {
        const [one, other] = [ones.get(key), others.get(key)];
        if (one !== undefined && other !== undefined)
          return <TableDifference key={key} ids={ids} one={one} other={other} />;
        const alone = one ?? other;
        return (
          <p key={key}>
            <strong>{alone?.title}</strong>: {texts.oneAlone(ids[one === undefined ? 1 : 0], alone && rowsIn(alone))}
          </p>
        );
      })}
    </section>
  );
}

function tablesOf(outputs: readonly Output[]): ReadonlyMap<string, Output> {
  const counts = new Map<string, number>();
  return new Map(
    outputs.flatMap((output) => {
      if (output.type !== 'table') return [];
      const number = (counts.get(output.nodeId) ?? 0) + 1;
      counts.set(output.nodeId, number);
      return [[`${output.nodeId}/${number}`, output] as const];
    }),
  );
}

interface TablesOfNode {
  readonly ids: readonly [first: number, second: number];
  readonly one: Output;
  readonly other: Output;
}

function TableDifference({ ids, one, other }: TablesOfNode) {
  const names = (output: Output): string =>
    JSON.stringify((output.columns ?? []).map(({ name, type }) => [name, type]));
  const isComparable = names(one) === names(other);
  const isLarge = rowSource(one) === 'none' || rowSource(other) === 'none';
  return (
    <div>
      {!isComparable || isLarge ? (
        <p>
          <strong>{one.title}</strong>:{' '}
          {isComparable ? texts.tooLarge(rowsIn(one), rowsIn(other), count(maxCompared)) : texts.otherColumns}
        </p>
      ) : (
        <RowDifferences ids={ids} one={one} other={other} />
      )}
    </div>
  );
}

const maxShown = 500;

function RowDifferences({ ids, one, other }: TablesOfNode) {
  const rowQueries = [useQuery(allRowsQuery(ids[0], one)), useQuery(allRowsQuery(ids[1], other))] as const;
  const [ours, theirs] = [one, other].map((output, i) =>
    rowSource(output) === 'here' ? (output.rows ?? []) : rowQueries[i]?.data,
  );
  const difference = useMemo(() => ours && theirs && rowDifference(ours, theirs), [ours, theirs]);
  const failedQuery = rowQueries.find(({ error }) => error !== null);
  if (failedQuery?.error != null) return <Failure error={failedQuery.error} again={() => void failedQuery.refetch()} />;
  if (difference === undefined) return <Waiting rows={2} />;
  const { same, firstOnly, secondOnly } = difference;
  const rows = [...firstOnly.map((row) => ['1', ...row]), ...secondOnly.map((row) => ['2', ...row])];
  return (
    <>
      <p>
        <strong>{one.title}</strong>:{' '}
        {rows.length === 0
          ? texts.sameRows(count(same))
          : texts.otherRows(count(same), count(firstOnly.length), count(secondOnly.length))}
      </p>
      {rows.length === 0 ? null : (
        <DataTable
          label={one.title}
          columns={[{ name: texts.which, type: '' }, ...(one.columns ?? [])]}
          rows={rows.slice(0, maxShown)}
          inAll={rows.length > maxShown ? rows.length : undefined}
        />
      )}
    </>
  );
}
