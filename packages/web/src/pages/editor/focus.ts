/** Goes into the name of what is chosen, ready to be written over. */
export function focusName(): void {
  const go = (): boolean => {
    const field = document.querySelector<HTMLInputElement>('[data-settings] :is([data-node-name], [data-group-name])');
    field?.focus();
    field?.select();
    return field !== null;
  };
  if (!go()) requestAnimationFrame(go);
}

/** Goes into the first field of the chosen node's settings, once they stand. */
export function focusSettings(): void {
  requestAnimationFrame(() => {
    const fields = document.querySelectorAll<HTMLElement>(
      '[data-settings] :is(input, textarea, select, [contenteditable="true"]):not([data-node-name], :disabled)',
    );
    fields[0]?.focus();
  });
}
