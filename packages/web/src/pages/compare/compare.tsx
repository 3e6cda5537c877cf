import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { executionQuery, nodesQuery, outputsQuery, type Output } from '../../api/queries-of-runs.ts';
import type { Execution, NodeReport } from '../../api/queries.ts';
import { texts } from '../../texts.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { count, duration } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { Page } from '../page.tsx';
import { pairs, rowDifference } from './differences.ts';
import classes from './compare.module.css';

const said = texts.compare;

export interface CompareSearch {
  readonly first?: number;
  readonly second?: number;
}

/** Two runs side by side: how long each node took, how many rows it gave, which rows differ in what was shown. */
export function Compare() {
  const { first, second } = useSearch({ from: '/executions/compare' });
  return (
    <Page title={said.title} aside={<Link to="/executions">{texts.flows.allRuns}</Link>}>
      {first === undefined || second === undefined ? (
        <Empty title={said.none}>{said.noneHint}</Empty>
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
        {(one) => <Loaded query={outputs[1]}>{(other) => <Tables first={one} second={other} />}</Loaded>}
      </Loaded>
    </div>
  );
}

const RunHead = ({ run }: { readonly run: Execution }) => (
  <div>
    <Link to="/executions/$id" params={{ id: String(run.id) }}>
      {said.run(run.id, run.name)}
    </Link>
    <p className={classes.facts}>
      <Status status={run.status} /> · <Time at={run.startTime} /> · {run.engine} ·{' '}
      {texts.run.ofVersion(run.workflowVersion)}
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
    <section className={classes.scroll} tabIndex={0} aria-label={texts.run.nodes}>
      <table className={classes.nodes}>
        <thead>
          <tr>
            <th scope="col">{texts.run.node}</th>
            <th scope="col" data-align="end">
              {said.rowsOf(ids[0])}
            </th>
            <th scope="col" data-align="end">
              {said.rowsOf(ids[1])}
            </th>
            <th scope="col" data-align="end">
              {said.timeOf(ids[0])}
            </th>
            <th scope="col" data-align="end">
              {said.timeOf(ids[1])}
            </th>
          </tr>
        </thead>
        <tbody>
          {pairs(first, second).map(({ nodeId, name, first: one, second: other }) => {
            const differs = (one?.rows ?? null) !== (other?.rows ?? null);
            return (
              <tr key={nodeId} data-differs={differs}>
                <th scope="row">
                  {differs ? <span title={said.differs}>≠ </span> : null}
                  {name}
                </th>
                {[one, other].map((node, i) => (
                  <td key={i} data-align="end" className="data">
                    {node === undefined ? said.absent : node.rows === null ? '' : count(node.rows)}
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

/** Tables that the same node has shown in both runs, by their number at the node. */
function Tables({ first, second }: { readonly first: readonly Output[]; readonly second: readonly Output[] }) {
  const tables = (outputs: readonly Output[]): Map<string, Output> => {
    const seen = new Map<string, number>();
    return new Map(
      outputs.flatMap((output) => {
        if (output.type !== 'table') return [];
        const number = (seen.get(output.nodeId) ?? 0) + 1;
        seen.set(output.nodeId, number);
        return [[`${output.nodeId}/${number}`, output] as const];
      }),
    );
  };
  const others = tables(second);
  const both = [...tables(first)].flatMap(([key, one]) => {
    const other = others.get(key);
    return other === undefined ? [] : [{ key, one, other }];
  });
  return (
    <section className={classes.tables} aria-label={said.tables}>
      <h2>{said.tables}</h2>
      {both.length === 0 ? <p className="soft">{said.noTables}</p> : null}
      {both.map(({ key, one, other }) => (
        <TableDifference key={key} one={one} other={other} />
      ))}
    </section>
  );
}

const mostShown = 500;

function TableDifference({ one, other }: { readonly one: Output; readonly other: Output }) {
  const names = (output: Output): string =>
    JSON.stringify((output.columns ?? []).map(({ name, type }) => [name, type]));
  const isCut =
    one.kept !== undefined || other.kept !== undefined || one.truncated === true || other.truncated === true;
  if (names(one) !== names(other))
    return (
      <p>
        <strong>{one.title}</strong>: {said.otherColumns}
      </p>
    );
  const { same, firstOnly, secondOnly } = rowDifference(one.rows ?? [], other.rows ?? []);
  const rows = [...firstOnly.map((row) => ['1', ...row]), ...secondOnly.map((row) => ['2', ...row])];
  return (
    <div>
      <p>
        <strong>{one.title}</strong>:{' '}
        {rows.length === 0
          ? said.sameRows(count(same))
          : said.otherRows(count(same), count(firstOnly.length), count(secondOnly.length))}
        {isCut ? <span className="soft"> {said.cut}</span> : null}
      </p>
      {rows.length === 0 ? null : (
        <DataTable
          label={one.title}
          columns={[{ name: said.which, type: '' }, ...(one.columns ?? [])]}
          rows={rows.slice(0, mostShown)}
          inAll={rows.length > mostShown ? rows.length : undefined}
        />
      )}
    </div>
  );
}
