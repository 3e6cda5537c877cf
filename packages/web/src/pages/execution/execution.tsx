import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { api, given } from '../../api/client.ts';
import { useRunEvents } from '../../api/live.ts';
import { executionQuery, logQuery, nodesQuery, outputsQuery, type Output } from '../../api/queries-of-runs.ts';
import type { Execution } from '../../api/queries.ts';
import { texts } from '../../texts.ts';
import { duration } from '../../ui/format.ts';
import { Empty, Failure, Waiting } from '../../ui/states.tsx';
import { isLive, Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { PinButton } from '../dashboards/pin.tsx';
import { Page } from '../page.tsx';
import { NodeTable } from './node-table.tsx';
import { OutputList } from './output-list.tsx';
import classes from './execution.module.css';

/** Whether a table is that of the rows that a reader has rejected. */
const isRejects = ({ type, columns }: Output): boolean => type === 'table' && columns?.[0]?.name === '_rejected';

/** One run: its nodes as they end, what they show, its log. */
export function ExecutionPage() {
  const { id: text } = useParams({ from: '/executions/$id' });
  const id = Number(text);
  const { data: run, error, refetch } = useQuery(executionQuery(id));
  const isUnderWay = run !== undefined && isLive(run.status);
  const working = useRunEvents(id, isUnderWay);
  const { data: nodes = [] } = useQuery(nodesQuery(id));
  const { data: outputs } = useQuery(outputsQuery(id));
  const [selected, setSelected] = useState<string>();
  if (run === undefined)
    return (
      <Page title={texts.executions}>
        {error === null ? <Waiting /> : <Failure error={error} again={() => void refetch()} />}
      </Page>
    );
  const chosen = (outputs ?? []).filter(
    ({ nodeId }) => nodeId !== '' && (selected === undefined || nodeId === selected),
  );
  // what a node was told to show comes before what could not be read
  const shown = [...chosen.filter((output) => !isRejects(output)), ...chosen.filter(isRejects)];
  return (
    <Page title={run.name} aside={<Actions run={run} />}>
      <dl className={classes.facts}>
        <Fact title={texts.run.state}>
          <Status status={run.status} />
        </Fact>
        <Fact title={texts.run.startedBy}>
          <Time at={run.startTime} />
        </Fact>
        <Fact title={texts.run.took}>{isUnderWay ? '…' : duration(Math.max(0, run.endTime - run.startTime))}</Fact>
        <Fact title={texts.run.version}>
          <Link to="/workflows/$id" params={{ id: String(run.analysisFlowId) }}>
            {texts.run.ofVersion(run.workflowVersion)}
          </Link>
        </Fact>
        {run.engine === null ? null : (
          <Fact title={texts.run.engine}>
            {run.engine}
            <span className="soft">{run.engineReason === null ? '' : ` · ${run.engineReason}`}</span>
          </Fact>
        )}
      </dl>
      {run.message === null || run.message === '' ? null : (
        <p className={classes.message} role={run.status === 3 ? 'alert' : undefined} data-failed={run.status === 3}>
          {run.message}
        </p>
      )}
      <div className={classes.panes}>
        <section aria-label={texts.run.nodes} className={classes.nodes}>
          <h2>{texts.run.nodes}</h2>
          <NodeTable
            workflowId={run.analysisFlowId}
            nodes={nodes}
            working={working}
            selected={selected}
            onSelect={setSelected}
          />
        </section>
        <section aria-label={texts.run.outputs} className={classes.outputs}>
          <h2>{texts.run.outputs}</h2>
          {outputs === undefined ? (
            <Waiting />
          ) : shown.length === 0 ? (
            <Empty title={texts.run.noOutputs}>{texts.run.noOutputsHint}</Empty>
          ) : (
            <OutputList
              runId={id}
              outputs={shown}
              actionOf={({ nodeId, title, type }) => (
                <PinButton
                  workflowId={run.analysisFlowId}
                  workflowName={run.name}
                  nodeId={nodeId}
                  title={title}
                  type={type}
                />
              )}
            />
          )}
        </section>
      </div>
      <Log id={id} />
    </Page>
  );
}

const Fact = ({ title, children }: { readonly title: string; readonly children: React.ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

function Actions({ run: { id, status, analysisFlowId } }: { readonly run: Execution }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: ['execution', id] });
  const stop = useMutation({
    mutationFn: () => given(api.POST('/api/v1/workflow-execution/{id}/stop', { params: { path: { id } } })),
    onSettled: changed,
  });
  const kill = useMutation({
    mutationFn: () => given(api.POST('/api/v1/workflow-execution/{id}/kill', { params: { path: { id } } })),
    onSettled: changed,
  });
  const goTo = (next: number): Promise<void> => navigate({ to: '/executions/$id', params: { id: String(next) } });
  const resume = useMutation({
    mutationFn: () => given(api.POST('/api/v1/workflow-executions/{id}/resume', { params: { path: { id } } })),
    onSuccess: goTo,
  });
  const again = useMutation({
    mutationFn: () => given(api.POST('/api/v1/workflow/execute', { body: { workflowId: analysisFlowId } })),
    onSuccess: (next) => goTo(Number(next)),
  });
  const failure = [stop, kill, resume, again].find(({ error }) => error !== null)?.error;
  return (
    <>
      {failure === undefined || failure === null ? null : (
        <span role="alert" className={classes.refused}>
          {failure.message}
        </span>
      )}
      {isLive(status) ? (
        <>
          <Button size="compact-sm" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            {texts.run.stop}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            color="red"
            loading={kill.isPending}
            onClick={() => kill.mutate()}
          >
            {texts.run.kill}
          </Button>
        </>
      ) : (
        <>
          {status === 3 || status === 8 ? (
            <Button size="compact-sm" variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
              {texts.run.resume}
            </Button>
          ) : null}
          <Button size="compact-sm" loading={again.isPending} onClick={() => again.mutate()}>
            {texts.run.again}
          </Button>
        </>
      )}
    </>
  );
}

function Log({ id }: { readonly id: number }) {
  const [search, setSearch] = useState('');
  const { data: log = '' } = useQuery(logQuery(id, useDeferredValue(search)));
  return (
    <details className={classes.log}>
      <summary>{texts.run.log}</summary>
      <TextInput
        size="xs"
        w={260}
        aria-label={texts.run.logFilter}
        placeholder={texts.run.logFilter}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <pre className="data" tabIndex={0}>
        {log}
      </pre>
    </details>
  );
}
