import { create, type MessageInitShape } from '@bufbuild/protobuf';
import {
  Expression_SortOrder_NullOrdering,
  Expression_SortOrder_SortDirection,
  Expression_SortOrderSchema,
  type Expression,
  type Expression_SortOrder,
  type ExpressionSchema,
} from './proto.ts';

const directions = {
  asc: Expression_SortOrder_SortDirection.ASCENDING,
  desc: Expression_SortOrder_SortDirection.DESCENDING,
} as const;
const nullOrderings = {
  'nulls first': Expression_SortOrder_NullOrdering.SORT_NULLS_FIRST,
  'nulls last': Expression_SortOrder_NullOrdering.SORT_NULLS_LAST,
} as const;

/** What a sort key is made of: a column, by its expression. */
interface Keyed {
  readonly expression: Expression;
}

/** A column as a sort key in one direction, with its nulls at one end. */
export const sortKey = (
  { expression: child }: Keyed,
  direction: keyof typeof directions,
  nulls: keyof typeof nullOrderings,
): MessageInitShape<typeof ExpressionSchema> => ({
  exprType: {
    case: 'sortOrder',
    value: { child, direction: directions[direction], nullOrdering: nullOrderings[nulls] },
  },
});

/** A column as a sort key; ascending with nulls first if not set. */
export function sortOrder({ expression: child }: Keyed): Expression_SortOrder {
  const { exprType } = child;
  return exprType.case === 'sortOrder'
    ? exprType.value
    : create(Expression_SortOrderSchema, {
        child,
        direction: directions.asc,
        nullOrdering: nullOrderings['nulls first'],
      });
}
