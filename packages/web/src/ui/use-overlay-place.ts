import { useSyncExternalStore } from 'react';

const follow = (changed: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};

/** Where what floats over the page is put: of a part that is shown full screen, nothing outside it is seen. */
export const useOverlayPlace = (): HTMLElement | string =>
  useSyncExternalStore(follow, () => {
    const full = document.fullscreenElement;
    return full instanceof HTMLElement ? full : '#content';
  });
