import { uniqueNames } from '@millrace/workflow/column-names';
import { kindOf, timeOf } from '../../ui/column-summary.ts';
import { dayMs } from '../../ui/days.ts';
import type { ColumnFilter, Conditions, TableColumn, View } from '../../ui/table-view.ts';

/** Order and filters of a table, in the form of the service's query string. */
export interface ArrangementQuery {
  readonly sortBy?: string;
  readonly sortOrder?: string;
  readonly filterBy?: string[];
}

/** Whether the service sorts by values of a type: nested types have no order. */
export const isSortable = (type: string): boolean => kindOf(type) !== 'nested' && !/^(void|interval)$/i.test(type);

/**
 * The order and filters of a view for the service, so that large tables behave like small ones: absent values come last
 * in either direction, a range excludes NaN, and a day without a time means its end.
 */
export function queryOf(
  columns: readonly TableColumn[],
  { sort, filters }: Pick<View, 'sort' | 'filters'>,
  conditions: Conditions = [],
): ArrangementQuery {
  const names = uniqueNames(columns.map(({ name }) => name));
  const sortBy = sort === undefined ? undefined : names[sort.column];
  const filterBy = [
    ...[...filters].flatMap(([at, filter]) =>
      testsOf(columns[at]?.type ?? '', filter).map((test) => JSON.stringify([names[at], ...test])),
    ),
    ...conditions.map(([column, value]) => JSON.stringify(value === null ? [column, 'is null'] : [column, '=', value])),
  ];
  return {
    ...(sortBy === undefined
      ? {}
      : { sortBy, sortOrder: `${sort?.isDescending === true ? 'desc' : 'asc'} nulls last` }),
    ...(filterBy.length === 0 ? {} : { filterBy }),
  };
}

type Test = readonly [operator: string, value?: string];

function testsOf(type: string, { text, from, to, nulls }: ColumnFilter): readonly Test[] {
  if (nulls === 'only') return [['is null']];
  const isTime = kindOf(type) === 'time';
  return [
    ...(nulls === undefined ? [] : [['is not null'] as const]),
    ...(text === undefined ? [] : [['contains', text] as const]),
    ...(from === undefined ? [] : [['>=', isTime ? timeText(from) : numberText(from)] as const]),
    ...(to === undefined ? [] : [isTime ? lastTime(to) : (['<=', numberText(to)] as const)]),
    // NaN is above all numbers
    ...(from !== undefined && to === undefined && /^(float|double)/i.test(type) ? [['<=', 'Infinity'] as const] : []),
  ];
}

/** Numbers may be longer than a double; other notations (`0x10`) are not numbers. */
const numberText = (text: string): string => (/^[+-]?\d*\.?\d+(e[+-]?\d+)?$/i.test(text) ? text : String(Number(text)));

const exact = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?)?$/;

const timeText = (text: string): string => (exact.test(text) ? text : new Date(timeOf(text)).toISOString());

const lastTime = (text: string): Test =>
  /[ T]/.test(text) ? ['<=', timeText(text)] : ['<', new Date(timeOf(text) + dayMs).toISOString()];
