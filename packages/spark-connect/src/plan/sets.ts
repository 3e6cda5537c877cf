import { SetOperation_SetOpType, type Relation } from '../proto.ts';
import { relation } from '../relation.ts';
import type { Sides } from './joins.ts';

const types = {
  union: SetOperation_SetOpType.UNION,
  intersect: SetOperation_SetOpType.INTERSECT,
  except: SetOperation_SetOpType.EXCEPT,
} as const;

/** How two inputs are put together. */
export interface SetOptions {
  /** True if duplicates stay. */
  readonly isAll: boolean;
  /** By the names of columns, not by their position. */
  readonly byName?: boolean;
  /** By name: whether a column that one side lacks is null there. */
  readonly allowMissingColumns?: boolean;
}

/** UNION, INTERSECT or EXCEPT of the rows of two inputs. */
export const setOperation = ({ left, right }: Sides, type: keyof typeof types, options: SetOptions): Relation =>
  relation({
    case: 'setOp',
    value: { leftInput: left, rightInput: right, setOpType: types[type], ...options },
  });
