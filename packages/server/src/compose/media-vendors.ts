import { AiSdkImageModel, AiSdkVideoModel } from '../adapters/ai-sdk/ai-sdk-media-models.ts';
import { Automatic1111ImageModel } from '../adapters/automatic1111/automatic1111-image-model.ts';
import { BflImageModel } from '../adapters/bfl/bfl-image-model.ts';
import { ComfyUiImageModel } from '../adapters/comfyui/comfyui-image-model.ts';
import { FireworksImageModel } from '../adapters/fireworks/fireworks-image-model.ts';
import { GoogleImageModel } from '../adapters/google/google-image-model.ts';
import { GoogleVideoModel } from '../adapters/google/google-video-model.ts';
import { OpenAIImageModel } from '../adapters/openai/openai-image-model.ts';
import { OpenAIModerator } from '../adapters/openai/openai-moderator.ts';
import { StabilityImageModel } from '../adapters/stability/stability-image-model.ts';
import type { MediaProviderSettings } from '../config/media.ts';
import { apiVersion } from '../http/openapi.ts';
import { AppError } from '../lib/app-error.ts';
import { type VendorAccess, VendorHttp } from '../outbound/model-http/vendor-http.ts';
import type { ImageModel } from '../ports/image-model.ts';
import type { PromptModerator } from '../ports/prompt-moderator.ts';
import type { VideoModel } from '../ports/video-model.ts';
import type { Platform } from './platform.ts';

/** The vendors of pictures and video that the operator set up. */
export function createMediaVendors({ config }: Platform) {
  const { media, server } = config;
  const http = new VendorHttp({
    userAgent: `Parley/${apiVersion} (+${server.contact})`,
    baseUrls: media.providers.map(({ baseUrl }) => baseUrl),
    allowedAddresses: server.allowPrivateAddresses,
  });
  const access = ({ id, baseUrl, apiKey, headers }: MediaProviderSettings): VendorAccess => ({
    id,
    baseUrl,
    apiKey,
    headers,
    http,
  });
  const provider = (engine: string): { settings: MediaProviderSettings; model: string } => {
    const slash = engine.indexOf('/');
    const settings = media.providers.find(({ id }) => id === engine.slice(0, slash));
    if (!settings) throw new Error(`no provider for the engine ${engine}`);
    return { settings, model: engine.slice(slash + 1) };
  };
  return {
    image(engine: string): ImageModel {
      const { settings, model } = provider(engine);
      return imageModel(settings, model, access(settings));
    },
    video(engine: string): VideoModel {
      const { settings, model } = provider(engine);
      if (settings.type === 'google') return new GoogleVideoModel(model, access(settings));
      if (settings.type === 'ai-sdk') return new AiSdkVideoModel(model, aiSdk(settings, http));
      return {
        id: engine,
        generate: async () => {
          throw new AppError('model_not_configured', `Providers of type ${settings.type} make no video here.`);
        },
      };
    },
    moderators(): PromptModerator[] {
      const { provider: asked, model } = media.moderation;
      const settings = media.providers.find(({ id }) => id === asked);
      return settings ? [new OpenAIModerator(access(settings), model)] : [];
    },
    close: () => http.close(),
  };
}

function imageModel(settings: MediaProviderSettings, model: string, access: VendorAccess): ImageModel {
  switch (settings.type) {
    case 'openai':
      return new OpenAIImageModel(model, access);
    case 'google':
      return new GoogleImageModel(model, access);
    case 'bfl':
      return new BflImageModel(model, access);
    case 'fireworks':
      return new FireworksImageModel(model, access);
    case 'stability':
      return new StabilityImageModel(model, access);
    case 'comfyui':
      return new ComfyUiImageModel(model, access, { workflow: settings.workflow });
    case 'automatic1111':
      return new Automatic1111ImageModel(model, access);
    case 'ai-sdk':
      return new AiSdkImageModel(model, aiSdk(settings, access.http));
    default:
      return settings.type satisfies never;
  }
}

function aiSdk({ id, package: name, settings }: MediaProviderSettings, http: VendorHttp) {
  return { id, package: name ?? id, settings, directory: process.cwd(), http };
}
