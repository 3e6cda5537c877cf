import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { WebHdfs } from '@millrace/webhdfs';
import { sharedHdfs } from '@millrace/testkit/servers';
import type { Hdfs } from '../../webhdfs/test/hadoop/hdfs.ts';
import type { RunFiles } from '@millrace/file-space';
import {
  FileCache,
  RemoteFiles,
  WebHdfsStore,
  type RemoteFilesOptions,
  type RemoteSpace,
} from '@millrace/file-space/remote';

/** A client that tells what it has read, and when it reads. */
class WatchedHdfs extends WebHdfs {
  readonly opened: string[] = [];
  onOpen: (() => void) | undefined;
  override open(...args: Parameters<WebHdfs['open']>): ReturnType<WebHdfs['open']> {
    this.opened.push(args[0]);
    this.onOpen?.();
    return super.open(...args);
  }
}

/** A file space in the folder `/space` of a real HDFS, for the user `millrace`, with folders of this machine beside it. */
export class HdfsSpace implements AsyncDisposable {
  readonly hdfs: Hdfs;
  readonly folder: string;
  readonly client: WatchedHdfs;
  readonly superuser: WebHdfs;
  readonly space: RemoteSpace;

  private constructor(hdfs: Hdfs, folder: string) {
    this.hdfs = hdfs;
    this.folder = folder;
    const addresses = [`http://${hdfs.http}`];
    this.client = new WatchedHdfs({ addresses, user: 'millrace' });
    this.superuser = new WebHdfs({ addresses, user: hdfs.superuser });
    this.space = {
      store: new WebHdfsStore({ client: this.client, addresses, root: '/space' }),
      cache: new FileCache(join(folder, 'cache'), 1 << 30),
      inputs: join(folder, 'inputs'),
      outputs: join(folder, 'outputs'),
    };
  }

  static async start(): Promise<HdfsSpace> {
    // lists come in parts of two, which takes paging
    const hdfs = await sharedHdfs();
    const one = new HdfsSpace(hdfs, await mkdtemp(join(tmpdir(), 'millrace-hdfs-runs-')));
    for (const path of ['inputs', 'outputs']) await mkdir(join(one.folder, path));
    await one.superuser.makeFolder('/space', 0o777);
    await one.superuser.setPermission('/space', 0o777);
    return one;
  }

  files(options: RemoteFilesOptions = {}): RemoteFiles {
    return new RemoteFiles(this.space, options);
  }
  /** Writes a file; the path is one of the space. */
  async write(path: string, content: string): Promise<void> {
    const bytes = Readable.from([Buffer.from(content)], { objectMode: false });
    await this.client.create(`/space/${path}`, bytes, { overwrite: true, withFolders: true });
  }
  async read(path: string): Promise<string> {
    return text(await this.client.open(`/space/${path}`));
  }
  /** Names in a folder of the space, in order. */
  async names(path: string): Promise<string[]> {
    const names: string[] = [];
    for await (const some of this.client.list(`/space/${path}`)) names.push(...some.map(({ name }) => name));
    return names.toSorted();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Saves the files `new-1` and `new-2` as one attempt of a run does (`stageSave`, `commitSave`): again, where one was cut off. */
export async function saveTwo(files: RunFiles, path: string, mode: string): Promise<void> {
  const target = await files.place(path, 'path');
  const mark = '_millrace-run';
  if (await target.has(mark)) return;
  const staging = await target.begin('run');
  await mkdir(staging);
  for (const name of ['new-1', 'new-2']) await writeFile(join(staging, name), name);
  await target.finish(undefined);
  await target.exchange({ append: mode === 'append', mark });
}
