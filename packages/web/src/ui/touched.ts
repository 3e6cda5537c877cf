/**
 * Whether the user has touched this page since it was loaded. Before that, browsers show no leave question and log an
 * error on a request for one; unsaved changes then are a restored draft, which stays stored.
 */
export const isTouched = (): boolean => navigator.userActivation.hasBeenActive;
