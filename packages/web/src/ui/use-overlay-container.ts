import { useSyncExternalStore } from 'react';

const follow = (onChange: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
};

/** The parent element of overlays: in full screen, only its descendants are visible. */
export const useOverlayContainer = (): HTMLElement | string =>
  useSyncExternalStore(follow, () => {
    const full = document.fullscreenElement;
    return full instanceof HTMLElement ? full : '#content';
  });
