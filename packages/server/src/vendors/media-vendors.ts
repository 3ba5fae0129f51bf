import { AiSdkImageModel, AiSdkVideoModel } from '../adapters/ai-sdk/ai-sdk-media-models.ts';
import { Automatic1111ImageModel } from '../adapters/automatic1111/automatic1111-image-model.ts';
import { BflImageModel } from '../adapters/bfl/bfl-image-model.ts';
import { ComfyUiImageModel } from '../adapters/comfyui/comfyui-image-model.ts';
import { FireworksImageModel } from '../adapters/fireworks/fireworks-image-model.ts';
import { GoogleImageModel } from '../adapters/google/google-image-model.ts';
import { GoogleVideoModel } from '../adapters/google/google-video-model.ts';
import { OpenAIImageModel } from '../adapters/openai/openai-image-model.ts';
import { StabilityImageModel } from '../adapters/stability/stability-image-model.ts';
import type { VendorAccess, VendorHttp } from '../outbound/model-http/vendor-http.ts';
import type { ImageModel } from '../ports/image-model.ts';
import type { VideoModel } from '../ports/video-model.ts';

/** What the operator says of a provider of pictures or video beyond its address and key. */
export interface MediaSettings {
  id: string;
  package: string | undefined;
  settings: Record<string, unknown>;
  /** For ComfyUI: a file with a workflow. */
  workflow: string | undefined;
}

interface MediaVendor {
  image(model: string, access: VendorAccess, settings: MediaSettings): ImageModel;
  /** Absent where it makes no video. */
  video?(model: string, access: VendorAccess, settings: MediaSettings): VideoModel;
  /** Under the vendor's own name, without an entry in the configuration file. */
  known?: { baseUrl: string; keyNames: string[]; urlName: string };
}

export const mediaVendorTypes = [
  'openai',
  'google',
  'bfl',
  'fireworks',
  'stability',
  'comfyui',
  'automatic1111',
  'ai-sdk',
] as const;
export type MediaVendorType = (typeof mediaVendorTypes)[number];

/** All vendors of pictures and video. One more is a row here, with its name above. */
export const mediaVendors: Record<MediaVendorType, MediaVendor> = {
  openai: {
    image: (model, access) => new OpenAIImageModel(model, access),
    known: { baseUrl: 'https://api.openai.com/v1', keyNames: ['OPENAI_API_KEY'], urlName: 'OPENAI_BASE_URL' },
  },
  google: {
    image: (model, access) => new GoogleImageModel(model, access),
    video: (model, access) => new GoogleVideoModel(model, access),
    known: {
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
      keyNames: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
      urlName: 'GEMINI_BASE_URL',
    },
  },
  bfl: {
    image: (model, access) => new BflImageModel(model, access),
    known: { baseUrl: 'https://api.bfl.ai/v1', keyNames: ['BFL_API_KEY'], urlName: 'BFL_BASE_URL' },
  },
  fireworks: {
    image: (model, access) => new FireworksImageModel(model, access),
    known: {
      baseUrl: 'https://api.fireworks.ai/inference/v1',
      keyNames: ['FIREWORKS_API_KEY'],
      urlName: 'FIREWORKS_BASE_URL',
    },
  },
  stability: {
    image: (model, access) => new StabilityImageModel(model, access),
    known: { baseUrl: 'https://api.stability.ai', keyNames: ['STABILITY_API_KEY'], urlName: 'STABILITY_BASE_URL' },
  },
  comfyui: {
    image: (model, access, { workflow }) => new ComfyUiImageModel(model, access, { workflow }),
    known: { baseUrl: '', keyNames: [], urlName: 'COMFYUI_URL' },
  },
  automatic1111: {
    image: (model, access) => new Automatic1111ImageModel(model, access),
    known: { baseUrl: '', keyNames: [], urlName: 'AUTOMATIC1111_URL' },
  },
  'ai-sdk': {
    image: (model, { http }, settings) => new AiSdkImageModel(model, aiSdk(settings, http)),
    video: (model, { http }, settings) => new AiSdkVideoModel(model, aiSdk(settings, http)),
  },
};

function aiSdk({ id, package: name, settings }: MediaSettings, http: VendorHttp) {
  return { id, package: name ?? id, settings, directory: process.cwd(), http };
}
