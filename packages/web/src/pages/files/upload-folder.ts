import { listed, makeFolder } from '../../api/files.ts';

/** The folder that some files go to. It is looked into when the first of them is sent: their ways there fail one by one. */
export interface UploadFolder {
  readonly folder: string;
  /** The names in it; asked for once, and again where that has failed. */
  readonly names: () => Promise<ReadonlySet<string>>;
}

/** `isMade`: whether the folder is made first, where it is not there. */
export function uploadFolderAt(folder: string, isMade: boolean): UploadFolder {
  const find = async (): Promise<ReadonlySet<string>> => {
    if (isMade) await makeFolder(folder);
    return new Set((await listed(folder)).map(({ name }) => name));
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
