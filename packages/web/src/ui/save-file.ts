/** Hands a file to the browser, which saves it as it does downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the browser has taken it once this turn is over
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** A name that every system takes for a file. */
export const fileName = (name: string, ending: string): string =>
  `${
    name
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
      .replaceAll(/^[-.]+|-+$/g, '')
      .slice(0, 100) || 'workflow'
  }.${ending}`;
