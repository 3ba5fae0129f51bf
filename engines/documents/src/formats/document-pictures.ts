import type { JsonObject } from '../json-value.ts';
import type { ReadDocument } from './read-document.ts';
import { textFacts } from './text-facts.ts';

/** A picture inside a document whose text OCR may read. */
export interface DocumentPicture {
  /** As it is stored: PNG, JPEG, GIF, BMP, TIFF or WebP. */
  bytes: Uint8Array;
  /** Where its text belongs in the text of the document. */
  at: number;
}

const maxPictures = 50;
const maxPictureBytes = 20_000_000;
/** Of all pictures of a document together. */
export const mostPictureBytes = 60_000_000;
/** Bullets, lines and icons are smaller files. */
const minPictureBytes = 400;
const readable = /\.(png|jpe?g|gif|bmp|tiff?|webp)$/i;

/** Takes the pictures of one document within limits, each once; what it leaves out is told in `warnings`. */
export class DocumentPictures {
  readonly taken: DocumentPicture[] = [];
  readonly #seen = new Set<string>();
  #bytes = 0;
  #left = 0;

  /** `name` is that of the part; `load` is called only for what will be taken. */
  add(name: string, at: number, sizeBytes: number, load: () => Uint8Array | null): void {
    if (!readable.test(name) || sizeBytes < minPictureBytes || this.#seen.has(name)) return;
    this.#seen.add(name);
    const isFull = this.taken.length >= maxPictures || this.#bytes + sizeBytes > mostPictureBytes;
    if (isFull || sizeBytes > maxPictureBytes) {
      this.#left++;
      return;
    }
    const bytes = load();
    if (!bytes || bytes.length === 0) return;
    this.#bytes += bytes.length;
    this.taken.push({ bytes, at });
  }

  /** To be spread into what a reader hands back. */
  get result(): { pictures?: DocumentPicture[]; warnings?: string[] } {
    const limits = `at most ${maxPictures} pictures, 20 MB each and 60 MB together, are read`;
    return {
      ...(this.taken.length > 0 && { pictures: this.taken }),
      ...(this.#left > 0 && { warnings: [`${this.#left} pictures were left out: ${limits}.`] }),
    };
  }
}

/** The document with the texts of its pictures where they stand. Everything that is counted in the text follows. */
export function insertPictureTexts(
  document: ReadDocument,
  pictures: readonly { at: number; markdown: string }[],
): ReadDocument {
  const texts = pictures.filter(({ markdown }) => markdown !== '').sort((one, other) => one.at - other.at);
  if (texts.length === 0) return document;
  let text = '';
  let from = 0;
  for (const { at, markdown } of texts) {
    text += `${document.text.slice(from, at)}${at > 0 ? '\n\n' : ''}${markdown}${at > 0 ? '' : '\n\n'}`;
    from = at;
  }
  text += document.text.slice(from);
  const moved = (offset: number) =>
    texts.reduce((sum, { at, markdown }) => (at < offset || at === 0 ? sum + markdown.length + 2 : sum), offset);
  const pageStarts = document.pageStarts.map((start) => (start === 0 ? 0 : moved(start)));
  const outline = document.outline.map((entry) => ({ ...entry, offset: moved(entry.offset) }));
  const facts: JsonObject = textFacts(text, outline);
  return { ...document, text, pageStarts, outline, metadata: { ...document.metadata, ...facts } };
}
