import type { ProcessorSpec } from '../catalogue.ts';

const LONGEST = 80;

/** A value in double quotes for a one-line message: control characters escaped, cut after 80 characters. */
export function quote(value: string): string {
  const cut = value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
  return JSON.stringify(cut);
}

/** `3 "SQL"`: how messages name a node. */
export function nodeLabel(node: { readonly id: string; readonly name: string }): string {
  return node.name ? `${short(node.id)} ${quote(node.name)}` : short(node.id);
}

/** `5 (1 to 3)`, or `1 to 3` when it has no id: how messages name an edge. */
export function edgeLabel(edge: {
  readonly id: number | string | null;
  readonly source: string;
  readonly target: string;
}): string {
  const ends = `${short(edge.source)} to ${short(edge.target)}`;
  return edge.id === null ? ends : `${short(String(edge.id))} (${ends})`;
}

/** How messages name a field: by the label that people see; by its stored name if the processor has none. */
export function fieldLabel(field: { readonly name: string; readonly title?: string }): string {
  return field.title || field.name;
}

/** The label of the field with that stored name. */
export const labelIn = (spec: ProcessorSpec | undefined, name: string): string =>
  fieldLabel(spec?.fields.find((field) => field.name === name) ?? { name });

/** At most ten items in words, the rest as a number. */
export function listing(items: readonly string[]): string {
  const text = items.slice(0, 10).join(', ');
  return items.length > 10 ? `${text} and ${items.length - 10} more` : text;
}

function short(text: string): string {
  return /^[\w.-]{1,80}$/.test(text) ? text : quote(text);
}
