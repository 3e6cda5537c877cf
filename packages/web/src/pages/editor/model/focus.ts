/** Focuses the name of the selection, with its text selected. */
export function focusName(): void {
  const go = (): boolean => {
    const field = document.querySelector<HTMLInputElement>('[data-settings] :is([data-node-name], [data-group-name])');
    field?.focus();
    field?.select();
    return field !== null;
  };
  if (!go()) requestAnimationFrame(go);
}

/** Fields of a node's settings, and buttons that add a row to one. */
const fields =
  '[data-settings] :is(input:enabled, textarea:enabled, select:enabled, [contenteditable="true"], [data-pending], [role="group"] button:enabled):not([data-node-name])';

/** Focuses the first field of the selected node's settings, once they are drawn. */
export function focusSettings(): void {
  const go = (): void => {
    const field = [...document.querySelectorAll<HTMLElement>(fields)].find(
      (one) => one.closest('details:not([open])') === null,
    );
    // a field whose code is loading takes the focus afterwards
    if (field?.dataset['pending'] !== undefined) requestAnimationFrame(go);
    else field?.focus();
  };
  requestAnimationFrame(go);
}
