import { useSyncExternalStore } from 'react';

const follow = (changed: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};

/** The parent element of overlays: in full screen, only its descendants are visible. */
export const useOverlayContainer = (): HTMLElement | string =>
  useSyncExternalStore(follow, () => {
    const full = document.fullscreenElement;
    return full instanceof HTMLElement ? full : '#content';
  });
