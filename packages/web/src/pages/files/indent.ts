const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * JSON with each value on a line of its own; other text, and JSON lines, unchanged. Values keep their spelling: no
 * number loses its last digits.
 */
export function indent(text: string): string {
  if (!isJson(text)) return text;
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g, (token) => {
    if (token.trim() === '') return '';
    if (token === '{' || token === '[') {
      depth++;
      return token + line();
    }
    if (token === '}' || token === ']') {
      depth--;
      return line() + token;
    }
    if (token === ',') return token + line();
    if (token === ':') return ': ';
    return token.startsWith('{') ? '{}' : token.startsWith('[') ? '[]' : token;
  });
}
