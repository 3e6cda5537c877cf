import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from './client.ts';
import type { Json } from './queries.ts';

export type CatalogueEntry = Json<'/api/v1/processors', 'get'>[number];
export type CatalogueField = CatalogueEntry['fields'][number];
export type ProcessorRecord = Json<'/api/v1/processors/{nodeClass}', 'get'>;
export type ProcessorExample = ProcessorRecord['examples'][number];
export type ExampleTable = ProcessorExample['inputs'][number];

/** All processors by name: they change only with the service. */
export const processorsQuery = queryOptions({
  queryKey: ['processor catalogue'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/processors', { signal })),
  staleTime: Infinity,
});

/** A processor with its examples. */
export const processorQuery = (nodeClass: string) =>
  queryOptions({
    queryKey: ['processor', nodeClass],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/processors/{nodeClass}', { params: { path: { nodeClass } }, signal })),
    staleTime: Infinity,
  });
