import { SafeNames } from '../../lib/safe-names.ts';
import { fromSchemaTool, withinGrammar, withSchemaTool } from '../../outbound/model-http/schema-tool.ts';
import { readAddress, type UpstreamAddress } from '../../outbound/model-http/upstream-address.ts';
import type { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';
import { withExtraBody } from '../../outbound/model-http/with-extra-body.ts';
import type { LanguageModel, ModelEvent, Prompt, VendorFields } from '../../ports/language-model.ts';
import type { ModelProvider } from '../../ports/model-provider.ts';
import { type AwsCredentials, readAwsCredentials, signAwsRequest } from './aws-signature.ts';
import { ConverseReply } from './from-converse-event.ts';
import { toConverseRequest } from './to-converse-request.ts';

export interface BedrockProviderOptions {
  id: string;
  /** Such as `https://bedrock-runtime.eu-central-1.amazonaws.com`. */
  baseUrl: string;
  /** An API key of Bedrock's, or `ACCESS_KEY_ID:SECRET_ACCESS_KEY`, with `:SESSION_TOKEN` behind it for one of a session. */
  apiKey?: string | undefined;
  /** Default: as the address says. */
  region?: string | undefined;
  headers?: Record<string, string> | undefined;
  client: UpstreamClient;
  now?: () => number;
}

const ownHost = /^bedrock-runtime(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/;

/** Models of Amazon Bedrock by its Converse API, which has one shape for all of them. */
export class BedrockProvider implements ModelProvider {
  readonly #options: BedrockProviderOptions;

  constructor(options: BedrockProviderOptions) {
    this.#options = options;
  }

  model(name: string): LanguageModel {
    return new BedrockLanguageModel(name, this.#options);
  }
}

class BedrockLanguageModel implements LanguageModel {
  readonly id: string;
  readonly embedded = false;
  readonly imageRule = 'anthropic';
  readonly #model: string;
  readonly #client: UpstreamClient;
  readonly #address: UpstreamAddress;
  readonly #headers: Record<string, string>;
  readonly #credentials: AwsCredentials | null;
  readonly #region: string;
  readonly #now: () => number;

  constructor(model: string, { id, baseUrl, apiKey, region, headers, client, now = Date.now }: BedrockProviderOptions) {
    this.id = `${id}/${model}`;
    this.#model = model;
    this.#client = client;
    const named = ownHost.exec(new URL(baseUrl).hostname)?.[1];
    this.#region = region ?? named ?? 'us-east-1';
    // A region that was named goes before the one in the vendor's own address.
    this.#address = readAddress(named === undefined ? baseUrl : baseUrl.replace(`.${named}.`, `.${this.#region}.`));
    this.#credentials = readAwsCredentials(apiKey);
    const bearer = apiKey === undefined || this.#credentials ? {} : { authorization: `Bearer ${apiKey}` };
    this.#headers = { 'content-type': 'application/json', ...bearer, ...headers };
    this.#now = now;
  }

  takesField(_shape: VendorFields['shape'], name: string): boolean {
    return name === 'cache_control';
  }

  stream(prompt: Prompt, signal: AbortSignal): AsyncIterable<ModelEvent> {
    const names = new SafeNames(/^[a-zA-Z0-9_-]{1,64}$/, 64);
    // What a model of one vendor takes as a schema, another does not; the input of a tool all of them take.
    const asked = withSchemaTool(withinGrammar(prompt, () => false));
    const isStreamed = prompt.isStreamed !== false;
    const path = `${this.#address.prefix}/model/${encodeURIComponent(this.#model)}/${isStreamed ? 'converse-stream' : 'converse'}`;
    const body = JSON.stringify(
      withExtraBody(toConverseRequest(asked, { model: this.#model, names }), prompt.extraBody),
    );
    return this.#client.post(
      { origin: this.#address.origin, path, headers: this.#headersOf(path, body), body, isStreamed },
      new ConverseReply({ toOriginalName: (name) => names.toOriginal(name) }),
      signal,
      asked === prompt ? undefined : fromSchemaTool,
    );
  }

  #headersOf(path: string, body: string): Record<string, string> {
    if (this.#credentials === null) return this.#headers;
    const { host } = new URL(this.#address.origin);
    return signAwsRequest({ method: 'POST', host, path, headers: this.#headers, body }, this.#credentials, {
      region: this.#region,
      service: 'bedrock',
      now: this.#now(),
    });
  }
}
