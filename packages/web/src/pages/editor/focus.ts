/** Goes into the first field of the chosen node's settings, once they stand. */
export function focusSettings(): void {
  requestAnimationFrame(() => {
    const fields = document.querySelectorAll<HTMLElement>(
      '[data-settings] :is(input, textarea, select, [contenteditable="true"]):not([data-node-name], :disabled)',
    );
    fields[0]?.focus();
  });
}
