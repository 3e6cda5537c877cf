import { quote } from './quote.ts';
import type { RulesByCode } from './rule.ts';

/** Problems of parameters. */
export const parameterProblems = {
  'unknown-parameter': {
    severity: 'warning',
    message: (p) =>
      `Node ${p.node} mentions $${p.name} in field ${quote(p.field)}, but no such parameter exists; the text stays as it is.`,
    remedy: (p) => `To use it as a parameter, set its value: --param ${p.name}=value, or --var in the workflow itself.`,
  },
  'unused-parameter': {
    severity: 'warning',
    message: (p) => `No field mentions the parameter ${quote(p.name)}, so its value has no effect.`,
    remedy: (p) => `Check its name, or write $${p.name} where its value belongs.`,
  },
  'parameter-not-understood': {
    severity: 'warning',
    message: (p) => `${quote(p.text)} in the parameters is not of the form --var name=value and is ignored.`,
    remedy: () => 'Write --var name=value; put a value with spaces in quotes.',
  },
  'parameter-not-closed': {
    severity: 'warning',
    message: (p) => `The parameters have an unclosed quote: ${quote(p.text)}.`,
    remedy: () => 'Close the quote.',
  },
} as const satisfies RulesByCode;
