import { FieldError } from './fields.ts';

/** Ways to rename many columns at once. The interface's own spelling is kept. */
export const bulkRenames = [
  'add_prefix',
  'add_suffix',
  'remove_extra_charcter',
  'regex',
  'replace',
  'upper',
  'lower',
] as const;
export type BulkRename = (typeof bulkRenames)[number];

/** The stored fields that say how. */
export interface RenameSettings {
  readonly prefix?: string | undefined;
  readonly suffix?: string | undefined;
  readonly remove_extra_charcter?: string | undefined;
  readonly replace_pattern?: string | undefined;
  readonly with_pattern_replacement?: string | undefined;
  readonly replace?: string | undefined;
  readonly with_replacement?: string | undefined;
}

const rules = {
  add_prefix: (name, { prefix }) => `${prefix ?? ''}${name}`,
  add_suffix: (name, { suffix }) => `${name}${suffix ?? ''}`,
  // every character of the text goes; without one, all but letters, digits and _
  remove_extra_charcter: (name, { remove_extra_charcter: unwanted }) =>
    unwanted === undefined
      ? name.replace(/[^\p{L}\p{N}_]/gu, '')
      : [...name].filter((c) => !unwanted.includes(c)).join(''),
  regex: (name, settings) => name.replace(pattern(settings.replace_pattern), settings.with_pattern_replacement ?? ''),
  replace: (name, { replace, with_replacement }) =>
    replace === undefined ? name : name.replaceAll(replace, () => with_replacement ?? ''),
  upper: (name) => name.toUpperCase(),
  lower: (name) => name.toLowerCase(),
} as const satisfies Record<BulkRename, (name: string, settings: RenameSettings) => string>;

/** A new name by a rule. Throws a `FieldError` for a pattern that is none, and where nothing would be left of the name. */
export const renamed = (name: string, by: BulkRename, settings: RenameSettings): string => {
  const made = rules[by](name, settings);
  if (made === '')
    throw new FieldError(
      'bulkType',
      `"${by}" leaves nothing of the column name "${name}"`,
      'leave the column out, or rename it by hand',
    );
  return made;
};

function pattern(text: string | undefined): RegExp {
  if (text === undefined)
    throw new FieldError('replace_pattern', 'the field "replace_pattern" is empty', 'give a regular expression');
  try {
    return new RegExp(text, 'gu');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new FieldError(
      'replace_pattern',
      `"replace_pattern" is "${text}", which is no regular expression`,
      'mend the expression',
    );
  }
}
