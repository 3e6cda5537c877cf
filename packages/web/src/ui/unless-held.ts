/** Leaves a box unless it is at work, or the way in lies over the page: keys are not meant for what is beneath that. */
export const unlessHeld = (leave: () => void, isBusy: boolean) => (): void => {
  if (!isBusy && document.querySelector('dialog[open]') === null) leave();
};
