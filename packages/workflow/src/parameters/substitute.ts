import { PARAMETER_NAME } from './parse-parameters.ts';

export interface Substitution {
  readonly text: string;
  /** Names that were mentioned but have no value; each once. Their text is left as it was. */
  readonly unknown: readonly string[];
}

/**
 * A mention is `$name` or `${name}`. Read from left to right so that `$$` and `\$` are taken out of the way
 * first; `$1`, `${1}`, `$.a`, `$[0]` and a `$` at the end match nothing.
 */
const MENTION = new RegExp(String.raw`\\[^]|\$\$|\$(${PARAMETER_NAME})|\$\{(${PARAMETER_NAME})\}`, 'gu');

/** Substitutes the values of parameters in a text, once: `$x` within a value is not substituted. */
export function substitute(text: string, values: ReadonlyMap<string, string>): Substitution {
  if (!text.includes('$')) return { text, unknown: [] };
  const unknown = new Set<string>();
  const replaced = text.replace(MENTION, (mention: string, bare?: string, braced?: string) => {
    const name = bare ?? braced;
    if (name === undefined) return mention;
    const value = values.get(name);
    if (value === undefined) unknown.add(name);
    return value ?? mention;
  });
  return { text: replaced, unknown: [...unknown] };
}

/** True when a text mentions a parameter, so that its final value is not known yet. */
export function mentionsParameter(text: string): boolean {
  return substitute(text, new Map()).unknown.length > 0;
}
