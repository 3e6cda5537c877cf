import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { filePreviewQuery, type PreviewRequest, type FilePreview } from '../../api/datasets.ts';
import { ApiError } from '../../api/problem.ts';
import { previewRequestOf, type Draft } from './draft.ts';

/** What the files of a draft show, a moment after its last change; a look that is overtaken is called off. */
export function useFilePreview(draft: Draft) {
  const text = JSON.stringify(previewRequestOf(draft));
  const [settled] = useDebouncedValue(text, 250);
  const asked = JSON.parse(settled) as PreviewRequest;
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...filePreviewQuery(asked),
    // rows of other options stay in sight until those of these are there
    placeholderData: (before, query) =>
      (query?.queryKey[1] as PreviewRequest | undefined)?.path === asked.path ? before : undefined,
  });
  const isNamed = draft.path.trim() !== '';
  return {
    /** Of options before these, while others are on their way. */
    seen: error === null && isNamed ? data : undefined,
    error: settled === text && isNamed ? error : null,
    isBehind: isFetching || isPlaceholderData || settled !== text,
  };
}

/**
 * What a draft that is to be saved shows. A file that cannot be looked at can be saved by who says of what kind it is;
 * then it is undefined.
 */
export function previewOf(client: QueryClient, draft: Draft): Promise<FilePreview | undefined> {
  return client.fetchQuery(filePreviewQuery(previewRequestOf(draft))).catch((problem: unknown) => {
    if (draft.kind === '' || !(problem instanceof ApiError) || problem.status !== 422) throw problem;
    return undefined;
  });
}
