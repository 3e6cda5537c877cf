/** The search parameters of a list. */
export interface ListSearch {
  readonly q?: string;
  readonly sort?: string;
}

export const listSearch = (search: Record<string, unknown>): ListSearch => ({
  ...(typeof search['q'] === 'string' && search['q'] !== '' ? { q: search['q'] } : {}),
  ...(typeof search['sort'] === 'string' && search['sort'] !== '' ? { sort: search['sort'] } : {}),
});
