import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '../../api/may.ts';
import {
  enginesQuery,
  healthQuery,
  retentionQuery,
  storageQuery,
  usageQuery,
} from '../../api/queries-of-administration.ts';
import { serviceTexts } from '../../texts/admin/service.ts';
import { count, duration, size } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { AdminPage } from './admin-page.tsx';
import { RunsSwitch } from './runs-switch.tsx';
import classes from './service.module.css';

const said = serviceTexts;

/** How the service is: its engines and queue, what it holds, what it takes of the disk, what it deletes next. */
export function ServicePage() {
  const enabled = useMay()('configurations.manage');
  return (
    <AdminPage part="service">
      {enabled ? (
        <div className={classes.parts}>
          <State />
          <Usage />
          <Storage />
          <Retention />
        </div>
      ) : null}
    </AdminPage>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={classes.part} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

interface FactProps {
  readonly name: string;
  readonly hint?: string | undefined;
  /** Something that asks to be looked at. */
  readonly isWarning?: boolean;
  readonly children: ReactNode;
}

const Fact = ({ name, hint, isWarning = false, children }: FactProps) => (
  <div className={classes.fact} data-warning={isWarning}>
    <dt>{name}</dt>
    <dd>
      {isWarning ? <span aria-hidden>! </span> : null}
      {children}
    </dd>
    {hint === undefined ? null : <dd className={classes.hint}>{hint}</dd>}
  </div>
);

function State() {
  const engines = useQuery(enginesQuery);
  const health = useQuery(healthQuery);
  return (
    <Part title={said.state}>
      <Loaded query={engines} rows={3}>
        {({ runs, sail, spark }) => (
          <>
            <RunsSwitch areOn={runs.areOn} />
            <dl className={classes.facts}>
              <Fact name={said.waiting}>{count(runs.waiting)}</Fact>
              <Fact
                name={said.atWork}
                hint={runs.atWork > runs.atWorkHere ? said.elsewhere(count(runs.atWork - runs.atWorkHere)) : undefined}
              >
                {said.of(count(runs.atWorkHere), count(runs.most))}
              </Fact>
              <Fact name={said.sail} hint={said.sailHint(count(sail.kept))}>
                {count(sail.processes)}
              </Fact>
              {spark.isRemote ? (
                <Fact name={said.spark} hint={said.sparkRemoteHint}>
                  {said.sparkRemote}
                </Fact>
              ) : (
                <Fact name={said.spark} hint={said.sparkHint(duration(spark.idleSeconds * 1_000).replace(/ 0 s$/, ''))}>
                  {said.of(count(spark.processes), count(spark.most))}
                </Fact>
              )}
              {health.error !== null ? (
                <Fact name={said.serving} hint={health.error.message} isWarning>
                  {said.notUp}
                </Fact>
              ) : health.data === undefined ? null : (
                <>
                  <Fact name={said.serving}>{said.up}</Fact>
                  <Fact name={said.files} isWarning={health.data.files !== 'UP'}>
                    {health.data.files === 'UP' ? said.filesUp : said.filesAway}
                  </Fact>
                  <Fact name={said.disk} isWarning={health.data.disk !== 'UP'}>
                    {health.data.disk === 'UP' ? said.diskUp : said.diskFull}
                  </Fact>
                  <Fact
                    name={said.sandbox}
                    hint={health.data.sandboxGaps.map((part) => said.sandboxGaps[part]).join(', ') || undefined}
                    isWarning={health.data.sandbox !== 'on' || health.data.sandboxGaps.length > 0}
                  >
                    {said.sandboxStates[health.data.sandbox]}
                  </Fact>
                </>
              )}
            </dl>
          </>
        )}
      </Loaded>
    </Part>
  );
}

const counted = Object.keys(said.counts) as (keyof typeof said.counts)[];

function Usage() {
  const query = useQuery(usageQuery);
  return (
    <Part title={said.usage}>
      <Loaded query={query} rows={2}>
        {(usage) => (
          <dl className={classes.facts}>
            <Fact name={said.users} hint={said.usersHint(count(usage.activeUsers), count(usage.usersLately))}>
              {count(usage.users)}
            </Fact>
            <Fact name={said.runsKept} hint={said.runsHint(count(usage.runsLately))}>
              {count(usage.runs)}
            </Fact>
            {counted.map((key) => (
              <Fact key={key} name={said.counts[key]}>
                {count(usage[key])}
              </Fact>
            ))}
          </dl>
        )}
      </Loaded>
    </Part>
  );
}

const files = (many: number): string => said.fileCount(count(many), many);

function Storage() {
  const query = useQuery(storageQuery);
  return (
    <Part title={said.storage}>
      <Loaded query={query} rows={2}>
        {({ database, logs, tables, reuse, free }) => (
          <dl className={classes.facts}>
            <Fact name={said.database}>{size(database)}</Fact>
            <Fact name={said.logs} hint={files(logs.files)}>
              {size(logs.bytes)}
            </Fact>
            <Fact name={said.tables} hint={files(tables.files)}>
              {size(tables.bytes)}
            </Fact>
            <Fact name={said.reuse} hint={said.most(size(reuse.mostBytes))}>
              {size(reuse.bytes)}
            </Fact>
            <Fact name={said.free}>{size(free)}</Fact>
          </dl>
        )}
      </Loaded>
    </Part>
  );
}

function Retention() {
  const query = useQuery(retentionQuery);
  return (
    <Part title={said.retention}>
      <p className={classes.about}>{said.retentionHint}</p>
      <Loaded query={query} rows={4}>
        {(rules) => (
          <div className={classes.scroll} role="region" aria-label={said.rules} tabIndex={0}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{said.what}</th>
                  <th scope="col">{said.kept}</th>
                  <th scope="col">{said.due}</th>
                  <th scope="col">{said.setBy}</th>
                </tr>
              </thead>
              <tbody>
                {rules.map(({ kind, days, due, setting }) => (
                  <tr key={kind}>
                    <th scope="row">{said.kinds[kind]}</th>
                    <td>{days === 0 ? said.forEver : said.days(count(days), days)}</td>
                    <td>{due === 0 ? <span className="soft">{said.nothingDue}</span> : count(due)}</td>
                    <td className="data">{setting}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
    </Part>
  );
}
