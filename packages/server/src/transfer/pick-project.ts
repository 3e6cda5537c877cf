import { Problem } from '../problems.ts';
import { folderOf, foldersIn, headOf } from './project-files.ts';
import { quoteName } from '../http/in-file.ts';
import type { ArchiveFiles } from './read-archive.ts';

/** Most projects that a message names. */
const maxNames = 10;

/**
 * The files of one project of an archive. Of several, `name` picks the one whose folder, or whose own name, it is; fails
 * with the folders to pick from where it is the name of none, or of more than one.
 */
export function pickProject(files: ArchiveFiles, name: string): ArchiveFiles {
  const folders = foldersIn(files.texts);
  if (folders.length < 2) return files;
  const last = (folder: string): string => folder.slice(0, -1).split('/').at(-1) ?? '';
  const byFolder = folders.filter((folder) => last(folder) === name);
  const matches =
    byFolder.length > 0
      ? byFolder
      : folders.filter(
          (folder) => headOf(`${folder}project.json`, files.texts.get(`${folder}project.json`) ?? '').name === name,
        );
  const [folder] = matches;
  if (folder === undefined || matches.length > 1) {
    const which = (name === '' ? folders : matches.length > 1 ? matches : folders).map((one) => quoteName(last(one)));
    const names = which.slice(0, maxNames).join(', ') + (which.length > maxNames ? ', …' : '');
    const why =
      name === ''
        ? `the archive contains ${folders.length} projects`
        : `selectedProjectName ${quoteName(name)} matches ${matches.length} of the ${folders.length} projects of the archive`;
    throw new Problem(
      'UNPROCESSABLE',
      `${why}: send the folder of one as selectedProjectName (${names}), or import all with POST /api/v1/projects/multiple/import`,
    );
  }
  const isPicked = ([path]: readonly [string, unknown]): boolean => (folderOf(folders, path) ?? folder) === folder;
  return {
    ...files,
    texts: new Map([...files.texts].filter(isPicked)),
    modelFiles: new Map([...files.modelFiles].filter(isPicked)),
  };
}
