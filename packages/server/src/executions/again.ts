import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { nodesOf, type ExecutionRow } from './transitions.ts';
import type { Db } from '../store/database.ts';
import { execute } from './execute.ts';
import { executionFor } from './stop.ts';

/**
 * Asks for a run of the workflow as it is now in the way that an earlier run was asked for, and returns its id: with its
 * values of parameters, its engine and Spark configuration, its jars, its mails and its choice of nodes.
 */
export async function runAgain(
  context: Pick<Context, 'db' | 'catalogue' | 'settings' | 'now' | 'runs'>,
  who: Principal,
  id: number,
): Promise<number> {
  const { workflowId } = await executionFor(context.db, who, id);
  const row = await context.db
    .selectFrom('executions')
    .select(['parameters', 'libJars', 'sparkConfig', 'emailOnSuccess', 'emailOnFailure', 'nodes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { libJars, sparkConfig, emailOnSuccess, emailOnFailure } = row;
  const nodes = nodesOf(row);
  return execute(context, who, {
    workflowId,
    parameters: new Map(Object.entries(valuesOf(row))),
    libJars,
    sparkConfig,
    emailOnSuccess,
    emailOnFailure,
    ...(nodes === null ? {} : { nodes }),
  });
}

/** How a run was requested, beyond what its record in a list says. */
export async function requestOf(db: Db, id: number) {
  const row = await db
    .selectFrom('executions')
    .select(['parameters', 'wish', 'libJars', 'sparkConfig'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return { parameters: {}, engineAsked: null, isConfigured: false };
  const { wish: engine, libJars, sparkConfig } = row;
  const isEngineSet = libJars.trim() !== '' || /millrace\.engine\s*[=:]/.test(sparkConfig);
  return {
    parameters: valuesOf(row),
    engineAsked: isEngineSet ? engine : null,
    isConfigured: `${libJars}${sparkConfig}`.trim() !== '',
  };
}

const valuesOf = ({ parameters }: Pick<ExecutionRow, 'parameters'>): Record<string, string> =>
  JSON.parse(parameters) as Record<string, string>;
