/** Only what is used of it. */
declare module 'word-extractor' {
  interface WordText {
    getBody(): string;
    getFootnotes(): string;
    getEndnotes(): string;
    getHeaders(options: { includeFooters: boolean }): string;
    getTextboxes(options: { includeHeadersAndFooters: boolean }): string;
  }
  export default class WordExtractor {
    extract(source: Buffer): Promise<WordText>;
  }
}
