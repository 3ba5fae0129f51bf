/** A document that came inside a request, as text. */
export interface InlineDocument {
  filename: string;
  text: string;
  /** Offsets at which each page begins; absent where pages have no meaning. */
  pageStarts?: number[];
}
