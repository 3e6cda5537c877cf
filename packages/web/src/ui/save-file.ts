/** Saves a file as a download of the browser. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the browser has read it after this turn
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** A file name that every system accepts. */
export const fileName = (name: string, ending: string): string =>
  `${
    name
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
      .replaceAll(/^[-.]+|-+$/g, '')
      .slice(0, 100) || 'workflow'
  }.${ending}`;
