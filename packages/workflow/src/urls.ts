const hidden = '***';
const maxLength = 200;

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
  const url = text.trim().replaceAll(/[\t\r\n]/g, '');
  const userInfo = URL.canParse(url) ? /^([a-z][\w+.-]*:[\\/]*)[^\\/?#]*@/i : /^([a-z][\w+.-]*:[\\/]*)?.*@/i;
  const [address = '', ...query] = (url.replace(userInfo, `$1${hidden}@`).split('#')[0] ?? '').split('?');
  const path = address.replaceAll(/;([^=;/]*)=[^;/]*/g, `;$1=${hidden}`);
  const result = query.length === 0 ? path : `${path}?${query.join('?').split('&').map(hideValue).join('&')}`;
  return result.length > maxLength ? `${result.slice(0, maxLength)}…` : result;
}

function hideValue(pair: string): string {
  const at = pair.indexOf('=');
  if (at >= 0) return `${pair.slice(0, at)}=${hidden}`;
  return pair === '' ? '' : hidden;
}
