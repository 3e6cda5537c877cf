import type { Problem } from '@millrace/workflow';
import { printable } from '@millrace/runner/drawings';

const mostShown = 50;

const lineOf = ({ severity, message, remedy }: Problem): string =>
  printable(`${severity}: ${sentence(message)} ${sentence(remedy)}`);

const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

/** Problems as lines: severity, message, remedy; errors first, and of very many only the first. */
export function problemLines(problems: readonly Problem[]): string[] {
  if (problems.length <= mostShown) return problems.map(lineOf);
  const [errors, others] = [true, false].map((is) => problems.filter((p) => (p.severity === 'error') === is));
  const shown = [...(errors ?? []), ...(others ?? [])].slice(0, mostShown);
  const left = (problems.length - mostShown).toLocaleString('en');
  return [...shown.map(lineOf), `… and ${left} more problems; --json lists them all`];
}
