/**
 * What a version of a model is called: the start of the run, and a number where nodes before have saved versions below the
 * same folder.
 */
export const versionName = (now: string, earlier = 0): string =>
  now.replaceAll(/[-:.]/g, '') + (earlier === 0 ? '' : `_${earlier + 1}`);
