import { quote } from './quote.ts';
import type { RulesByCode } from './rule.ts';

/** Problems of parameters. */
export const parameterProblems = {
  'unknown-parameter': {
    severity: 'warning',
    message: (p) =>
      `Node ${p.node} mentions $${p.name} in field ${quote(p.field)}, but there is no such parameter; the text is left as it is.`,
    remedy: (p) =>
      `If a parameter is meant, give it a value: --param ${p.name}=value, or --var in the workflow itself.`,
  },
  'unused-parameter': {
    severity: 'warning',
    message: (p) => `No field mentions the parameter ${quote(p.name)}, so its value has no effect.`,
    remedy: (p) => `Check its name, or write $${p.name} where the value belongs.`,
  },
  'parameter-not-understood': {
    severity: 'warning',
    message: (p) => `${quote(p.text)} in the parameters is not of the form --var name=value and is left out.`,
    remedy: () => 'Write --var name=value; put a value with blanks in quotes.',
  },
  'parameter-not-closed': {
    severity: 'warning',
    message: (p) => `A quote is not closed in the parameters: ${quote(p.text)}.`,
    remedy: () => 'Close the quote.',
  },
} as const satisfies RulesByCode;
