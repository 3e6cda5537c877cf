import { optionOf } from '@millrace/workflow';
import { editorTexts } from '../../../../texts/editor.ts';
import type { FieldSpec } from '../../model/catalogue.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/**
 * The options of a field. The text in the graph stays unchanged until the user selects an option: an old spelling
 * stands for its option, an empty text for the default, and an invalid one for itself.
 */
export function choicesOf(field: Pick<FieldSpec, 'kind' | 'options' | 'aliases' | 'default'>, value: string): Choice[] {
  const options = field.kind === 'boolean' ? ['true', 'false'] : (field.options ?? []);
  const option = optionOf({ options, aliases: field.aliases }, value);
  const choices = options.map((one) => ({ value: one === option ? value : one, label: one }));
  if (option !== undefined) return choices;
  const nothing = field.default === '' ? '–' : editorTexts.panel.byDefault(field.default);
  return [{ value, label: value === '' ? nothing : value }, ...choices];
}
