import { createHmac } from 'node:crypto';
import type { DocumentPicture, ImageDetail, PromptDocument, UserPart } from '../../../../ports/language-model.ts';
import type { PromptLibrary } from '../../prompts/prompt-library.ts';
import type { NumberedPassage } from './number-passages.ts';

export interface MaterialRequest {
  documents: readonly PromptDocument[];
  /** Of these documents, in their order. */
  passages: readonly NumberedPassage[];
  prompts: PromptLibrary;
  /** A key of the service's own. */
  fenceKey: Buffer;
  /** How closely pictures are looked at. */
  imageDetail?: ImageDetail | undefined;
}

/** The documents as a message of their own for a vendor's model: fenced, each passage under its number and its place. */
export function writeMaterial(request: MaterialRequest): UserPart[] {
  const { documents, passages, prompts, fenceKey, imageDetail } = request;
  const [before, after] = prompts.around('material', 'documents');
  const parts: UserPart[] = [];
  let text = before;
  for (const [index, document] of documents.entries()) {
    if (document.isLate) continue;
    const fence = fenceOf(document, fenceKey);
    const mine = passages.filter((passage) => passage.document === index && !passage.isAdded);
    text += `${text === '' ? '' : '\n\n'}<${fence} name="${attribute(document.filename)}">\n`;
    const { pictures = [] } = document;
    if (pictures.length > 0) {
      const labels = pictures.map(({ label }) => label).filter((label) => label !== '');
      const what = labels.length > 0 ? `The pictures that follow show ${labels.join(', ')}.` : 'It is this picture.';
      parts.push({ type: 'text', text: `${text}${what} A picture has no number; name it in words.` });
      parts.push(...pictureParts(pictures, imageDetail));
      text = '';
    }
    text += `${bodyOf(document, mine)}\n</${fence}>`;
  }
  text += after === '' ? '' : `\n\n${after}`;
  return [...parts, { type: 'text', text }];
}

/** What only the last question needs of the documents: what was computed for it, and passages besides those that all turns show. */
export function writeLateMaterial({ documents, passages, prompts, fenceKey }: MaterialRequest): UserPart[] {
  const bodies = documents.flatMap((document, index) => {
    const { facts = [], added = [] } = document;
    if (facts.length === 0 && added.length === 0) return [];
    const fence = fenceOf(document, fenceKey);
    const mine = passages.filter((passage) => passage.document === index && passage.isAdded);
    const parts = [
      ...factsOf(document),
      ...(mine.length > 0 && !document.isLate ? ['Further passages of it:'] : []),
      ...shownPassages(mine),
    ];
    return [`<${fence} name="${attribute(document.filename)}">\n${parts.join('\n\n')}\n</${fence}>`];
  });
  if (bodies.length === 0) return [];
  const [before, after] = prompts.around('material', 'documents');
  return [{ type: 'text', text: [before, ...bodies, after].filter((part) => part !== '').join('\n\n') }];
}

/** Pictures as parts of a message. */
export function pictureParts(pictures: readonly DocumentPicture[], detail?: ImageDetail): UserPart[] {
  return pictures.map(({ mediaType, base64 }) => ({ type: 'image', mediaType, base64, ...(detail && { detail }) }));
}

/**
 * A tag that a document cannot hold: without the service's secret nobody can make it, and it stays the same for as long as
 * the document does, so that what vendors cache is found again.
 */
function fenceOf({ fileId, filename, text }: PromptDocument, key: Buffer): string {
  const file = fileId ?? `${filename}\n${text}`;
  return `document-${createHmac('sha256', key).update(file).digest('hex').slice(0, 16)}`;
}

function bodyOf(document: PromptDocument, passages: readonly NumberedPassage[]): string {
  const { facts = [], outline } = document;
  const isWhole = document.passages === undefined;
  const parts: string[] = [];
  if (!isWhole && outline) parts.push(`Outline of the whole document (it is no passage):\n${withoutMarks(outline)}`);
  parts.push(...factsOf(document));
  if (!isWhole) parts.push('Only the passages below are shown.');
  let end: number | null = null;
  for (const passage of passages) {
    if (!isWhole && end !== null && document.text.slice(end, passage.start).trim() !== '') parts.push('[…]');
    parts.push(...shownPassages([passage]));
    end = passage.end;
  }
  if (passages.length === 0 && facts.length === 0)
    parts.push(document.pictures ? 'No text was read in it.' : withoutMarks(outline ?? '') || 'It holds no text.');
  return parts.join('\n\n');
}

function factsOf({ facts = [] }: PromptDocument): string[] {
  if (facts.length === 0) return [];
  return [`Computed exactly from all rows (needs no mark):\n${facts.map(({ text }) => withoutMarks(text)).join('\n')}`];
}

const shownPassages = (passages: readonly NumberedPassage[]): string[] =>
  passages.map(({ number, label, text }) => {
    const place = label === '' ? '' : ` ${label.replaceAll('\n', ' ')}`;
    return `[${number}]${place}\n${withoutMarks(text.trim())}`;
  });

/** What begins a line of a document as a mark does is told apart from ours: a file could name another one as its source. */
function withoutMarks(text: string): string {
  return text.replaceAll(/^([^\S\n]{0,20})(?=\[\d{1,4}\]|【\d)/gm, '$1\\');
}

function attribute(text: string): string {
  return text.replaceAll(/["\n\r<>]/g, ' ').slice(0, 200);
}
