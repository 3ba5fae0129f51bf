import type { FileInfo, OcrPageElement } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useContent } from './use-files.ts';

/** Pages that were read by OCR, by number from 1, with the place of every word. Asked for only when `enabled`: it costs. */
export function useWords(file: FileInfo, enabled: boolean) {
  const parley = useParley();
  const content = useContent(file.file_id, enabled);
  const words = useQuery({
    queryKey: queryKeys.files.words(file.file_id),
    enabled: enabled && content.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 600_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const bytes = content.data ?? new Blob();
      if (file.kind === 'image') return pagesOf([[1, (await parley.ocr.image(bytes, { signal })).raw_response.pages]]);
      const { pages } = await parley.ocr.pdf(bytes, {}, { signal });
      return pagesOf(pages.map((page) => [page.page_number, page.raw_response?.pages ?? []]));
    },
  });
  return { pages: words.data, error: content.error ?? words.error, refetch: words.refetch };
}

const pagesOf = (read: Array<[page: number, parts: OcrPageElement[]]>): Map<number, OcrPageElement> =>
  new Map(read.flatMap(([page, parts]) => parts.slice(0, 1).map((part) => [page, part] as const)));
