import { hasCode } from '../document-error.ts';
import type { PageText, ReadRequest } from './read-document.ts';

export interface PagesToRecognize {
  /** From 1. */
  numbers: readonly number[];
  /** Pages of the whole document, for progress. */
  total: number;
  /** Pages at once. */
  atOnce: number;
  /** What one is called in warnings. Default `Page`. */
  unit?: 'Page' | 'Picture';
  /** Null for a page without text. */
  recognize(number: number): Promise<PageText | null>;
}

/**
 * Recognises pages of one document, many at once. Those that the request's memory has are taken from there, and done ones are
 * given to it; what cannot be read or is left for want of time is told in `warnings`.
 */
export async function recognizePages(
  request: ReadRequest,
  { numbers, total, atOnce, unit = 'Page', recognize }: PagesToRecognize,
  warnings: string[],
): Promise<Map<number, PageText>> {
  const { signal, pageMemory, isTimeUp, onProgress } = request;
  const texts = new Map<number, PageText>();
  const queue = [...numbers];
  const unread: number[] = [];
  let done = total - queue.length;
  const read = async (number: number) => {
    const kept = await pageMemory?.recall(number);
    if (!kept && isTimeUp?.()) {
      unread.push(number);
      return;
    }
    const text = kept ?? (await recognize(number));
    if (text) texts.set(number, text);
    if (!text || kept) return;
    const { layout, ...rest } = text;
    if (layout) await pageMemory?.keepLayout?.(number, layout);
    await pageMemory?.keep(number, rest);
  };
  const work = async () => {
    for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
      try {
        await read(number);
      } catch (error) {
        if (signal?.aborted || !hasCode(error)) throw error;
        // One page that cannot be read must not cost the others.
        warnings.push(`${unit} ${number} could not be read by OCR: ${error.message}`);
      }
      onProgress?.({ done: ++done, total });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (unread.length > 0) warnings.push(notRead(unread, unit));
  return texts;
}

/** The pages as one text, and where each begins in it. */
export function joinPages(pages: readonly { markdown: string }[]): { text: string; pageStarts: number[] } {
  const pageStarts: number[] = [];
  let text = '';
  for (const { markdown } of pages) {
    const body = markdown.trim();
    if (text !== '' && body !== '') text += '\n\n';
    pageStarts.push(text.length);
    text += body;
  }
  return { text, pageStarts };
}

/** What the reader of a document is told about pages for which the time did not suffice. */
function notRead(pages: number[], unit: 'Page' | 'Picture'): string {
  const sorted = pages.sort((one, other) => one - other);
  const places =
    sorted.length === 1
      ? `${unit} ${sorted[0]} was`
      : `${sorted.length} ${unit.toLowerCase()}s from ${unit.toLowerCase()} ${sorted[0]} on were`;
  const advice =
    unit === 'Page' ? 'Send the PDF to /v1/ocr/pdf with background: true, or split it.' : 'Split the file.';
  return `${places} not read: the time for the file was up. ${advice}`;
}
