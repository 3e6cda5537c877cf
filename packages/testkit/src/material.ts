import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the workflows, data and lists that others wrote are: outside the project. */
const root = process.env['MILLRACE_TEST_MATERIAL'] ?? join(import.meta.dirname, '../../../../shared');

/** A file or folder that others wrote. */
export interface Material {
  readonly path: string;
  /** Why tests on it are skipped; false if it is there, and in CI, where its absence fails the tests that read it. */
  readonly skip: string | false;
}

export function material(name: string): Material {
  const path = join(root, name);
  return { path, skip: existsSync(path) || process.env['CI'] === 'true' ? false : `${path} is not on this machine` };
}
