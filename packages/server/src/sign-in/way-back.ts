/** Longest address that is remembered: it travels in a cookie. */
const maxLength = 1_500;

const here = 'http://here.invalid';

/**
 * An address of this page that a sign-in leads back to, spelled as a header has it; `/` for all that could lead elsewhere,
 * or into the sign-in again.
 */
export function wayBack(address: string | undefined): string {
  // browsers take a backslash for a slash, and leave control characters and tabs out
  if (address === undefined || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(address)) return '/';
  const url = URL.parse(address, here);
  if (url?.origin !== here) return '/';
  const { pathname, search, hash } = url;
  const relative = `${pathname}${search}${hash}`;
  // `/.//elsewhere` is `//elsewhere` by now
  return relative.length > maxLength || /^\/(?:\/|login)/.test(relative) ? '/' : relative;
}
