const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** What takes files by itself, as browsers have it. */
const isFileField = ({ target }: DragEvent): boolean =>
  target instanceof Element && target.closest('input[type="file"]') !== null;

/** Editors of code would write what a file holds, however large it is. */
const isCode = ({ target }: DragEvent): boolean => target instanceof Element && target.closest('.cm-editor') !== null;

/** Files that are let go where nothing takes them do nothing; a browser would open them, and the page would be gone. */
export function ignoreStrayFiles(): void {
  const refuse = (event: DragEvent): void => {
    if (!hasFiles(event) || event.defaultPrevented || isFileField(event)) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
  const keepOut = (event: DragEvent): void => {
    if (!hasFiles(event) || !isCode(event)) return;
    refuse(event);
    event.stopPropagation();
  };
  for (const name of ['dragenter', 'dragover', 'drop'] as const) addEventListener(name, keepOut, { capture: true });
}
