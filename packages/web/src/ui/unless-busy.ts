/**
 * Closes a dialog unless it is busy, or the sign-in form covers the page: keys are not meant for the page beneath it.
 */
export const unlessBusy = (leave: () => void, isBusy: boolean) => (): void => {
  if (!isBusy && document.querySelector('dialog[open]') === null) leave();
};
