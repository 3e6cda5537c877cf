import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from './client.ts';
import type { Json } from './queries.ts';

export type FoundRecord = Json<'/api/v1/search/{type}/{text}', 'get'>[number];

/** Records whose name or description contains a text; an empty text sends no request. */
export const recordSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['found', text],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/search/{type}/{text}', { params: { path: { type: 'all', text } }, signal })),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
