import { RestartingIterable } from '../../lib/restarting-iterable.ts';
import { SafeNames } from '../../lib/safe-names.ts';
import { isStrictSchema } from '../../lib/strict-schema.ts';
import { halved } from '../../outbound/model-http/deferred-price.ts';
import { fromSchemaTool, withinGrammar, withSchemaTool } from '../../outbound/model-http/schema-tool.ts';
import { readAddress, type UpstreamAddress } from '../../outbound/model-http/upstream-address.ts';
import type { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';
import { withExtraBody } from '../../outbound/model-http/with-extra-body.ts';
import type { LanguageModel, ModelEvent, Prompt, VendorFields } from '../../ports/language-model.ts';
import type { ModelProvider } from '../../ports/model-provider.ts';
import { type AnthropicQuirks, afterRefusal, knownAnthropicQuirks, maxTokensFor } from './anthropic-quirks.ts';
import { AnthropicReply } from './from-anthropic-event.ts';
import { betaHeader, betasOf, toAnthropicRequest } from './to-anthropic-request.ts';

export interface AnthropicProviderOptions {
  id: string;
  /** With or without `/v1` at its end. */
  baseUrl: string;
  apiKey?: string | undefined;
  headers?: Record<string, string> | undefined;
  client: UpstreamClient;
}

/** Anthropic's Messages API, and servers that speak it. */
export class AnthropicProvider implements ModelProvider {
  readonly #options: AnthropicProviderOptions;

  constructor(options: AnthropicProviderOptions) {
    this.#options = options;
  }

  model(name: string): LanguageModel {
    return new AnthropicLanguageModel(name, this.#options);
  }
}

const apiVersion = '2023-06-01';
/** A whole answer of more tokens could take longer than idle connections live, so it is read as a stream. */
const maxUnstreamedTokens = 20_000;
const maxLessons = 3;

class AnthropicLanguageModel implements LanguageModel {
  readonly id: string;
  readonly embedded = false;
  readonly imageRule = 'anthropic';
  readonly #model: string;
  readonly #client: UpstreamClient;
  readonly #address: UpstreamAddress;
  readonly #headers: Record<string, string>;
  readonly #quirks: AnthropicQuirks;

  constructor(model: string, { id, baseUrl, apiKey, headers, client }: AnthropicProviderOptions) {
    this.id = `${id}/${model}`;
    this.#model = model;
    this.#quirks = knownAnthropicQuirks(model);
    this.#client = client;
    const address = readAddress(baseUrl);
    this.#address = { ...address, prefix: address.prefix.replace(/\/v1$/, '') };
    this.#headers = {
      'content-type': 'application/json',
      'anthropic-version': apiVersion,
      ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
      ...headers,
    };
  }

  takesField(shape: VendorFields['shape'], name: string): boolean {
    return shape === 'anthropic' || name === 'cache_control';
  }

  get defaultMaxTokens(): number {
    return maxTokensFor(undefined, this.#quirks);
  }

  stream(prompt: Prompt, signal: AbortSignal): AsyncIterable<ModelEvent> {
    let lessons = 0;
    const mayDropGrammar = prompt.vendorFields?.shape !== 'anthropic';
    let sent = { ...this.#quirks };
    return new RestartingIterable<ModelEvent>({
      first: this.#send(prompt, sent, signal),
      recover: (error) => {
        const next =
          signal.aborted || lessons++ >= maxLessons
            ? null
            : afterRefusal(this.#quirks, { sent, mayDropGrammar }, error);
        if (next === null) throw error;
        sent = next;
        return this.#send(prompt, sent, signal);
      },
    });
  }

  #send(prompt: Prompt, quirks: AnthropicQuirks, signal: AbortSignal): AsyncIterable<ModelEvent> {
    const names = new SafeNames(/^[a-zA-Z0-9_-]{1,64}$/, 64);
    // A schema outside the strict subset is refused, and one that is too large for a grammar.
    const asked = withSchemaTool(withinGrammar(prompt, (schema) => isStrictSchema(schema) && !quirks.withoutGrammar));
    const isLong = maxTokensFor(prompt.maxTokens, quirks) > maxUnstreamedTokens;
    const isStreamed = prompt.isStreamed !== false || isLong;
    const body = toAnthropicRequest(asked, { model: this.#model, names, quirks, isStreamed });
    return this.#client.post(
      {
        origin: this.#address.origin,
        path: `${this.#address.prefix}/v1/messages${this.#address.search}`,
        headers: withBetas(this.#headers, betasOf(prompt)),
        body: JSON.stringify(withExtraBody(body, prompt.extraBody)),
        isStreamed,
        engine: this.id,
      },
      new AnthropicReply({ toOriginalName: (name) => names.toOriginal(name) }),
      signal,
      halved(this.id, asked === prompt ? undefined : fromSchemaTool),
    );
  }
}

/** The caller's switches beside the operator's. */
function withBetas(headers: Record<string, string>, betas: string | undefined): Record<string, string> {
  if (betas === undefined) return headers;
  const own = headers[betaHeader];
  return { ...headers, [betaHeader]: own === undefined ? betas : `${own},${betas}` };
}
