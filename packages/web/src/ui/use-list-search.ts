import { useNavigate, useSearch } from '@tanstack/react-router';
import { listSearch, type ListSearch } from './list-search.ts';

/** The filter and the order of a list, in the address; `keys`: the parameters of its further filters. */
export function useListSearch(keys: readonly string[]) {
  const search = useSearch({ strict: false }) as ListSearch;
  const { q = '', sort = '' } = search;
  const navigate = useNavigate();
  const setSearch = (next: ListSearch): void =>
    void navigate({
      to: '.',
      // another filter begins at its first page
      search: ({ q: _q, sort: _sort, page: _page, ...others }: ListSearch & { readonly page?: number }) => ({
        ...others,
        ...listSearch({ q, sort, ...next }),
      }),
      replace: true,
    });
  const showAll = (): void =>
    void navigate({
      to: '.',
      search: (all: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(all).filter(([key]) => key !== 'q' && key !== 'page' && !keys.includes(key))),
      replace: true,
    });
  const isFiltered = q !== '' || keys.some((key) => key in search);
  return { q, sort, setSearch, showAll, isFiltered };
}
