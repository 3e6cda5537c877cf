import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, dataOf } from '../api/client.ts';
import { projectsQuery, type Schedule } from '../api/queries.ts';
import { executionsQuery, recentQuery } from '../api/queries-of-runs.ts';
import { schedulesQuery } from '../api/queries-of-schedules.ts';
import { homePageTexts } from '../texts/home-page.ts';
import { commonTexts } from '../texts/common.ts';
import { runsTexts } from '../texts/runs.ts';
import { scheduleTexts } from '../texts/schedule.ts';
import { workflowsTexts } from '../texts/workflows.ts';
import { datasetTexts } from '../texts/dataset.ts';
import { count, duration, momentOf } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Empty } from '../ui/states.tsx';
import { isLive, Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { IntakeDropZone } from './datasets/intake-drop-zone.tsx';
import { Page } from './page.tsx';
import classes from './home.module.css';

const texts = homePageTexts;

/** Recent runs, failures, and next fires. */
export function Home() {
  return (
    <IntakeDropZone>
      {(take) => (
        <Page title={commonTexts.home} aside={<Counts />}>
          <Figures />
          <div className={classes.columns}>
            <LatestRuns />
            <Latest mayUpload={take !== undefined} />
          </div>
        </Page>
      )}
    </IntakeDropZone>
  );
}

/** The numbers of recent runs by their state. */
function Figures() {
  const { data: recent } = useQuery(recentQuery);
  const sum = (...states: readonly string[]): number | undefined =>
    recent && states.reduce((all, state) => all + (recent[state] ?? 0), 0);
  const figures = [
    [texts.running, sum('STARTING', 'RUNNING', 'STOPPING'), 'signal'],
    [texts.waiting, sum('PENDING'), ''],
    [texts.failed, sum('FAILED', 'TIMEOUT'), 'bad'],
    [texts.completed, sum('COMPLETED'), ''],
  ] as const;
  return (
    <dl className={classes.figures}>
      {figures.map(([title, value, tone]) => (
        <div key={title} data-tone={value ? tone : ''}>
          <dt>{title}</dt>
          <dd>{value === undefined ? '–' : count(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function LatestRuns() {
  const runs = useQuery(executionsQuery(12));
  return (
    <Section title={texts.latestRuns} to="/executions">
      <Loaded query={runs} rows={4}>
        {({ executions }) =>
          executions.length === 0 ? (
            <Empty title={texts.noRuns}>{texts.noRunsHint}</Empty>
          ) : (
            <ul className={`${classes.rows} ${classes.runs}`}>
              {executions.map(({ id, name, status, startTime, endTime }) => (
                <li key={id}>
                  <Link to="/executions/$id" params={{ id: String(id) }} className={classes.name}>
                    {name || runsTexts.noName(id)}
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
  );
}

/** The next fires, and the records that were changed last. */
function Latest({ mayUpload }: { readonly mayUpload: boolean }) {
  const workflows = useQuery({
    queryKey: ['workflows', 'latest'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/workflows/latest', { signal })),
  });
  const datasets = useQuery({
    queryKey: ['datasets', 'latest'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/datasets/latest', { signal })),
  });
  const schedules = useQuery({ ...schedulesQuery, refetchInterval: false });
  return (
    <div className={classes.side}>
      <Section title={texts.next} to="/schedules">
        <Loaded query={schedules} rows={4}>
          {(all) => <Moments to="/schedules/$id" moments={nextOf(all)} none={texts.noSchedules} />}
        </Loaded>
      </Section>
      <Section title={texts.latestWorkflows} to="/workflows">
        <Loaded query={workflows} rows={4}>
          {(all) => <Moments to="/workflows/$id" moments={all.map(momentOfChange)} none={texts.noWorkflows} />}
        </Loaded>
      </Section>
      <Section title={texts.latestDatasets} to="/datasets">
        <Loaded query={datasets} rows={4}>
          {(all) => (
            <Moments
              to="/datasets/$id"
              moments={all.map(momentOfChange)}
              none={texts.noDatasets}
              hint={mayUpload ? texts.noDatasetsHint : undefined}
            />
          )}
        </Loaded>
      </Section>
    </div>
  );
}

/** Numbers of visible records, by the paths of their lists; undefined if unknown. */
type Counted = Readonly<Record<'/projects' | '/workflows' | '/datasets', number | undefined>>;

const countWords = [
  ['/projects', texts.projects],
  ['/workflows', texts.workflows],
  ['/datasets', texts.datasets],
] as const;

/** The numbers of records; hidden kinds are left out. */
function Counts() {
  const counted: Counted = {
    // every page that checks permissions loads these
    '/projects': useQuery(projectsQuery).data?.length,
    '/workflows': useQuery(workflowCountQuery).data,
    '/datasets': useQuery(datasetCountQuery).data,
  };
  return (
    <ul className={classes.counts} aria-label={texts.counts}>
      {countWords.map(([to, words]) => {
        const many = counted[to];
        return many === undefined ? null : (
          <li key={to}>
            <Link to={to}>{words(count(many), many)}</Link>
          </li>
        );
      })}
    </ul>
  );
}

const workflowCountQuery = queryOptions({
  queryKey: ['workflows', 'count'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/workflows/count', { signal })),
});

const datasetCountQuery = queryOptions({
  queryKey: ['datasets', 'count'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/datasets/count', { signal })),
});

interface SectionProps {
  readonly title: string;
  readonly to: '/executions' | '/workflows' | '/datasets' | '/schedules';
  readonly children: ReactNode;
}

const Section = ({ title, to, children }: SectionProps) => (
  <section aria-label={title}>
    <div className={classes.head}>
      <h2>{title}</h2>
      <Link to={to} aria-label={`${texts.all}: ${title}`}>
        {texts.all}
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

const momentOfChange = ({
  id,
  name,
  dateLastUpdated,
}: Omit<Moment, 'at'> & { readonly dateLastUpdated: number }): Moment => ({
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

/** The label of a record without a name. */
const noNames = {
  '/schedules/$id': scheduleTexts.noName,
  '/workflows/$id': workflowsTexts.noName,
  '/datasets/$id': datasetTexts.noName,
};

interface MomentsProps {
  /** A link to the list of the records. */
  readonly to: keyof typeof noNames;
  readonly moments: readonly Moment[];
  readonly none: string;
  /** A link to create the first one. */
  readonly hint?: string | undefined;
}

const Moments = ({ to, moments, none, hint }: MomentsProps) =>
  moments.length === 0 ? (
    <Empty title={none}>{hint}</Empty>
  ) : (
    <ul className={classes.rows}>
      {moments.slice(0, 5).map(({ id, name, at }) => (
        <li key={id}>
          <Link to={to} params={{ id: String(id) }} className={classes.name}>
            {name || noNames[to](id)}
          </Link>
          <span className={classes.end}>
            <Time at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
