import type { FastifyRequest } from 'fastify';
import type { FilesAt } from '../settings/files-at.ts';
import { flagOf } from '../http/client-text.ts';
import { Problem } from '../problems.ts';
import { pathIn } from './addressed-path.ts';
import { errnoOf, withFaults } from './faults.ts';
import type { Entry, FileSpace, StagedFile } from './file-space.ts';
import { mustBeName, quotePath } from './paths.ts';
import { formRequired } from '../refusals.ts';

/** Where an upload goes; both can also be fields of the form, before or behind the files. */
export interface Destination {
  readonly path: string | undefined;
  readonly overwrite: boolean | undefined;
  /** Where the file space lies. */
  readonly at: FilesAt;
}

interface UploadPart {
  readonly name: string;
  readonly file: StagedFile;
}

/**
 * Takes the files of a form into a folder, the home if none is named, and returns what they have become. Nothing is
 * there before all of it has come, and nothing stays of an upload that fails.
 */
export async function receiveFiles(
  request: FastifyRequest,
  space: FileSpace,
  home: () => Promise<string>,
  destination: Destination,
): Promise<Entry[]> {
  if (!request.isMultipart()) throw formRequired('files');
  await using staged = new AsyncDisposableStack();
  const received: UploadPart[] = [];
  let { path, overwrite } = destination;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname === 'path') path ??= fieldPath(destination.at, part.value);
        if (part.fieldname === 'overwrite') overwrite ??= fieldFlag(part.value);
      } else if (part.filename === '') part.file.resume();
      else {
        if (part.filename === undefined) throw new Problem('UNPROCESSABLE', 'a file in the form has no name');
        const name = writtenName(part.filename);
        mustBeName(name);
        if (received.some((one) => one.name === name))
          throw new Problem('UNPROCESSABLE', `the form contains the file ${quotePath(name)} twice`);
        const folder = path ?? (await home());
        if (path !== undefined && overwrite === false) await mustBeFree(space, join(folder, name));
        const file = staged.use(await space.stage(folder, path === undefined ? undefined : name));
        await withFaults(join(folder, name), () => file.write(part.file));
        received.push({ name, file });
      }
    }
  } catch (error) {
    throw asProblem(error);
  } finally {
    // what has not been read must not stand in the connection; a pipe that is released later would pause it again
    request.raw.unpipe();
    request.raw.resume();
  }
  if (received.length === 0) throw new Problem('UNPROCESSABLE', 'the form contains no file');
  // awaited here: what is returned unawaited goes on after the files are released
  return await commitAll(space, path ?? (await home()), received, overwrite ?? false);
}

/** The signs that names in the head of a part are written without (HTML, multipart/form-data encoding algorithm). */
const escapes = { '%22': '"', '%0D': '\r', '%0A': '\n' } as const;

const writtenName = (name: string): string =>
  name.replaceAll(/%(?:22|0D|0A)/g, (escape) => escapes[escape as keyof typeof escapes]);

/** All files or, if one of them is in the way of something, none that is new. */
async function commitAll(
  space: FileSpace,
  folder: string,
  received: readonly UploadPart[],
  replace: boolean,
): Promise<Entry[]> {
  const paths: string[] = [];
  try {
    for (const { name, file } of received) {
      await file.place(join(folder, name), replace);
      paths.push(join(folder, name));
    }
  } catch (error) {
    if (!replace) await Promise.allSettled(paths.map((path) => space.remove(path, false)));
    throw error;
  }
  return Promise.all(paths.map((path) => space.entry(path)));
}

/** The path of a name in a folder of the file space. */
export const join = (folder: string, name: string): string => `${folder === '/' ? '' : folder}/${name}`;

/** Fails with CONFLICT if a file cannot be placed: something is there, and is a folder or may not be replaced. */
export async function mustBeFree(space: FileSpace, path: string, replace = false): Promise<void> {
  const there = await space.entry(path).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  if (there === undefined || (replace && !there.isDirectory)) return;
  throw new Problem(
    'CONFLICT',
    `path ${quotePath(path)} ${replace ? 'is a folder' : 'already exists: send overwrite=true to replace it'}`,
  );
}

function fieldPath(at: FilesAt, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new Problem('MALFORMED', 'form field "path" must be a path');
  return pathIn(at, value);
}

function fieldFlag(value: unknown): boolean {
  if (value === '') return false;
  const flag = typeof value === 'string' ? flagOf(value) : value;
  if (typeof flag === 'boolean') return flag;
  throw new Problem('MALFORMED', 'form field "overwrite" must be true or false');
}

/** What the reader of forms says, in our words; faults of the disk and Problems stay what they are. */
function asProblem(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error) || 'syscall' in error) return error;
  if (errnoOf(error)?.endsWith('_LIMIT')) return new Problem('TOO_LARGE', 'the form has too many parts');
  return new Problem('MALFORMED', 'the upload was interrupted, or is not a valid form');
}
