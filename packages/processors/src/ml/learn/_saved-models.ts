import type { SparkError, SparkSession } from '@millrace/spark-connect';
import {
  isUnreadableModel,
  loadModel,
  readMetadata,
  SavedModelError,
  type TransformStage,
} from '@millrace/spark-connect/ml';
import { FieldError } from '../../kit/field-error.ts';

/**
 * Reads the model that a folder holds. `path` is its name for users, `field` names it. Throws a `FieldError` for what is damaged, is no
 * model, or is one of another Spark that this one cannot read.
 */
export async function readModel(
  session: SparkSession,
  folder: string,
  path: string,
  field = 'path',
): Promise<TransformStage> {
  const unreadable = (why: string): FieldError =>
    new FieldError(
      field,
      `cannot load the model in path "${path}": ${why}`,
      'save the model again, or choose another folder',
    );
  try {
    return await loadModel(session, folder);
  } catch (error) {
    if (!isUnreadableModel(error)) throw error;
    if (error instanceof SavedModelError) throw unreadable(error.message);
    throw unreadable((await newer(session, folder)) ?? damage(error, folder));
  }
}

/** Says so where the model is of a Spark that came after this one, as far as its metadata tell. */
async function newer(session: SparkSession, folder: string): Promise<string | undefined> {
  const metadata = await readMetadata(session, folder).catch((error: unknown) => {
    // they are what is damaged
    if (isUnreadableModel(error)) return undefined;
    throw error;
  });
  if (metadata === undefined) return undefined;
  const { sparkVersion = '' } = metadata;
  const ownVersion = await session.version();
  if (compare(sparkVersion, ownVersion) <= 0) return undefined;
  return `it was saved by Spark ${sparkVersion}, which is newer than this version (${ownVersion})`;
}

const numbers = (version: string): readonly number[] => (version.match(/\d+/g) ?? []).slice(0, 3).map(Number);

const compare = (a: string, b: string): number =>
  numbers(a).reduce((sign, part, i) => sign || part - (numbers(b)[i] ?? 0), 0);

/** What is wrong with files that Spark cannot read, by the name of the file where Spark names one. */
function damage({ message, errorClass = '' }: SparkError, folder: string): string {
  const [, rest] = message.split(`${folder}/`);
  const fileName = rest === undefined ? undefined : /^[^\s'",;]+/.exec(rest)?.[0].replace(/[.:]+$/, '');
  if (/^PATH_NOT_FOUND/.test(errorClass)) return `its part "${fileName ?? ''}" is missing`;
  if (/^FAILED_READ_FILE|ChecksumException|Checksum error/.test(`${errorClass} ${message}`))
    return fileName === undefined ? 'one of its files is damaged' : `its file "${fileName}" is damaged`;
  return 'its files do not belong together, or come from another version of Spark';
}
