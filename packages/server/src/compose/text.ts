import { countTokens } from '@parley/tokens';
import { ChatCompletionService } from '../features/compatible/chat-completions/chat-completion-service.ts';
import { imageLoader } from '../features/compatible/messages/load-image.ts';
import type { ReadDocument, StoredImage } from '../features/compatible/messages/message-blocks.ts';
import { MessagesService } from '../features/compatible/messages/messages-service.ts';
import type { IntegrationTools } from '../features/integrations/execute/integration-tools.ts';
import type { FileContext } from '../features/knowledge/retrieval/file-context.ts';
import { type SheetQueries, shownQuery } from '../features/knowledge/retrieval/sheet-queries.ts';
import type { EngineLessons } from '../features/models/engine-lessons.ts';
import type { ModelRouter } from '../features/models/model-router.ts';
import type { Likeness, ReplyCache } from '../features/models/reply-cache.ts';
import { AgentService } from '../features/text/agents/agent-service.ts';
import { AnswerService } from '../features/text/answers/answer-service.ts';
import { ConversationService } from '../features/text/conversations/conversation-service.ts';
import type { CheckTools } from '../features/text/generation/check-tools.ts';
import type { CollectionFiles } from '../features/text/generation/collection-choice.ts';
import { GenerationService } from '../features/text/generation/generation-service.ts';
import { Grounding, type PicturesOf } from '../features/text/generation/grounding/grounding.ts';
import type { IntegrationToolSource } from '../features/text/generation/integration-tool-source.ts';
import { SheetInquiry } from '../features/text/generation/sheets/sheet-inquiry.ts';
import { ReplyReader } from '../features/text/generation/structured/reply-reader.ts';
import { StructuredOutput } from '../features/text/generation/structured/structured-output.ts';
import { compileTools, ToolInputs } from '../features/text/generation/structured/tool-inputs.ts';
import type { GuardBook } from '../features/text/guards/guard-book.ts';
import type { PromptBook } from '../features/text/kept-prompts/prompt-book.ts';
import type { PromptLibrary } from '../features/text/prompts/prompt-library.ts';
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
  /** Tokens of documents that a connected model is sent, where neither key nor call say otherwise. */
  groundingTokens: number;
  replyCache: ReplyCache;
  likeness: Likeness | null;
  guards: Pick<GuardBook, 'of'>;
  keptPrompts: Pick<PromptBook, 'choose'>;
  clock: Clock;
}

/** The calls for text. */
export function composeText(parts: TextParts) {
  const { models, lessons, files, collections, fetcher, readDocument, integrationTools, prompts, clock } = parts;
  const replies = new ReplyReader();
  const tools = new ToolInputs({ replies });
  const structured = new StructuredOutput({ tools, replies, lessons, prompts });
  const fenceKey = deriveKey(parts.secret, 'document-fences');
  const { pictures, groundingTokens } = parts;
  const grounding = new Grounding({ pictures, files, collections, prompts, fenceKey, groundingTokens, clock });
  const readText = async (...given: Parameters<ReadDocument>) => (await readDocument(...given)).text;
  const today = () => new Date(clock.now()).toISOString().slice(0, 10);
  const inquiry = new SheetInquiry({ structured, prompts, sheets: parts.sheets, shown: shownQuery, today });
  const generation = new GenerationService({
    models,
    tools,
    structured,
    files,
    images: readText,
    grounding,
    inquiry,
    replyCache: parts.replyCache,
    likeness: parts.likeness,
    guards: parts.guards,
    prompts: parts.keptPrompts,
  });
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
  return { routes: textRoutes(services), generation, checkTools, close: () => replies.close(), ...services };
}
