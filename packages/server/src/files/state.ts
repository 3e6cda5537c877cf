import { access } from 'node:fs/promises';
import { S3Error, s3Remedies, S3Tree, type S3Fault } from '@millrace/s3';
import { HdfsError, WebHdfs } from '@millrace/webhdfs';
import type { FilesAt, S3At } from '../settings/files-at.ts';

/** Milliseconds that a caller that asks for the health of the service can wait. */
const patience = { connect: 2_000, answer: 3_000 };

const remedies: Readonly<Partial<Record<S3Fault, string>>> = s3Remedies;

export type FilesState =
  | { readonly state: 'UP' }
  | { readonly state: 'AWAY'; readonly error: unknown; readonly remedy: string | undefined };

/** Whether the file space is there; why not, if it is away, and what to do if that is known. */
export async function stateOfFiles(at: FilesAt): Promise<FilesState> {
  try {
    if (at.kind === 'local') await access(at.folder);
    else if (at.kind === 'hdfs') await new WebHdfs({ ...at, patience }).status(at.root);
    else await impatient(at).status('/');
    return { state: 'UP' };
  } catch (error) {
    // a root that is not there is made with the first home
    if (error instanceof HdfsError && error.fault === 'notFound') return { state: 'UP' };
    return { state: 'AWAY', error, remedy: error instanceof S3Error ? remedies[error.fault] : undefined };
  }
}

const trees = new WeakMap<S3At, S3Tree>();

function impatient(at: S3At): S3Tree {
  const { connect, answer: silence } = patience;
  const tree = trees.get(at) ?? new S3Tree(at, { patience: { connect, silence, attempts: 1 } });
  trees.set(at, tree);
  return tree;
}
