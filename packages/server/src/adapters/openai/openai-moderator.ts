import { isJsonObject } from '@parley/contract';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { VendorAccess } from '../../outbound/model-http/vendor-http.ts';
import type { PromptModerator } from '../../ports/prompt-moderator.ts';

/** Any server with OpenAI's `/moderations`. */
export class OpenAIModerator implements PromptModerator {
  readonly #access: VendorAccess;
  readonly id: string;
  readonly #model: string;

  constructor(provider: string, access: VendorAccess, model = 'omni-moderation-latest') {
    this.id = `${provider}/${model}`;
    this.#access = access;
    this.#model = model;
  }

  async judge(prompt: string, _safetyTolerance: number, signal: AbortSignal): Promise<string[]> {
    const { baseUrl, apiKey, headers, http } = this.#access;
    const answer = await http.json(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/moderations`, {
      headers: { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }), ...headers },
      json: { model: this.#model, input: prompt },
      signal,
    });
    const result: unknown = Array.isArray(answer.results) ? answer.results[0] : undefined;
    if (!isJsonObject(result) || typeof result.flagged !== 'boolean') throw invalidError();
    if (!result.flagged) return [];
    const categories = isJsonObject(result.categories) ? result.categories : {};
    const named = Object.keys(categories).filter((name) => categories[name] === true);
    return named.length > 0 ? named : ['flagged by moderation'];
  }
}
