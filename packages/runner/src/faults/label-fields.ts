import type { ProcessorSpec } from '@millrace/workflow';

/** `field "a"`, or `fields "a", "b" and "c"`. */
const fieldNames = /\b([Ff]ields?) ("[^"]*"(?:(?:, (?:and |or )?| and | or )"[^"]*")*)/g;

/**
 * A sentence about a node with the labels of its fields in place of their stored names, where these follow the word `field`
 * or `fields`. Names that are not those of fields of the node, and other words in quotes, stay.
 */
export function withLabels(sentence: string, spec: Pick<ProcessorSpec, 'fields'> | undefined): string {
  if (spec === undefined) return sentence;
  const titles = new Map(spec.fields.map(({ name, title }) => [name, title]));
  return sentence.replaceAll(fieldNames, (_, word: string, names: string) => {
    const labels = names.replaceAll(/"([^"]*)"/g, (quoted, name: string) => {
      const title = titles.get(name);
      return title === undefined || title === '' ? quoted : `"${title}"`;
    });
    return `${word} ${labels}`;
  });
}
