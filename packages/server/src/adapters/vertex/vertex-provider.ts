import type { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';
import type { LanguageModel, ModelEvent, Prompt } from '../../ports/language-model.ts';
import type { ModelProvider } from '../../ports/model-provider.ts';
import { readServiceAccount, VertexTokens } from './vertex-tokens.ts';

export interface VertexProviderOptions {
  id: string;
  /** Of Google's, such as `https://europe-west4-aiplatform.googleapis.com`. */
  baseUrl: string;
  /** The JSON of a service account. */
  apiKey: string | undefined;
  region: string | undefined;
  project: string | undefined;
  client: UpstreamClient;
  /** A provider in OpenAI's shape at an address, that sends such a header. */
  openaiShaped: (baseUrl: string, headers: Record<string, string>) => ModelProvider;
}

/**
 * Models of Vertex AI at the address that has OpenAI's shape: Google's own (`google/gemini-2.5-flash`) and those of its partners that it
 * serves there (https://cloud.google.com/vertex-ai/generative-ai/docs/migrate/openai/overview).
 */
export class VertexProvider implements ModelProvider {
  readonly #options: VertexProviderOptions;
  readonly #tokens: VertexTokens;
  readonly #baseUrl: string;

  constructor(options: VertexProviderOptions) {
    const { apiKey, client, baseUrl, region = 'global' } = options;
    this.#options = options;
    this.#tokens = new VertexTokens({ json: apiKey, client });
    const project = options.project ?? readServiceAccount(apiKey)?.projectId ?? '';
    this.#baseUrl = `${baseUrl.replace(/(?<!\/)\/+$/, '')}/v1/projects/${project}/locations/${region}/endpoints/openapi`;
  }

  model(name: string): LanguageModel {
    const plain = this.#options.openaiShaped(this.#baseUrl, {}).model(name);
    const { id, imageRule } = plain;
    return {
      id,
      embedded: false,
      ...(imageRule !== undefined && { imageRule }),
      takesField: (shape, field) => plain.takesField?.(shape, field) === true,
      stream: (prompt, signal) => this.#stream(name, prompt, signal),
    };
  }

  async *#stream(name: string, prompt: Prompt, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const authorization = `Bearer ${await this.#tokens.token()}`;
    yield* this.#options.openaiShaped(this.#baseUrl, { authorization }).model(name).stream(prompt, signal);
  }
}
