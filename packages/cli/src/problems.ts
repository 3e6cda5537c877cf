import type { Problem } from '@millrace/workflow';
import { printable } from '@millrace/runner/drawings';

const maxProblems = 50;

const lineOf = ({ severity, message, remedy, field }: Problem): string =>
  printable(`${severity}: ${sentence(withStoredName(message, field))} ${sentence(remedy)}`);

/** A message with the stored name of its field, which a document has, if the message itself has the label at most. */
export function withStoredName(message: string, field: string | undefined): string {
  if (field === undefined || field === '' || message.includes(`field "${field}"`)) return message;
  return message.replace(/\.?$/, (period) => ` (field ${field})${period}`);
}

const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

/** Problems as lines: severity, message, remedy; errors first, and of very many only the first. */
export function problemLines(problems: readonly Problem[]): string[] {
  if (problems.length <= maxProblems) return problems.map(lineOf);
  const [errors, others] = [true, false].map((is) => problems.filter((p) => (p.severity === 'error') === is));
  const listing = [...(errors ?? []), ...(others ?? [])].slice(0, maxProblems);
  const left = (problems.length - maxProblems).toLocaleString('en');
  return [...listing.map(lineOf), `… and ${left} more problems; --json lists them all`];
}
