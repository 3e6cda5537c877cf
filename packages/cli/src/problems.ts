import type { Problem } from '@millrace/workflow';

/** Problems as lines: severity, message, remedy. */
export const problemLines = (problems: readonly Problem[]): string[] =>
  problems.map(
    (p) => `${p.severity}: ${p.message.replace(/\.?$/, '.')} ${p.remedy}${p.remedy.endsWith('.') ? '' : '.'}`,
  );
