import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

export const shapes = ['openai', 'anthropic', 'google'] as const;
export type Shape = (typeof shapes)[number];

/** US dollars per million tokens: a token costs whole billionths, so that sums have no rounding in them. */
export const prices = {
  openai: { input: 2, cached_input: 0.5, cache_write: 2, output: 8 },
  anthropic: { input: 3, cached_input: 0.3, cache_write: 3.75, output: 15 },
  google: { input: 1.25, cached_input: 0.31, cache_write: 1.25, output: 10 },
} satisfies Record<Shape, Record<string, number>>;

/** What a vendor counts of one call; `input` without what came from the cache or went there. */
export interface Counts {
  input: number;
  cached: number;
  written: number;
  output: number;
}

/** What a vendor does with one call: how far its reply comes, and what stands in it. */
export interface Turn {
  /** `whole` · `refuses` before anything · `cut`: its counts are told, then the connection breaks · `holds`: the same, and then nothing. */
  does: 'whole' | 'refuses' | 'cut' | 'holds';
  /** Of a refusal; 0: the connection breaks. */
  status?: number;
  text?: string;
  call?: { name: string; input: object };
  counts: Counts;
  /** A reply whose counts never come: those of the vendor are then its own secret. */
  isUntold?: boolean;
}

/** A line of the vendors' own books. */
export interface VendorLine {
  call: string;
  shape: Shape;
  counts: Counts;
  nanoDollars: number;
  did: Turn['does'];
  isUntold: boolean;
}

export const nanoOf = (shape: Shape, { input, cached, written, output }: Counts): number => {
  const price = prices[shape];
  return Math.round(
    1000 * (input * price.input + cached * price.cached_input + written * price.cache_write + output * price.output),
  );
};

interface Asked {
  shape: Shape;
  call: string;
  isStreamed: boolean;
}

/** The three vendors on one port. The model's name says which call it is; `turnOf` says what happens in its n-th round. */
export class Vendors {
  readonly books: VendorLine[] = [];
  readonly #server: Server;
  readonly #rounds = new Map<string, number>();
  readonly #turnOf: (call: string, round: number) => Turn;

  constructor(turnOf: (call: string, round: number) => Turn) {
    this.#turnOf = turnOf;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the vendors do not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    const asked = request.method === 'POST' ? whatIsAsked(request.url ?? '', await text(request)) : null;
    if (asked === null) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const { shape, call } = asked;
    const name = `${shape} ${call}`;
    const round = this.#rounds.get(name) ?? 0;
    this.#rounds.set(name, round + 1);
    const turn = this.#turnOf(name, round);
    const isRefused = turn.does === 'refuses';
    this.books.push({
      call,
      shape,
      counts: isRefused ? { input: 0, cached: 0, written: 0, output: 0 } : turn.counts,
      nanoDollars: isRefused ? 0 : nanoOf(shape, turn.counts),
      did: turn.does,
      isUntold: turn.isUntold ?? false,
    });
    await play(response, asked, turn);
  }
}

function whatIsAsked(path: string, body: string): Asked | null {
  const google = /\/google\/.*models\/([^:/]+):(\w+)/.exec(path);
  if (google) return { shape: 'google', call: google[1] ?? '', isStreamed: google[2] === 'streamGenerateContent' };
  const shape = path.startsWith('/anthropic/') ? 'anthropic' : 'openai';
  const { model, stream } = JSON.parse(body);
  return { shape, call: String(model), isStreamed: stream === true };
}

async function play(response: ServerResponse, { shape, isStreamed }: Asked, turn: Turn): Promise<void> {
  if (turn.does === 'refuses') {
    if (turn.status === 0) response.socket?.resetAndDestroy();
    else response.writeHead(turn.status ?? 500, { 'content-type': 'application/json' }).end(refusal(shape));
    return;
  }
  if (!isStreamed && turn.does === 'whole') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wholeBody[shape](turn)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const { begin, end } = streamed[shape](turn);
  const write = (events: object[]) => {
    for (const event of events) {
      const named = 'type' in event && shape === 'anthropic' ? `event: ${event.type}\n` : '';
      response.write(`${named}data: ${JSON.stringify(event)}\n\n`);
    }
  };
  write(begin);
  if (turn.does === 'holds') return;
  // The bytes before must have arrived when the connection breaks.
  if (turn.does === 'cut') {
    await wait(5);
    response.socket?.resetAndDestroy();
    return;
  }
  write(end);
  response.end(shape === 'openai' ? 'data: [DONE]\n\n' : '');
}

