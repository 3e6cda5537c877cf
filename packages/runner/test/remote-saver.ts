import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { WebHdfs } from '@millrace/webhdfs';
import { FileCache, RemoteFiles, WebHdfsStore } from '@millrace/file-space/remote';
import { saveTwo } from './hdfs-space.ts';

/**
 * A process that saves two files to `/space/PATH` and stops for ever just before its call number COUNT that changes
 * HDFS, when it says so. Arguments: address, folder of this machine, path, mode, COUNT.
 */
const [address = '', folder = '', path = '', mode = '', count = ''] = process.argv.slice(2);

let remaining = Number(count);
const stopAt = async (): Promise<void> => {
  if (--remaining > 0) return;
  if (remaining === 0) process.stdout.write('here\n');
  await new Promise(() => setInterval(() => undefined, 1_000_000));
};

class Stopping extends WebHdfs {
  override async rename(...args: Parameters<WebHdfs['rename']>): Promise<void> {
    await stopAt();
    return super.rename(...args);
  }
  override async create(...args: Parameters<WebHdfs['create']>): Promise<void> {
    await stopAt();
    return super.create(...args);
  }
}

const addresses = [address];
const client = new Stopping({ addresses, user: 'millrace' });
const [inputs, outputs] = [join(folder, 'inputs'), join(folder, 'outputs')];
for (const own of [inputs, outputs]) await mkdir(own, { recursive: true });
const store = new WebHdfsStore({ client, addresses, root: '/space' });
await using files = new RemoteFiles({ store, cache: new FileCache(join(folder, 'cache'), 0), inputs, outputs });
await saveTwo(files, path, mode);
process.stdout.write('done\n');
