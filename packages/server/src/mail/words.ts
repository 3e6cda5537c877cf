import type { RunOutput } from '@millrace/runner';

/** A text of bounded length. */
export const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;

/** The text of HTML that a node shows. */
export const withoutTags = (html: string): string => html.replaceAll(/<[^<>]*>/g, '');

/** Most characters of a text that a node shows, and most rows of a table. */
export const [longestText, maxRows] = [5_000, 20];

/** What a chart says of itself; empty if it says nothing. */
export function chartWords({ chart: { options } }: Extract<RunOutput, { type: 'chart' }>): string {
  const description = options?.['description'];
  return typeof description === 'string' ? cut(description, longestText) : '';
}

export const omission = (left: number): string =>
  `${left} more ${left === 1 ? 'output does' : 'outputs do'} not fit into this mail: see the page of the run.`;
