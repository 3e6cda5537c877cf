import { FieldError } from '../kit/field-error.ts';

/** The error for a lower limit that is not below the upper one. */
export const limitsOutOfOrder = (lcl: number, ucl: number): FieldError =>
  new FieldError(
    'lcl',
    `invalid value "${lcl}" for field "lcl": must be less than field "ucl" (${ucl})`,
    'enter a lower limit below the upper limit',
  );
