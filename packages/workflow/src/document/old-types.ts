import type { Reader } from './readers.ts';
import { text } from './readers.ts';

/** Node types of old files and what they are called now (behaviour of real files, section 0). */
const OLD_TYPES: ReadonlyMap<string, string> = new Map([
  ['ml', 'ml-estimator'],
  ['predict', 'ml-predict'],
]);

/** A node type in its present spelling. */
export const nodeType: Reader<string> = (value, path, report) => {
  const type = text('')(value, path, report);
  return OLD_TYPES.get(type) ?? type;
};
