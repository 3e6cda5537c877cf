import { isAbsolute, relative, sep } from 'node:path';

/** True for an absolute path that is a folder, or lies below it. Links are not followed. */
export const isBelow = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
};
