import { isJsonObject } from '@parley/contract';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import { decodeBytes, nearestRatio, rejectedPrompt, type VendorAccess } from '../../outbound/model-http/vendor-http.ts';
import type { ImageModel, ImageRequest, ModelImage } from '../../ports/image-model.ts';

const imagenRatios = ['1:1', '3:4', '4:3', '9:16', '16:9'] as const;
const geminiRatios = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'] as const;

/** Imagen (`:predict`) and Gemini's own pictures (`:generateContent`). */
export class GoogleImageModel implements ImageModel {
  readonly id: string;
  readonly #model: string;
  readonly #access: VendorAccess;

  constructor(model: string, access: VendorAccess) {
    this.id = `${access.id}/${model}`;
    this.#model = model;
    this.#access = access;
  }

  async generate(request: ImageRequest, signal: AbortSignal): Promise<ModelImage> {
    return this.#model.startsWith('imagen') ? this.#imagen(request, signal) : this.#gemini(request, signal);
  }

  async #imagen({ prompt, width, height, safetyTolerance }: ImageRequest, signal: AbortSignal): Promise<ModelImage> {
    const safetySetting =
      safetyTolerance <= 2
        ? 'block_low_and_above'
        : safetyTolerance <= 4
          ? 'block_medium_and_above'
          : 'block_only_high';
    const answer = await this.#call(
      'predict',
      {
        instances: [{ prompt }],
        parameters: {
          sampleCount: 1,
          aspectRatio: nearestRatio(imagenRatios, width, height),
          safetySetting,
          includeRaiReason: true,
        },
      },
      signal,
    );
    const prediction: unknown = Array.isArray(answer.predictions) ? answer.predictions[0] : undefined;
    // Imagen answers 200 without predictions when its filter took the pictures away.
    if (prediction === undefined) throw rejectedPrompt();
    if (!isJsonObject(prediction)) throw invalidError();
    if (prediction.raiFilteredReason !== undefined) throw rejectedPrompt(prediction.raiFilteredReason);
    return {
      bytes: decodeBytes(prediction.bytesBase64Encoded),
      ...(typeof prediction.prompt === 'string' &&
        prediction.prompt !== prompt && { revisedPrompt: prediction.prompt }),
    };
  }

  async #gemini({ prompt, width, height, seed }: ImageRequest, signal: AbortSignal): Promise<ModelImage> {
    const answer = await this.#call(
      'generateContent',
      {
        contents: [{ role: 'user', parts: [{ text: prompt }] }],
        generationConfig: {
          responseModalities: ['IMAGE'],
          imageConfig: { aspectRatio: nearestRatio(geminiRatios, width, height) },
          // The field is a signed 32-bit number.
          seed: seed >>> 1,
        },
      },
      signal,
    );
    if (isJsonObject(answer.promptFeedback) && answer.promptFeedback.blockReason !== undefined) throw rejectedPrompt();
    const candidate: unknown = Array.isArray(answer.candidates) ? answer.candidates[0] : undefined;
    if (!isJsonObject(candidate)) throw invalidError();
    const content = isJsonObject(candidate.content) ? candidate.content : {};
    const parts = Array.isArray(content.parts) ? content.parts : [];
    for (const part of parts) {
      if (isJsonObject(part) && isJsonObject(part.inlineData))
        return { bytes: decodeBytes(part.inlineData.data), ...usageOf(answer.usageMetadata) };
    }
    if (/SAFETY|PROHIBITED|BLOCK|RECITATION/.test(String(candidate.finishReason)))
      throw rejectedPrompt(candidate.finishReason);
    throw invalidError();
  }

  #call(method: string, json: unknown, signal: AbortSignal) {
    const { baseUrl, apiKey, headers, http } = this.#access;
    const url = `${baseUrl.replace(/(?<!\/)\/+$/, '')}/models/${encodeURIComponent(this.#model)}:${method}`;
    return http.json(url, {
      headers: { ...(apiKey !== undefined && { 'x-goog-api-key': apiKey }), ...headers },
      json,
      signal,
    });
  }
}

function usageOf(value: unknown): Pick<ModelImage, 'usage'> {
  if (!isJsonObject(value)) return {};
  return {
    usage: { inputTokens: Number(value.promptTokenCount ?? 0), outputTokens: Number(value.candidatesTokenCount ?? 0) },
  };
}
