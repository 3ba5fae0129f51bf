import { brokenFile } from '../document-error.ts';
import type { ParsedContent } from './parsed-content.ts';
import { textDocument } from './read-text.ts';

/** Word documents of 1997 to 2003 (.doc): body, notes, headers and text boxes, without formatting. */
export async function readDoc(bytes: Uint8Array): Promise<ParsedContent> {
  const { default: WordExtractor } = await import('word-extractor');
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const document = await new WordExtractor().extract(data).catch(() => {
    throw brokenFile('The Word document is broken or protected. Open it in Word and save it as .docx.');
  });
  const parts = [
    document.getBody(),
    document.getTextboxes({ includeHeadersAndFooters: false }),
    document.getFootnotes(),
    document.getEndnotes(),
    document.getHeaders({ includeFooters: true }),
  ];
  const text = parts
    .map(paragraphs)
    .filter((part) => part !== '')
    .join('\n\n');
  return textDocument(text, { mediaType: 'application/msword', label: 'Word document', outline: [] });
}

/** Lines of a Word text are its paragraphs. */
function paragraphs(text: string): string {
  return text
    .split(/[\r\n\f\v]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n\n');
}
