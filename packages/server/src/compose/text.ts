import { countTokens } from '@parley/tokens';
import { AgentService } from '../features/agents/agent-service.ts';
import { AnswerService } from '../features/answers/answer-service.ts';
import { ChatCompletionService } from '../features/chat-completions/chat-completion-service.ts';
import { ConversationService } from '../features/conversations/conversation-service.ts';
import type { CheckTools } from '../features/generation/check-tools.ts';
import type { CollectionFiles } from '../features/generation/collection-choice.ts';
import { GenerationService } from '../features/generation/generation-service.ts';
import { Grounding, type PicturesOf } from '../features/generation/grounding/grounding.ts';
import type { IntegrationToolSource } from '../features/generation/integration-tool-source.ts';
import { SheetInquiry } from '../features/generation/sheets/sheet-inquiry.ts';
import { StructuredOutput } from '../features/generation/structured/structured-output.ts';
import { compileTools, ToolInputs } from '../features/generation/structured/tool-inputs.ts';
import type { IntegrationTools } from '../features/integrations/integration-tools.ts';
import { imageLoader } from '../features/messages/load-image.ts';
import type { ReadDocument, StoredImage } from '../features/messages/message-blocks.ts';
import { MessagesService } from '../features/messages/messages-service.ts';
import type { EngineLessons } from '../features/models/engine-lessons.ts';
import type { ModelRouter } from '../features/models/model-router.ts';
import type { PromptLibrary } from '../features/prompts/prompt-library.ts';
import type { FileContext } from '../features/retrieval/file-context.ts';
import { type SheetQueries, shownQuery } from '../features/retrieval/sheet-queries.ts';
import { textRoutes } from '../http/routes/text/text-routes.ts';
import { deriveKey } from '../lib/secrets.ts';
import type { GuardedFetcher } from '../outbound/guard/guarded-fetcher.ts';
import type { Clock } from '../ports/clock.ts';

export interface TextParts {
  models: ModelRouter;
  /** What was learned of engines. */
  lessons: EngineLessons;
  files: FileContext;
  collections: CollectionFiles;
  fetcher: GuardedFetcher;
  readDocument: ReadDocument;
  storedImage: StoredImage;
  integrationTools: IntegrationTools;
  /** Files as pictures, for models that can see. */
  pictures: PicturesOf;
  prompts: PromptLibrary;
  sheets: SheetQueries;
  /** The newest secret of the service. */
  secret: string;
  clock: Clock;
}

/** The calls for text. */
export function composeText(parts: TextParts) {
  const { models, lessons, files, collections, fetcher, readDocument, integrationTools, prompts, clock } = parts;
  const tools = new ToolInputs();
  const structured = new StructuredOutput({ tools, lessons, prompts });
  const fenceKey = deriveKey(parts.secret, 'document-fences');
  const grounding = new Grounding({ pictures: parts.pictures, files, collections, prompts, fenceKey, clock });
  const readText = async (...given: Parameters<ReadDocument>) => (await readDocument(...given)).text;
  const today = () => new Date(clock.now()).toISOString().slice(0, 10);
  const inquiry = new SheetInquiry({ structured, prompts, sheets: parts.sheets, shown: shownQuery, today });
  const generation = new GenerationService({ models, tools, structured, files, images: readText, grounding, inquiry });
  const checkTools: CheckTools = async (given, fieldOf) => void (await compileTools(given, fieldOf));
  const integrations: IntegrationToolSource = async (request, call) =>
    request.integrations && request.integrations.length > 0
      ? integrationTools.toolsFor(call, request.integrations, { userId: request.user_id, confirm: request.confirm })
      : null;
  const services = {
    answers: new AnswerService({ generation }),
    conversations: new ConversationService({ generation }),
    agents: new AgentService({ generation, checkTools, integrations }),
    chat: new ChatCompletionService({ generation, checkTools, integrations }),
    messages: new MessagesService({
      generation,
      checkTools,
      loaders: { loadImage: imageLoader(fetcher), readDocument, storedImage: parts.storedImage },
      countTokens,
      isEmbedded: (model) => models.resolve(model).embedded,
    }),
  };
  return { routes: textRoutes(services), generation, checkTools, ...services };
}
