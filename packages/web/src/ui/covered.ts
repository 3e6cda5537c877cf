/** Does nothing while the way in lies over the page: keys are not meant for what is beneath it. */
export const unlessCovered = (act: () => void) => (): void => {
  if (document.querySelector('dialog[open]') === null) act();
};
