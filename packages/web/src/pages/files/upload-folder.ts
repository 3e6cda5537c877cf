import { listFolder, makeFolder } from '../../api/files.ts';

/**
 * The target folder of some files. It is read when the first of them is sent, so that errors are those of single files.
 */
export interface UploadFolder {
  readonly folder: string;
  /** The names in it; requested once, and again after an error. */
  readonly names: () => Promise<ReadonlySet<string>>;
}

/** `mayCreate`: whether the folder is created first if it is missing. */
export function uploadFolderAt(folder: string, mayCreate: boolean): UploadFolder {
  const find = async (): Promise<ReadonlySet<string>> => {
    if (mayCreate) await makeFolder(folder);
    return new Set((await listFolder(folder)).map(({ name }) => name));
  };
  let names: Promise<ReadonlySet<string>> | undefined;
  return {
    folder,
    names: () =>
      (names ??= find().catch((error: unknown) => {
        names = undefined;
        throw error;
      })),
  };
}
