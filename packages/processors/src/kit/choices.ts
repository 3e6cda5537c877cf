import { choice } from './fields.ts';
import { missing, type Common } from './field-shape.ts';
import type { Field } from '../contract/fields.ts';

/** Several of some words, in the order chosen; case is ignored, repeated ones come once. */
export const choices = <const C extends string>(
  options: readonly C[],
  more: Common & { readonly required?: boolean; readonly default?: readonly C[] } = {},
): Field<readonly C[]> => {
  const one = choice(options, { ...(more.title === undefined ? {} : { title: more.title }), widget: 'array_multiple' });
  return {
    specs: (name) =>
      one.specs(name).map((s) => ({
        ...s,
        ...(more.description === undefined ? {} : { description: more.description }),
        ...(more.default === undefined ? {} : { default: JSON.stringify(more.default) }),
        required: more.required ?? false,
        list: true,
      })),
    read(name, stored) {
      const values = (stored.list(name) ?? []).flatMap(
        (text) => one.read(name, { text: () => text, list: () => [text] }) ?? [],
      );
      if (values.length > 0) return [...new Set(values)];
      if (more.default !== undefined) return more.default;
      if (more.required === true) throw missing(name, `choose one or more of ${options.join(', ')}`);
      return [];
    },
  };
};
