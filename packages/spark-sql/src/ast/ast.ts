import type { Source } from '../analyse/scope.ts';
import type { SparkType } from './types.ts';

/** Where a piece of SQL stands in its text: offsets of first character and past the last one. */
export type Span = {
  start: number;
  end: number;
  /** The plan message that holds the text, if it is part of a plan. */
  source?: object;
};

export type Literal = {
  kind: 'literal';
  type: SparkType;
  /** The value as text: a number without suffix, a string's content, a date's text; null for NULL. */
  value: string | null;
  /** Spelling that engines may read differently (`escapes`, `doubled-quote`, `adjacent`, `exponent`, …). */
  spelling?: string;
  span: Span;
};

export type Expr =
  | Literal
  | { kind: 'column'; path: string[]; plan?: bigint; span: Span }
  | { kind: 'star'; qualifier: string[]; except: boolean; span: Span }
  | { kind: 'op'; op: string; args: Expr[]; span: Span }
  | Call
  | { kind: 'cast'; mode: 'cast' | 'try_cast' | `unit ${string}`; to: SparkType; arg: Expr; span: Span }
  | { kind: 'case'; operand?: Expr; branches: { when: Expr; then: Expr }[]; otherwise?: Expr; span: Span }
  | { kind: 'field'; arg: Expr; name: string; span: Span }
  | { kind: 'index'; arg: Expr; index: Expr; span: Span }
  | { kind: 'lambda'; params: string[]; body: Expr; span: Span }
  | { kind: 'subquery'; how: 'scalar' | 'exists'; query: Query; span: Span }
  | { kind: 'in-query'; negated: boolean; args: Expr[]; query: Query; span: Span }
  | { kind: 'alias'; arg: Expr; names: string[]; span: Span }
  | { kind: 'unknown'; text: string; span: Span };

export type Call = {
  kind: 'call';
  /** Lower case; a qualified name is joined by dots. */
  name: string;
  args: Expr[];
  distinct: boolean;
  filter?: Expr;
  within?: SortItem[];
  nulls?: 'ignore' | 'respect';
  over?: WindowSpec;
  span: Span;
};

/** A sort key; `message`: the one of a plan that says it, if no text does. */
export type SortItem = { arg: Expr; descending: boolean; nulls?: 'first' | 'last'; message?: object };

export type WindowSpec = { name?: string; partition: Expr[]; order: SortItem[]; frame?: string };

/** A query with what stands around its body. */
export type Query = {
  with: { name: string; columns: string[]; query: Query }[];
  recursive: boolean;
  body: Body;
  order: SortItem[];
  orderAll: boolean;
  /** `sort by`, `cluster by`, `distribute by`: order within partitions only. */
  partitionOrder?: 'sort' | 'cluster' | 'distribute';
  limit?: Expr;
  offset?: Expr;
  span: Span;
};

export type Body =
  | Select
  | {
      kind: 'set';
      op: 'union' | 'except' | 'intersect';
      all: boolean;
      byName: boolean;
      left: Query;
      right: Query;
    }
  | { kind: 'values'; rows: Expr[][]; span: Span }
  | { kind: 'relation'; relation: Relation }
  | { kind: 'nested'; query: Query }
  | { kind: 'unknown'; text: string; span: Span };

export type Select = {
  kind: 'select';
  distinct: boolean;
  items: Expr[];
  from: Relation[];
  laterals: LateralView[];
  where?: Expr;
  group?: Grouping;
  having?: Expr;
  windows: { name: string; spec: WindowSpec }[];
  hints: string[];
  /** FROM stands before SELECT. */
  fromFirst?: boolean;
  span: Span;
};

export type Grouping = { kind: 'plain' | 'all' | 'rollup' | 'cube' | 'sets'; keys: Expr[]; sets: Expr[][] };

export type LateralView = { outer: boolean; call: Call; table: string; columns: string[] };

export type JoinKind = 'inner' | 'cross' | 'left' | 'right' | 'full' | 'semi' | 'anti';

export type Relation =
  | { kind: 'table'; name: string[]; alias?: string; columns: string[]; span: Span }
  | { kind: 'derived'; query: Query; alias?: string; columns: string[]; lateral: boolean; span: Span }
  | { kind: 'function'; call: Call; alias?: string; columns: string[]; lateral: boolean; span: Span }
  | { kind: 'values'; rows: Expr[][]; alias?: string; columns: string[]; span: Span }
  | {
      kind: 'join';
      how: JoinKind;
      natural: boolean;
      left: Relation;
      right: Relation;
      on?: Expr;
      using?: string[];
    }
  | { kind: 'pivot'; input: Relation; text: string; span: Span }
  | { kind: 'unpivot'; input: Relation; text: string; span: Span }
  | { kind: 'sample'; input: Relation; text: string; span: Span }
  | { kind: 'given'; source: Source }
  | { kind: 'unknown'; text: string; span: Span };
