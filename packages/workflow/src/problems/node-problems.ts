import type { OfField } from './params.ts';
import { listing, quote } from './quote.ts';
import type { RulesByCode } from './rule.ts';

const suggestion = (nearest: string | undefined): string =>
  nearest === undefined ? '' : ` Did you mean ${quote(nearest)}?`;
const lengthsOf = (p: { readonly lengths: ReadonlyMap<string, number> }): string =>
  listing([...p.lengths].map(([label, length]) => `field ${quote(label)} has ${length}`));
const setTo = (p: OfField, what: string): string => `Set field ${quote(p.field)} to ${what}.`;

/** Problems of single nodes: values of their fields, their inputs and outputs, and their plan. */
export const nodeProblems = {
  'missing-field': {
    severity: 'error',
    message: (p) => `Node ${p.node} has no value in the required field ${quote(p.field)}.`,
    remedy: (p) => `Enter a value in field ${quote(p.field)}.`,
  },
  'value-not-an-option': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} has the invalid value ${quote(p.value)} in field ${quote(p.field)}: it must be one of its options.`,
    remedy: (p) => `Choose one of ${listing(p.options)}.${suggestion(p.nearest)}`,
  },
  'value-not-integer': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} has the invalid value ${quote(p.value)} in field ${quote(p.field)}: it must be a whole number.`,
    remedy: (p) => setTo(p, 'a whole number such as 10'),
  },
  'value-not-number': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} has the invalid value ${quote(p.value)} in field ${quote(p.field)}: it must be a number.`,
    remedy: (p) => setTo(p, 'a number such as 0.5 or 1e-6'),
  },
  'value-not-boolean': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} has the invalid value ${quote(p.value)} in field ${quote(p.field)}: it must be true or false.`,
    remedy: (p) => setTo(p, 'true or false'),
  },
  'value-not-url': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} has the invalid value ${quote(p.value)} in field ${quote(p.field)}: it must be an http or https URL.`,
    remedy: (p) => setTo(p, 'a URL such as https://example.org/data.txt'),
  },
  'list-not-json': {
    severity: 'warning',
    message: (p) =>
      `Node ${p.node} has ${quote(p.value)} in field ${quote(p.field)}, which starts like a list but is not a JSON list; it counts as one element.`,
    remedy: (p) => setTo(p, 'a list such as ["a","b"]'),
  },
  'rows-differ': {
    severity: 'warning',
    message: (p) =>
      `Node ${p.node} has lists of different lengths in fields that belong together: ${lengthsOf(p)}; missing values count as blank.`,
    remedy: () => 'Enter a value for each row in each of these fields ("" for none).',
  },
  'rows-incomplete': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} has lists of different lengths in fields that belong together: ${lengthsOf(p)}; each row needs a value in field ${quote(p.field)}.`,
    remedy: (p) => `Enter a value for each row in field ${quote(p.field)}, or remove the rows that have none.`,
  },
  'dataset-not-found': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} reads dataset ${quote(p.value)} (field ${quote(p.field)}), which does not exist or is not visible.`,
    remedy: () => 'Choose another dataset, or add one with this uuid.',
  },
  'column-not-found': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} names column ${quote(p.value)} in field ${quote(p.field)}, but its input has no such column.`,
    remedy: (p) => `${columns(p.columns)}${suggestion(p.nearest)}`,
  },
  'target-shared': {
    severity: 'warning',
    message: (p) =>
      `Node ${p.node} writes to ${quote(p.value)} (field ${quote(p.field)}), and so does node ${p.other} (field ${quote(p.otherField)}): one may overwrite the output of the other.`,
    remedy: () =>
      'Give each node its own path; only appended rows, and model versions without a fixed path, can share one.',
  },
  'plan-refused': {
    severity: 'error',
    message: (p) => `Node ${p.node} cannot run: ${p.fault}.`,
    remedy: (p) => p.advice,
  },
  'data-not-there': {
    severity: 'warning',
    message: (p) => `Node ${p.node} finds no data: ${p.fault}.`,
    remedy: () => 'Add the data before the run; the columns of downstream nodes were not checked.',
  },
  'plans-unchecked': {
    severity: 'warning',
    message: (p) => `Columns and SQL were not checked: ${p.fault}.`,
    remedy: () => 'Run npm run setup, or run the workflow to check them.',
  },
} as const satisfies RulesByCode;

function columns(names: readonly string[]): string {
  return names.length > 0 ? `The input has ${listing(names)}.` : 'The input has no columns.';
}
