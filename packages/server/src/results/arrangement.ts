import type { Arrangement, Filter, Operator, SortColumn } from '@millrace/runner/tables';
import { Type, type Static } from 'typebox';
import { Problem } from '../problems.ts';

/** Most columns that are sorted by, most filters, and characters of each. */
const [maxSorts, maxFilters, maxLetters] = [8, 16, 2_000];

const Words = (description: string) => {
  const Word = Type.String({ maxLength: maxLetters });
  return Type.Optional(Type.Union([Word, Type.Array(Word)], { description }));
};

/** How rows of a table are wanted, in the words of an address; each may stand there several times. */
export const ArrangementQuery = {
  sortBy: Words(
    'The columns to sort by, in order. Of columns with the same name, the second is named `a_2`, as in Parquet',
  ),
  sortOrder: Words(
    'One order per `sortBy`, in the same order: `asc` (nulls first; the default), `desc` (nulls last), or either followed by `nulls first` or `nulls last`',
  ),
  filterBy: Words(
    'Filters as JSON: `["fare", ">=", 10]`. Operators: `=`, `!=`, `<`, `<=`, `>`, `>=`, `contains` and `starts with` (ignoring case), `is null`, `is not null`. Rows must match all filters',
  ),
};

type ArrangementInput = Static<ReturnType<typeof querySchema>>;
const querySchema = () => Type.Object(ArrangementQuery);

/** What an address asks for; undefined if it is the table as it came. Fails with MALFORMED if it cannot be read. */
export async function arrangementOf(input: ArrangementInput): Promise<Arrangement | undefined> {
  const [columns, orders, filters] = [input.sortBy, input.sortOrder, input.filterBy].map(listOf);
  if (columns === undefined || orders === undefined || filters === undefined) return undefined;
  if (columns.length + orders.length + filters.length === 0) return undefined;
  if (columns.length > maxSorts)
    throw wrong('sortBy', `too many columns to sort by: ${columns.length}`, `name at most ${maxSorts}`);
  if (filters.length > maxFilters)
    throw wrong('filterBy', `too many filters: ${filters.length}`, `send at most ${maxFilters}`);
  if (orders.length > columns.length)
    throw wrong(
      'sortOrder',
      `order "${orders[columns.length]}" has no column to sort by`,
      'send a sortBy for each sortOrder',
    );
  const { operators } = await import('@millrace/runner/tables');
  const sort = columns.map((column, i) => ({ column, ...wayOf(orders[i] ?? 'asc') }));
  return { sort, filters: filters.map((text) => filterOf(text, operators)) };
}

/** Clients send a parameter that they do not use as an empty text. */
const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  (typeof value === 'string' ? [value] : (value ?? [])).filter((word) => word !== '');

function wayOf(word: string): Omit<SortColumn, 'column'> {
  const [, order = '', nulls] = /^(asc|desc|dsc)(?: nulls (first|last))?$/i.exec(word) ?? [];
  if (order === '')
    throw wrong('sortOrder', `unknown order "${word}"`, 'write asc, desc, "asc nulls last" or "desc nulls first"');
  const isDescending = order.toLowerCase() !== 'asc';
  return { isDescending, nullsFirst: nulls === undefined ? !isDescending : nulls.toLowerCase() === 'first' };
}

function filterOf(text: string, operators: readonly Operator[]): Filter {
  const parts = partsOf(text);
  const [column, word, value] = Array.isArray(parts) ? (parts as readonly unknown[]) : [];
  if (!Array.isArray(parts) || parts.length > 3 || typeof column !== 'string' || typeof word !== 'string')
    throw wrong('filterBy', `invalid filter "${text}"`, 'write column, operator and value as JSON: ["fare", ">=", 10]');
  const operator = operators.find((one) => one === word.toLowerCase());
  if (operator === undefined)
    throw wrong('filterBy', `unknown operator "${word}"`, `use one of ${operators.join(', ')}`);
  if (value === undefined || value === null) return { column, operator, value: undefined };
  if (typeof value === 'object')
    throw wrong(
      'filterBy',
      `the value of filter "${text}" is not a text, number or boolean`,
      'compare with a text, a number, true or false',
    );
  return { column, operator, value: String(value) };
}

/** JSON whose numbers are texts: a long one would be rounded. */
function partsOf(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown, ...[context]: readonly { readonly source?: string }[]) =>
      typeof value === 'number' ? (context?.source ?? value) : value,
    );
  } catch {
    return undefined;
  }
}

const wrong = (field: keyof typeof ArrangementQuery, message: string, remedy: string): Problem =>
  new Problem('MALFORMED', `${field}: ${message}: ${remedy}`, {
    errors: [{ message, code: 'WRONG_ARRANGEMENT', field }],
  });
