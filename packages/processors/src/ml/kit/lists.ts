import { FieldError } from '../../kit/field-error.ts';

/** The parts of a text between commas, or those of a list in JSON, without the blanks around them; empty ones left out. */
export const parts = (text: string): readonly string[] =>
  (inJson(text) ?? text.split(',')).map((part) => part.trim()).filter((part) => part !== '');

/** The elements of a list in JSON, as graphs hold lists; undefined for other text. */
export function inJson(text: string): readonly string[] | undefined {
  if (!text.trim().startsWith('[')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((one) => ['string', 'number', 'boolean'].includes(typeof one))
      ? value.map(String)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Numbers between commas, in brackets or not; `inf` and `-Infinity` are numbers, too. */
export const listNumbers = (text: string, field: string): readonly number[] =>
  (inJson(text) ?? parts(text.trim().replace(/^[[(](.*)[\])]$/, '$1'))).map((part) => {
    const match = /^([+-]?)(?:inf|infinity)$/i.exec(part);
    const value = match === null ? Number(part) : match[1] === '-' ? -Infinity : Infinity;
    if (Number.isNaN(value))
      throw new FieldError(
        field,
        `invalid value "${part}" for field "${field}": must be a number`,
        'enter numbers such as 0, 10, 20',
      );
    return value;
  });
