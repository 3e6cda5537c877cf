/** A file and its folder, relative to the drop target: empty, or such as `a/b`. */
export interface DroppedFile {
  readonly file: File;
  readonly below: string;
}

/** The dropped files, including those of folders. */
export async function droppedFilesOf(data: DataTransfer): Promise<DroppedFile[]> {
  // the items are unavailable after the first await
  const entries = [...data.items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
  const plain = [...data.files];
  if (entries.some((entry) => entry === null)) return plain.map((file) => ({ file, below: '' }));
  const nested = await Promise.all(entries.filter((entry) => entry !== null).map((entry) => filesOf(entry, '')));
  return nested.flat();
}

async function filesOf(entry: FileSystemEntry, below: string): Promise<DroppedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, below }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inside = below === '' ? entry.name : `${below}/${entry.name}`;
  const droppedFiles: DroppedFile[] = [];
  // it returns some at a time, and none at the end
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return droppedFiles;
    for (const one of some) droppedFiles.push(...(await filesOf(one, inside)));
  }
}

/** The files of a file input; those of a folder input have relative paths. */
export const asDropped = (files: FileList): DroppedFile[] =>
  [...files].map((file) => ({ file, below: file.webkitRelativePath.split('/').slice(0, -1).join('/') }));
