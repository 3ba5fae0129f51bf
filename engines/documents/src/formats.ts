// Bytes of every kind but PDF to text, metadata and rows. Loads parsers: for worker processes.
export { type DocumentFormat, detectFormat } from './formats/detect-format.ts';
export type { ParsedContent } from './formats/parsed-content.ts';
export { extensionOf, readContent } from './formats/read-content.ts';
