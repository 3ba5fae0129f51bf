import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

interface ChatRequest {
  messages: { role: string; content: string }[];
}

export interface RecordedVendorOptions {
  /** Replies by the question's text; marks stand in them as `{{words of the passage}}`, or `{{0}}` for none. */
  replies: Map<string, string>;
  /** A real vendor that is asked instead; what it says is put into `replies`. */
  forward?: { baseUrl: string; apiKey: string };
}

/**
 * A vendor with OpenAI's chat completions on the loopback that says what was recorded. Recordings name passages by their
 * words, so that they hold when passages are cut or numbered otherwise.
 */
export class RecordedVendor {
  readonly #options: RecordedVendorOptions;
  readonly #server: Server;

  constructor(options: RecordedVendorOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Gives its base address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    try {
      // Only the service itself asks here.
      const body = (await json(request)) as ChatRequest;
      const question = body.messages.at(-1)?.content ?? '';
      const passages = passagesIn(body.messages.map(({ content }) => content).join('\n'));
      if (this.#options.forward) {
        const { status, reply } = await forward(this.#options.forward, body);
        const text = textOf(reply);
        if (text !== null) this.#options.replies.set(question, withWords(text, passages));
        send(status, reply);
        return;
      }
      const recorded = this.#options.replies.get(question);
      if (recorded === undefined) send(404, { error: { message: `no recording for: ${question.slice(0, 200)}` } });
      else send(200, completion(withNumbers(recorded, passages)));
    } catch (error) {
      send(500, { error: { message: error instanceof Error ? error.message : String(error) } });
    }
  }
}

const passage = /^\[(\d+)\][^\n]*\n([\s\S]*?)(?=\n\n\[(?:\d+|…)\]|\n<\/document-)/gm;

function passagesIn(text: string): Map<number, string> {
  return new Map([...text.matchAll(passage)].map(([, number, words = '']) => [Number(number), words]));
}

function withNumbers(recorded: string, passages: Map<number, string>): string {
  return recorded.replaceAll(/\{\{(.*?)\}\}/g, (_, words: string) => {
    if (words === '0') return '[0]';
    const number = [...passages].find(([, text]) => text.includes(words))?.[0];
    return number === undefined ? '' : `[${number}]`;
  });
}

function withWords(reply: string, passages: Map<number, string>): string {
  return reply.replaceAll(/\[(\d{1,4})\]/g, (mark, number: string) => {
    if (number === '0') return '{{0}}';
    const words = passages
      .get(Number(number))
      ?.replaceAll(/^#+ .*\n+/g, '')
      .split('\n')[0]
      ?.slice(0, 80);
    return words ? `{{${words}}}` : mark;
  });
}

function completion(content: string): object {
  return {
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 20 },
  };
}

async function forward({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }, body: ChatRequest) {
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(300_000),
  });
  const reply: unknown = await response.json();
  return { status: response.status, reply };
}

function textOf(reply: unknown): string | null {
  // Read loosely: whatever has no text is passed on as it is.
  const choices = (reply as { choices?: { message?: { content?: unknown } }[] } | null)?.choices;
  const content = choices?.[0]?.message?.content;
  return typeof content === 'string' ? content : null;
}
