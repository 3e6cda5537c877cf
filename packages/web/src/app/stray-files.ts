const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Elements that accept files by themselves in browsers. */
const isFileField = ({ target }: DragEvent): boolean =>
  target instanceof Element && target.closest('input[type="file"]') !== null;

/** Code editors would insert the content of a file, however large it is. */
const isCode = ({ target }: DragEvent): boolean => target instanceof Element && target.closest('.cm-editor') !== null;

/** Ignores files that are dropped outside a drop zone; a browser would open them instead of the page. */
export function ignoreStrayFiles(): void {
  const refuse = (event: DragEvent): void => {
    if (!hasFiles(event) || event.defaultPrevented || isFileField(event)) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
  const reject = (event: DragEvent): void => {
    if (!hasFiles(event) || !isCode(event)) return;
    refuse(event);
    event.stopPropagation();
  };
  for (const name of ['dragenter', 'dragover', 'drop'] as const) addEventListener(name, reject, { capture: true });
}
