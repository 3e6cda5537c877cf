// @ts-check
import { join } from 'node:path';

/** Folder of the built page; set-up builds it. */
export const builtPage = join(import.meta.dirname, 'dist');
