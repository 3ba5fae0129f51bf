import type { PdfOutlineEntry } from './pdf-engine.ts';

/** The levels of a page's bookmarks by their titles, as `titleKey` writes them. */
export type Titles = ReadonlyMap<string, number>;

const mostLevels = 6;
/** Shorter titles ("1", "A") are met by too much. */
const leastCharacters = 3;

/** The bookmarks that lead to each page, by its number from 1. */
export function titlesByPage(outline: readonly PdfOutlineEntry[]): Map<number, Map<string, number>> {
  const pages = new Map<number, Map<string, number>>();
  for (const { title, level, page } of outline) {
    const key = titleKey(title);
    if (page === null || key.length < leastCharacters) continue;
    const titles = pages.get(page) ?? new Map<string, number>();
    if (!titles.has(key)) titles.set(key, Math.min(level, mostLevels));
    pages.set(page, titles);
  }
  return pages;
}

/** The level of the bookmark that a line is the title of, with or without its number; null when there is none. */
export function bookmarkLevel(titles: Titles, text: string): number | null {
  if (titles.size === 0 || text.length > 300) return null;
  return titles.get(titleKey(text)) ?? null;
}

/** A title as bookmarks and pages have in common: without its number, spaces, marks and accents. */
function titleKey(title: string): string {
  const plain = title.normalize('NFKD').toLowerCase();
  const bare = plain.replace(/^\s*(?:\d{1,3}(?:\.\d{1,3}){0,5}|[a-z](?:\.\d{1,3}){1,5}|[ivx]{1,6}(?=\.))[.)]?\s+/, '');
  return bare.replace(/[^\p{L}\p{N}]+/gu, '');
}
