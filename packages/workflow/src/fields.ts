import { isJsonList } from './json/json.ts';
import type { Json } from './json/json.ts';
import type { Field, WorkflowNode } from './document/types.ts';

/** The field of that name; the first one when a file has several. */
export function fieldOf(node: WorkflowNode, name: string): Field | undefined {
  return node.fields.find((field) => field.name === name);
}

/** The value of a field; undefined if the field is absent, null or empty, so that its default holds. */
export function fieldText(node: WorkflowNode, name: string): string | undefined {
  return fieldOf(node, name)?.value || undefined;
}

/** The value of a boolean field, in letters of any case; undefined for any other text. */
export function fieldFlag(node: WorkflowNode, name: string): boolean | undefined {
  const word = fieldText(node, name)?.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

/** The elements of a list field (see `textList`); undefined if the field is absent, null or empty. */
export function fieldList(node: WorkflowNode, name: string): readonly string[] | undefined {
  const value = fieldText(node, name);
  return value === undefined ? undefined : textList(value);
}

/**
 * The elements of a list as fields hold it: JSON text `["a","b"]` (null counts as "", numbers as their text), or
 * plain text, which is a list of one. Commas do not split plain text: column names may contain them.
 */
export function textList(value: string): readonly string[] {
  return jsonList(value) ?? [value];
}

/** The elements of a JSON list text; undefined if the text is not a JSON list. */
export function jsonList(value: string): readonly string[] | undefined {
  if (!value.trimStart().startsWith('[')) return undefined;
  try {
    const parsed: Json = JSON.parse(value);
    return isJsonList(parsed) ? parsed.map(elementText) : undefined;
  } catch {
    return undefined;
  }
}

function elementText(item: Json): string {
  if (item === null) return '';
  return typeof item === 'object' ? JSON.stringify(item) : String(item);
}
