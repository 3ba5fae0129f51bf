import { RestartingIterable } from '../../lib/restarting-iterable.ts';
import { SafeNames } from '../../lib/safe-names.ts';
import { halved } from '../../outbound/model-http/deferred-price.ts';
import { fromSchemaTool, withSchemaTool } from '../../outbound/model-http/schema-tool.ts';
import { readAddress, type UpstreamAddress } from '../../outbound/model-http/upstream-address.ts';
import type { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';
import { withExtraBody } from '../../outbound/model-http/with-extra-body.ts';
import type { LanguageModel, ModelEvent, Prompt, VendorFields } from '../../ports/language-model.ts';
import type { ModelProvider } from '../../ports/model-provider.ts';
import { OpenAIReply } from './from-openai-chunk.ts';
import { fieldsTakenBy } from './openai-fields.ts';
import { knownQuirks, learnQuirk, type OpenAIQuirk } from './openai-quirks.ts';
import { toOpenAIRequest } from './to-openai-request.ts';

export interface OpenAIProviderOptions {
  /** First part of the names of its models. */
  id: string;
  /** Ends where `/chat/completions` begins, mostly in `/v1`. */
  baseUrl: string;
  apiKey?: string | undefined;
  /** Of the key; default: `authorization: Bearer`. */
  keyHeader?: string | undefined;
  /** Behind the base address, with its slash and what is asked in it; default: `/chat/completions`. */
  pathOf?: ((model: string) => string) | undefined;
  /** Sent with every call, over the usual ones. */
  headers?: Record<string, string> | undefined;
  client: UpstreamClient;
}

/** Any server that speaks OpenAI's chat completions. */
export class OpenAIProvider implements ModelProvider {
  readonly #options: OpenAIProviderOptions;

  constructor(options: OpenAIProviderOptions) {
    this.#options = options;
  }

  model(name: string): LanguageModel {
    return new OpenAILanguageModel(name, this.#options);
  }
}

/** How often one call may be sent again because its refusal taught something. */
const maxLessons = 3;

class OpenAILanguageModel implements LanguageModel {
  readonly id: string;
  readonly embedded = false;
  readonly imageRule = 'openai';
  readonly #model: string;
  readonly #client: UpstreamClient;
  readonly #address: UpstreamAddress;
  readonly #path: string;
  readonly #headers: Record<string, string>;
  readonly #quirks: Set<OpenAIQuirk>;
  readonly #taken: ReadonlySet<string>;

  constructor(model: string, { id, baseUrl, apiKey, keyHeader, pathOf, headers, client }: OpenAIProviderOptions) {
    this.id = `${id}/${model}`;
    this.#model = model;
    this.#client = client;
    this.#address = readAddress(baseUrl);
    this.#path = this.#address.prefix + (pathOf?.(model) ?? `/chat/completions${this.#address.search}`);
    this.#headers = {
      'content-type': 'application/json',
      ...(apiKey === undefined ? {} : keyHeader ? { [keyHeader]: apiKey } : { authorization: `Bearer ${apiKey}` }),
      ...headers,
    };
    this.#quirks = knownQuirks(this.#address.origin, model);
    this.#taken = fieldsTakenBy(this.#address.origin);
  }

  takesField(shape: VendorFields['shape'], name: string): boolean {
    return (shape === 'openai' || name === 'cache_control') && this.#taken.has(name);
  }

  stream(prompt: Prompt, signal: AbortSignal): AsyncIterable<ModelEvent> {
    let lessons = 0;
    let sent = new Set(this.#quirks);
    return new RestartingIterable<ModelEvent>({
      first: this.#send(prompt, sent, signal),
      recover: (error) => {
        if (signal.aborted || lessons++ >= maxLessons || !learnQuirk(this.#quirks, sent, error)) throw error;
        sent = new Set(this.#quirks);
        return this.#send(prompt, sent, signal);
      },
    });
  }

  #callersFields({ vendorFields }: Prompt): Record<string, unknown> {
    if (vendorFields?.shape !== 'openai') return {};
    const taken = vendorFields.fields.filter(({ name }) => this.#taken.has(name));
    return Object.fromEntries(taken.map(({ name, value }) => [name, value]));
  }

  #send(prompt: Prompt, quirks: Set<OpenAIQuirk>, signal: AbortSignal): AsyncIterable<ModelEvent> {
    const names = new SafeNames(/^[a-zA-Z0-9_-]{1,64}$/, 64);
    const asked = withSchemaTool(prompt);
    const body = toOpenAIRequest(asked, { model: this.#model, names, quirks });
    const reader = new OpenAIReply({ toOriginalName: (name) => names.toOriginal(name) });
    return this.#client.post(
      {
        origin: this.#address.origin,
        path: this.#path,
        headers: this.#headers,
        body: JSON.stringify(withExtraBody(body, { ...this.#callersFields(prompt), ...prompt.extraBody })),
        isStreamed: prompt.isStreamed !== false,
        engine: this.id,
      },
      reader,
      signal,
      halved(this.id, asked === prompt ? undefined : fromSchemaTool),
    );
  }
}
