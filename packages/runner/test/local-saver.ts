import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalFiles } from '@millrace/file-space';

/** A process that appends files, one save each, to `out` in a file space. Arguments: folder, its own name, how many. */
const [folder = '', name = '', count = ''] = process.argv.slice(2);

await using files = new LocalFiles(folder);
for (let i = 0; i < Number(count); i++) {
  const target = await files.place('out', 'path');
  const staging = await target.begin(`${name}-${i}`);
  await mkdir(staging);
  await writeFile(join(staging, `${name}-${i}`), name);
  await target.finish(undefined);
  await target.exchange({ append: true, mark: undefined });
}
