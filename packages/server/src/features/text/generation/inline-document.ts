import type { DocumentPicture } from '../../../ports/language-model.ts';

/** A document that came inside a request, as text. */
export interface InlineDocument {
  filename: string;
  text: string;
  /** Offsets at which each page begins; absent where pages have no meaning. */
  pageStarts?: number[];
  /** Draws its scanned pages, for models that can see. Absent where its text holds all of it. */
  draw?: DrawPages | undefined;
}

export type DrawPages = (signal: AbortSignal) => Promise<DocumentPicture[]>;

/** Pages that one request shows as pictures. */
const mostDrawn = 20;

/** The pictures of each text that came with the request, as many as a request carries. */
export async function drawnPages(texts: readonly InlineDocument[], signal: AbortSignal): Promise<DocumentPicture[][]> {
  const drawn: DocumentPicture[][] = [];
  let left = mostDrawn;
  for (const { draw } of texts) {
    const pictures = draw && left > 0 ? (await draw(signal)).slice(0, left) : [];
    left -= pictures.length;
    drawn.push(pictures);
  }
  return drawn;
}
