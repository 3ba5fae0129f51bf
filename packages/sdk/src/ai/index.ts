import type { LanguageModelV4 } from '@ai-sdk/provider';
import { Parley, type ParleyOptions } from '../parley.ts';
import { FileUploads } from './file-uploads.ts';
import { ParleyLanguageModel } from './parley-language-model.ts';

/** Makes language models for Vercel's AI SDK, by their names in the service's model list. */
export interface ParleyProvider {
  (modelId: string): LanguageModelV4;
  languageModel(modelId: string): LanguageModelV4;
}

/**
 * A provider for a service at an address of its own.
 *
 * ```ts
 * const provider = createParley({ baseUrl: 'https://ai.example.com', apiKey: 'parley_…' });
 * const { text } = await generateText({ model: provider('small-2'), prompt: 'What is 12 times 12?' });
 * ```
 */
export function createParley(options: ParleyOptions | Parley = {}): ParleyProvider {
  const client = options instanceof Parley ? options : new Parley(options);
  const uploads = new FileUploads(client);
  const languageModel = (modelId: string): LanguageModelV4 => new ParleyLanguageModel(client, uploads, modelId);
  return Object.assign(languageModel, { languageModel });
}

let usual: ParleyProvider | undefined;

/** A model of the service that `PARLEY_BASE_URL` and `PARLEY_API_KEY` name: `parley('small-2')`. */
export const parley: ParleyProvider = Object.assign((modelId: string) => usualProvider()(modelId), {
  languageModel: (modelId: string) => usualProvider()(modelId),
});

/** Made at the first use, because importing reads no environment. */
function usualProvider(): ParleyProvider {
  usual ??= createParley();
  return usual;
}
