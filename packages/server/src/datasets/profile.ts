import { profile, type Profile } from '@millrace/runner/profile';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problems.ts';
import { requirePermission } from '../http/authenticate.ts';
import { turns } from '../timing/turns.ts';
import { filesOf } from '../files/home.ts';
import { guessType } from './guess.ts';
import { datasetTypes } from './kinds.ts';
import { inspectDataset } from './inspect.ts';
import type { InspectionRequest } from './inspection.ts';
import { readByEngine } from './read-by-engine.ts';
import { withFileProblems } from './file-problems.ts';

/** Most rows that a profile is of. */
const mostRows = 100_000;
/** Time that an engine has for it. */
const maxMs = 60_000;

/** Engines take memory: so many profiles are made at once. */
const inTurn = turns(1);

export interface DatasetProfile extends Profile {
  readonly warnings: readonly string[];
}

/**
 * Sums up the columns of a dataset's files, as a run would read them for a user who may read files. What the look
 * leaves open is found out first. Fails by name for what is wrong; ends with `signal`.
 */
export function profileOf(
  context: Context,
  who: Principal,
  request: InspectionRequest,
  signal: AbortSignal,
): Promise<DatasetProfile> {
  return withFileProblems(async () => {
    requirePermission(who, 'data.view');
    const completeRequest = await withDatasetType(context, who, request);
    await using files = await filesOf(context.files, who);
    return await inTurn(() =>
      readByEngine(
        context,
        completeRequest,
        { files, signal, maxMs },
        async ({ rows, marked, warnings, engine: { keep: materialize } }) => {
          const columns = await profile(marked ?? rows, {
            keep: materialize,
            maxRows: mostRows,
            isMarked: marked !== undefined,
            signal,
          });
          return { ...columns, warnings };
        },
      ),
    );
  });
}

/** A look with all that reading needs: the kind of the files, and of text how it is cut. */
async function withDatasetType(context: Context, who: Principal, request: InspectionRequest) {
  const requestedType = request.datasetType;
  if (requestedType !== undefined && datasetTypes[requestedType] !== 'text') {
    if (datasetTypes[requestedType] === 'engine') return { ...request, datasetType: requestedType };
    throw new Problem('UNPROCESSABLE', `datasets of type ${requestedType} cannot be previewed`);
  }
  if (requestedType === undefined) {
    await using files = await filesOf(context.files, who);
    const { names } = await files.input(request.path);
    const guess = guessType(names[0] ?? '');
    if (datasetTypes[guess] === 'engine') return { ...request, datasetType: guess };
  }
  const { datasetType, delimiter, header, columns, readOptions } = await inspectDataset(context, who, request);
  return { ...request, datasetType, delimiter, header, columns, readOptions };
}
