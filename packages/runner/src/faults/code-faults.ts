import { RunError } from '@millrace/errors';

/** True for an error of code on Sail that Spark might not have: it needs what only Spark has, or its query failed there. */
export const isForSpark = (error: unknown): error is RunError =>
  error instanceof RunError && (error.code === 'NEEDS_SPARK' || error.code === 'ENGINE_ERROR');

/** Why code is not run on Sail. */
export const reasonOfCode = ({ code, message }: RunError): string =>
  code === 'NEEDS_SPARK' ? message.replace(/^this cannot run on Sail: /, '') : `Sail does not accept it: ${message}`;
