/** A word of a command-like text, quotes included; `open` when a quote in it is not closed. */
export interface Word {
  readonly text: string;
  readonly open: boolean;
}

/** Quoted stretches: double quotes with backslash escapes, single quotes without. */
const DOUBLE = /"(?:\\[^]|[^"\\])*"/y;
const SINGLE = /'[^']*'/y;

/** Splits at white space outside quotes. A quote opens only if no letter or digit stands before it. */
export function splitWords(text: string): readonly Word[] {
  const words: Word[] = [];
  let start = 0;
  let at = 0;
  let open = false;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      if (at > start) words.push({ text: text.slice(start, at), open });
      start = ++at;
    } else if (opensQuote(text, at, start)) {
      const end = endOfQuote(text, at);
      open = end === undefined;
      at = end ?? text.length;
    } else at++;
  }
  if (at > start) words.push({ text: text.slice(start), open });
  return words;
}

/** Removes the quotes around a text that is quoted as a whole; any other text is returned unchanged. */
export function unquote(text: string): string {
  const double = /^"((?:\\[^]|[^"\\])*)"$/.exec(text)?.[1];
  if (double !== undefined) return double.replace(/\\(["\\])/g, '$1');
  return /^'([^']*)'$/.exec(text)?.[1] ?? text;
}

function opensQuote(text: string, at: number, start: number): boolean {
  const char = text.charAt(at);
  return (char === '"' || char === "'") && (at === start || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)));
}

/** The position after the closing quote; undefined if the quote is not closed. */
function endOfQuote(text: string, at: number): number | undefined {
  const pattern = text.charAt(at) === '"' ? DOUBLE : SINGLE;
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
