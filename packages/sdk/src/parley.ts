import { environmentVariable } from './environment.ts';
import { ParleyError } from './errors.ts';
import { type ManagementOperationId, type OperationId, type Operations, operations } from './generated/operations.ts';
import { HttpClient, type OperationInput, type OperationTable, type RequestOptions, wait } from './http-client.ts';
import { AdminResource } from './resources/admin.ts';
import { AgentResource } from './resources/agent.ts';
import { AnswerResource } from './resources/answer.ts';
import { AudioResource } from './resources/audio.ts';
import { BatchesResource } from './resources/batches.ts';
import { CollectionsResource } from './resources/collections.ts';
import { ChatCompletionsResource, CompletionsResource, MessagesResource } from './resources/compatible.ts';
import { ConversationResource } from './resources/conversation.ts';
import { EvaluationsResource } from './resources/evaluations.ts';
import { FeedbackResource } from './resources/feedback.ts';
import { FilesResource } from './resources/files.ts';
import { IntegrationsResource } from './resources/integrations.ts';
import { StreamsResource } from './resources/kept-streams.ts';
import { ImagesResource, VideosResource } from './resources/media.ts';
import { ModelsResource } from './resources/models.ts';
import { OcrResource } from './resources/ocr.ts';
import { ResearchResource } from './resources/research.ts';
import { ServiceResource } from './resources/service.ts';
import { EmbeddingsResource, ModerationsResource, RerankResource } from './resources/text-models.ts';

export interface ParleyOptions {
  /** Default: `PARLEY_BASE_URL`, else `http://127.0.0.1:8484`. */
  baseUrl?: string | undefined;
  /** A workspace key. Default: `PARLEY_API_KEY`. */
  apiKey?: string | undefined;
  /** For `parley.admin`. Default: `PARLEY_ADMIN_KEY`, else `apiKey`. */
  adminKey?: string | undefined;
  /** Milliseconds for one attempt of a call. Default: 600,000. */
  timeoutMs?: number | undefined;
  /** Attempts after the first. Default: 2. */
  maxRetries?: number | undefined;
  /** Sent with every call. */
  headers?: Record<string, string> | undefined;
  /** For pages that sign in with a cookie: `same-origin` or `include`. */
  credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  /** In place of the runtime's own. */
  fetch?: typeof fetch | undefined;
  /** Beside those of this module; `ManagementClient` of `@parley/sdk/management` brings its own. */
  moreOperations?: OperationTable | undefined;
}

/** Operations by their id, as in the OpenAPI document: parameters, query and body go in, the answer comes out. */
export type ApiOf<Ids extends OperationId> = {
  readonly [Id in Ids]: (input?: OperationInput<Id>, options?: RequestOptions) => Promise<Operations[Id]['reply']>;
};

/** Every operation of the service, except those that dashboards are made of (`@parley/sdk/management`). */
export type Api = ApiOf<Exclude<OperationId, ManagementOperationId>>;

/**
 * A client of one service. It holds no connection and no state, so one can serve a whole program.
 *
 * ```ts
 * const parley = new Parley({ apiKey: 'parley_…' });
 * const { answer } = await parley.answer.create({ query: 'What is 12 times 12?' });
 * ```
 */
export class Parley {
  readonly answer: AnswerResource;
  readonly conversation: ConversationResource;
  readonly agent: AgentResource;
  readonly chatCompletions: ChatCompletionsResource;
  readonly messages: MessagesResource;
  readonly completions: CompletionsResource;
  readonly embeddings: EmbeddingsResource;
  readonly moderations: ModerationsResource;
  readonly rerank: RerankResource;
  readonly audio: AudioResource;
  readonly batches: BatchesResource;
  readonly evaluations: EvaluationsResource;
  readonly feedback: FeedbackResource;
  readonly files: FilesResource;
  readonly collections: CollectionsResource;
  readonly ocr: OcrResource;
  readonly models: ModelsResource;
  readonly research: ResearchResource;
  readonly images: ImagesResource;
  readonly videos: VideosResource;
  readonly integrations: IntegrationsResource;
  readonly streams: StreamsResource;
  readonly admin: AdminResource;
  readonly service: ServiceResource;
  /** Every operation by its id: what has no method of its own above is here. */
  readonly api: Api;

  constructor(options: ParleyOptions = {}) {
    const client = new HttpClient({
      operations: { ...operations, ...options.moreOperations },
      baseUrl: baseUrlOf(options.baseUrl ?? environmentVariable('PARLEY_BASE_URL') ?? 'http://127.0.0.1:8484'),
      apiKey: options.apiKey ?? environmentVariable('PARLEY_API_KEY'),
      adminKey:
        options.adminKey ?? (options.apiKey === undefined ? environmentVariable('PARLEY_ADMIN_KEY') : undefined),
      timeoutMs: options.timeoutMs ?? 600_000,
      maxRetries: options.maxRetries ?? 2,
      headers: options.headers ?? {},
      credentials: options.credentials,
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      wait,
    });
    this.answer = new AnswerResource(client);
    this.conversation = new ConversationResource(client);
    this.agent = new AgentResource(client);
    this.chatCompletions = new ChatCompletionsResource(client);
    this.messages = new MessagesResource(client);
    this.completions = new CompletionsResource(client);
    this.embeddings = new EmbeddingsResource(client);
    this.moderations = new ModerationsResource(client);
    this.rerank = new RerankResource(client);
    this.audio = new AudioResource(client);
    this.batches = new BatchesResource(client);
    this.evaluations = new EvaluationsResource(client);
    this.feedback = new FeedbackResource(client);
    this.files = new FilesResource(client);
    this.collections = new CollectionsResource(client);
    this.ocr = new OcrResource(client);
    this.models = new ModelsResource(client);
    this.research = new ResearchResource(client);
    this.images = new ImagesResource(client);
    this.videos = new VideosResource(client);
    this.integrations = new IntegrationsResource(client);
    this.streams = new StreamsResource(client);
    this.admin = new AdminResource(client);
    this.service = new ServiceResource(client);
    this.api = apiOf(client);
  }
}

function apiOf(client: HttpClient): Api {
  const call =
    (id: OperationId) =>
    (input: OperationInput<OperationId> = {}, options?: RequestOptions) =>
      client.request(id, input, options);
  // The table has exactly the ids that the type has: both are written from the contract.
  const ids = Object.keys(client.settings.operations) as OperationId[];
  return Object.fromEntries(ids.map((id) => [id, call(id)])) as unknown as Api;
}

function baseUrlOf(text: string): string {
  if (!/^https?:\/\//.test(text))
    throw new ParleyError('invalid_base_url', `baseUrl must begin with http:// or https://: ${text}`);
  // People paste the address that OpenAI's clients want.
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end).replace(/\/v1$/, '');
}
