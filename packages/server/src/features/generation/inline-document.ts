/** A document that came inside a request, as text. */
export interface InlineDocument {
  filename: string;
  text: string;
}
