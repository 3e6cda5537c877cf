import type { EngineSession } from '@millrace/engines/host';
import type { Recorder } from './recorder.ts';
import type { ExecutionRow } from './transitions.ts';

/** A run that this process works on. */
export interface Running {
  readonly execution: ExecutionRow;
  readonly stop: AbortController;
  /** Aborted where nothing of it is to be stored again and again any more. */
  readonly closing: AbortController;
  timedOut: boolean;
  isKilled: boolean;
  /** What its engine gave it, once it has one. */
  session?: EngineSession;
  recorder?: Recorder;
  readonly done: Promise<void>;
}

/** Why a run is stopped that is to run again. */
export const reasons = {
  close: 'the service ended',
  engine: 'the engine ended when another run was killed',
} as const;

/** Milliseconds that a shared engine has to end the work of a killed run, and that a run's own has for a stopped one. */
const [sharedStopTime, ownStopTime] = [2_000, 500];

/** Does something if a run has not ended by then. */
function unlessDone({ done }: Running, ms: number, act: () => void): void {
  const timer = setTimeout(act, ms);
  void done.finally(() => clearTimeout(timer));
}

/** Stops a run: no new node starts, queries are interrupted. `reason` is one of `reasons` for a run that is to run again. */
export function stopRun(running: Running, reason?: string): void {
  running.stop.abort(reason);
  // an interruption that comes before its query is lost; a process of Sail is this run's alone
  const { session } = running;
  if (session?.kind === 'sail') unlessDone(running, ownStopTime, () => session.kill());
}

/** The runs that this process works on. */
export class RunsAtWork {
  readonly #byId = new Map<number, Running>();

  get size(): number {
    return this.#byId.size;
  }

  has(id: number): boolean {
    return this.#byId.has(id);
  }

  all(): readonly Running[] {
    return [...this.#byId.values()];
  }

  /** Adds a run that was claimed. */
  add(execution: ExecutionRow): Running {
    const [stop, closing] = [new AbortController(), new AbortController()];
    const running = { execution, stop, closing, timedOut: false, isKilled: false, done: Promise.resolve() };
    this.#byId.set(execution.id, running);
    return running;
  }

  /** Forgets a run; one that was handed back may have been claimed again before it is done here. */
  remove(running: Running): void {
    const { id } = running.execution;
    if (this.#byId.get(id) === running) this.#byId.delete(id);
  }

  /** Stops a run, if it is at work here, since a user asks for it. */
  stop(id: number): void {
    const running = this.#byId.get(id);
    if (running === undefined) return;
    running.recorder?.note({ event: 'log', level: 'warning', message: 'a user requested to stop the run' });
    stopRun(running);
  }

  /** Kills a run, if it is at work here, since a user asks for it. */
  kill(id: number): void {
    const running = this.#byId.get(id);
    if (running !== undefined) this.killRun(running);
  }

  /** Kills a run: its own engine at once, one that others share only if it does not release it by itself. */
  killRun(running: Running): void {
    if (running.isKilled) return;
    running.isKilled = true;
    const { stop, session, recorder } = running;
    recorder?.note({ event: 'log', level: 'warning', message: 'a user requested to kill the run' });
    stop.abort();
    if (session?.kind === 'sail') session.kill();
    if (session?.kind === 'spark') unlessDone(running, sharedStopTime, () => this.#endShared(session));
  }

  /** Ends an engine that runs share; those that were not asked to stop begin again. */
  #endShared(session: EngineSession): void {
    for (const one of this.#byId.values())
      if (one.session?.pid !== undefined && one.session.pid === session.pid) stopRun(one, reasons.engine);
    session.kill();
  }
}
