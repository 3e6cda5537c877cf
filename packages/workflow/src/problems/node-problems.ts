import type { OfField } from './params.ts';
import { listing, quote } from './quote.ts';
import type { RulesByCode } from './rule.ts';

const meant = (nearest: string | undefined): string =>
  nearest === undefined ? '' : ` Did you mean ${quote(nearest)}?`;
const lengthsOf = (p: { readonly lengths: ReadonlyMap<string, number> }): string =>
  listing([...p.lengths].map(([name, length]) => `${name} has ${length}`));
const setTo = (p: OfField, what: string): string => `Set field ${quote(p.field)} to ${what}.`;

/** Problems of single nodes: values of their fields, their inputs and outputs, and their plan. */
export const nodeProblems = {
  'missing-field': {
    severity: 'error',
    message: (p) => `Node ${p.node} has no value in the required field ${quote(p.field)}.`,
    remedy: (p) => `Fill in ${quote(p.title || p.field)}.`,
  },
  'value-not-an-option': {
    severity: 'error',
    message: (p) => `Node ${p.node} has ${quote(p.value)} in field ${quote(p.field)}, which is not one of its options.`,
    remedy: (p) => `Choose one of ${listing(p.options)}.${meant(p.nearest)}`,
  },
  'value-not-integer': {
    severity: 'error',
    message: (p) => `Node ${p.node} has ${quote(p.value)} in field ${quote(p.field)}, which is not a whole number.`,
    remedy: (p) => setTo(p, 'a whole number such as 10'),
  },
  'value-not-number': {
    severity: 'error',
    message: (p) => `Node ${p.node} has ${quote(p.value)} in field ${quote(p.field)}, which is not a number.`,
    remedy: (p) => setTo(p, 'a number such as 0.5 or 1e-6'),
  },
  'value-not-boolean': {
    severity: 'error',
    message: (p) => `Node ${p.node} has ${quote(p.value)} in field ${quote(p.field)}, which is neither true nor false.`,
    remedy: (p) => setTo(p, 'true or false'),
  },
  'value-not-url': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} has ${quote(p.value)} in field ${quote(p.field)}, which is no URL of http or https.`,
    remedy: (p) => setTo(p, 'a URL such as https://example.org/data.txt'),
  },
  'list-not-json': {
    severity: 'warning',
    message: (p) =>
      `Node ${p.node} has ${quote(p.value)} in field ${quote(p.field)}, which begins like a list but is no JSON list; it counts as one element.`,
    remedy: (p) => setTo(p, 'a list such as ["a","b"]'),
  },
  'rows-differ': {
    severity: 'warning',
    message: (p) =>
      `Node ${p.node} has lists of different length in fields that belong together: ${lengthsOf(p)}; what is missing counts as blank.`,
    remedy: () => 'Give every row a value in each of these fields ("" for none).',
  },
  'rows-incomplete': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} has lists of different length in fields that belong together: ${lengthsOf(p)}; each row needs a value in ${quote(p.field)}.`,
    remedy: (p) => `Give every row a value in ${quote(p.field)}, or take out the rows that have none.`,
  },
  'dataset-not-found': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} reads dataset ${quote(p.value)} (field ${quote(p.field)}), which does not exist or is not visible.`,
    remedy: () => 'Choose another dataset, or add the one with this uuid.',
  },
  'column-not-found': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} names column ${quote(p.value)} in field ${quote(p.field)}, which its input does not have.`,
    remedy: (p) => `${columns(p.columns)}${meant(p.nearest)}`,
  },
  'target-shared': {
    severity: 'warning',
    message: (p) =>
      `Node ${p.node} writes to ${quote(p.value)} (field ${quote(p.field)}), and so does node ${p.other} (field ${quote(p.otherField)}): one may replace what the other has written.`,
    remedy: () =>
      'Give each a path of its own; only rows that are appended, and versions of models without a fixed path, share one.',
  },
  'plan-refused': {
    severity: 'error',
    message: (p) => `Node ${p.node} cannot run as it stands: ${p.fault}.`,
    remedy: (p) => p.advice,
  },
  'data-not-there': {
    severity: 'warning',
    message: (p) => `Node ${p.node} finds no data: ${p.fault}.`,
    remedy: () => 'Put it there before the run; the columns of the nodes below were not checked.',
  },
  'plans-unchecked': {
    severity: 'warning',
    message: (p) => `Columns and SQL were not checked: ${p.fault}.`,
    remedy: () => 'Run npm run setup, or check them by a run.',
  },
} as const satisfies RulesByCode;

function columns(names: readonly string[]): string {
  return names.length > 0 ? `It has ${listing(names)}.` : 'It has no columns.';
}
