import type { Prompt, PromptMessage, UserPart } from '../../../ports/language-model.ts';
import type { InlineDocument } from './inline-document.ts';

/** Reads the text of a picture by OCR; empty when it has none. */
export type ImageText = (base64: string, mediaType: string, signal: AbortSignal) => Promise<string>;

export interface ReadImages {
  messages: PromptMessage[];
  /** The texts of the pictures. */
  documents: InlineDocument[];
  /** What the caller should know of it. */
  warnings: string[];
}

export function hasImages({ messages }: Prompt): boolean {
  return messages.some((message) => message.role === 'user' && message.parts.some(({ type }) => type !== 'text'));
}

/**
 * The messages for a model that cannot see: the text that OCR finds in each picture becomes a document to answer from, and a
 * sentence tells the caller so. Throws what the reading throws, `invalid_image` above all.
 */
export async function readImages(
  { messages: given }: Prompt,
  read: ImageText,
  { model, signal }: { model: string; signal: AbortSignal },
): Promise<ReadImages> {
  const documents: InlineDocument[] = [];
  const messages: PromptMessage[] = [];
  let count = 0;
  for (const message of given) {
    if (message.role !== 'user') {
      messages.push(message);
      continue;
    }
    const parts: UserPart[] = [];
    // One after the other: OCR has its own limit of what runs at once.
    for (const part of message.parts) {
      if (part.type === 'text') {
        parts.push(part);
        continue;
      }
      const name = `Image ${++count}`;
      const text = (await read(part.base64, part.mediaType, signal)).trim();
      if (text === '') parts.push({ type: 'text', text: `[${name}: a picture without text]` });
      else documents.push({ filename: `${name} (its text, read by OCR)`, text });
    }
    if (parts.length === 0) parts.push({ type: 'text', text: 'What does the image say?' });
    messages.push({ role: 'user', parts });
  }
  return { messages, documents, warnings: count === 0 ? [] : [sentence(model, count, count - documents.length)] };
}

function sentence(model: string, count: number, empty: number): string {
  const what = count === 1 ? 'The image was' : `The ${count} images were`;
  const none = empty === 0 ? '' : ` ${empty === count ? 'No text' : `In ${empty} of them no text`} was found.`;
  return `${what} read by OCR, because the model ${model} cannot see pictures: it knows only the text in them.${none}`;
}
