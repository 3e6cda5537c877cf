import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { errorTexts } from '../texts/error.ts';
import { api, dataOf } from './client.ts';
import { ApiError } from './problem.ts';
import { sourcesChanged } from './queries-of-editor.ts';
import type { Json } from './queries.ts';

export type Entry = Json<'/api/v1/hdfs/files', 'get'>[number];
export type Sample = Json<'/api/v1/datasets/sample-data', 'post'>;

/** The entries of a folder: folders first, by name. */
export const folderQuery = (path: string) =>
  queryOptions({
    queryKey: ['files', path],
    queryFn: ({ signal }) => listFolder(path, signal),
    // a list shows the present state
    staleTime: 0,
  });

export const homeQuery = queryOptions({
  queryKey: ['home folder'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/hdfs/configurations', { signal })),
  staleTime: Infinity,
  retry: false,
});

export async function listFolder(path: string, signal?: AbortSignal): Promise<Entry[]> {
  const query = { path, sortPara: 'alphabetical' };
  const entries = await dataOf(api.GET('/api/v1/hdfs/files', { params: { query }, ...(signal ? { signal } : {}) }));
  return entries.toSorted((a, b) => Number(b.isDirectory) - Number(a.isDirectory));
}

export async function filesChanged(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: ['files'] }), sourcesChanged(client)]);
}

/** The beginning of a file as text (64 KiB at most). */
export const textQuery = ({ path, modificationTime }: Entry) =>
  queryOptions({
    queryKey: ['file text', path, modificationTime],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/hdfs/files/open', { params: { query: { path } }, parseAs: 'text', signal })),
  });

/** The first rows of a file with columns. */
export const sampleQuery = ({ path, modificationTime }: Entry) =>
  queryOptions({
    queryKey: ['file sample', path, modificationTime],
    queryFn: ({ signal }) =>
      dataOf(api.POST('/api/v1/datasets/sample-data', { params: { query: { path } }, body: {}, signal })),
  });

/**
 * A picture as an object URL that contains the whole of it: not every browser shows a response with an attachment
 * header.
 */
export const pictureQuery = ({ path, modificationTime }: Entry, type: string) =>
  queryOptions({
    queryKey: ['file picture', path, modificationTime],
    queryFn: async ({ signal }) => {
      const bytes = await dataOf(
        api.GET('/api/v1/hdfs/files/download', { params: { query: { path } }, parseAs: 'arrayBuffer', signal }),
      );
      return dataAddress(new Blob([bytes as ArrayBuffer], { type }));
    },
    gcTime: 60_000,
  });

function dataAddress(blob: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error(errorTexts.unreadableImage)));
    reader.readAsDataURL(blob);
  });
}

export const downloadAddress = (path: string): string => `/api/v1/hdfs/files/download?path=${encodeURIComponent(path)}`;

export const makeFolder = (path: string): Promise<string> =>
  dataOf(api.POST('/api/v1/hdfs/dir/create', { params: { query: { path } }, body: null, parseAs: 'text' }));

export const rename = (from: string, to: string): Promise<string> =>
  dataOf(
    api.GET('/api/v1/hdfs/files/rename', {
      params: { query: { sourceFilePath: from, destinationFilePath: to } },
      parseAs: 'text',
    }),
  );

export const moveInto = ({ path }: Entry, folder: string): Promise<string> =>
  dataOf(
    api.POST('/api/v1/hdfs/files/moves', {
      body: { sourceFilePaths: [path], destinationFilePath: folder },
      parseAs: 'text',
    }),
  );

/** Deletes permanently; a missing file counts as deleted. */
export async function remove({ path, isDirectory }: Entry): Promise<void> {
  try {
    const query = { path, recursive: isDirectory };
    await dataOf(api.DELETE('/api/v1/hdfs/files/delete', { params: { query }, parseAs: 'text' }));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
