import { relative } from 'node:path';
import { requirePermission } from '../http/authenticate.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problems.ts';
import { filesOf } from '../files/home.ts';
import { guessType } from './guess.ts';
import { datasetTypes } from './kinds.ts';
import { inspectText } from './inspect-text.ts';
import type { InspectionRequest, DatasetInspection } from './inspection.ts';
import { isPackedOtherwise, markedEncoding } from './read-head.ts';
import { withFileProblems } from './file-problems.ts';
import { turns } from '../timing/turns.ts';

/** Engines take memory: so many look at once. */
const inTurn = turns(2);

/**
 * Looks at the files of a dataset, through an engine if only that can read them, as a user who may read files sees
 * them. Fails by name for what is wrong. An engine's work ends with `signal`.
 */
export function inspectDataset(
  context: Context,
  who: Principal,
  request: InspectionRequest,
  signal?: AbortSignal,
): Promise<DatasetInspection> {
  return withFileProblems(async () => {
    requirePermission(who, 'data.view');
    await using files = await filesOf(context.files, who);
    const requestedType = request.datasetType;
    if (requestedType !== undefined && datasetTypes[requestedType] === 'none') throw notPreviewable(requestedType);
    const { names } = await files.input(request.path);
    const datasetType = requestedType ?? guessType(names[0] ?? '');
    if (datasetTypes[datasetType] === 'none') throw notPreviewable(datasetType);
    if (isText(datasetType) && !names.some(isPackedOtherwise)) {
      const encoding = request.readOptions['encoding'] ?? (await markedEncoding(names[0] ?? ''));
      // another character set is distinguished from bytes by its decoder
      if (encoding === undefined || /^utf-?8$/i.test(encoding)) await files.input(request.path, 'markup');
      const readOptions = { ...request.readOptions, ...(encoding === undefined ? {} : { encoding }) };
      const displayName = (name: string): string => relative(files.root, name);
      return await inspectText({ ...request, datasetType, readOptions }, { names, displayName });
    }
    const { inspectByEngine } = await import('./inspect-by-engine.ts');
    return await inTurn(() => inspectByEngine(context, { ...request, datasetType }, { files, signal }));
  });
}

const isText = (type: keyof typeof datasetTypes): type is 'CSV' | 'TSV' | 'TEXT' => datasetTypes[type] === 'text';

const notPreviewable = (type: string): Problem =>
  new Problem('UNPROCESSABLE', `datasets of type ${type} cannot be previewed`);
