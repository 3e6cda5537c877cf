import { invalidValue } from './field-error.ts';

/** Java's classes, which know ASCII alone, written out; inside a bracket they nest. */
const classes: Readonly<Record<string, string>> = {
  d: '[0-9]',
  D: '[^0-9]',
  w: '[a-zA-Z0-9_]',
  W: '[^a-zA-Z0-9_]',
  s: '[ \\t\\n\\x0B\\f\\r]',
  S: '[^ \\t\\n\\x0B\\f\\r]',
};
const posix: Readonly<Record<string, string>> = {
  Lower: 'a-z',
  Upper: 'A-Z',
  ASCII: '\\x00-\\x7F',
  Alpha: 'a-zA-Z',
  Digit: '0-9',
  Alnum: 'a-zA-Z0-9',
  Punct: '!-/:-@\\[-`{-~',
  Graph: '!-~',
  Print: ' -~',
  Blank: ' \\t',
  Cntrl: '\\x00-\\x1F\\x7F',
  XDigit: '0-9a-fA-F',
  Space: ' \\t\\n\\x0B\\f\\r',
};

/**
 * A Java regular expression in words that Sail (Rust) reads the same way. What has no such words stays as it is; Sail
 * refuses it loudly. Source: java.util.regex.Pattern; docs.rs/regex, "Syntax".
 */
export const javaPattern = (pattern: string, engine: 'sail' | 'spark'): string =>
  engine === 'spark'
    ? pattern
    : pattern.replace(/\\Q([\s\S]*?)(?:\\E|$)|\\([pP])\{(\w+)\}|\\([\s\S])/g, (all, quotedText, p, name, escaped) => {
        if (quotedText !== undefined) return quotedText.replace(/[\\^$.|?*+()[\]{}&~-]/g, '\\$&');
        if (name !== undefined) {
          const ascii = posix[name];
          if (ascii !== undefined) return `[${p === 'P' ? '^' : ''}${ascii}]`;
          return `\\${p}{${name.replace(/^Is(?=[A-Z])/, '')}}`;
        }
        if (escaped === 'b' || escaped === 'B') return `(?-u:\\${escaped})`;
        return classes[escaped] ?? all;
      });

/** Number of capturing groups of a pattern. */
export const groupCount = (pattern: string): number =>
  pattern.replace(/\\Q[\s\S]*?(?:\\E|$)|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]/g, '').match(/\((?!\?)|\(\?<(?![=!])/g)
    ?.length ?? 0;

/**
 * A Java replacement (`$1`, `${name}`, `\$`) in the words of the engine. Throws a `FieldError` for a group that the
 * pattern does not have. Source: java.util.regex.Matcher, `appendReplacement`.
 */
export function javaReplacement(replacement: string, pattern: string, field: string, engine: 'sail' | 'spark'): string {
  const groups = groupCount(pattern);
  const refuse = (rule: string): never => {
    throw invalidValue(field, replacement, rule, 'write \\$ for a dollar sign and \\\\ for a backslash');
  };
  if (/(?<!\\)(?:\\\\)*\\$/.test(replacement)) refuse('must not end with a single backslash');
  const rust = replacement.replace(
    /\\([\s\S])|\$(?:(\d+)|\{([a-zA-Z][a-zA-Z0-9]*)\})?/g,
    (all, escaped, digits, name) => {
      if (escaped !== undefined) return escaped === '$' ? '$$' : escaped;
      if (name !== undefined) return all;
      if (digits === undefined) return refuse('"$" must be followed by a group');
      // Java takes a further digit only as long as such a group exists
      let length = 1;
      while (length < digits.length && Number(digits.slice(0, length + 1)) <= groups) length++;
      if (Number(digits.slice(0, length)) > groups) refuse(`the pattern has no group ${digits.slice(0, length)}`);
      return `\${${digits.slice(0, length)}}${digits.slice(length)}`;
    },
  );
  return engine === 'spark' ? replacement : rust;
}
