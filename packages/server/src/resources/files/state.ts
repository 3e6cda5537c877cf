import { access } from 'node:fs/promises';
import { HdfsError, WebHdfs } from '@millrace/webhdfs';
import type { FilesAt } from '../../files-at.ts';

/** Milliseconds that whoever asks for the health of the service can wait. */
const patience = { connect: 2_000, answer: 3_000 };

/** Whether the file space is there; why not, where it is away. */
export async function stateOfFiles(at: FilesAt): Promise<{ state: 'UP' } | { state: 'AWAY'; error: unknown }> {
  try {
    if (at.kind === 'local') await access(at.folder);
    else await new WebHdfs({ ...at, patience }).status(at.root);
    return { state: 'UP' };
  } catch (error) {
    // a root that is not there is made with the first home
    if (error instanceof HdfsError && error.fault === 'notFound') return { state: 'UP' };
    return { state: 'AWAY', error };
  }
}
