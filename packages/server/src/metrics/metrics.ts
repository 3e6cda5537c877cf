import type * as Library from 'prom-client';
import type { Histogram, Counter, Registry } from 'prom-client';
import type { EngineHost } from '@millrace/engines/host';
import { statusName, live } from '../executions/status.ts';
import type { Store } from '../store/database.ts';

interface Instruments {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly runs: Histogram<'status' | 'engine'>;
  readonly fires: Counter<'outcome'>;
  readonly queries: Histogram<'statement'>;
}

/** What is counted at the moment of a reading. */
export interface MetricSources {
  readonly store: Store;
  readonly host: Pick<EngineHost, 'processes'>;
  readonly runs: { readonly running: number };
}

/** Upper bounds in seconds. */
const requestTimes = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const runTimes = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200];
const queryTimes = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 5];

/**
 * Numbers of one service for Prometheus. Labels are routes, methods, states and engines: no name of a person or a record.
 * The library is read after the service listens, for it takes a while; what is noted before is counted then.
 */
export class Metrics {
  #instruments: Instruments | undefined;
  #loading: Promise<Instruments> | undefined;
  #early: ((instruments: Instruments) => void)[] = [];

  /** A request was answered, after so many seconds. */
  request(method: string, route: string, status: number, seconds: number): void {
    this.#note(({ requests }) => requests.observe({ method, route, status }, seconds));
  }

  /** A run that had begun has ended, so many seconds after its begin. */
  run(status: number, engine: string, seconds: number): void {
    this.#note(({ runs }) => runs.observe({ status: statusName(status), engine }, seconds));
  }

  /** A schedule fired, or should have. */
  fire(outcome: string): void {
    this.#note(({ fires }) => fires.inc({ outcome }));
  }

  /** The store has answered a statement. */
  query(statement: string, seconds: number): void {
    this.#note(({ queries }) => queries.observe({ statement }, seconds));
  }

  #note(count: (instruments: Instruments) => void): void {
    if (this.#instruments === undefined) this.#early.push(count);
    else count(this.#instruments);
  }

  /** Reads the library and counts what was noted before. */
  load(): Promise<Instruments> {
    this.#loading ??= import('prom-client').then((library) => {
      const instruments = instrumentsOf(library);
      this.#instruments = instruments;
      for (const count of this.#early) count(instruments);
      this.#early = [];
      return instruments;
    });
    return this.#loading;
  }

  /** All numbers in Prometheus' text format, with those of this moment. */
  async text({ store, host, runs }: MetricSources): Promise<string> {
    const { registry } = await this.load();
    const { Registry: Numbers, Gauge } = await import('prom-client');
    const moment = new Numbers();
    const gauge = (name: string, help: string, label?: string) =>
      new Gauge({ name, help, registers: [moment], ...(label === undefined ? {} : { labelNames: [label] }) });
    const rows = await store.db
      .selectFrom('executions')
      .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
      .where('status', 'in', [...live])
      .groupBy('status')
      .execute();
    const states = gauge('millrace_runs', 'Active and queued runs in the store, by status', 'status');
    for (const status of live)
      states.set({ status: statusName(status) }, rows.find((row) => row.status === status)?.n ?? 0);
    gauge('millrace_runs_at_work', 'Active runs of this process').set(runs.running);
    const engines = gauge('millrace_engine_processes', 'Engine processes of this process', 'engine');
    for (const [engine, n] of Object.entries(host.processes)) engines.set({ engine }, n);
    return `${await registry.metrics()}\n${await moment.metrics()}`;
  }
}

function instrumentsOf({
  Registry: Numbers,
  Histogram: Times,
  Counter: Count,
  collectDefaultMetrics,
}: typeof Library): Instruments {
  const registry = new Numbers();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Times({
      name: 'millrace_http_request_duration_seconds',
      help: 'Time from a request to the end of its response',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: requestTimes,
      registers,
    }),
    runs: new Times({
      name: 'millrace_run_duration_seconds',
      help: 'Time from the start of a run to its end, by final status and engine',
      labelNames: ['status', 'engine'] as const,
      buckets: runTimes,
      registers,
    }),
    fires: new Count({
      name: 'millrace_schedule_fires_total',
      help: 'Fires of schedules, by outcome',
      labelNames: ['outcome'] as const,
      registers,
    }),
    queries: new Times({
      name: 'millrace_store_query_duration_seconds',
      help: 'Time until the store responded to a statement',
      labelNames: ['statement'] as const,
      buckets: queryTimes,
      registers,
    }),
  };
}