const refusal = (shape: Shape): string =>
  JSON.stringify(
    shape === 'anthropic'
      ? { type: 'error', error: { type: 'api_error', message: 'no' } }
      : { error: { message: 'no', code: shape === 'google' ? 500 : 'server_error' } },
  );

const openaiUsage = ({ input, cached, written, output }: Counts) => ({
  prompt_tokens: input + cached + written,
  completion_tokens: output,
  total_tokens: input + cached + written + output,
  prompt_tokens_details: { cached_tokens: cached },
});
const anthropicInput = ({ input, cached, written }: Counts) => ({
  input_tokens: input,
  cache_read_input_tokens: cached,
  cache_creation_input_tokens: written,
});
const googleUsage = ({ input, cached, written, output }: Counts) => ({
  promptTokenCount: input + cached + written,
  cachedContentTokenCount: cached,
  candidatesTokenCount: output,
});
const openaiCalls = ({ call }: Turn) =>
  call && [
    { index: 0, id: 'c1', type: 'function', function: { name: call.name, arguments: JSON.stringify(call.input) } },
  ];
const googleParts = ({ text = '', call }: Turn) => [
  call ? { functionCall: { name: call.name, args: call.input } } : { text },
];

const wholeBody: Record<Shape, (turn: Turn) => object> = {
  openai: (turn) => ({
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: turn.call ? null : (turn.text ?? ''), tool_calls: openaiCalls(turn) },
        finish_reason: turn.call ? 'tool_calls' : 'stop',
      },
    ],
    usage: openaiUsage(turn.counts),
  }),
  anthropic: ({ text = '', call, counts }) => ({
    type: 'message',
    role: 'assistant',
    content: [call ? { type: 'tool_use', id: 't1', ...call } : { type: 'text', text }],
    stop_reason: call ? 'tool_use' : 'end_turn',
    usage: { ...anthropicInput(counts), output_tokens: counts.output },
  }),
  google: (turn) => ({
    candidates: [{ index: 0, content: { role: 'model', parts: googleParts(turn) }, finishReason: 'STOP' }],
    usageMetadata: googleUsage(turn.counts),
  }),
};

/** `begin`: words and, unless they are untold, all counts; `end`: what a sound end has besides. */
const streamed: Record<Shape, (turn: Turn) => { begin: object[]; end: object[] }> = {
  openai: (turn) => {
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      choices: [{ index: 0, delta, finish_reason }],
    });
    const said = turn.call ? { tool_calls: openaiCalls(turn) } : { content: turn.text ?? '' };
    const usage = { choices: [], usage: openaiUsage(turn.counts) };
    const words = [chunk({ role: 'assistant' }), ...(turn.text === '' ? [] : [chunk(said)])];
    const finish = chunk({}, turn.call ? 'tool_calls' : 'stop');
    if (turn.does === 'whole') return { begin: words, end: [finish, usage] };
    // As vLLM does with continuous_usage_stats: each chunk says what was used so far.
    return { begin: turn.isUntold ? words : [...words, usage], end: [] };
  },
  anthropic: ({ text = '', call, counts, does, isUntold = false }) => {
    const isWhole = does === 'whole';
    const first = { ...anthropicInput(counts), output_tokens: isWhole || isUntold ? 1 : counts.output };
    const message = { id: 'm', type: 'message', role: 'assistant', content: [], usage: first };
    const block = call ? { type: 'tool_use', id: 't1', name: call.name, input: {} } : { type: 'text', text: '' };
    const delta = call
      ? { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
      : { type: 'text_delta', text };
    const begin = [
      { type: 'message_start', message },
      ...(text === '' && !call
        ? []
        : [
            { type: 'content_block_start', index: 0, content_block: block },
            { type: 'content_block_delta', index: 0, delta },
          ]),
    ];
    const end = [
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null },
        usage: { output_tokens: counts.output },
      },
      { type: 'message_stop' },
    ];
    return { begin, end };
  },
  google: (turn) => {
    const chunk = (parts: object[], more: object = {}) => ({
      candidates: [{ index: 0, content: { role: 'model', parts }, ...more }],
    });
    const usageMetadata = googleUsage(turn.counts);
    const early = { usageMetadata: { ...usageMetadata, candidatesTokenCount: 1 } };
    const words = { ...chunk(googleParts(turn)), ...(turn.isUntold ? {} : early) };
    const last = { ...chunk([], { finishReason: 'STOP' }), usageMetadata };
    if (turn.does === 'whole') return { begin: [words], end: [last] };
    return { begin: [words, ...(turn.isUntold ? [] : [{ ...chunk([]), usageMetadata }])], end: [] };
  },
};
