// @ts-check
// Writes each file of the built page a second and a third time, compressed, for browsers that take it so.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder of the built page');

for (const file of globSync('**/*.{js,css,svg}', { cwd: folder })) {
  const path = join(folder, file);
  const contents = readFileSync(path);
  if (contents.length < 1_024) continue;
  writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}
