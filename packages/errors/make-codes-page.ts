// Writes the table of codes into docs/api/errors.md: `node packages/errors/make-codes-page.ts`.
import { readFile, writeFile } from 'node:fs/promises';
import { codesTable } from './src/codes-page.ts';

const page = new URL('../../docs/api/errors.md', import.meta.url);
const text = await readFile(page, 'utf8');
await writeFile(
  page,
  text.replace(/^\| code \|.*\n(?:\|.*\n)*/m, () => `${codesTable()}\n`),
);
