import { buffer } from 'node:stream/consumers';
import { CompletionService } from '../features/completions/completion-service.ts';
import type { EmbeddingService } from '../features/embeddings/embedding-service.ts';
import type { FileService } from '../features/files/file-service.ts';
import type { CheckTools } from '../features/generation/check-tools.ts';
import type { GenerationService } from '../features/generation/generation-service.ts';
import { imageLoader } from '../features/messages/load-image.ts';
import type { ReadDocument } from '../features/messages/message-blocks.ts';
import type { ContentLoaders } from '../features/openai/content-parts.ts';
import { OpenAIChatService } from '../features/openai/openai-chat-service.ts';
import { openaiRoutes } from '../http/routes/openai/openai-routes.ts';
import type { Platform } from './platform.ts';

export interface OpenAIParts {
  embeddings: EmbeddingService;
  text: { generation: GenerationService; checkTools: CheckTools };
  stored: { service: FileService; readDocument: ReadDocument };
}

/** OpenAI's endpoints over the capabilities that are there. */
export function composeOpenAI({ clock, fetcher }: Platform, { text, stored, embeddings }: OpenAIParts) {
  const { generation, checkTools } = text;
  const { service: files, readDocument } = stored;
  const storedImage: ContentLoaders['storedImage'] = async (fileId, call) => {
    const { kind, media_type: mediaType } = await files.get(call, fileId);
    if (kind !== 'image' || mediaType === null) return null;
    const { body } = await files.content(call, fileId);
    return { mediaType, base64: (await buffer(body)).toString('base64') };
  };
  const loaders: ContentLoaders = { loadImage: imageLoader(fetcher), readDocument, storedImage };
  return {
    routes: openaiRoutes({
      completions: new CompletionService({ generation, clock }),
      embeddings,
      chat: new OpenAIChatService({ generation, checkTools, loaders, clock }),
    }),
  };
}
