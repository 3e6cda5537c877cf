import type { Example, Processor } from '@millrace/processors';

type FieldSpec = Processor['fields'][number];

/** Values that a field of a kind may have, whatever the example gives it: all of a choice, numbers at the rim. */
function valuesOf({ options, kind }: FieldSpec): readonly string[] {
  if (options !== undefined) return options;
  switch (kind) {
    case 'boolean':
      return ['true', 'false'];
    case 'integer':
      return ['0', '1', '-1', '3'];
    case 'number':
      return ['0', '0.5', '-1.5', '1e300'];
    default:
      return [];
  }
}

const isIn = (value: string, { fields = {} }: Example, { name }: FieldSpec): boolean => {
  const setting = fields[name];
  return typeof setting === 'string' ? setting === value : (setting?.includes(value) ?? false);
};

/**
 * Examples like one of a processor, each with another value of one field, in lists for all elements; without those that an example of
 * the processor has.
 */
export function withOtherFields(
  processor: Pick<Processor, 'fields' | 'examples'>,
  example: Example,
): readonly Example[] {
  return processor.fields.flatMap((spec) =>
    valuesOf(spec)
      .filter((value) => !processor.examples.some((one) => isIn(value, one, spec)))
      .flatMap((value) => {
        const setting = example.fields?.[spec.name];
        if (spec.list === true && typeof setting === 'string') return [];
        const element = typeof setting === 'string' || setting === undefined ? value : setting.map(() => value);
        const other = spec.list === true && setting === undefined ? [value] : element;
        return [
          {
            ...example,
            name: `${example.name}, ${spec.name} ${value}`,
            fields: { ...example.fields, [spec.name]: other },
          },
        ];
      }),
  );
}
