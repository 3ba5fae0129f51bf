import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import { poll, type VendorAccess } from '../../outbound/model-http/vendor-http.ts';
import type { ImageModel, ImageRequest, ModelImage } from '../../ports/image-model.ts';

const pollMs = 400;
const pixels = 1024 * 1024;

/** ComfyUI on one's own machine. The model's name is that of a checkpoint, unless a workflow file says otherwise. */
export class ComfyUiImageModel implements ImageModel {
  readonly id: string;
  readonly #model: string;
  readonly #access: VendorAccess;
  readonly #workflow: string | undefined;
  readonly #pollMs: number;

  constructor(model: string, access: VendorAccess, options: { workflow?: string | undefined; pollMs?: number } = {}) {
    this.id = `${access.id}/${model}`;
    this.#model = model;
    this.#access = access;
    this.#workflow = options.workflow;
    this.#pollMs = options.pollMs ?? pollMs;
  }

  async generate(request: ImageRequest, signal: AbortSignal): Promise<ModelImage> {
    const { baseUrl, headers, http } = this.#access;
    const base = baseUrl.replace(/(?<!\/)\/+$/, '');
    const json = { prompt: await this.#graph(request), client_id: randomUUID() };
    const begun = await http.json(`${base}/prompt`, { headers, json, signal });
    const id = begun.prompt_id;
    if (typeof id !== 'string') throw invalidError();
    const onAbort = () =>
      void http
        .send(`${base}/interrupt`, { method: 'POST', headers, json: {}, signal: AbortSignal.timeout(5000) })
        .catch(() => {});
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const image = await poll(
        async () => findImage((await http.json(`${base}/history/${id}`, { headers, signal }))[id]),
        this.#pollMs,
        signal,
      );
      const query = new URLSearchParams(image).toString();
      return { bytes: await http.bytes(`${base}/view?${query}`, { headers, signal }) };
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async #graph(request: ImageRequest): Promise<JsonValue> {
    const shrink = Math.min(1, Math.sqrt(pixels / (request.width * request.height)));
    const step = (side: number) => Math.round((side * shrink) / 8) * 8;
    const values: Record<string, JsonValue> = {
      prompt: request.prompt,
      seed: request.seed,
      width: step(request.width),
      height: step(request.height),
      model: this.#model,
    };
    if (this.#workflow === undefined) return usualGraph(values);
    const parsed: JsonValue = JSON.parse(await readFile(this.#workflow, 'utf8'));
    return fillMarks(parsed, values);
  }
}

/** `"{{prompt}}"`, `"{{seed}}"`, `"{{width}}"`, `"{{height}}"`, `"{{model}}"`: a whole text becomes the value itself. */
function fillMarks(node: JsonValue, values: Record<string, JsonValue>): JsonValue {
  if (typeof node === 'string') {
    const whole = /^\{\{(\w+)\}\}$/.exec(node);
    const value = whole?.[1] === undefined ? undefined : values[whole[1]];
    return value ?? node.replaceAll(/\{\{(\w+)\}\}/g, (mark, name: string) => String(values[name] ?? mark));
  }
  if (Array.isArray(node)) return node.map((one) => fillMarks(one, values));
  if (isJsonObject(node))
    return Object.fromEntries(Object.entries(node).map(([name, one]) => [name, fillMarks(one, values)]));
  return node;
}

/** Text to picture with one checkpoint, as ComfyUI's own first workflow has it. */
function usualGraph({
  prompt = '',
  seed = 0,
  width = 1024,
  height = 1024,
  model = '',
}: Record<string, JsonValue>): JsonObject {
  return {
    '1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: model } },
    '2': { class_type: 'CLIPTextEncode', inputs: { text: prompt, clip: ['1', 1] } },
    '3': { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['1', 1] } },
    '4': { class_type: 'EmptyLatentImage', inputs: { width, height, batch_size: 1 } },
    '5': {
      class_type: 'KSampler',
      inputs: {
        seed,
        steps: 25,
        cfg: 7,
        sampler_name: 'euler',
        scheduler: 'normal',
        denoise: 1,
        model: ['1', 0],
        positive: ['2', 0],
        negative: ['3', 0],
        latent_image: ['4', 0],
      },
    },
    '6': { class_type: 'VAEDecode', inputs: { samples: ['5', 0], vae: ['1', 2] } },
    '7': { class_type: 'SaveImage', inputs: { filename_prefix: 'parley', images: ['6', 0] } },
  };
}

/** The first saved picture of a finished run; null while it works. */
function findImage(entry: JsonValue | undefined): Record<string, string> | null {
  if (!isJsonObject(entry)) return null;
  const status = isJsonObject(entry.status) ? entry.status : {};
  if (status.status_str === 'error')
    throw new AppError('upstream_error', 'The workflow of ComfyUI failed. Try again.', { cause: status });
  const outputs = isJsonObject(entry.outputs) ? Object.values(entry.outputs) : [];
  for (const output of outputs) {
    const image: unknown = isJsonObject(output) && Array.isArray(output.images) ? output.images[0] : undefined;
    if (isJsonObject(image) && typeof image.filename === 'string') {
      return {
        filename: image.filename,
        subfolder: String(image.subfolder ?? ''),
        type: String(image.type ?? 'output'),
      };
    }
  }
  if (status.completed === true) throw invalidError();
  return null;
}
