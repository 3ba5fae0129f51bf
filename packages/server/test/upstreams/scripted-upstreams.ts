import {
  jsonHeaders,
  type ScriptedAnswer,
  type SeenRequest,
  streamHeaders,
  toEventText,
  UpstreamServer,
} from '../upstream-server.ts';

/** What a scripted provider does with one call, in OpenAI's shape, streamed or not as it was asked. */
export type Deed = (asked: SeenRequest) => ScriptedAnswer;

export interface Counts {
  input: number;
  cached?: number;
  output: number;
  /** Of the output. */
  reasoning?: number;
}

const usual: Counts = { input: 100, output: 10 };
const usageOf = ({ input, cached = 0, output, reasoning }: Counts) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cached },
  ...(reasoning !== undefined && { completion_tokens_details: { reasoning_tokens: reasoning } }),
});

/** A reply; `message` is what of it is not text. */
export function says(
  content: string | null,
  { finish = 'stop', counts = usual, message = {} }: { finish?: string; counts?: Counts; message?: object } = {},
): Deed {
  const usage = usageOf(counts);
  return ({ body }) => {
    if (body.stream !== true) {
      const choice = { index: 0, message: { role: 'assistant', content, ...message }, finish_reason: finish };
      return { headers: jsonHeaders, pieces: [JSON.stringify({ choices: [choice], usage })] };
    }
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      choices: [{ index: 0, delta, finish_reason }],
    });
    const text = content === null ? [] : [chunk({ content })];
    const events = [chunk({ role: 'assistant' }), ...text, chunk(message), chunk({}, finish), { choices: [], usage }];
    return { headers: streamHeaders, pieces: [...toEventText(events), 'data: [DONE]\n\n'] };
  };
}

export function calls(name: string, args: string, counts?: Counts): Deed {
  const tool_calls = [{ index: 0, id: 'call_1', type: 'function', function: { name, arguments: args } }];
  return says(null, { finish: 'tool_calls', message: { tool_calls }, ...(counts && { counts }) });
}

export function refuses(status: number, message = 'no', headers: Record<string, string> = {}, code?: string): Deed {
  const body = JSON.stringify({ error: { message, ...(code !== undefined && { code }) } });
  return () => ({ status, headers: { ...jsonHeaders, ...headers }, pieces: [body] });
}

/** Says some words and breaks off. */
export function breaksOff(content: string): Deed {
  return ({ body }) =>
    body.stream === true
      ? {
          headers: streamHeaders,
          pieces: toEventText([{ choices: [{ index: 0, delta: { content } }] }]),
          afterwards: 'reset',
        }
      : { headers: jsonHeaders, pieces: ['{"choices": [{'], afterwards: 'reset' };
}

/** Takes the request and says nothing. */
export const hangs: Deed = ({ body }) => ({
  headers: body.stream === true ? streamHeaders : jsonHeaders,
  pieces: [],
  afterwards: 'hold',
});

/** Providers on loopback that play a script by the name of the model that is asked for, and log who was asked what. */
export class ScriptedUpstreams {
  readonly log: { provider: string; model: string; body: Record<string, unknown>; left: Promise<void> }[] = [];
  readonly #servers = new Map<string, UpstreamServer>();
  /** By provider and model: one deed a call, the last one for all further calls. */
  readonly #scripts = new Map<string, Deed[]>();

  static async start(names: readonly string[]): Promise<ScriptedUpstreams> {
    const upstreams = new ScriptedUpstreams();
    for (const name of names) {
      const server = await UpstreamServer.start();
      server.answer = (asked) => upstreams.#play(name, asked);
      upstreams.#servers.set(name, server);
    }
    return upstreams;
  }

  script(provider: string, model: string, deeds: Deed[]): void {
    this.#scripts.set(`${provider}/${model}`, [...deeds]);
  }

  url(name: string): string {
    return `${this.#servers.get(name)?.url}/v1`;
  }

  /** Who was asked for a model, in order. */
  asked(model: string) {
    return this.log.filter((call) => call.model === model);
  }

  async close(): Promise<void> {
    for (const server of this.#servers.values()) await server.close();
  }

  #play(provider: string, asked: SeenRequest): ScriptedAnswer {
    const model = String(asked.body.model);
    this.log.push({ provider, model, body: asked.body, left: asked.left });
    const script = this.#scripts.get(`${provider}/${model}`) ?? [];
    const deed = script.length > 1 ? script.shift() : script[0];
    return (deed ?? refuses(404, `The model ${model} does not exist`))(asked);
  }
}
