/** A file and the folder that it lies in, seen from where it was dropped: empty, or such as `a/b`. */
export interface DroppedFile {
  readonly file: File;
  readonly below: string;
}

/** The files that were dropped, those of folders with them. */
export async function dropped(data: DataTransfer): Promise<DroppedFile[]> {
  // the items are gone after the first pause
  const entries = [...data.items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
  const plain = [...data.files];
  if (entries.some((entry) => entry === null)) return plain.map((file) => ({ file, below: '' }));
  const found = await Promise.all(entries.filter((entry) => entry !== null).map((entry) => filesOf(entry, '')));
  return found.flat();
}

async function filesOf(entry: FileSystemEntry, below: string): Promise<DroppedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, below }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inside = below === '' ? entry.name : `${below}/${entry.name}`;
  const found: DroppedFile[] = [];
  // it gives some at a time, and none at the end
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const one of some) found.push(...(await filesOf(one, inside)));
  }
}

/** The files of a chooser; one of folders tells their place. */
export const chosen = (files: FileList): DroppedFile[] =>
  [...files].map((file) => ({ file, below: file.webkitRelativePath.split('/').slice(0, -1).join('/') }));
