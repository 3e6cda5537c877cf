import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { filePreviewQuery, type PreviewRequest, type FilePreview } from '../../api/datasets.ts';
import { ApiError } from '../../api/problem.ts';
import { previewRequestOf, type Draft } from './draft.ts';

/** The preview of a draft, a moment after its last change; an outdated request is cancelled. */
export function useFilePreview(draft: Draft) {
  const text = JSON.stringify(previewRequestOf(draft));
  const [settled] = useDebouncedValue(text, 250);
  const request = JSON.parse(settled) as PreviewRequest;
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...filePreviewQuery(request),
    // rows of earlier options stay visible until the new ones arrive
    placeholderData: (before, query) =>
      (query?.queryKey[1] as PreviewRequest | undefined)?.path === request.path ? before : undefined,
  });
  const isNamed = draft.path.trim() !== '';
  return {
    /** Of earlier options while the new ones are loading. */
    preview: error === null && isNamed ? data : undefined,
    error: settled === text && isNamed ? error : null,
    isBehind: isFetching || isPlaceholderData || settled !== text,
  };
}

/** The preview of a draft that is to be saved; undefined if the file cannot be read but the draft names its kind. */
export function previewOf(client: QueryClient, draft: Draft): Promise<FilePreview | undefined> {
  return client.fetchQuery(filePreviewQuery(previewRequestOf(draft))).catch((problem: unknown) => {
    if (draft.kind === '' || !(problem instanceof ApiError) || problem.status !== 422) throw problem;
    return undefined;
  });
}
