/**
 * Whether somebody has used this page since it was loaded. Until then no browser asks before the page goes, and one that is
 * told to complains on its console; what is unsaved then is a draft that came back, and stays kept.
 */
export const isTouched = (): boolean => navigator.userActivation.hasBeenActive;
