import { Type } from 'typebox';
import { engineOptions } from './options.ts';
import { live, statuses } from '../executions/status.ts';
import { runsAreOn } from '../executions/switched-on.ts';
import type { Resource } from '../http/resource.ts';
import type { Context } from '../context.ts';

const Count = Type.Integer({ minimum: 0 });

const State = Type.Object({
  runs: Type.Object({
    areOn: Type.Boolean({ description: 'False while an administrator has disabled runs' }),
    waiting: Count,
    atWork: Type.Integer({ minimum: 0, description: 'Counts over all processes that share the store' }),
    atWorkHere: Count,
    most: Type.Integer({ minimum: 0, description: 'Maximum number of concurrent runs of this process' }),
  }),
  sail: Type.Object({
    processes: Type.Integer({ minimum: 0, description: 'Includes processes that wait for a run' }),
    kept: Type.Integer({ minimum: 0, description: 'Number of processes that were started ahead and wait for a run' }),
  }),
  spark: Type.Object({
    processes: Count,
    most: Count,
    idleSeconds: Type.Integer({ minimum: 0, description: 'Time after which an idle process ends' }),
    isRemote: Type.Boolean({ description: 'True if Spark works on a cluster' }),
  }),
});

/** What the engines and the queue of runs are at. */
export const engines: Resource = (context) => async (app) => {
  app.get(
    '/api/v1/engines',
    {
      config: { access: 'configurations.manage' },
      schema: {
        tags: ['Operation'],
        description: 'Queued and active runs, and the engine processes of this service process.',
        response: {
          200: State,
        },
      },
    },
    () => stateOf(context),
  );
};

/** How the queue and the engine processes stand. */
async function stateOf({ db, host, runs, settings }: Context) {
  const rows = await db
    .selectFrom('executions')
    .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
    .where('status', 'in', [...live])
    .groupBy('status')
    .execute();
  const waiting = rows.find(({ status }) => status === statuses.PENDING)?.n ?? 0;
  const { warm = 0, sparks = 0 } = engineOptions(settings);
  const isRemote = (settings.MILLRACE_SPARK_REMOTE ?? settings.MILLRACE_SPARK_CLUSTER) !== undefined;
  const { sail, spark } = host.processes;
  return {
    runs: {
      areOn: await runsAreOn(db),
      waiting,
      atWork: rows.reduce((sum, { n }) => sum + n, 0) - waiting,
      atWorkHere: runs.running,
      most: settings.MILLRACE_RUN_CONCURRENCY,
    },
    sail: { processes: sail, kept: warm },
    spark: {
      processes: spark,
      most: settings.MILLRACE_SPARK_REMOTE === undefined ? sparks : 0,
      idleSeconds: settings.MILLRACE_SPARK_IDLE,
      isRemote,
    },
  };
}
