// @ts-check
import { fileURLToPath } from 'node:url';

/** Folder of the built page; set-up builds it. */
export const builtPage = fileURLToPath(new URL('./dist', import.meta.url));
