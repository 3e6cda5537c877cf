export type TokenKind = 'word' | 'quoted' | 'string' | 'number' | 'symbol' | 'hint' | 'bad' | 'end';

/** One lexical element. `text` is as written; `value` is the unescaped content of strings and quoted names. */
export type Token = {
  kind: TokenKind;
  text: string;
  value: string;
  /** Upper-cased text of an unquoted word, the symbol itself, else empty. */
  key: string;
  start: number;
  end: number;
};

/** `oddComment`: a comment inside another one or continued by a backslash, which engines may end elsewhere. */
export type Tokens = { tokens: Token[]; oddComment: boolean };

const symbols = [
  '<=>', '>>>', '||', '|>', '<<', '>>', '<>', '!=', '==', '<=', '>=', '->', '=>', '::',
  '+', '-', '*', '/', '%', '=', '<', '>', '!', '~', '^', '&', '|', '(', ')', '[', ']', ',', '.', ';', ':', '?', '@', '{', '}', '$', '#',
]; // prettier-ignore
const number = /(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?:BD|[LSYFD])?(?![A-Za-z0-9_])/iy;
const word = /[A-Za-z0-9_]+/y;
const blank = /[\s\u00a0\u0000]+/uy;
const escapes: Record<string, string> = { 0: '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a' };

/**
 * Cuts Spark SQL text into tokens as Spark's own lexer does: `--` comments (a backslash continues one),
 * nested block comments, strings in single or double quotes with backslash escapes, raw strings,
 * backtick names, hints. Never throws: what cannot be read (an open string or comment) is a `bad` token.
 * The last token is always `end`.
 */
export function tokenize(sql: string): Tokens {
  const tokens: Token[] = [];
  let oddComment = false;
  let at = 0;
  const push = (kind: TokenKind, end: number, value: string, key = ''): void => {
    tokens.push({ kind, text: sql.slice(at, end), value, key, start: at, end });
    at = end;
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(sql)?.[0];
  };

  while (at < sql.length) {
    const c = sql.charAt(at);
    const space = match(blank);
    if (space) {
      at += space.length;
    } else if (sql.startsWith('--', at)) {
      const end = endOfLineComment(sql, at);
      oddComment ||= /\\[\r\n]/.test(sql.slice(at, end));
      at = end;
    } else if (sql.startsWith('/*', at)) {
      const comment = blockComment(sql, at);
      oddComment ||= comment.nested;
      if (comment.end < 0) push('bad', sql.length, 'comment');
      else if (sql.startsWith('/*+', at)) push('hint', comment.end, sql.slice(at + 3, comment.end - 2).trim());
      else at = comment.end;
    } else if (c === "'" || c === '"' || (/[rR]/.test(c) && /['"]/.test(sql.charAt(at + 1)))) {
      const raw = c === 'r' || c === 'R';
      const text = raw ? rawString(sql, at + 1) : readQuoted(sql, at);
      if (text) push('string', text.end, text.value);
      else push('bad', sql.length, 'string');
    } else if (c === '`') {
      const name = backtickName(sql, at);
      if (name) push('quoted', name.end, name.value);
      else push('bad', sql.length, 'name');
    } else {
      const digits = match(number);
      const letters = digits === undefined ? match(word) : undefined;
      const symbol = symbols.find((s) => sql.startsWith(s, at));
      if (digits !== undefined) push('number', at + digits.length, digits);
      else if (letters !== undefined) push('word', at + letters.length, letters, letters.toUpperCase());
      else if (symbol) push('symbol', at + symbol.length, symbol, symbol);
      else push('bad', at + 1, 'character');
    }
  }
  push('end', sql.length, '');
  return { tokens, oddComment };
}

function endOfLineComment(sql: string, from: number): number {
  let at = from;
  while (at < sql.length) {
    if (sql[at] === '\\' && sql[at + 1] === '\n') at += 2;
    else if (sql[at] === '\n' || sql[at] === '\r') return at + 1;
    else at += 1;
  }
  return at;
}

function blockComment(sql: string, from: number): { end: number; nested: boolean } {
  let depth = 0;
  let nested = false;
  for (let at = from; at < sql.length;) {
    if (sql.startsWith('/*', at)) {
      depth += 1;
      nested ||= depth > 1;
      at += 2;
    } else if (sql.startsWith('*/', at)) {
      depth -= 1;
      at += 2;
      if (depth === 0) return { end: at, nested };
    } else at += 1;
  }
  return { end: -1, nested };
}

function readQuoted(sql: string, from: number): { end: number; value: string } | undefined {
  const quote = sql.charAt(from);
  let value = '';
  for (let at = from + 1; at < sql.length;) {
    const c = sql.charAt(at);
    if (c === quote && sql[at + 1] === quote) {
      value += quote;
      at += 2;
    } else if (c === quote) {
      return { end: at + 1, value };
    } else if (c === '\\') {
      const escaped = escape(sql, at);
      value += escaped.value;
      at = escaped.end;
    } else {
      value += c;
      at += 1;
    }
  }
  return undefined;
}

/** Spark's `unescapeSQLString`: \n and kin, octal, \uXXXX, \UXXXXXXXX; \% and \_ keep their backslash. */
function escape(sql: string, at: number): { end: number; value: string } {
  const code = /^\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2}))/.exec(sql.slice(at, at + 10));
  if (code) {
    const point = code[3] === undefined ? parseInt(code[1] ?? code[2] ?? '', 16) : parseInt(code[3], 8);
    return { end: at + code[0].length, value: point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd' };
  }
  const c = sql.charAt(at + 1);
  if (c === '%' || c === '_') return { end: at + 2, value: `\\${c}` };
  return { end: at + 2, value: escapes[c] ?? c };
}

function rawString(sql: string, from: number): { end: number; value: string } | undefined {
  const close = sql.indexOf(sql.charAt(from), from + 1);
  return close < 0 ? undefined : { end: close + 1, value: sql.slice(from + 1, close) };
}

function backtickName(sql: string, from: number): { end: number; value: string } | undefined {
  for (let at = from + 1; at < sql.length; at += 1) {
    if (sql[at] !== '`') continue;
    if (sql[at + 1] === '`') at += 1;
    else return { end: at + 1, value: sql.slice(from + 1, at).replaceAll('``', '`') };
  }
  return undefined;
}
