import type { RemotePage, RemotePageReader } from '@parley/documents';
import type { LanguageModel } from '../../ports/language-model.ts';

const instructions = `You transcribe the page image you are given.
Write down exactly the text that stands on the page, in reading order, as Markdown: headings with #, lists with -, tables as Markdown tables.
Keep the language, spelling, numbers and punctuation as printed. Never translate, correct, complete, describe or comment.
Write [?] for what cannot be read. When there is no text on the page, answer with nothing but NO TEXT.`;
const request = 'Transcribe this page.';
/** A dense page has about 3,000 tokens. */
const maxTokens = 8000;

/** Any configured model that takes images, asked to transcribe. */
export class VisionPageReader implements RemotePageReader {
  readonly id: string;
  readonly #model: LanguageModel;

  constructor(parts: { model: LanguageModel }) {
    this.#model = parts.model;
    this.id = parts.model.id;
  }

  async read(image: { bytes: Uint8Array; mediaType: string }, signal: AbortSignal): Promise<RemotePage> {
    const base64 = Buffer.from(image.bytes.buffer, image.bytes.byteOffset, image.bytes.byteLength).toString('base64');
    let text = '';
    let isWhole = false;
    let usage = { inputTokens: 0, outputTokens: 0 };
    const events = this.#model.stream(
      {
        system: instructions,
        messages: [
          {
            role: 'user',
            parts: [
              { type: 'image', mediaType: image.mediaType, base64 },
              { type: 'text', text: request },
            ],
          },
        ],
        maxTokens,
        temperature: 0,
        isStreamed: false,
      },
      signal,
    );
    for await (const event of events) {
      if (event.type === 'text-delta') text += event.text;
      if (event.type === 'finish') {
        usage = event.usage ?? usage;
        isWhole = event.reason === 'stop';
      }
    }
    return { markdown: withoutWrapping(text), isWhole, usage };
  }
}

/** Models like to put a fence around Markdown, and say that nothing is there in the words they were given. */
function withoutWrapping(text: string): string {
  const trimmed = text.trim();
  const fenced = /^```(?:markdown|md)?\n([\s\S]*?)\n?```$/.exec(trimmed);
  const content = (fenced?.[1] ?? trimmed).trim();
  return /^\W*no text\W*$/i.test(content) ? '' : content;
}
