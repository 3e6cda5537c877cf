import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, given } from './client.ts';
import type { Json } from './queries.ts';

export type FoundRecord = Json<'/api/v1/search/{type}/{text}', 'get'>[number];

/** Records whose name or description holds a text; nothing is asked for where it is empty. */
export const foundQuery = (text: string) =>
  queryOptions({
    queryKey: ['found', text],
    queryFn: ({ signal }) =>
      given(api.GET('/api/v1/search/{type}/{text}', { params: { path: { type: 'all', text } }, signal })),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
