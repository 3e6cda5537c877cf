const hidden = '***';
const longest = 200;

/** True for an absolute URL of the schemes http and https. */
export function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '';
}

/**
 * A URL that is safe to show: as it was written, without user name and password, without the values of its query and
 * without its fragment. Other text is treated with the same care.
 */
export function shownUrl(text: string): string {
  // line ends and tabs are no part of a URL: WHATWG URL, "basic URL parser"
  const written = text.trim().replaceAll(/[\t\r\n]/g, '');
  const userInfo = URL.canParse(written) ? /^([a-z][\w+.-]*:[\\/]*)[^\\/?#]*@/i : /^([a-z][\w+.-]*:[\\/]*)?.*@/i;
  const [address = '', ...query] = (written.replace(userInfo, `$1${hidden}@`).split('#')[0] ?? '').split('?');
  const path = address.replaceAll(/;([^=;/]*)=[^;/]*/g, `;$1=${hidden}`);
  const shown = query.length === 0 ? path : `${path}?${query.join('?').split('&').map(hideValue).join('&')}`;
  return shown.length > longest ? `${shown.slice(0, longest)}…` : shown;
}

function hideValue(pair: string): string {
  const at = pair.indexOf('=');
  if (at >= 0) return `${pair.slice(0, at)}=${hidden}`;
  return pair === '' ? '' : hidden;
}
