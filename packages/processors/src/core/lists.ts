import { FieldError } from './field-error.ts';

/** The parts of a text between commas, without the blanks around them; empty ones left out. */
export const parts = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Numbers between commas, in brackets or not; `inf` and `-Infinity` are numbers, too. */
export const listed = (text: string, field: string): readonly number[] =>
  parts(text.trim().replace(/^[[(](.*)[\])]$/, '$1')).map((part) => {
    const found = /^([+-]?)(?:inf|infinity)$/i.exec(part);
    const value = found === null ? Number(part) : found[1] === '-' ? -Infinity : Infinity;
    if (Number.isNaN(value))
      throw new FieldError(
        field,
        `"${field}" holds "${part}", which is not a number`,
        'give numbers such as 0, 10, 20',
      );
    return value;
  });
