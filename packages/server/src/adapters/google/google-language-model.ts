import { LRUCache } from 'lru-cache';
import { SafeNames } from '../../lib/safe-names.ts';
import { fromSchemaTool, withSchemaTool } from '../../outbound/model-http/schema-tool.ts';
import { readAddress, type UpstreamAddress } from '../../outbound/model-http/upstream-address.ts';
import type { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';
import { withExtraBody } from '../../outbound/model-http/with-extra-body.ts';
import type { LanguageModel, ModelEvent, Prompt } from '../../ports/language-model.ts';
import type { ModelProvider } from '../../ports/model-provider.ts';
import { GoogleReply } from './from-google-chunk.ts';
import { toGoogleRequest } from './to-google-request.ts';

export interface GoogleProviderOptions {
  id: string;
  /** With the version (`…/v1beta`); without a path, that version is taken. */
  baseUrl: string;
  apiKey?: string | undefined;
  headers?: Record<string, string> | undefined;
  client: UpstreamClient;
}

/** Google's Gemini API. */
export class GoogleProvider implements ModelProvider {
  readonly #options: GoogleProviderOptions;

  constructor(options: GoogleProviderOptions) {
    this.#options = options;
  }

  model(name: string): LanguageModel {
    return new GoogleLanguageModel(name, this.#options);
  }
}

/** Seals of recent tool calls; an older one is replaced by what the vendor accepts instead. */
const maxSignatures = 2_000;

class GoogleLanguageModel implements LanguageModel {
  readonly id: string;
  readonly embedded = false;
  readonly imageRule = 'google';
  readonly #model: string;
  /** As it was given, for what is known of it. */
  readonly #name: string;
  readonly #client: UpstreamClient;
  readonly #address: UpstreamAddress;
  readonly #headers: Record<string, string>;
  readonly #signatures = new LRUCache<string, string>({ max: maxSignatures });

  constructor(model: string, { id, baseUrl, apiKey, headers, client }: GoogleProviderOptions) {
    this.id = `${id}/${model}`;
    this.#name = model;
    this.#model = encodeURIComponent(model.replace(/^models\//, ''));
    this.#client = client;
    const address = readAddress(baseUrl);
    this.#address = { ...address, prefix: address.prefix === '' ? '/v1beta' : address.prefix };
    this.#headers = {
      'content-type': 'application/json',
      ...(apiKey === undefined ? {} : { 'x-goog-api-key': apiKey }),
      ...headers,
    };
  }

  stream(prompt: Prompt, signal: AbortSignal): AsyncIterable<ModelEvent> {
    const names = new SafeNames(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/, 64);
    const asked = withSchemaTool(prompt);
    const isStreamed = prompt.isStreamed !== false;
    const body = toGoogleRequest(asked, { model: this.#name, names, signatureOf: (id) => this.#signatures.get(id) });
    const reader = new GoogleReply({
      toOriginalName: (name) => names.toOriginal(name),
      keepSignature: (id, signature) => this.#signatures.set(id, signature),
    });
    const method = isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent';
    return this.#client.post(
      {
        origin: this.#address.origin,
        path: `${this.#address.prefix}/models/${this.#model}:${method}`,
        headers: this.#headers,
        body: JSON.stringify(withExtraBody(body, prompt.extraBody)),
        isStreamed,
      },
      reader,
      signal,
      asked === prompt ? undefined : fromSchemaTool,
    );
  }
}
