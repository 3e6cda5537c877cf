/** Text as a Python string. Spark's strings and JSON's escapes agree with Python's. */
export const pyString = (text: string): string => JSON.stringify(text);

/** Text of several lines as a Python string between three quotes, other text as {@link pyString}. */
export const pyText = (text: string): string =>
  text.includes('\n')
    ? `"""${text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"')}"""`
    : pyString(text);

export const pyBool = (value: boolean): string => (value ? 'True' : 'False');

/** A number as a Python float; NaN and the infinities have no constant of their own. */
export const pyFloat = (value: number): string => {
  if (!Number.isFinite(value)) return `float("${Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf'}")`;
  const text = Object.is(value, -0) ? '-0' : String(value);
  return Number.isInteger(value) && !text.includes('e') ? `${text}.0` : text;
};

const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** True for a name that Python takes as a variable or a keyword argument. */
export const isPyName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text) && !keywords.has(text);

/** Any text as a part of a variable's name. */
export const pyNamePart = (text: string): string => text.replaceAll(/\W+/g, '_');

/** Code as the body of a function: each line indented, but for those within texts between three quotes. */
export function indented(code: string): string {
  let isInText = false;
  const lines = code.split('\n').map((line) => {
    const isContinued = isInText;
    const isComment = !isContinued && line.trimStart().startsWith('#');
    if (!isComment && line.split('"""').length % 2 === 0) isInText = !isInText;
    return isContinued || line === '' ? line : `    ${line}`;
  });
  return lines.join('\n');
}
