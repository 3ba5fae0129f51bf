import { OpenAIModerator } from '../adapters/openai/openai-moderator.ts';
import type { MediaProviderSettings } from '../config/media.ts';
import { withoutVideo } from '../features/media/media-engines.ts';
import { type VendorAccess, VendorHttp } from '../outbound/model-http/vendor-http.ts';
import type { ImageModel } from '../ports/image-model.ts';
import type { PromptModerator } from '../ports/prompt-moderator.ts';
import type { VideoModel } from '../ports/video-model.ts';
import { mediaVendors } from '../vendors/media-vendors.ts';
import type { Platform } from './platform.ts';
import { userAgentOf } from './user-agent.ts';

/** The vendors of pictures and video that the operator set up. */
export function createMediaVendors({ config }: Platform) {
  const { media, server } = config;
  const http = new VendorHttp({
    userAgent: userAgentOf(server.contact),
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
      return mediaVendors[settings.type].image(model, access(settings), settings);
    },
    video(engine: string): VideoModel {
      const { settings, model } = provider(engine);
      return (
        mediaVendors[settings.type].video?.(model, access(settings), settings) ?? withoutVideo(engine, settings.type)
      );
    },
    moderators(): PromptModerator[] {
      const { provider: asked, model } = media.moderation;
      const settings = media.providers.find(({ id }) => id === asked);
      return settings ? [new OpenAIModerator(settings.id, access(settings), model)] : [];
    },
    close: () => http.close(),
  };
}
