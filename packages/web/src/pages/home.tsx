import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, given } from '../api/client.ts';
import type { Schedule } from '../api/queries.ts';
import { executionsQuery } from '../api/queries-of-runs.ts';
import { schedulesQuery } from '../api/queries-of-schedules.ts';
import { texts } from '../texts.ts';
import { count, duration, momentOf } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Empty } from '../ui/states.tsx';
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
  const schedules = useQuery({ ...schedulesQuery, refetchInterval: false });
  const now = useNow();
  const recent = (runs.data?.executions ?? []).filter(({ startTime }) => now - startTime < day);
  const figures = [
    [said.running, recent.filter(({ status }) => status !== 9 && isLive(status)).length, 'signal'],
    [said.waiting, recent.filter(({ status }) => status === 9).length, ''],
    [said.failed, recent.filter(({ status }) => status === 3 || status === 8).length, 'bad'],
    [said.completed, recent.filter(({ status }) => status === 2).length, ''],
  ] as const;
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
          <Loaded query={runs} rows={4}>
            {({ executions }) =>
              executions.length === 0 ? (
                <Empty title={said.noRuns}>{said.noRunsHint}</Empty>
              ) : (
                <ul className={`${classes.rows} ${classes.runs}`}>
                  {executions.slice(0, 12).map(({ id, name, status, startTime, endTime }) => (
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
              )
            }
          </Loaded>
        </Section>
        <div className={classes.side}>
          <Section title={said.next} to="/schedules">
            <Loaded query={schedules} rows={4}>
              {(all) => <Moments to="/schedules/$id" moments={nextOf(all)} none={said.noSchedules} />}
            </Loaded>
          </Section>
          <Section title={said.latestWorkflows} to="/workflows">
            <Loaded query={workflows} rows={4}>
              {(all) => <Moments to="/workflows/$id" moments={all.map(changed)} none={said.noWorkflows} />}
            </Loaded>
          </Section>
          <Section title={said.latestDatasets} to="/datasets">
            <Loaded query={datasets} rows={4}>
              {(all) => <Moments to="/datasets/$id" moments={all.map(changed)} none={said.noDatasets} />}
            </Loaded>
          </Section>
        </div>
      </div>
    </Page>
  );
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

interface Moment {
  readonly id: number;
  readonly name: string;
  readonly at: number;
}

const changed = ({ id, name, dateLastUpdated }: Omit<Moment, 'at'> & { readonly dateLastUpdated: number }): Moment => ({
  id,
  name,
  at: dateLastUpdated,
});

/** Schedules that will fire, the next one first. */
const nextOf = (schedules: readonly Schedule[]): readonly Moment[] =>
  schedules
    .flatMap(({ id, name, isActive, nextFireTime }) => {
      const at = momentOf(nextFireTime);
      return isActive && at !== null ? [{ id, name, at }] : [];
    })
    .toSorted((a, b) => a.at - b.at);

interface MomentsProps {
  /** Where the records are looked at. */
  readonly to: '/schedules/$id' | '/workflows/$id' | '/datasets/$id';
  readonly moments: readonly Moment[];
  readonly none: string;
}

const Moments = ({ to, moments, none }: MomentsProps) =>
  moments.length === 0 ? (
    <Empty title={none} />
  ) : (
    <ul className={classes.rows}>
      {moments.slice(0, 5).map(({ id, name, at }) => (
        <li key={id}>
          <Link to={to} params={{ id: String(id) }} className={classes.name}>
            {name}
          </Link>
          <span className={classes.end}>
            <Time at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
