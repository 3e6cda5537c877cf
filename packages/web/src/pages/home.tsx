import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, given } from '../api/client.ts';
import { executionsQuery } from '../api/queries-of-runs.ts';
import { texts } from '../texts.ts';
import { count, duration } from '../ui/format.ts';
import { Empty, Failure, Waiting } from '../ui/states.tsx';
import { isLive, Status } from '../ui/status.tsx';
import { Time, useNow } from '../ui/time.tsx';
import { Page } from './page.tsx';
import classes from './home.module.css';

const day = 86_400_000;
const said = texts.homePage;

/** What ran, what failed, what is next. */
export function Home() {
  const runs = useQuery(executionsQuery(200));
  const workflows = useQuery({
    queryKey: ['workflows', 'latest'],
    queryFn: ({ signal }) => given(api.GET('/api/v1/workflows/latest', { signal })),
  });
  const datasets = useQuery({
    queryKey: ['datasets', 'latest'],
    queryFn: ({ signal }) => given(api.GET('/api/v1/datasets/latest', { signal })),
  });
  const schedules = useQuery({
    queryKey: ['schedules'],
    queryFn: ({ signal }) =>
      given(api.GET('/api/v1/workflow-schedules', { params: { query: { size: 1_000 } }, signal })),
  });
  const now = useNow();
  const recent = (runs.data?.executions ?? []).filter(({ startTime }) => now - startTime < day);
  const figures = [
    [said.running, recent.filter(({ status }) => status !== 9 && isLive(status)).length, 'signal'],
    [said.waiting, recent.filter(({ status }) => status === 9).length, ''],
    [said.failed, recent.filter(({ status }) => status === 3 || status === 8).length, 'bad'],
    [said.completed, recent.filter(({ status }) => status === 2).length, ''],
  ] as const;
  const next = (schedules.data ?? [])
    .flatMap((one) => {
      const at = one.nextFireTime === null ? Number.NaN : Date.parse(String(one.nextFireTime));
      return one.isActive && !Number.isNaN(at) ? [{ id: one.id, name: one.name, at }] : [];
    })
    .toSorted((a, b) => a.at - b.at);
  return (
    <Page title={texts.home}>
      <dl className={classes.figures}>
        {figures.map(([title, value, tone]) => (
          <div key={title} data-tone={value > 0 ? tone : ''}>
            <dt>{title}</dt>
            <dd>{runs.data === undefined ? '–' : count(value)}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.columns}>
        <Section title={said.latestRuns} to="/executions">
          {state(runs, runs.data?.executions.length) ?? (
            <ul className={classes.rows}>
              {runs.data?.executions.slice(0, 12).map(({ id, name, status, startTime, endTime }) => (
                <li key={id}>
                  <Link to="/executions/$id" params={{ id: String(id) }} className={classes.name}>
                    {name}
                  </Link>
                  <span className={classes.state}>
                    <Status status={status} />
                  </span>
                  <span className={classes.end}>
                    {isLive(status) || endTime < startTime ? '' : `${duration(endTime - startTime)} · `}
                    <Time at={startTime} />
                  </span>
                </li>
              ))}
            </ul>
          )}
          {runs.data?.executions.length === 0 ? <Empty title={said.noRuns}>{said.noRunsHint}</Empty> : null}
        </Section>
        <div className={classes.side}>
          <Section title={said.next} to="/schedules">
            {state(schedules, next.length) ?? (
              <ul className={classes.rows}>
                {next.slice(0, 5).map(({ id, name, at }) => (
                  <li key={id}>
                    <span className={classes.name}>{name}</span>
                    <span className={classes.end}>
                      <Time at={at} />
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {schedules.data !== undefined && next.length === 0 ? <Empty title={said.noSchedules} /> : null}
          </Section>
          <Section title={said.latestWorkflows} to="/workflows">
            {state(workflows, workflows.data?.length) ?? <Records records={workflows.data ?? []} />}
            {workflows.data?.length === 0 ? <Empty title={said.noWorkflows} /> : null}
          </Section>
          <Section title={said.latestDatasets} to="/datasets">
            {state(datasets, datasets.data?.length) ?? <Records records={datasets.data ?? []} />}
            {datasets.data?.length === 0 ? <Empty title={said.noDatasets} /> : null}
          </Section>
        </div>
      </div>
    </Page>
  );
}

interface Asked {
  readonly data: unknown;
  readonly error: Error | null;
  refetch(): unknown;
}

/** What stands there instead of rows; undefined where there are some. */
function state({ data, error, ...query }: Asked, rows = 0): ReactNode {
  if (data === undefined)
    return error === null ? <Waiting rows={4} /> : <Failure error={error} again={() => void query.refetch()} />;
  return rows === 0 ? <></> : undefined;
}

interface SectionProps {
  readonly title: string;
  readonly to: '/executions' | '/workflows' | '/datasets' | '/schedules';
  readonly children: ReactNode;
}

const Section = ({ title, to, children }: SectionProps) => (
  <section aria-label={title}>
    <div className={classes.head}>
      <h2>{title}</h2>
      <Link to={to} aria-label={`${said.all}: ${title}`}>
        {said.all}
      </Link>
    </div>
    {children}
  </section>
);

interface RecordOfList {
  readonly id: number;
  readonly name: string;
  readonly dateLastUpdated: number;
}

const Records = ({ records }: { readonly records: readonly RecordOfList[] }) => (
  <ul className={classes.rows}>
    {records.slice(0, 5).map(({ id, name, dateLastUpdated }) => (
      <li key={id}>
        <span className={classes.name}>{name}</span>
        <span className={classes.end}>
          <Time at={dateLastUpdated} />
        </span>
      </li>
    ))}
  </ul>
);
