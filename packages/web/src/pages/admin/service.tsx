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

const texts = serviceTexts;

/** The state of the service: engines and queue, records, disk use, next deletions. */
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
  /** A warning. */
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
  const health = useHealth();
  return (
    <Part title={texts.state}>
      <Loaded query={engines} rows={3}>
        {({ runs, sail, spark }) => (
          <>
            <RunsSwitch areOn={runs.areOn} />
            <dl className={classes.facts}>
              <Fact name={texts.waiting}>{count(runs.waiting)}</Fact>
              <Fact
                name={texts.atWork}
                hint={runs.atWork > runs.atWorkHere ? texts.elsewhere(count(runs.atWork - runs.atWorkHere)) : undefined}
              >
                {texts.of(count(runs.atWorkHere), count(runs.most))}
              </Fact>
              <Fact name={texts.sail} hint={texts.sailHint(count(sail.kept))}>
                {count(sail.processes)}
              </Fact>
              {spark.isRemote ? (
                <Fact name={texts.spark} hint={texts.sparkRemoteHint}>
                  {texts.sparkRemote}
                </Fact>
              ) : (
                <Fact
                  name={texts.spark}
                  hint={texts.sparkHint(duration(spark.idleSeconds * 1_000).replace(/ 0 s$/, ''))}
                >
                  {texts.of(count(spark.processes), count(spark.most))}
                </Fact>
              )}
              <Health health={health} />
            </dl>
          </>
        )}
      </Loaded>
    </Part>
  );
}

const useHealth = () => useQuery(healthQuery);

/** Whether the service is up, and what it needs. */
function Health({ health }: { readonly health: ReturnType<typeof useHealth> }) {
  if (health.error !== null)
    return (
      <Fact name={texts.serving} hint={health.error.message} isWarning>
        {texts.notUp}
      </Fact>
    );
  if (health.data === undefined) return null;
  return (
    <>
      <Fact name={texts.serving}>{texts.up}</Fact>
      <Fact name={texts.files} isWarning={health.data.files !== 'UP'}>
        {health.data.files === 'UP' ? texts.filesUp : texts.filesAway}
      </Fact>
      <Fact name={texts.disk} isWarning={health.data.disk !== 'UP'}>
        {health.data.disk === 'UP' ? texts.diskUp : texts.diskFull}
      </Fact>
      <Fact
        name={texts.sandbox}
        hint={health.data.sandboxGaps.map((part) => texts.sandboxGaps[part]).join(', ') || undefined}
        isWarning={health.data.sandbox !== 'on' || health.data.sandboxGaps.length > 0}
      >
        {texts.sandboxStates[health.data.sandbox]}
      </Fact>
    </>
  );
}

const counted = Object.keys(texts.counts) as (keyof typeof texts.counts)[];

function Usage() {
  const query = useQuery(usageQuery);
  return (
    <Part title={texts.usage}>
      <Loaded query={query} rows={2}>
        {(usage) => (
          <dl className={classes.facts}>
            <Fact name={texts.users} hint={texts.usersHint(count(usage.activeUsers), count(usage.usersLately))}>
              {count(usage.users)}
            </Fact>
            <Fact name={texts.runsKept} hint={texts.runsHint(count(usage.runsLately))}>
              {count(usage.runs)}
            </Fact>
            {counted.map((key) => (
              <Fact key={key} name={texts.counts[key]}>
                {count(usage[key])}
              </Fact>
            ))}
          </dl>
        )}
      </Loaded>
    </Part>
  );
}

const files = (many: number): string => texts.fileCount(count(many), many);

function Storage() {
  const query = useQuery(storageQuery);
  return (
    <Part title={texts.storage}>
      <Loaded query={query} rows={2}>
        {({ database, logs, tables, reuse, free }) => (
          <dl className={classes.facts}>
            <Fact name={texts.database}>{size(database)}</Fact>
            <Fact name={texts.logs} hint={files(logs.files)}>
              {size(logs.bytes)}
            </Fact>
            <Fact name={texts.tables} hint={files(tables.files)}>
              {size(tables.bytes)}
            </Fact>
            <Fact name={texts.reuse} hint={texts.most(size(reuse.mostBytes))}>
              {size(reuse.bytes)}
            </Fact>
            <Fact name={texts.free}>{size(free)}</Fact>
          </dl>
        )}
      </Loaded>
    </Part>
  );
}

function Retention() {
  const query = useQuery(retentionQuery);
  return (
    <Part title={texts.retention}>
      <p className={classes.about}>{texts.retentionHint}</p>
      <Loaded query={query} rows={4}>
        {(rules) => (
          <div className={classes.scroll} role="region" aria-label={texts.rules} tabIndex={0}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{texts.what}</th>
                  <th scope="col">{texts.kept}</th>
                  <th scope="col">{texts.due}</th>
                  <th scope="col">{texts.setBy}</th>
                </tr>
              </thead>
              <tbody>
                {rules.map(({ kind, days, due, setting }) => (
                  <tr key={kind}>
                    <th scope="row">{texts.kinds[kind]}</th>
                    <td>{days === 0 ? texts.forEver : texts.days(count(days), days)}</td>
                    <td>{due === 0 ? <span className="soft">{texts.nothingDue}</span> : count(due)}</td>
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
