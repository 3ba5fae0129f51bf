import { createHmac } from 'node:crypto';
import type { PromptDocument, UserPart } from '../../../ports/language-model.ts';
import type { PromptLibrary } from '../../prompts/prompt-library.ts';
import type { NumberedPassage } from './number-passages.ts';

export interface MaterialRequest {
  documents: readonly PromptDocument[];
  /** Of these documents, in their order. */
  passages: readonly NumberedPassage[];
  prompts: PromptLibrary;
  /** A key of the service's own. */
  fenceKey: Buffer;
}

/** The documents as a message of their own for a vendor's model: fenced, each passage under its number and its place. */
export function writeMaterial({ documents, passages, prompts, fenceKey }: MaterialRequest): UserPart[] {
  const [before, after] = prompts.around('material', 'documents');
  const texts = documents.map((document, index) => {
    const fence = fenceOf(document, fenceKey);
    const mine = passages.filter((passage) => passage.document === index);
    return `<${fence} name="${attribute(document.filename)}">\n${bodyOf(document, mine)}\n</${fence}>`;
  });
  return [{ type: 'text', text: [before, ...texts, after].filter((text) => text !== '').join('\n\n') }];
}

/**
 * A tag that a document cannot hold: without the service's secret nobody can make it, and it stays the same for as long as
 * the document does, so that what vendors cache is found again.
 */
export function fenceOf({ fileId, filename, text }: PromptDocument, key: Buffer): string {
  const file = fileId ?? `${filename}\n${text}`;
  return `document-${createHmac('sha256', key).update(file).digest('hex').slice(0, 16)}`;
}

function bodyOf(document: PromptDocument, passages: readonly NumberedPassage[]): string {
  const { facts = [], outline } = document;
  const isWhole = document.passages === undefined;
  const parts: string[] = [];
  if (!isWhole && outline) parts.push(`Outline of the whole document (it is no passage):\n${outline}`);
  if (facts.length > 0)
    parts.push(`Computed exactly from all rows (needs no mark):\n${facts.map(({ text }) => text).join('\n')}`);
  if (!isWhole) parts.push('Only the passages below are shown.');
  let end: number | null = null;
  for (const passage of passages) {
    if (!isWhole && end !== null && document.text.slice(end, passage.start).trim() !== '') parts.push('[…]');
    parts.push(`[${passage.number}]${passage.label === '' ? '' : ` ${passage.label}`}\n${passage.text.trim()}`);
    end = passage.end;
  }
  if (passages.length === 0 && facts.length === 0) parts.push(outline || 'It holds no text.');
  return parts.join('\n\n');
}

function attribute(text: string): string {
  return text.replaceAll(/["\n\r<>]/g, ' ').slice(0, 200);
}
