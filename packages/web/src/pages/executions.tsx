import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { executionsQuery, runsOfWorkflowQuery } from '../api/queries-of-runs.ts';
import { workflowQuery } from '../api/queries-of-editor.ts';
import type { Execution } from '../api/queries.ts';
import { texts } from '../texts.ts';
import { duration } from '../ui/format.ts';
import { List, type Column } from '../ui/list.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Empty } from '../ui/states.tsx';
import { isLive, Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { Page } from './page.tsx';

const took = ({ status, startTime, endTime }: Execution): number | null =>
  isLive(status) || endTime < startTime ? null : endTime - startTime;

export const executionColumns: readonly Column<Execution>[] = [
  {
    key: 'name',
    title: texts.columns.name,
    sortBy: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to="/executions/$id" params={{ id: String(id) }}>
        {name}
      </Link>
    ),
  },
  {
    key: 'status',
    title: texts.columns.status,
    sortBy: ({ status }) => texts.status[status] ?? '',
    cell: ({ status }) => <Status status={status} />,
  },
  {
    key: 'started',
    title: texts.columns.started,
    sortBy: ({ startTime }) => startTime,
    cell: ({ startTime }) => <Time at={startTime} />,
  },
  {
    key: 'took',
    title: texts.columns.took,
    sortBy: took,
    cell: (row) => {
      const ms = took(row);
      return ms === null ? '' : duration(ms);
    },
    align: 'end',
  },
  {
    key: 'engine',
    title: texts.columns.engine,
    sortBy: ({ engine }) => engine,
    cell: ({ engine, engineReason }) => <span title={engineReason ?? undefined}>{engine ?? ''}</span>,
    wideOnly: true,
  },
  {
    key: 'message',
    title: texts.columns.message,
    cell: ({ message, status }) => (status === 3 ? <span className="soft">{message}</span> : null),
    wideOnly: true,
  },
];

export function Executions() {
  const { workflow } = useSearch({ from: '/executions' });
  return workflow === undefined ? <AllExecutions /> : <ExecutionsOf workflow={workflow} />;
}

function AllExecutions() {
  const query = useQuery(executionsQuery());
  return (
    <Page title={texts.executions}>
      <Loaded query={query}>{({ executions }) => <Runs runs={executions} />}</Loaded>
    </Page>
  );
}

function ExecutionsOf({ workflow }: { readonly workflow: number }) {
  const query = useQuery(runsOfWorkflowQuery(workflow));
  const { data: record } = useQuery(workflowQuery(workflow));
  return (
    <Page title={texts.flows.runsOf(record?.name ?? '…')} aside={<Link to="/executions">{texts.flows.allRuns}</Link>}>
      <Loaded query={query}>{(runs) => <Runs runs={runs} />}</Loaded>
    </Page>
  );
}

function Runs({ runs }: { readonly runs: readonly Execution[] }) {
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const [first, second] = runs.filter(({ id }) => selected.has(id)).toReversed();
  return (
    <List
      label={texts.executions}
      rows={runs}
      columns={executionColumns}
      idOf={({ id }) => id}
      textOf={({ name, status, engine, message }) => `${name} ${texts.status[status]} ${engine ?? ''} ${message ?? ''}`}
      empty={<Empty title={texts.homePage.noRuns}>{texts.homePage.noRunsHint}</Empty>}
      selection={{ selected, onChange: setSelected, nameOf: ({ id, name }) => `${name} (${id})` }}
      actions={
        selected.size === 2 && first !== undefined && second !== undefined ? (
          <Link to="/executions/compare" search={{ first: first.id, second: second.id }}>
            {texts.compare.compare}
          </Link>
        ) : null
      }
    />
  );
}
