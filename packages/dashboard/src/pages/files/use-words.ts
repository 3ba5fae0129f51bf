import type { FileInfo, FileLayout, LayoutPage, OcrPageElement } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** A page with the place of every word that OCR read on it. */
export interface ReadPage {
  width: number;
  height: number;
  confidence: number;
  blocks: OcrPageElement['blocks'];
  /** Of the upright page; null where the file itself shows it. */
  imageUrl: string | null;
}

/** Pages of a file that are fetched for its boxes at most, fifty at a time. */
const mostAnswers = 40;

/**
 * Pages that were read by OCR, by number from 1, with the place of every word: as they were read when the file came in. Files of an older
 * version have none; they are read once more when boxes are asked for.
 */
export function useWords(file: FileInfo, enabled: boolean) {
  const parley = useParley();
  const words = useQuery({
    queryKey: queryKeys.files.words(file.file_id),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 600_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const params = { file_id: file.file_id };
      const kept: LayoutPage[] = [];
      let next: number | null = 1;
      for (let answer = 0; next !== null && answer < mostAnswers; answer++) {
        const found: FileLayout = await parley.api.getFileLayout({ params, query: { first_page: next } }, { signal });
        kept.push(...found.pages);
        next = found.next_page;
      }
      if (kept.length > 0) return new Map(kept.map((page) => [page.page_number, { ...page, imageUrl: null }] as const));
      const bytes = await parley.files.content(file.file_id, { signal });
      if (file.kind === 'image') return pagesOf([[1, (await parley.ocr.image(bytes, { signal })).raw_response.pages]]);
      const { pages } = await parley.ocr.pdf(bytes, {}, { signal });
      return pagesOf(pages.map((page) => [page.page_number, page.raw_response?.pages ?? []]));
    },
  });
  const pages: ReadonlyMap<number, ReadPage> | undefined = words.data;
  return { pages, error: words.error, refetch: words.refetch };
}

const pagesOf = (read: Array<[page: number, parts: OcrPageElement[]]>): Map<number, ReadPage> =>
  new Map(
    read.flatMap(([page, parts]) =>
      parts.slice(0, 1).map(({ dimensions, confidence, blocks, image_url }) => {
        const { width, height } = dimensions;
        return [page, { width, height, confidence, blocks, imageUrl: image_url }] as const;
      }),
    ),
  );
