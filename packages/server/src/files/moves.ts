import { Type, type Static } from 'typebox';
import type { FilesAt } from '../settings/files-at.ts';
import { Problem } from '../problems.ts';
import { pathIn } from './addressed-path.ts';
import type { FileSpace } from './file-space.ts';
import { Path } from './paths.ts';

const maxPaths = 10_000;

const Pairs = Type.Array(Type.Object({ sourceFilePath: Path, destinationFilePath: Path }), { maxItems: maxPaths });
const ToOneFolder = Type.Object({
  sourceFilePaths: Type.Array(Path, { maxItems: maxPaths }),
  destinationFilePath: Path,
});

/** Several moves: pairs, or many paths and the folder they go to. */
export const MovesBody = Type.Union([Pairs, ToOneFolder]);

export interface Move {
  readonly from: string;
  readonly to: string;
}

/** The moves that are asked for, each of them checked before the first is done. */
export function movesOf(at: FilesAt, body: Static<typeof MovesBody>): Move[] {
  const pairs = Array.isArray(body)
    ? body
    : body.sourceFilePaths.map((sourceFilePath) => ({
        sourceFilePath,
        destinationFilePath: body.destinationFilePath,
      }));
  return pairs.map((pair) => ({
    from: pathIn(at, pair.sourceFilePath),
    to: pathIn(at, pair.destinationFilePath),
  }));
}

/** The new path of what is moved: if a folder is named, it goes into that under its own name. */
export async function intoFolder(space: FileSpace, from: string, to: string): Promise<string> {
  const there = await space.entry(to).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  if (there?.isDirectory !== true) return to;
  return `${to === '/' ? '' : to}${from.slice(from.lastIndexOf('/'))}`;
}
