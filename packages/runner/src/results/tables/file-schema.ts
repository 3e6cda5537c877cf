import type { StructType } from '@millrace/spark-connect/types';
import { uniqueNames } from '@millrace/workflow/column-names';
import type { SchemaElement } from 'hyparquet';
import type { Shape } from './shape.ts';
import { entries, fieldNameAt } from './stored-values.ts';

/**
 * Which schema is wanted: the one that the file tells its readers; the one that values are written by, which leaves types
 * to us; or the one that they are read by, where a map is a list of entries, since the library would make objects of maps.
 */
export type View = 'told' | 'written' | 'read';

/** The schema of a file, in the order of the format: a root, then each group before what is in it. */
export function elementsOf({ fields }: StructType, shapes: readonly Shape[], view: View): SchemaElement[] {
  const names = view === 'told' ? uniqueNames(fields.map(({ name }) => name)) : fields.map((_, i) => fieldNameAt(i));
  return [
    { name: 'schema', num_children: shapes.length },
    ...shapes.flatMap((shape, i) => elements(shape, names[i] ?? '', 'OPTIONAL', view)),
  ];
}

type Repetition = NonNullable<SchemaElement['repetition_type']>;

function elements(shape: Shape, name: string, repetition_type: Repetition, view: View): SchemaElement[] {
  const base = { name, repetition_type };
  const within = (one: Shape, elementName: string, repetition: Repetition = 'OPTIONAL'): SchemaElement[] =>
    elements(one, elementName, repetition, view);
  const repeated = (elementName: string, num_children: number): SchemaElement => ({
    name: elementName,
    repetition_type: 'REPEATED',
    num_children,
  });
  switch (shape.kind) {
    case 'leaf': {
      const { type, type_length, converted_type } = shape.element;
      if (view === 'told') return [{ ...base, ...shape.element }];
      const isText = converted_type === 'UTF8';
      return [
        {
          ...base,
          ...(type === undefined ? {} : { type }),
          ...(type_length === undefined ? {} : { type_length }),
          ...(isText ? { converted_type } : {}),
        },
      ];
    }
    case 'list':
      return [
        {
          ...base,
          num_children: 1,
          converted_type: 'LIST',
          ...(view === 'told' ? { logical_type: { type: 'LIST' } } : {}),
        },
        repeated('list', 1),
        ...within(shape.element, 'element'),
      ];
    case 'map':
      return [
        {
          ...base,
          num_children: 1,
          ...(view === 'read' ? {} : { converted_type: 'MAP' }),
          ...(view === 'told' ? { logical_type: { type: 'MAP' } } : {}),
        },
        repeated(entries, 2),
        ...within(shape.key, 'key', 'REQUIRED'),
        ...within(shape.value, 'value'),
      ];
    case 'struct':
      return [
        { ...base, num_children: shape.fields.length },
        ...shape.fields.flatMap((field, i) => within(field.shape, view === 'told' ? field.name : fieldNameAt(i))),
      ];
  }
}

/** The paths of the leaves of a schema, in the order of its columns. */
export function leafPaths(schema: readonly SchemaElement[]): string[][] {
  const paths: string[][] = [];
  let at = 0;
  const visit = (above: readonly string[]): void => {
    const element = schema[at++];
    if (element === undefined) return;
    const path = [...above, element.name];
    if (element.num_children === undefined) paths.push(path);
    for (let i = 0; i < (element.num_children ?? 0); i++) visit(path);
  };
  visit([]);
  return paths.map((path) => path.slice(1));
}
