import { FieldError } from '../kit/field-error.ts';
import { sparkType, type OutputColumn } from '../kit/type-fields.ts';

/** Column types of SAP HANA, and the types that hold their values. Source: SAP HANA SQL Reference, "Data Types". */
const types: readonly [form: RegExp, type: (numbers: string) => string][] = [
  [/^(TINYINT|SMALLINT)$/, () => 'SHORT'],
  [/^(INT|INTEGER)$/, () => 'INTEGER'],
  [/^BIGINT$/, () => 'LONG'],
  [/^(DECIMAL|DEC|NUMERIC|SMALLDECIMAL)$/, (numbers) => (numbers === '' ? 'DECIMAL' : `decimal(${numbers})`)],
  [/^REAL$/, () => 'FLOAT'],
  [/^(DOUBLE|FLOAT)$/, () => 'DOUBLE'],
  [/^BOOLEAN$/, () => 'BOOLEAN'],
  [/^(DATE|DAYDATE)$/, () => 'DATE'],
  [/^(TIMESTAMP|SECONDDATE|LONGDATE)$/, () => 'TIMESTAMP'],
];

const name = String.raw`"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_#$]*`;
const statement = new RegExp(
  String.raw`\bCREATE\s+(?:[A-Z]+\s+)*?TABLE\s+(?:(?:${name})\s*\.\s*)?(?:${name})\s*\(`,
  'iu',
);
const column = new RegExp(String.raw`^(${name})\s+([A-Z]+)\s*(?:\(([\d\s,]+)\))?`, 'iu');
const constraint = /^(CONSTRAINT|PRIMARY\s+KEY|UNIQUE|FOREIGN\s+KEY|CHECK)\b/i;

/**
 * The columns of the first CREATE TABLE statement of a script, in order. Types without a counterpart (texts, times of
 * day, bytes) are text. Throws a `FieldError` if there is no such statement, or one whose columns cannot be read.
 */
export function tableColumns(script: string, field: string): OutputColumn[] {
  const text = script.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ');
  const match = statement.exec(text);
  if (match === null)
    throw new FieldError(field, 'no CREATE TABLE statement in the script', 'choose the script that created the table');
  return elements(text.slice(match.index + match[0].length)).flatMap((element): OutputColumn[] => {
    if (constraint.test(element)) return [];
    const [, rawName, type = '', numbers = ''] = column.exec(element) ?? [];
    if (rawName === undefined)
      throw new FieldError(
        field,
        `cannot read the column definition "${element}" in the script`,
        'write it as name TYPE',
      );
    const ddlType =
      types.find(([form]) => form.test(type.toUpperCase()))?.[1](numbers.replaceAll(/\s/g, '')) ?? 'STRING';
    const plain = rawName.startsWith('"') ? rawName.slice(1, -1).replaceAll('""', '"') : rawName;
    return [{ name: plain, type: sparkType(ddlType, field), format: undefined }];
  });
}

/** What stands between commas, up to the bracket that closes the list. */
function elements(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const [piece] of text.matchAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|[\s\S]/g)) {
    if (piece === ')' && depth === 0) break;
    if (piece === '(') depth++;
    if (piece === ')') depth--;
    if (piece === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts.map((element) => element.trim()).filter((element) => element !== '');
}
