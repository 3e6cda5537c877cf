// @ts-check
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { builds, own, stateOf } from './command-line.mjs';

/** A source that asks for its own address gets the one that it has in the repository: workers and files next to it
 * are not built. @type {import('rolldown').Plugin} */
const addresses = {
  name: 'addresses of sources',
  transform(code, source) {
    if (/import\.meta\.(dirname|filename)/.test(code)) this.error(`write import.meta.url in ${source}`);
    if (!code.includes('import.meta.url')) return;
    const path = relative(join(builds, 'one build'), source);
    return { code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`) };
  },
};

const bundle = await rolldown({
  input: join(own, 'src', 'command.ts'),
  platform: 'node',
  // npm packages stay where they are
  external: /^(?!@millrace\/|[./])/,
  plugins: [addresses],
  logLevel: 'warn',
});
const name = `${Date.now()}`;
const { output } = await bundle.write({ dir: join(builds, name), format: 'esm' });
await bundle.close();

/** @type {Record<string, string>} */
const sources = {};
for (const chunk of output)
  if (chunk.type === 'chunk')
    for (const source of chunk.moduleIds.filter((id) => isAbsolute(id) && !id.includes('\0'))) {
      const path = relative(own, source);
      sources[path] = stateOf(path) ?? '';
    }
const entry = output.find((chunk) => chunk.type === 'chunk' && chunk.isEntry);
if (entry === undefined) throw new Error('rolldown wrote no entry');

// whole, or the one before stays
const current = join(builds, 'current.json');
writeFileSync(`${current}.part`, JSON.stringify({ entry: join(name, entry.fileName), sources }));
renameSync(`${current}.part`, current);

// a service that runs still loads files of the build before
const older = readdirSync(builds).filter((one) => statSync(join(builds, one)).isDirectory() && one !== name);
for (const one of older.sort().slice(0, -1)) rmSync(join(builds, one), { recursive: true });
