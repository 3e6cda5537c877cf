import { boundedRegex } from '@millrace/spark-sql/patterns';
import { FieldError, invalidValue } from '../kit/field-error.ts';
import { missing } from '../kit/field-shape.ts';

/** Ways to rename many columns at once, spelled as in the interface. */
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
  remove_extra_charcter: (name, { remove_extra_charcter: character }) =>
    character === undefined
      ? name.replace(/[^\p{L}\p{N}_]/gu, '')
      : [...name].filter((c) => !character.includes(c)).join(''),
  regex: (name, { replace_pattern, with_pattern_replacement }) =>
    replaceIn(name, replace_pattern, with_pattern_replacement ?? ''),
  replace: (name, { replace, with_replacement }) =>
    replace === undefined ? name : name.replaceAll(replace, () => with_replacement ?? ''),
  upper: (name) => name.toUpperCase(),
  lower: (name) => name.toLowerCase(),
} as const satisfies Record<BulkRename, (name: string, settings: RenameSettings) => string>;

/** A new name by a rule. Throws a `FieldError` for a pattern that is none or
 * cannot be matched in bounded time, and if nothing would be left of the name. */
export const rename = (name: string, by: BulkRename, settings: RenameSettings): string => {
  const newName = rules[by](name, settings);
  if (newName === '')
    throw new FieldError(
      'bulkType',
      `invalid value "${by}" for field "bulkType": leaves column "${name}" without a name`,
      'exclude the column from the rule, or rename it individually',
    );
  return newName;
};

/** A name with all matches of a pattern replaced; `$1`, `$<name>`, `$&` and `$$` of the replacement are JavaScript's. */
function replaceIn(name: string, text: string | undefined, replacement: string): string {
  if (text === undefined) throw missing('replace_pattern', 'enter a regular expression');
  const result = boundedRegex(text);
  if (result.ok) return result.regex.matcher(name).replaceAll(replacement);
  const { kind, message } = result.problem;
  if (kind === 'invalid')
    throw invalidValue('replace_pattern', text, 'must be a regular expression', 'correct the expression');
  throw invalidValue(
    'replace_pattern',
    text,
    `cannot be matched in bounded time: ${message}`,
    'use the syntax of RE2: no look-around, no back-references and no more than 1,000 repetitions',
  );
}
