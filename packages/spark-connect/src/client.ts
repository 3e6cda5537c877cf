import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { uploadArtifacts, type Artifact } from './artifacts.ts';
import { execute, type ExecuteOptions } from './execute.ts';
import { LocalRows } from './local.ts';
import { Gate, touchesViews } from './session-views.ts';
import {
  InterruptRequest_InterruptType,
  PlanSchema,
  SparkConnectService,
  type AnalyzePlanRequestSchema,
  type AnalyzePlanResponse,
  type Command,
  type ConfigRequest_OperationSchema,
  type ExecutePlanResponse,
  type Plan,
} from './proto.ts';
import type { Remote } from './url.ts';
import { Wire, type ConnectionSettings } from './wire.ts';

export type { ExecuteOptions } from './execute.ts';

/** True for an answer that can only come after the analysis. A busy Spark reports progress, without a stage, before it. */
const isAnalysed = ({ responseType }: ExecutePlanResponse): boolean =>
  responseType.case !== 'executionProgress' || responseType.value.stages.length > 0;

type AnalyzeInit = NonNullable<MessageInitShape<typeof AnalyzePlanRequestSchema>['analyze']>;
type ConfigInit = MessageInitShape<typeof ConfigRequest_OperationSchema>;

const methods = SparkConnectService.method;

/** The calls of Spark Connect on one session id. Knows nothing of DataFrames. */
export class SparkConnectClient {
  readonly remote: Remote;
  readonly #settings: ConnectionSettings;
  readonly #wire: Wire;
  /** Rows of this process that plans refer to. */
  readonly local: LocalRows;
  readonly #gate = new Gate();

  constructor(remote: Remote, settings: ConnectionSettings = {}) {
    this.remote = remote;
    this.#settings = settings;
    this.#wire = new Wire(remote, settings);
    this.local = new LocalRows(this.#wire);
  }

  /** Runs a plan: see {@link execute}. */
  async *execute(plan: Plan, options: ExecuteOptions = {}): AsyncGenerator<ExecutePlanResponse, void, undefined> {
    this.#settings.inspect?.(plan);
    const tags = new Set([...(options.tags ?? []), ...(this.#settings.tags?.() ?? [])]);
    await this.local.flush();
    const answers = execute(this.#wire, plan, { ...options, tags: [...tags] });
    if (!touchesViews(plan)) {
      yield* answers;
      return;
    }
    const leave = await this.#gate.enter();
    try {
      for await (const answer of answers) {
        if (isAnalysed(answer)) leave();
        yield answer;
      }
    } finally {
      leave();
    }
  }

  async analyze(analyze: AnalyzeInit): Promise<AnalyzePlanResponse['result']> {
    if (analyze.value !== undefined) this.#settings.inspect?.(analyze.value);
    await this.local.flush();
    const plan = analyze.value !== undefined && 'plan' in analyze.value ? analyze.value.plan : undefined;
    const leave =
      plan?.$typeName === 'spark.connect.Plan' && touchesViews(plan as Plan) ? await this.#gate.enter() : undefined;
    try {
      const answer = await this.#wire.request(methods.analyzePlan, () => ({ ...this.#wire.base, analyze }));
      this.#wire.observe(answer);
      return answer.result;
    } finally {
      leave?.();
    }
  }

  async config(operation: ConfigInit): Promise<ReadonlyMap<string, string | undefined>> {
    const answer = await this.#wire.request(methods.config, () => ({ ...this.#wire.base, operation }));
    this.#wire.observe(answer);
    return new Map(answer.pairs.map((pair) => [pair.key, pair.value]));
  }

  /**
   * The values of settings, by one request that is not tried again: its failure tells of the engine, of the session or of the
   * way there.
   */
  async probe(keys: readonly string[]): Promise<ReadonlyMap<string, string | undefined>> {
    const operation: ConfigInit = { opType: { case: 'getOption', value: { keys: [...keys] } } };
    const answer = await this.#wire.once(methods.config, () => ({ ...this.#wire.base, operation }));
    this.#wire.observe(answer);
    return new Map(answer.pairs.map((pair) => [pair.key, pair.value]));
  }

  /** Interrupts by operation, by tag, or everything of this session; gives the ids of the operations it reached. */
  async interrupt(target: { operationId: string } | { tag: string } | 'all'): Promise<readonly string[]> {
    const request =
      target === 'all'
        ? { interruptType: InterruptRequest_InterruptType.ALL }
        : 'tag' in target
          ? {
              interruptType: InterruptRequest_InterruptType.TAG,
              interrupt: { case: 'operationTag' as const, value: target.tag },
            }
          : {
              interruptType: InterruptRequest_InterruptType.OPERATION_ID,
              interrupt: { case: 'operationId' as const, value: target.operationId },
            };
    const answer = await this.#wire.request(methods.interrupt, () => ({ ...this.#wire.base, ...request }));
    return answer.interruptedIds;
  }

  /** Ends the session on the engine: its views, caches and running operations go with it. */
  async releaseSession(): Promise<void> {
    await this.#wire.channel.unary(methods.releaseSession, this.#wire.base, { timeoutMs: 5000 });
  }

  /** Puts files into the session (`files/…`, `jars/…`); Spark only. */
  async addArtifacts(artifacts: readonly Artifact[]): Promise<void> {
    await uploadArtifacts(this.#wire, artifacts);
  }

  /** A second session on the engine that begins with this one's views, settings and caches (Spark only). */
  async clone(): Promise<SparkConnectClient> {
    const answer = await this.#wire.request(methods.cloneSession, () => this.#wire.base);
    return new SparkConnectClient({ ...this.remote, sessionId: answer.newSessionId }, this.#settings);
  }

  /** Ends the session's calls at once because the engine is known to be gone; they fail with these words. */
  abandon(why: string): void {
    this.#wire.abandon(why);
  }
  close(): void {
    this.#wire.close();
  }
}

export const planOfCommand = (commandType: Command['commandType']): Plan =>
  create(PlanSchema, { opType: { case: 'command', value: { $typeName: 'spark.connect.Command', commandType } } });
