import { optionOf } from '@millrace/workflow';
import { editorTexts } from '../../../../texts/editor.ts';
import type { FieldSpec } from '../../model/catalogue.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/**
 * What a field of options may be set to. The text that the graph holds stays what it is as long as nobody chooses:
 * another spelling of an option stands in its place, nothing stands for the default, and what is none for itself.
 */
export function choicesOf(field: Pick<FieldSpec, 'kind' | 'options' | 'aliases' | 'default'>, value: string): Choice[] {
  const options = field.kind === 'boolean' ? ['true', 'false'] : (field.options ?? []);
  const meant = optionOf({ options, aliases: field.aliases }, value);
  const known = options.map((one) => ({ value: one === meant ? value : one, label: one }));
  if (meant !== undefined) return known;
  const nothing = field.default === '' ? '–' : editorTexts.panel.byDefault(field.default);
  return [{ value, label: value === '' ? nothing : value }, ...known];
}
