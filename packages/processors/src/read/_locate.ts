import type { Location } from '../contract/files.ts';
import type { RunContext } from '../contract/context.ts';

/**
 * The paths of a location as an engine takes them: each stands for the one file or folder of that name. Spark (Hadoop)
 * reads patterns unless their characters are escaped; Sail does so unless the path is a URL.
 */
export const addresses = (paths: readonly string[], engine: RunContext['engine']): string[] =>
  paths.map((path) => {
    if (!/[\\*?[\]{}]/.test(path)) return path;
    if (engine === 'spark') return path.replace(/[\\*?[\]{}]/g, String.raw`\$&`);
    return `file://${path.split('/').map(encodeURIComponent).join('/').replaceAll('*', '%2A')}`;
  });

/** Why rows of several files may come in another order on another engine; undefined for one file. */
export const unorderedFiles = ({ names }: Location): string | undefined =>
  names.length > 1 ? `the rows come from ${names.length} files, which engines read in different orders` : undefined;
