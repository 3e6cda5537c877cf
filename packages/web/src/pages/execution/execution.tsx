import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useRunEvents } from '../../api/live.ts';
import { ApiError } from '../../api/problem.ts';
import { workflowQuery } from '../../api/queries-of-editor.ts';
import { executionQuery, nodesQuery, outputsQuery, type Output } from '../../api/queries-of-runs.ts';
import type { ExecutionDetail } from '../../api/queries.ts';
import { commonTexts } from '../../texts/common.ts';
import { runTexts } from '../../texts/run.ts';
import { duration } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty, Failure, Waiting } from '../../ui/states.tsx';
import { isLive, Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { PinButton } from '../dashboards/pin.tsx';
import { Page } from '../page.tsx';
import { Actions } from './actions.tsx';
import { parametersText } from './run-request-lines.ts';
import { Log } from './log.tsx';
import { NodeTable } from './node-table.tsx';
import { OutputList } from './output-list.tsx';
import classes from './execution.module.css';

/** Whether a table contains the rejected rows of a reader. */
const isRejects = ({ type, columns }: Output): boolean => type === 'table' && columns?.[0]?.name === '_rejected';

/** One run: its nodes as they end, their outputs, its log. */
export function ExecutionPage() {
  const { id } = useParams({ from: '/executions/$id' });
  // another run begins again: a selected node belongs to this one
  return <Run key={id} id={Number(id)} />;
}

function Run({ id }: { readonly id: number }) {
  const { data: run, error, refetch } = useQuery(executionQuery(id));
  const isUnderWay = run !== undefined && isLive(run.status);
  const working = useRunEvents(id, isUnderWay);
  const nodes = useQuery(nodesQuery(id));
  const outputs = useQuery(outputsQuery(id));
  const [selected, setSelected] = useState<string>();
  if (run === undefined)
    return (
      <Page title={commonTexts.executions}>
        {error === null ? <Waiting /> : <Failure error={error} again={() => void refetch()} />}
      </Page>
    );
  return (
    <Page title={run.name} aside={<Actions run={run} nodes={nodes.data ?? []} />}>
      <Facts run={run} isUnderWay={isUnderWay} />
      {run.message === null || run.message === '' ? null : (
        <p className={classes.message} role={run.status === 3 ? 'alert' : undefined} data-failed={run.status === 3}>
          {run.message}
        </p>
      )}
      <div className={classes.panes}>
        <section aria-label={runTexts.nodes} className={classes.nodes}>
          <h2>{runTexts.nodes}</h2>
          <Loaded query={nodes}>
            {(reports) => (
              <NodeTable
                workflowId={run.analysisFlowId}
                isUnderWay={isUnderWay}
                nodes={reports}
                working={working}
                selected={selected}
                onSelect={setSelected}
              />
            )}
          </Loaded>
        </section>
        <section aria-label={runTexts.outputs} className={classes.outputs}>
          <h2>{runTexts.outputs}</h2>
          <Loaded query={outputs}>{(all) => <Outputs run={run} outputs={shownOutputs(all, selected)} />}</Loaded>
        </section>
      </div>
      <Log id={id} />
    </Page>
  );
}

/** The outputs of a node, or of all; those of a node come before its rejected rows. */
function shownOutputs(all: readonly Output[], selected: string | undefined): readonly Output[] {
  const visible = all.filter(({ nodeId }) => nodeId !== '' && (selected === undefined || nodeId === selected));
  return [...visible.filter((output) => !isRejects(output)), ...visible.filter(isRejects)];
}

interface OutputsProps {
  readonly run: ExecutionDetail;
  readonly outputs: readonly Output[];
}

/** Outputs of a run, each with a button that adds it to a dashboard. */
const Outputs = ({ run, outputs }: OutputsProps) =>
  outputs.length === 0 ? (
    <Empty title={runTexts.noOutputs}>{runTexts.noOutputsHint}</Empty>
  ) : (
    <OutputList
      runId={run.id}
      outputs={outputs}
      actionOf={({ nodeId, title, type }) => (
        <PinButton workflowId={run.analysisFlowId} workflowName={run.name} nodeId={nodeId} title={title} type={type} />
      )}
    />
  );

interface FactsProps {
  readonly run: ExecutionDetail;
  readonly isUnderWay: boolean;
}

function Facts({ run, isUnderWay }: FactsProps) {
  const parameters = parametersText(run);
  return (
    <dl className={classes.facts}>
      <Fact title={runTexts.state}>
        <Status status={run.status} />
      </Fact>
      <Fact title={runTexts.startedBy}>
        <Time at={run.startTime} />
      </Fact>
      <Fact title={runTexts.took}>{isUnderWay ? '…' : duration(Math.max(0, run.endTime - run.startTime))}</Fact>
      <Fact title={runTexts.version}>
        <Version run={run} />
      </Fact>
      {parameters === '' ? null : <Fact title={runTexts.parameters}>{parameters}</Fact>}
      {run.engine === null ? null : (
        <Fact title={runTexts.engine}>
          {run.engine}
          <span className="soft">{run.engineReason === null ? '' : ` · ${run.engineReason}`}</span>
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ title, children }: { readonly title: string; readonly children: React.ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

/** The version that ran, and the number of newer versions. */
function Version({ run: { analysisFlowId, workflowVersion } }: { readonly run: ExecutionDetail }) {
  const { data: workflow, error } = useQuery(workflowQuery(analysisFlowId));
  const params = { id: String(analysisFlowId) };
  if (error instanceof ApiError && error.status === 404)
    return (
      <>
        {runTexts.ofVersion(workflowVersion)}
        <span className="soft"> · {runTexts.workflowGone}</span>
      </>
    );
  return (
    <>
      <Link to="/workflows/$id" params={params}>
        {runTexts.ofVersion(workflowVersion)}
      </Link>
      {workflow === undefined || workflow.version <= workflowVersion ? null : (
        <>
          {'; '}
          <Link
            to="/workflows/$id/versions"
            params={params}
            search={{ from: workflowVersion, to: workflow.version }}
            title={runTexts.whatChanged}
          >
            {runTexts.movedOn(workflow.version)}
          </Link>
        </>
      )}
    </>
  );
}
