import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { isLive, statuses } from './status.ts';
import { whoIs } from '../http/authenticate.ts';
import { ownAddress } from '../http/own-address.ts';
import { IdParams } from '../http/types.ts';
import type { Resource } from '../http/resource.ts';
import { requestOf } from './again.ts';
import { ExecutionDetail, executionRecord } from './records.ts';
import { executionFor } from './stop.ts';

/** Milliseconds that the answer about a live run waits for its end. */
const hold = 1_000;

/** Resolves when a run ends here, after {@link hold}, or when no caller waits any more. */
async function endOrHold({ runs, ending }: Pick<Context, 'runs' | 'ending'>, id: number, left: AbortSignal) {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, ending, left]);
  const waits = [once(runs.events, `end ${id}`, { signal }), delay(hold, undefined, { signal })];
  // an abort ends the wait as the end of the run does
  await Promise.race(waits).catch(() => undefined);
  over.abort();
  await Promise.allSettled(waits);
}

/** The call that clients poll until a run has ended: they know two states, 0 (ask again) and 2 (done). */
export const pollStatus: Resource = (context) => async (app) => {
  const { db, settings } = context;
  app.get(
    '/api/v1/update-status-workflow-execution/:id',
    {
      config: { access: 'workflows.view' },
      schema: {
        tags: ['Workflow executions'],
        description:
          'For clients that poll: status is 0 while the run is pending, starting, running or stopping, then its final ' +
          'status. For an active run, the response is sent when the run ends or after one second. ' +
          '/api/v1/workflow-executions/{id} returns the actual status at once.',
        params: IdParams,
        response: { 200: ExecutionDetail },
      },
    },
    async (request, reply) => {
      const read = () => executionFor(db, whoIs(request), request.params.id);
      const left = new AbortController();
      reply.raw.once('close', () => left.abort());
      let row = await read();
      if (isLive(row.status)) {
        await endOrHold(context, row.id, left.signal);
        row = await read();
      }
      const status = isLive(row.status) ? statuses.RUNNING : row.status;
      const record = executionRecord(row, ownAddress(request, settings));
      return { ...record, status, ...(await requestOf(db, row.id)) };
    },
  );
};
