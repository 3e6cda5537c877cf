import { sandboxParts } from '@millrace/engines';
import { Type } from 'typebox';
import { Problem } from '../problems.ts';
import { stateOfFiles } from '../files/state.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { sparkStates, stateOfSpark } from './spark-state.ts';

const Up = Type.Object({ status: Type.String() });
const open = { config: { access: 'public' as const }, schema: { tags: ['Operation'], response: { 200: Up } } };

/** Whether the service lives and can serve. */
export const health: Resource = (context) => async (app) => {
  for (const add of [addLife, addReadiness]) add(app, context);
};

const addLife: AddRoutes = (app) => {
  app.get('/health/live', open, () => ({ status: 'UP' }));

  app.get('/actuator/health', open, () => ({ status: 'UP' }));
};

const addReadiness: AddRoutes = (app, { settings, db, host, runs, ending, sandbox, sandboxGaps, reserve }) => {
  app.get(
    '/health/ready',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Operation'],
        response: {
          200: Type.Object({
            status: Type.String(),
            running: Type.Integer(),
            engines: Type.Object({
              sail: Type.Literal('UP'),
              spark: Type.Enum([...sparkStates], {
                description:
                  'UP: running, or it responds; IDLE: starts when needed; AWAY: the external Spark does not respond; MISSING: not set up. Runs on Sail do not need it',
              }),
            }),
            files: Type.Enum(['UP', 'AWAY'], {
              description: 'Whether the file space responds; without it, the service still does what needs no files',
            }),
            disk: Type.Enum(['UP', 'FULL'], {
              description:
                'Whether the disk of the state folder has space; FULL: free some space; an administrator can still sign in and delete',
            }),
            sandbox: Type.Enum(['on', 'off', 'missing'], {
              description:
                'Whether engines are isolated from the rest of the machine; `missing` if the system has no sandbox',
            }),
            sandboxGaps: Type.Array(Type.Enum([...sandboxParts]), {
              description:
                'Parts of the sandbox that the system lacks; systemCalls: the system call filter; processes: the process limit',
            }),
          }),
        },
      },
    },
    async () => {
      if (ending.aborted) throw new Problem('UNAVAILABLE', 'the service is shutting down');
      await db.selectFrom('roles').select('id').limit(1).execute();
      await host.sailReady();
      const [{ state: files }, spark, isFull] = await Promise.all([
        stateOfFiles(settings.files),
        stateOfSpark(host),
        reserve.isFull(),
      ]);
      const disk = isFull ? ('FULL' as const) : ('UP' as const);
      return {
        status: 'UP',
        running: runs.running,
        engines: { sail: 'UP' as const, spark },
        files,
        disk,
        sandbox,
        sandboxGaps: [...sandboxGaps],
      };
    },
  );
};
