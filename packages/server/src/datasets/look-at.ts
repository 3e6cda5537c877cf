import { relative } from 'node:path';
import { requirePermission } from '../http/authenticate.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problems.ts';
import { filesOf } from '../files/home.ts';
import { guessType } from './guess.ts';
import { datasetTypes } from './kinds.ts';
import { lookAtText } from './look-at-text.ts';
import type { Look, Seen } from './look.ts';
import { isPackedOtherwise, markedEncoding } from './read-head.ts';
import { told } from './told.ts';
import { turns } from '../timing/turns.ts';

/** Engines take memory: so many look at once. */
const inTurn = turns(2);

/**
 * Looks at the files of a dataset, through an engine where only that can read them, as somebody who may read files sees
 * them. Fails by name for what is wrong. An engine's work ends with `signal`.
 */
export function lookAt(context: Context, who: Principal, look: Look, signal?: AbortSignal): Promise<Seen> {
  return told(async () => {
    requirePermission(who, 'data.view');
    await using files = await filesOf(context.files, who);
    const namedType = look.datasetType;
    if (namedType !== undefined && datasetTypes[namedType] === 'none') throw unseen(namedType);
    const { names } = await files.input(look.path);
    const datasetType = namedType ?? guessType(names[0] ?? '');
    if (datasetTypes[datasetType] === 'none') throw unseen(datasetType);
    if (isText(datasetType) && !names.some(isPackedOtherwise)) {
      const encoding = look.readOptions['encoding'] ?? (await markedEncoding(names[0] ?? ''));
      // another character set is told apart from bytes by its decoder
      if (encoding === undefined || /^utf-?8$/i.test(encoding)) await files.input(look.path, 'markup');
      const readOptions = { ...look.readOptions, ...(encoding === undefined ? {} : { encoding }) };
      const shown = (name: string): string => relative(files.root, name);
      return await lookAtText({ ...look, datasetType, readOptions }, { names, shown });
    }
    const { lookByEngine } = await import('./look-by-engine.ts');
    return await inTurn(() => lookByEngine(context, { ...look, datasetType }, { files, signal }));
  });
}

const isText = (type: keyof typeof datasetTypes): type is 'CSV' | 'TSV' | 'TEXT' => datasetTypes[type] === 'text';

const unseen = (type: string): Problem =>
  new Problem('UNPROCESSABLE', `datasets of type ${type} cannot be looked at here`);
