// Written by packages/sdk/tools/write-types.ts from packages/contract. Change the contract, then: npm run openapi

export interface AcceptInvitationRequest {
  token: string;
  name?: string | undefined;
  /** A new one, or that of the account with this address. */
  password?: string | undefined;
  /** What the authenticator app shows, or a recovery code. Each works once. */
  code?: string | undefined;
}

export interface AddCollectionFilesRequest {
  file_ids?: string[] | undefined;
  /** Public addresses; each becomes a file. */
  urls?: string[] | undefined;
  site?: {
    /** Where to begin. Pages of the same origin are taken. */
    url: string;
    /** Default: 50. */
    max_pages?: number | undefined;
    /** Links from the first page; 0 is that page alone. Default: 2. */
    depth?: number | undefined;
    /** Paths that are taken, `*` for anything: `/docs/*`. Default: all. */
    include?: string[] | undefined;
    /** Paths that are not. */
    exclude?: string[] | undefined;
  } | undefined;
  /** Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false. */
  attributes?: Record<string, string | number | boolean> | undefined;
}

export interface AddIntegrationRequest {
  /** Not for `manifest`, which has one. */
  id?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  /** Without it every workspace has the integration. */
  workspace_id?: string | undefined;
  /** A manifest as in the guide. */
  manifest?: Record<string, unknown> | undefined;
  /** An OpenAPI 3 document. */
  openapi?: Record<string, unknown> | undefined;
  /** Address of one, as JSON. */
  openapi_url?: string | undefined;
  /** For OpenAPI: in the place of the document's server. */
  base_url?: string | undefined;
  mcp?: {
    url: string;
    /** Default: "NONE". */
    auth_method?: 'NONE' | 'API_KEY' | 'OAUTH2' | undefined;
    /** Without it a client is registered with the server. */
    client_id?: string | undefined;
    client_secret?: string | undefined;
    scopes?: string[] | undefined;
  } | undefined;
}

export interface AddMemberRequest {
  /** Capitals make no difference. */
  email: string;
  /** `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner. */
  role: RoleName;
  /** Null or absent for the whole installation; admins of a workspace name that workspace. */
  workspace_id?: string | null | undefined;
}

export interface AddVectorStoreFileRequest {
  file_id: string;
  attributes?: Record<string, string | number | boolean> | null | undefined;
  chunking_strategy?: ChunkingStrategy | undefined;
}

export interface AddedCases {
  /** Those that were added. */
  data: EvaluationCase[];
  /** Calls that cannot be called again, and why. */
  skipped: Array<{
    request_id: string;
    reason: string;
  }>;
}

export interface AddedIntegration {
  id: string;
  workspace_id: string | null;
  source: 'manifest' | 'openapi' | 'mcp';
  status: 'active' | 'needs_approval' | 'no_features';
  manifest: Record<string, unknown>;
  /** Definitions that differ from the approved ones; they run once they are approved. */
  pending_manifest: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
}

/** One turn. An assistant message echoes `tool_calls`; the `tool` message after it carries one result for each of them. */
export interface AgentMessage {
  role: 'user' | 'assistant' | 'system' | 'tool';
  content?: string | null | undefined;
  file_ids?: string[] | null | undefined;
  tool_calls?: ToolCall[] | null | undefined;
  tool_call_results?: Array<{
    tool_call_id: string;
    result: unknown;
    /** The tool failed, and `result` says how. */
    is_error?: boolean | undefined;
  }> | null | undefined;
}

export interface AgentReply {
  success: true;
  response: string;
  /** Null when no tool is wanted. */
  tool_calls: ToolCall[] | null;
  /** With `execute`: what was run, in order. */
  executed_calls?: ExecutedCall[] | undefined;
  /** The validated object, with `response_format`. */
  data?: unknown;
  /** With `response_format` and files or `context`: by the JSON Pointer of each value in `data`. */
  fields?: Record<string, FieldOrigin> | undefined;
  /** Which required values no passage carries while `response_format` lets them be neither null nor left out, by JSON Pointer. */
  details?: string | undefined;
  /** The passages used, best first; empty when the text does not say: what then comes near is in `near`. */
  sources?: Source[] | undefined;
  /** Where the text does not say: the passages that come near, best first. Absent when there are none. */
  near?: NearPassage[] | undefined;
  /** What of the reply no passage carries; absent when there is nothing. */
  ungrounded?: UngroundedPart[] | undefined;
  /** What a connected model asked of all rows of tables; absent when it asked nothing. */
  queries?: SheetQueryShown[] | undefined;
  usage: Usage;
  model: string;
  /** How the request was taken, such as pictures that were read by OCR. */
  warnings?: string[] | undefined;
  /** The engine that answered: `reader`, `openai`, `anthropic` and so on. */
  engine?: string | undefined;
  /** Why the reply ended. */
  finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'refusal' | 'max_steps' | undefined;
  /** The embedded engine cannot do what was asked without a connected model; the text says so. */
  code?: 'needs_model' | undefined;
}

export interface AgentRequest {
  messages: AgentMessage[];
  /** At least one, unless `integrations` are given. */
  tools?: ToolDefinition[] | undefined;
  /** Their features become tools named `<id>__<FEATURE>`. Needs a key with the scope `integrations`, and `user_id`. */
  integrations?: Array<{
    id: string;
    /** Without them all features. */
    features?: string[] | undefined;
  }> | undefined;
  /** Whose connections are used. */
  user_id?: string | undefined;
  /** Run calls of integrations here, in at most 8 rounds; otherwise they are returned like any other. Default: false. */
  execute?: boolean | undefined;
  /** The token of an answer `confirmation_required`. It works once, for exactly that call, for 10 minutes. */
  confirm?: string | undefined;
  /** How the assistant should behave. Default: "You are a helpful assistant with access to tools.". */
  system_prompt?: string | undefined;
  /** True for server-sent events. Default: false. */
  stream?: boolean | undefined;
  /** Ids of uploaded files to answer from. */
  file_ids?: string[] | undefined;
  /** Ids of collections: answered is from those of their files that speak most to the question. */
  collection_ids?: string[] | undefined;
  /** Which files count: `{"key": value}` for equality, `{"key": {"gte": 2, "lt": 5}}` (`gt`, `gte`, `lt`, `lte`, `ne`, `in`), `{"and": [...]}`, `{"or": [...]}`; over attributes, `filename`, `kind` and `created_at`. */
  collection_filter?: Record<string, unknown> | undefined;
  /** `auto` (default), `none`, `required`, or a tool's name. */
  tool_choice?: string | undefined;
  /** False: at most one tool call in a reply. Default: true. */
  parallel_tool_calls?: boolean | undefined;
  /** A JSON Schema (2020-12 or draft-07). The answer satisfies it, or the call fails with `schema_not_met`. */
  response_format?: Record<string, unknown> | undefined;
  /** `inline` keeps the marks `[n]` in the text: the n-th of `sources`. Default: `none`. */
  citations?: Citations | undefined;
  /** How closely the vendor looks at pictures, where it has such a setting. */
  image_detail?: 'low' | 'high' | 'auto' | undefined;
  /** Pages of the PDFs in `file_ids` that a model which can see gets as pictures besides their text. */
  page_images?: number[] | undefined;
  /** Most tokens of documents that a connected model is sent. Default: the key’s limit, else that of the installation (24,000); never more than a limit that the key sets. */
  grounding_tokens?: number | undefined;
  /** What becomes of a value that no passage carries: `allow` keeps it (default for connected models), `null` puts null or leaves it out where the schema lets it (always so for the embedded reader), `refuse` fails with `schema_not_met`. */
  ungrounded?: Ungrounded | undefined;
  /** Kept with the record of the call; usage is added up by them. */
  tags?: string[] | undefined;
  /** Names and values, kept with the record of the call. */
  metadata?: Record<string, string> | undefined;
  /** Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first. */
  models?: string[] | null | undefined;
  provider?: ProviderWishes | null | undefined;
  /** False: nothing of what is said is kept anywhere after the call, neither for `Idempotency-Key` nor among contents of calls, kept replies or responses. Default: as the key says. */
  store?: boolean | undefined;
  /** With `stream`: a stream that is cut goes on, and is read from its last event on with `GET /v1/streams/{id}`; the header `x-parley-stream` gives the id. Not with `store: false`. Default: false. */
  resumable?: boolean | undefined;
  /** A model id of `GET /v1/models`. Default: `small-2`. */
  model?: string | undefined;
  /** Output limit in tokens. */
  max_tokens?: number | undefined;
  temperature?: number | undefined;
  top_p?: number | undefined;
  /** The same seed and request give the same reply where the engine can promise it. */
  seed?: number | undefined;
  /** Text at which the reply ends, without that text; one or up to 16. */
  stop?: string | string[] | undefined;
  /** Above 0: words used often come less. */
  frequency_penalty?: number | undefined;
  /** Above 0: words used once come less. */
  presence_penalty?: number | undefined;
  /** How long a reasoning model thinks. */
  reasoning_effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | undefined;
  prompt?: PromptChoice | undefined;
}

export interface Alert {
  id: string;
  workspace_id: string;
  /** Null for the whole workspace. */
  key_id: string | null;
  name: string;
  measure: 'cost_usd' | 'budget_share' | 'requests' | 'error_share' | 'disk_used_share';
  threshold: number;
  period: 'day' | 'month';
  active: boolean;
  state: 'ok' | 'firing';
  /** When it was last looked at; null before. */
  value: number | null;
  fired_at: string | null;
  checked_at: string | null;
  /** When it was made. */
  created_at: string;
}

export interface Answer {
  success: true;
  /** With `response_format`, the JSON text of `data`. */
  answer: string;
  /** The span itself, when the answer is one. */
  short_answer?: string | undefined;
  /** The validated object, with `response_format`. */
  data?: unknown;
  /** With `response_format` and files or `context`: by the JSON Pointer of each value in `data`. */
  fields?: Record<string, FieldOrigin> | undefined;
  /** Which required values no passage carries while `response_format` lets them be neither null nor left out, by JSON Pointer. */
  details?: string | undefined;
  /** The passages used, best first; empty when the text does not say: what then comes near is in `near`. */
  sources?: Source[] | undefined;
  /** Where the text does not say: the passages that come near, best first. Absent when there are none. */
  near?: NearPassage[] | undefined;
  /** What of the reply no passage carries; absent when there is nothing. */
  ungrounded?: UngroundedPart[] | undefined;
  /** What a connected model asked of all rows of tables; absent when it asked nothing. */
  queries?: SheetQueryShown[] | undefined;
  usage: Usage;
  model: string;
  /** How the request was taken, such as pictures that were read by OCR. */
  warnings?: string[] | undefined;
  /** The engine that answered: `reader`, `openai`, `anthropic` and so on. */
  engine?: string | undefined;
  /** Why the reply ended. */
  finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'refusal' | 'max_steps' | undefined;
  /** The embedded engine cannot do what was asked without a connected model; the text says so. */
  code?: 'needs_model' | undefined;
}

export interface AnswerRequest {
  /** The question or task. */
  query: string;
  /** A JSON Schema (2020-12 or draft-07). The answer satisfies it, or the call fails with `schema_not_met`. */
  response_format?: Record<string, unknown> | undefined;
  /** True for server-sent events. Default: false. */
  stream?: boolean | undefined;
  /** Ids of uploaded files to answer from. */
  file_ids?: string[] | undefined;
  /** Ids of collections: answered is from those of their files that speak most to the question. */
  collection_ids?: string[] | undefined;
  /** Which files count: `{"key": value}` for equality, `{"key": {"gte": 2, "lt": 5}}` (`gt`, `gte`, `lt`, `lte`, `ne`, `in`), `{"and": [...]}`, `{"or": [...]}`; over attributes, `filename`, `kind` and `created_at`. */
  collection_filter?: Record<string, unknown> | undefined;
  /** Text to answer from. */
  context?: string | undefined;
  /** `inline` keeps the marks `[n]` in the text: the n-th of `sources`. Default: `none`. */
  citations?: Citations | undefined;
  /** How closely the vendor looks at pictures, where it has such a setting. */
  image_detail?: 'low' | 'high' | 'auto' | undefined;
  /** Pages of the PDFs in `file_ids` that a model which can see gets as pictures besides their text. */
  page_images?: number[] | undefined;
  /** Most tokens of documents that a connected model is sent. Default: the key’s limit, else that of the installation (24,000); never more than a limit that the key sets. */
  grounding_tokens?: number | undefined;
  /** What becomes of a value that no passage carries: `allow` keeps it (default for connected models), `null` puts null or leaves it out where the schema lets it (always so for the embedded reader), `refuse` fails with `schema_not_met`. */
  ungrounded?: Ungrounded | undefined;
  /** Kept with the record of the call; usage is added up by them. */
  tags?: string[] | undefined;
  /** Names and values, kept with the record of the call. */
  metadata?: Record<string, string> | undefined;
  /** Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first. */
  models?: string[] | null | undefined;
  provider?: ProviderWishes | null | undefined;
  /** False: nothing of what is said is kept anywhere after the call, neither for `Idempotency-Key` nor among contents of calls, kept replies or responses. Default: as the key says. */
  store?: boolean | undefined;
  /** With `stream`: a stream that is cut goes on, and is read from its last event on with `GET /v1/streams/{id}`; the header `x-parley-stream` gives the id. Not with `store: false`. Default: false. */
  resumable?: boolean | undefined;
  /** A model id of `GET /v1/models`. Default: `small-2`. */
  model?: string | undefined;
  /** Output limit in tokens. */
  max_tokens?: number | undefined;
  temperature?: number | undefined;
  top_p?: number | undefined;
  /** The same seed and request give the same reply where the engine can promise it. */
  seed?: number | undefined;
  /** Text at which the reply ends, without that text; one or up to 16. */
  stop?: string | string[] | undefined;
  /** Above 0: words used often come less. */
  frequency_penalty?: number | undefined;
  /** Above 0: words used once come less. */
  presence_penalty?: number | undefined;
  /** How long a reasoning model thinks. */
  reasoning_effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | undefined;
  prompt?: PromptChoice | undefined;
}

export type AnthropicEvent = {
  type: 'message_start';
  message: {
    id: string;
    type: 'message';
    role: 'assistant';
    model: string;
    content: Array<{
      type: string;
      [field: string]: unknown;
    }>;
    stop_sequence: string | null;
    usage: MessageUsage;
    /** How the request was taken, such as pictures that were read by OCR. */
    warnings?: string[] | undefined;
    /** The engine that answered: `reader`, `openai`, `anthropic` and so on. */
    engine?: string | undefined;
    /** Why the reply ended. */
    finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'refusal' | 'max_steps' | undefined;
    /** The embedded engine cannot do what was asked without a connected model; the text says so. */
    code?: 'needs_model' | undefined;
    stop_reason: null;
  };
} | {
  type: 'content_block_start';
  index: number;
  /** `text`, `image`, `document`, `tool_use`, `tool_result`, `thinking` or `redacted_thinking`, with its own fields; those of tools that Anthropic ran, from and to Anthropic. */
  content_block: {
    type: string;
    [field: string]: unknown;
  };
} | {
  type: 'content_block_delta';
  index: number;
  delta: {
    type: 'citations_delta';
    citation: {
      type: 'char_location';
      cited_text: string;
      /** Of the document blocks of the request, in their order. */
      document_index: number;
      document_title: string | null;
      file_id: string | null;
      start_char_index: number;
      end_char_index: number;
    } | {
      /** Of documents that have pages. */
      type: 'page_location';
      cited_text: string;
      /** Of the document blocks of the request, in their order. */
      document_index: number;
      document_title: string | null;
      file_id: string | null;
      start_page_number: number;
      /** Exclusive. */
      end_page_number: number;
    } | {
      type: string;
      [field: string]: unknown;
    };
  } | {
    type: 'text_delta';
    text: string;
  } | {
    type: 'thinking_delta';
    thinking: string;
  } | {
    type: 'signature_delta';
    signature: string;
  } | {
    type: 'input_json_delta';
    partial_json: string;
  };
} | {
  type: 'content_block_stop';
  index: number;
} | {
  type: 'message_delta';
  delta: {
    stop_reason: string;
    stop_sequence: string | null;
  };
  usage: MessageUsage;
} | {
  type: 'message_stop';
  /** How the request was taken, such as pictures that were read by OCR. */
  warnings?: string[] | undefined;
  /** The engine that answered: `reader`, `openai`, `anthropic` and so on. */
  engine?: string | undefined;
  /** Why the reply ended. */
  finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'refusal' | 'max_steps' | undefined;
  /** The embedded engine cannot do what was asked without a connected model; the text says so. */
  code?: 'needs_model' | undefined;
} | {
  type: 'error';
  error: {
    type: string;
    message: string;
  };
};

export interface AuditEvent {
  id: string;
  workspace_id: string | null;
  /** Id of the key or person that acted, or `system`. */
  actor: string;
  /** Null where it is gone, or has none. */
  actor_name: string | null;
  action: string;
  /** Id of what was acted on. */
  target: string;
  /** Of a person, key, workspace, file, collection or alert; the address of an invitation. Null where it is gone, or has none. */
  target_name: string | null;
  /** Network address of the actor. */
  address: string | null;
  details: Record<string, unknown>;
  /** When. */
  created_at: string;
}

export interface AuditQuery {
  /** Default: 20. */
  limit?: number | undefined;
  /** The `next` of the page before. */
  after?: string | undefined;
  /** Inclusive. */
  from?: string | undefined;
  /** Exclusive. */
  to?: string | undefined;
  workspace_id?: string | undefined;
  action?: string | undefined;
}

/** How one back end answered. */
export interface BackendReport {
  name: string;
  outcome: 'found' | 'nothing_found' | 'refused' | 'unreachable' | 'timed_out';
  results: number;
  duration_ms: number;
  message?: string | undefined;
}

export interface Batch {
  id: string;
  object: 'batch';
  endpoint: '/v1/chat/completions' | '/v1/responses' | '/v1/embeddings' | '/v1/completions' | '/v1/messages' | '/v1/answer';
  errors: {
    object: 'list';
    data: Array<{
      code: string;
      message: string;
      param: string | null;
      line: number | null;
    }>;
  } | null;
  input_file_id: string;
  completion_window: string;
  status: 'validating' | 'failed' | 'in_progress' | 'finalizing' | 'completed' | 'expired' | 'cancelling' | 'cancelled';
  output_file_id: string | null;
  error_file_id: string | null;
  /** Seconds since 1970. */
  created_at: number;
  in_progress_at: number | null;
  /** Seconds since 1970. */
  expires_at: number;
  finalizing_at: number | null;
  completed_at: number | null;
  failed_at: number | null;
  expired_at: number | null;
  cancelling_at: number | null;
  cancelled_at: number | null;
  request_counts: {
    total: number;
    completed: number;
    failed: number;
  };
  /** Of all lines that are done. */
  usage: {
    input_tokens: number;
    input_tokens_details: {
      cached_tokens: number;
    };
    output_tokens: number;
    total_tokens: number;
  };
  /** Ours: what the lines that are done were charged. */
  cost_usd: number;
  metadata: Record<string, string> | null;
  /** With `webhook_url`, in the reply to the call alone: what signs its webhook. */
  webhook_secret?: string | undefined;
}

export interface BatchRequest {
  /** A file of JSON Lines, uploaded with `purpose: "batch"`: `{"custom_id", "method": "POST", "url", "body"}` in each line. */
  input_file_id: string;
  /** What every line calls. */
  endpoint: '/v1/chat/completions' | '/v1/responses' | '/v1/embeddings' | '/v1/completions' | '/v1/messages' | '/v1/answer';
  /** Within which it ends, `1h` to `168h`; OpenAI knows `24h` alone. What is not done by then is in the file of errors as `batch_expired`. */
  completion_window: string;
  metadata?: Record<string, string> | null | undefined;
  output_expires_after?: {
    anchor: 'created_at';
    seconds: number;
  } | null | undefined;
  webhook_url?: string | null | undefined;
}

export interface BoundingBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Budget {
  id: string;
  workspace_id: string;
  name: string;
  /** Whose calls count: those of the whole workspace, of a key, for an end user (`user`, `user_id` or `metadata.user_id` of the body), with a tag, or to a model. */
  scope: 'workspace' | 'key' | 'user' | 'tag' | 'model';
  /** Id of the key, the user, the tag, or the model as records of usage name it (`openai/*` for all that begin so). Null: each has a budget of this amount of its own; of a `workspace` always null. */
  target: string | null;
  /** What may be spent in a period, in US dollars. */
  amount_usd: number;
  /** Days, weeks and months are UTC; a week begins on Monday. A call counts in the period in which it began, with all that it costs. */
  period: 'day' | 'week' | 'month' | 'total';
  /** `stop`: calls that the budget does not pay for are 402 `budget_exceeded` · `warn`: they go on, and say so in `x-parley-warnings`. */
  action: 'stop' | 'warn';
  /** Shares of the amount at which the webhooks of the workspace (`budget.warning`) and `emails` are told, once in a period. */
  warn_at: number[];
  /** Who is told by mail, where the installation sends mail. */
  emails: string[];
  active: boolean;
  spent_usd: number | null;
  held_usd: number | null;
  remaining_usd: number | null;
  /** When the next period begins; null for `total`. */
  resets_at: string | null;
  created_at: string;
}

/** Keep what stands up to here in the cache of a vendor that takes such marks (Anthropic); elsewhere it changes nothing. Without any the service marks tools, system and documents. */
export interface CacheControl {
  type: 'ephemeral';
  ttl?: '5m' | '1h' | undefined;
}

export interface CallContents {
  /** The body as JSON; null where it was none, such as an upload. */
  request: string | null;
  /** The answer as text; of a stream, its events. Null for bytes. */
  reply: string | null;
  /** Each side is kept up to 64 kB of characters. */
  truncated: boolean;
  /** When it is forgotten. */
  expires_at: string;
}

export interface CallDetail {
  request_id: string;
  /** Usually one. */
  calls: ExplainedCall[];
  /** What was asked and answered: only where `contents` of the settings keeps it, of POST calls, for admins, as long as it is kept. Keys, passwords and what looks like them are taken out; who looks stands in the audit log. */
  contents: CallContents | null;
  /** Whether contents of calls are kept at all. */
  contents_kept: boolean;
}

/** A piece of the work besides the calls to engines. */
export interface CallStep {
  /** `retrieval`: passages were looked for in files · `tool`: the service ran a tool · `schema`: a reply was held to the schema, in the way that `name` says it was asked for · `run`: one step of a run in the background. */
  kind: 'retrieval' | 'tool' | 'schema' | 'run';
  /** Of the tool, of the way of asking (`strict`, `tool`, `json`, `prompt`), of the step. */
  name: string;
  /** After the beginning of the call. */
  started_ms: number;
  duration_ms: number;
  /** A code, such as `tool_error` or `schema_not_met`; null where it went well. */
  error: string | null;
  /** What was found, best first, the first twelve: places, not words. */
  passages?: Array<{
    /** Null for a text that came with the request. */
    file_id: string | null;
    filename: string;
    /** The first page is 1. */
    page?: number | undefined;
    /** Where it begins in the text of the file. */
    start: number;
    end: number;
  }> | undefined;
}

export interface CallSummary {
  /** Of the record. Calls may share a request id that their callers chose. */
  id: string;
  request_id: string;
  workspace_id: string;
  key_id: string;
  endpoint: string;
  model: string | null;
  /** The caller's own user: `user_id`, `user` or `metadata.user_id` of the body. Null for none. */
  user_id: string | null;
  /** Of the header `x-parley-tags` and of the body. */
  tags: string[];
  /** Of the header `x-parley-metadata` and of the body. */
  metadata: Record<string, string>;
  /** The kept prompt that the call began with, as `id@version`. */
  prompt: string | null;
  /** What guards of the workspace found in the call; empty for nothing. */
  guards: GuardDecision[];
  /** All input, also what was read from a cache or written to one. */
  input_tokens: number;
  /** The part of the input that the vendor read from its cache. */
  cached_tokens: number;
  /** The part of the input that the vendor wrote to its cache. */
  cache_write_tokens: number;
  output_tokens: number;
  /** What is charged: by `charged` of the model list. */
  cost_usd: number;
  /** What the vendor asks, 0 for embedded and local engines. */
  upstream_cost_usd: number;
  /** What replies that were given again had cost when they were written. */
  saved_usd: number;
  /** False where nobody told what the engine costs: the costs are then 0, and budgets and alerts do not see them. */
  price_known: boolean;
  /** HTTP status; 499 when the caller left. */
  status: number;
  /** Of the error that the caller got, from the list of errors; null for none. */
  error_code: string | null;
  streamed: boolean;
  /** `provider/model` that answered or, where the call failed, was asked last; null for calls without a model. */
  engine: string | null;
  /** Calls to engines, those that failed included. */
  attempts: number;
  /** Each of them, in their order, the first 100: their costs make up `upstream_cost_usd`. */
  rounds: UsageRound[];
  /** From the beginning of the call to the first word of a reply. */
  first_token_ms: number | null;
  duration_ms: number;
  /** When the call ended. */
  created_at: string;
  /** Null when the key is gone. */
  key_name: string | null;
  /** `dashboard`: sent by somebody who is signed in. What the dashboard only reads is no call here. `evaluation`: made by a run, whoever asked for it. */
  source: 'key' | 'dashboard' | 'evaluation';
  /** What was said of its reply by `POST /v1/feedback`. */
  feedback: Feedback | null;
}

export interface CallsQuery {
  /** Default: 20. */
  limit?: number | undefined;
  /** The `next` of the page before. */
  after?: string | undefined;
  /** Inclusive. */
  from?: string | undefined;
  /** Exclusive. */
  to?: string | undefined;
  /** Default: every workspace that the caller may see. */
  workspace_id?: string | undefined;
  key_id?: string | undefined;
  model?: string | undefined;
  /** Operation id, such as `createAnswer`. */
  endpoint?: string | undefined;
  /** `key`: of programs · `dashboard`: of people who are signed in, such as runs of the playground · `evaluation`: of runs of evaluations. */
  source?: 'key' | 'dashboard' | 'evaluation' | undefined;
  /** Calls with this tag. */
  tag?: string | undefined;
  /** Calls for this user of the caller's own. */
  user_id?: string | undefined;
  /** `error` is any status from 400 on · `refused` 4xx · `failed` 5xx · `left` 499. */
  status?: 'ok' | 'error' | 'refused' | 'failed' | 'left' | undefined;
  slower_than_ms?: number | undefined;
  /** `provider/model`. */
  engine?: string | undefined;
  request_id?: string | undefined;
}

export interface ChangePasswordRequest {
  /** Needed by those who have one. */
  current_password?: string | undefined;
  /** At least 12 characters; not the e-mail address. */
  new_password: string;
}

export interface ChatCompletion {
  result: {
    response: Array<{
      role: 'assistant';
      content: string;
    } | FunctionCall>;
    /** Empty when the model gave none. */
    thinking: string;
    token_usage: Usage;
    usage?: Usage | undefined;
    stop_reason: string;
    /** With `execute`: what was run, in order. */
    executed_calls?: ExecutedCall[] | undefined;
  };
  sources?: Source[] | undefined;
  /** Where the text does not say: the passages that come near, best first. Absent when there are none. */
  near?: NearPassage[] | undefined;
  /** What a connected model asked of all rows of tables; absent when it asked nothing. */
  queries?: SheetQueryShown[] | undefined;
  usage: Usage;
  model: string;
  /** How the request was taken, such as pictures that were read by OCR. */
  warnings?: string[] | undefined;
  /** The engine that answered: `reader`, `openai`, `anthropic` and so on. */
  engine?: string | undefined;
  /** Why the reply ended. */
  finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'refusal' | 'max_steps' | undefined;
  /** The embedded engine cannot do what was asked without a connected model; the text says so. */
  code?: 'needs_model' | undefined;
}

export interface ChatCompletionRequest {
  /** Kept with the record of the call; usage is added up by them. */
  tags?: string[] | undefined;
  /** Names and values, kept with the record of the call. */
  metadata?: Record<string, string> | undefined;
  /** Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first. */
  models?: string[] | null | undefined;
  provider?: ProviderWishes | null | undefined;
  /** False: nothing of what is said is kept anywhere after the call, neither for `Idempotency-Key` nor among contents of calls, kept replies or responses. Default: as the key says. */
  store?: boolean | undefined;
  /** With `stream`: a stream that is cut goes on, and is read from its last event on with `GET /v1/streams/{id}`; the header `x-parley-stream` gives the id. Not with `store: false`. Default: false. */
  resumable?: boolean | undefined;
  /** A model id of `GET /v1/models`. */
  model: string;
  /** Output limit in tokens. */
  max_tokens?: number | undefined;
  temperature?: number | undefined;
  top_p?: number | undefined;
  /** The same seed and request give the same reply where the engine can promise it. */
  seed?: number | undefined;
  /** Text at which the reply ends, without that text; one or up to 16. */
  stop?: string | string[] | undefined;
  /** Above 0: words used often come less. */
  frequency_penalty?: number | undefined;
  /** Above 0: words used once come less. */
  presence_penalty?: number | undefined;
  /** How long a reasoning model thinks. */
  reasoning_effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | undefined;
  prompt?: PromptChoice | undefined;
  /** At least one user message. */
  messages: ChatItem[];
  system?: string | undefined;
  /** Ids of uploaded files to answer from. */
  file_ids?: string[] | undefined;
  /** Refused by name: ask `/v1/conversation` or `/v1/chat/completions` for an object after a schema. */
  response_format?: unknown;
  /** Default: false. */
  stream?: boolean | undefined;
  functions?: ChatFunction[] | undefined;
  /** Another name of `functions`. */
  tools?: ChatFunction[] | undefined;
  /** Their features become tools named `<id>__<FEATURE>`. Needs a key with the scope `integrations`, and `user_id`. */
  integrations?: Array<{
    id: string;
    /** Without them all features. */
    features?: string[] | undefined;
  }> | undefined;
  /** Whose connections are used. */
  user_id?: string | undefined;
  /** Run calls of integrations here, in at most 8 rounds; otherwise they are returned like any other. Default: false. */
  execute?: boolean | undefined;
  /** The token of an answer `confirmation_required`. It works once, for exactly that call, for 10 minutes. */
  confirm?: string | undefined;
  /** Ids of collections: answered is from those of their files that speak most to the question. */
  collection_ids?: string[] | undefined;
  /** Which files count: `{"key": value}` for equality, `{"key": {"gte": 2, "lt": 5}}` (`gt`, `gte`, `lt`, `lte`, `ne`, `in`), `{"and": [...]}`, `{"or": [...]}`; over attributes, `filename`, `kind` and `created_at`. */
  collection_filter?: Record<string, unknown> | undefined;
  stop_sequences?: string[] | undefined;
  tool_choice?: string | ToolChoiceObject | undefined;
  thinking?: {
    type: 'enabled' | 'disabled' | 'adaptive';
    budget_tokens?: number | undefined;
    /** Passed on to Anthropic. */
    display?: string | undefined;
  } | undefined;
  /** False: at most one tool call in a reply. Default: true. */
  parallel_tool_calls?: boolean | undefined;
  /** `inline` keeps the marks `[n]` in the text: the n-th of `sources`. Default: `none`. */
  citations?: Citations | undefined;
}

export type ChatEvent = {
  content: {
    type: 'thinking_chunk';
    content: string;
  } | {
    type: 'end_of_thinking';
    id: string;
  } | {
    type: 'text_chunk';
    content: string;
  } | {
    type: 'starting_function_call';
  } | FunctionCall | {
    type: 'executed_call';
    executed_call: ExecutedCall;
  } | {
    type: 'sources';
    sources: Source[];
  } | {
    type: 'near';
    near: NearPassage[];
  } | {
    type: 'queries';
    queries: SheetQueryShown[];
  } | {
    type: 'token_usage';
    /** All input, cached input included. */
    input_tokens: number;
    /** All output, reasoning included. */
    output_tokens: number;
    /** Of the input: read from the cache of the vendor. */
    cached_tokens?: number | undefined;
    /** Of the input: written to the cache of the vendor. */
    cache_write_tokens?: number | undefined;
    /** Of the output: what the model thought. */
    reasoning_tokens?: number | undefined;
    /** Where a connected model answered from files, collections or `context`. */
    documents?: {
      /** Of the input, estimated: the documents as the model was shown them. */
      sent_tokens: number;
      /** What of their texts it was not shown, estimated. */
      left_out_tokens: number;
      /** The limit that held: see `grounding_tokens`. */
      limit_tokens: number;
    } | undefined;
    /** How the request was taken, such as pictures that were read by OCR. */
    warnings?: string[] | undefined;
    /** The engine that answered: `reader`, `openai`, `anthropic` and so on. */
    engine?: string | undefined;
    /** Why the reply ended. */
    finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'refusal' | 'max_steps' | undefined;
    /** The embedded engine cannot do what was asked without a connected model; the text says so. */
    code?: 'needs_model' | undefined;
  } | '[DONE]';
} | {
  error: string;
  code: string;
  details?: string | undefined;
};

export interface ChatFunction {
  name: string;
  description?: string | undefined;
  parameters?: Record<string, unknown> | undefined;
  /** Another name of `parameters`. */
  input_schema?: Record<string, unknown> | undefined;
}

export interface ChatItem {
  role?: 'user' | 'assistant' | 'system' | undefined;
  /** Text, or blocks of text. */
  content?: string | Array<{
    type: 'text';
    text: string;
  }> | null | undefined;
  file_ids?: string[] | null | undefined;
  type?: 'message' | 'function_call' | 'function_call_result' | undefined;
  function_call_id?: string | undefined;
  function_calls?: Array<{
    name: string;
    input: Record<string, unknown>;
  }> | undefined;
  /** In the order of the calls. */
  function_call_results?: unknown[] | undefined;
}

export type ChunkingStrategy = {
  type: 'auto';
} | {
  type: 'static';
  static: {
    max_chunk_size_tokens: number;
    chunk_overlap_tokens: number;
  };
} | null;

/** Stands behind the mark `[n]`: the nth of the list. */
export interface Citation {
  id: string;
  url: string;
  title: string;
  /** The exact passage: the stored text from `start` to `end`. */
  quote: string;
  /** UTF-16 position in the stored text. */
  start: number;
  end: number;
  /** SHA-256 of the bytes that were fetched, hexadecimal. */
  content_hash: string;
  fetched_at: string;
  /** `quoted`: code proved the statement by the quote; `entailed`: a connected model confirmed it besides. */
  verified: 'quoted' | 'entailed';
  file_id?: string | undefined;
}

/** `inline` keeps the marks `[n]` in the text: the n-th of `sources`. Default: `none`. */
export type Citations = 'inline' | 'none';

export interface ClaimRequest {
  /** From the link that the start printed. */
  token?: string | undefined;
  /** Instead of the token. */
  admin_key?: string | undefined;
  /** Capitals make no difference. */
  email: string;
  name: string;
  /** At least 12 characters; not the e-mail address. */
  password: string;
}

/** A named set of files that is searched as one. */
export interface Collection {
  id: string;
  name: string;
  /** What is in it. */
  description: string | null;
  /** Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false. */
  attributes: Record<string, string | number | boolean>;
  /** How many files are in which state. */
  files: {
    /** Waiting for their bytes. */
    pending: number;
    /** Being read or indexed. */
    processing: number;
    /** Found by a search. */
    ready: number;
    failed: number;
  };
  /** Passages that can be found. */
  passages: number;
  /** Of its files. */
  bytes: number;
  /** Null when it is searched by words alone. */
  embeddings: {
    model: string;
    /** Passages that can be found by meaning so far. */
    passages: number;
    /** Why no more are made at the moment; it is tried again by itself. */
    error: string | null;
  } | null;
  created_at: string;
  /** When it is deleted by itself, without its files; null for never. */
  expires_at: string | null;
}

export interface CollectionAnswer {
  success: true;
  id: string;
  name: string;
  /** What is in it. */
  description: string | null;
  /** Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false. */
  attributes: Record<string, string | number | boolean>;
  /** How many files are in which state. */
  files: {
    /** Waiting for their bytes. */
    pending: number;
    /** Being read or indexed. */
    processing: number;
    /** Found by a search. */
    ready: number;
    failed: number;
  };
  /** Passages that can be found. */
  passages: number;
  /** Of its files. */
  bytes: number;
  /** Null when it is searched by words alone. */
  embeddings: {
    model: string;
    /** Passages that can be found by meaning so far. */
    passages: number;
    /** Why no more are made at the moment; it is tried again by itself. */
    error: string | null;
  } | null;
  created_at: string;
  /** When it is deleted by itself, without its files; null for never. */
  expires_at: string | null;
}

export interface CollectionFile {
  file_id: string;
  filename: string;
  /** The file of the collection that this one was taken out of. */
  parent_file_id: string | null;
  /** Found in the content; null until it was processed. */
  kind: string | null;
  /** Where it was fetched from. */
  url: string | null;
  /** `ready` once a search finds it. */
  status: 'pending' | 'processing' | 'ready' | 'failed';
  passages: number;
  /** Null until they are there. */
  bytes: number | null;
  /** Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false. */
  attributes: Record<string, string | number | boolean>;
  /** Why it `failed`. */
  error: {
    code: string;
    message: string;
  } | null;
  added_at: string;
}

export interface CollectionSearchRequest {
  query: string;
  /** Default: 10. */
  top_k?: number | undefined;
  /** By words, by meaning, or both. With `EMBEDDING_MODEL=lexical`, and until the vectors are there, `hybrid` searches by words. Default: "hybrid". */
  mode?: 'hybrid' | 'lexical' | 'semantic' | undefined;
  /** Which files count: `{"key": value}` for equality, `{"key": {"gte": 2, "lt": 5}}` (`gt`, `gte`, `lt`, `lte`, `ne`, `in`), `{"and": [...]}`, `{"or": [...]}`; over attributes, `filename`, `kind` and `created_at`. */
  filter?: Record<string, unknown> | undefined;
  /** Have the best 50 put in order by `RERANK_MODEL`. Default: when there is one. */
  rerank?: boolean | undefined;
  /** Leave out what scores less. */
  min_score?: number | undefined;
}

export interface CollectionSearchResult {
  file_id: string;
  filename: string;
  /** First page is 1; only where pages have a meaning. */
  page?: number | undefined;
  /** When it is said, in seconds from the beginning; only of sound and video. */
  time?: number | undefined;
  /** UTF-16 position in the file's text. */
  start: number;
  /** Exclusive. */
  end: number;
  /** Exactly the text from `start` to `end`. */
  quote: string;
  /** 0 to 1, the best of all stages that ran. */
  score: number;
  scores: {
    /** BM25 and its kin, open upwards. */
    lexical?: number | undefined;
    /** Cosine of the vectors, -1 to 1. */
    semantic?: number | undefined;
    /** What the reranker said. */
    rerank?: number | undefined;
  };
  /** Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false. */
  attributes: Record<string, string | number | boolean>;
}

export interface Completion {
  id: string;
  object: 'text_completion';
  /** Seconds since 1970. */
  created: number;
  model: string;
  choices: Array<{
    text: string;
    index: number;
    finish_reason: 'stop' | 'length' | 'content_filter' | null;
    logprobs: null;
  }>;
  usage: {
    prompt_tokens: number;
    completion_tokens: number;
    total_tokens: number;
    completion_tokens_details: {
      reasoning_tokens: number;
    };
  };
}

export type CompletionEvent = {
  id: string;
  object: 'text_completion';
  /** Seconds since 1970. */
  created: number;
  model: string;
  choices: Array<{
    text: string;
    index: number;
    finish_reason: 'stop' | 'length' | 'content_filter' | null;
    logprobs: null;
  }>;
  usage?: {
    prompt_tokens: number;
    completion_tokens: number;
    total_tokens: number;
    completion_tokens_details: {
      reasoning_tokens: number;
    };
  } | undefined;
} | {
  error: {
    message: string;
    type: string;
    /** The field that is wrong; null when none is to blame. */
    param: string | null;
    code: string;
  };
};

export interface CompletionRequest {
  /** Kept with the record of the call; usage is added up by them. */
  tags?: string[] | undefined;
  /** Names and values, kept with the record of the call. */
  metadata?: Record<string, string> | undefined;
  /** Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first. */
  models?: string[] | null | undefined;
  provider?: ProviderWishes | null | undefined;
  /** False: nothing of what is said is kept anywhere after the call, neither for `Idempotency-Key` nor among contents of calls, kept replies or responses. Default: as the key says. */
  store?: boolean | undefined;
  /** With `stream`: a stream that is cut goes on, and is read from its last event on with `GET /v1/streams/{id}`; the header `x-parley-stream` gives the id. Not with `store: false`. Default: false. */
  resumable?: boolean | undefined;
  /** A model id of `GET /v1/models`, or `conversation` or `agent`: the default model with their instructions. May be left out where `models` or `prompt` says it. */
  model: string;
  max_tokens?: number | null | undefined;
  temperature?: number | undefined;
  top_p?: number | undefined;
  /** The same seed and request give the same reply where the engine can promise it. */
  seed?: number | undefined;
  /** Text at which the reply ends, without that text; one or up to 16. */
  stop?: string | string[] | undefined;
  /** Above 0: words used often come less. */
  frequency_penalty?: number | undefined;
  /** Above 0: words used once come less. */
  presence_penalty?: number | undefined;
  /** How long a reasoning model thinks. */
  reasoning_effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | undefined;
  /** Text to continue, or up to 20: each gets its own completions. Lists of tokens are refused. */
  prompt: string | Array<string | unknown[] | number>;
  /** Completions of each prompt. Default: 1. */
  n?: number | undefined;
  stream?: boolean | null | undefined;
  stream_options?: {
    include_usage?: boolean | null | undefined;
    [field: string]: unknown;
  } | null | undefined;
  /** Put the prompt before each completion. Default: false. */
  echo?: boolean | undefined;
  /** Not supported: refused. */
  logprobs?: number | null | undefined;
  /** Not supported above `n`. */
  best_of?: number | null | undefined;
  /** Not supported: refused. */
  logit_bias?: Record<string, number> | null | undefined;
  /** Not supported: refused. */
  suffix?: string | null | undefined;
  user?: string | undefined;
}

export interface ConfirmUploadRequest {
  file_id: string;
  filename?: string | undefined;
  /** Bytes. `warnings` says when as many as these did not come. */
  file_size: number;
  /** How long the answer waits for the processing. Default: 10000. */
  wait_ms?: number | undefined;
  /** Seconds after which the file is deleted by itself. Default: never. */
  expires_in?: number | undefined;
  /** Your own id of the end user it is of: `eraseUser` deletes it with everything else of theirs. */
  user_id?: string | undefined;
}

/** What would be done. The model does not see the token. */
export interface Confirmation {
  /** Send it in `confirm` with the same call. */
  confirm: string;
  integration_id: string;
  feature_name: string;
  user_id: string;
  /** What it would be done with. */
  inputs: Record<string, unknown>;
  expires_at: string;
}

export interface ConnectIntegrationRequest {
  /** Your own id of the user, 1 to 255 characters. */
  user_id?: string | undefined;
  /** For API_KEY. */
  api_key?: string | undefined;
  /** For BASIC_AUTH. */
  username?: string | undefined;
  /** For BASIC_AUTH. */
  password?: string | undefined;
  /** For OAUTH2: where the user goes afterwards. */
  callback_url?: string | undefined;
  /** For OAUTH2: other than the default ones. */
  scopes?: string[] | undefined;
  /** The integration's `connection_fields`. */
  fields?: Record<string, string> | undefined;
  /** What stands here counts as if it stood beside `user_id`, unless it stands there too. */
  extra?: {
    api_key?: string | undefined;
    username?: string | undefined;
    password?: string | undefined;
    scopes?: string[] | undefined;
    fields?: Record<string, string> | undefined;
  } | undefined;
}

export type ConnectIntegrationResponse = ConnectedIntegration | ConnectRedirect;

export interface ConnectRedirect {
  /** Send the user there within 10 minutes. */
  redirect_url: string;
  instructions: string;
}

export interface ConnectedIntegration {
  success: true;
  message: string;
  integration_id: string;
  user_id: string;
}

export interface ConnectionCount {
  /** Those that work, `expiring` included. */
  connected: number;
  needs_reconnect: number;
}

/** One turn. `content` is required. */
export interface ConversationMessage {
  role: 'user' | 'assistant' | 'system';
  content?: string | null | undefined;
  file_ids?: string[] | null | undefined;
}

export interface ConversationReply {
  success: true;
  response: string;
  /** The validated object, with `response_format`. */
  data?: unknown;
  /** With `response_format` and files or `context`: by the JSON Pointer of each value in `data`. */
  fields?: Record<string, FieldOrigin> | undefined;
  /** Which required values no passage carries while `response_format` lets them be neither null nor left out, by JSON Pointer. */
  details?: string | undefined;
  /** The passages used, best first; empty when the text does not say: what then comes near is in `near`. */
  sources?: Source[] | undefined;
  /** Where the text does not say: the passages that come near, best first. Absent when there are none. */
  near?: NearPassage[] | undefined;
  /** What of the reply no passage carries; absent when there is nothing. */
  ungrounded?: UngroundedPart[] | undefined;
  /** What a connected model asked of all rows of tables; absent when it asked nothing. */
  queries?: SheetQueryShown[] | undefined;
  usage: Usage;
  model: string;
  /** How the request was taken, such as pictures that were read by OCR. */
  warnings?: string[] | undefined;
  /** The engine that answered: `reader`, `openai`, `anthropic` and so on. */
  engine?: string | undefined;
  /** Why the reply ended. */
  finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'refusal' | 'max_steps' | undefined;
  /** The embedded engine cannot do what was asked without a connected model; the text says so. */
  code?: 'needs_model' | undefined;
}

export interface ConversationRequest {
  messages: ConversationMessage[];
  /** How the assistant should behave. Default: "You are a helpful assistant.". */
  system_prompt?: string | undefined;
  /** A JSON Schema (2020-12 or draft-07). The answer satisfies it, or the call fails with `schema_not_met`. */
  response_format?: Record<string, unknown> | undefined;
  /** True for server-sent events. Default: false. */
  stream?: boolean | undefined;
  /** Ids of uploaded files to answer from. */
  file_ids?: string[] | undefined;
  /** Ids of collections: answered is from those of their files that speak most to the question. */
  collection_ids?: string[] | undefined;
  /** Which files count: `{"key": value}` for equality, `{"key": {"gte": 2, "lt": 5}}` (`gt`, `gte`, `lt`, `lte`, `ne`, `in`), `{"and": [...]}`, `{"or": [...]}`; over attributes, `filename`, `kind` and `created_at`. */
  collection_filter?: Record<string, unknown> | undefined;
  /** `inline` keeps the marks `[n]` in the text: the n-th of `sources`. Default: `none`. */
  citations?: Citations | undefined;
  /** How closely the vendor looks at pictures, where it has such a setting. */
  image_detail?: 'low' | 'high' | 'auto' | undefined;
  /** Pages of the PDFs in `file_ids` that a model which can see gets as pictures besides their text. */
  page_images?: number[] | undefined;
  /** Most tokens of documents that a connected model is sent. Default: the key’s limit, else that of the installation (24,000); never more than a limit that the key sets. */
  grounding_tokens?: number | undefined;
  /** What becomes of a value that no passage carries: `allow` keeps it (default for connected models), `null` puts null or leaves it out where the schema lets it (always so for the embedded reader), `refuse` fails with `schema_not_met`. */
  ungrounded?: Ungrounded | undefined;
  /** Kept with the record of the call; usage is added up by them. */
  tags?: string[] | undefined;
  /** Names and values, kept with the record of the call. */
  metadata?: Record<string, string> | undefined;
  /** Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first. */
  models?: string[] | null | undefined;
  provider?: ProviderWishes | null | undefined;
  /** False: nothing of what is said is kept anywhere after the call, neither for `Idempotency-Key` nor among contents of calls, kept replies or responses. Default: as the key says. */
  store?: boolean | undefined;
  /** With `stream`: a stream that is cut goes on, and is read from its last event on with `GET /v1/streams/{id}`; the header `x-parley-stream` gives the id. Not with `store: false`. Default: false. */
  resumable?: boolean | undefined;
  /** A model id of `GET /v1/models`. Default: `small-2`. */
  model?: string | undefined;
  /** Output limit in tokens. */
  max_tokens?: number | undefined;
  temperature?: number | undefined;
  top_p?: number | undefined;
  /** The same seed and request give the same reply where the engine can promise it. */
  seed?: number | undefined;
  /** Text at which the reply ends, without that text; one or up to 16. */
  stop?: string | string[] | undefined;
  /** Above 0: words used often come less. */
  frequency_penalty?: number | undefined;
  /** Above 0: words used once come less. */
  presence_penalty?: number | undefined;
  /** How long a reasoning model thinks. */
  reasoning_effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | undefined;
  prompt?: PromptChoice | undefined;
}

export interface CreateAlertRequest {
  /** Default: the first workspace that the caller may manage. */
  workspace_id?: string | undefined;
  name: string;
  /** `cost_usd` spent in the period · `budget_share` of the budget of the key or workspace, 0.8 for 80 % · `requests` in the period · `error_share` of the calls of the last hour, 0 to 1, once there are ten · `disk_used_share` of the disk under `DATA_DIR`, 0 to 1. */
  measure: 'cost_usd' | 'budget_share' | 'requests' | 'error_share' | 'disk_used_share';
  /** Fires when the measure reaches it. */
  threshold: number;
  /** UTC. Not of `error_share` and `disk_used_share`. Default: "month". */
  period?: 'day' | 'month' | undefined;
  /** Of one key. Default: the workspace. */
  key_id?: string | null | undefined;
  /** Default: true. */
  active?: boolean | undefined;
}

export interface CreateBudgetRequest {
  /** Default: the first workspace that the caller may manage. */
  workspace_id?: string | undefined;
  /** Whose calls count: those of the whole workspace, of a key, for an end user (`user`, `user_id` or `metadata.user_id` of the body), with a tag, or to a model. */
  scope: 'workspace' | 'key' | 'user' | 'tag' | 'model';
  /** Id of the key, the user, the tag, or the model as records of usage name it (`openai/*` for all that begin so). Null: each has a budget of this amount of its own; of a `workspace` always null. */
  target?: string | null | undefined;
  /** What may be spent in a period, in US dollars. */
  amount_usd: number;
  /** Days, weeks and months are UTC; a week begins on Monday. A call counts in the period in which it began, with all that it costs. */
  period?: 'day' | 'week' | 'month' | 'total' | undefined;
  name?: string | undefined;
  /** `stop`: calls that the budget does not pay for are 402 `budget_exceeded` · `warn`: they go on, and say so in `x-parley-warnings`. */
  action?: 'stop' | 'warn' | undefined;
  /** Shares of the amount at which the webhooks of the workspace (`budget.warning`) and `emails` are told, once in a period. */
  warn_at?: number[] | undefined;
  /** Who is told by mail, where the installation sends mail. */
  emails?: string[] | undefined;
  /** False: neither stops nor warns. What is spent is not counted meanwhile. */
  active?: boolean | undefined;
}

export interface CreateCollectionRequest {
  name: string;
  /** What is in it. */
  description?: string | null | undefined;
  /** Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false. */
  attributes?: Record<string, string | number | boolean> | undefined;
  /** From now on. */
  expires_after_days?: number | null | undefined;
  /** Your own id of the end user it is of: `eraseUser` deletes it with everything else of theirs. */
  user_id?: string | undefined;
}

export interface CreateGuardRequest {
  /** Default: the first workspace that the caller may manage. */
  workspace_id?: string | undefined;
  /** By which calls name it. Unique in the workspace. */
  name: string;
  /** What it looks at: what the caller says, what the model says, or both. */
  stage: 'input' | 'output' | 'both';
  /** `block`: the call is refused, or its stream ends, with `blocked_by_guard` · `mask`: what was found is replaced before a vendor or the caller sees it · `warn`: the call goes on and the reply says so in `warnings` · `shadow`: only the record says so. */
  action: 'block' | 'mask' | 'warn' | 'shadow';
  /** What is looked for. */
  check: GuardCheck;
  /** With `mask` on input: the vendor sees placeholders, and the reply that the caller gets has the values again. Default: true. */
  restore?: boolean | undefined;
  /** Ids of the keys whose calls it looks at; null for all of the workspace. */
  keys?: string[] | null | undefined;
  /** It looks only at calls that name it in the header `x-parley-guards`. Default: false. */
  on_request?: boolean | undefined;
  /** Default: true. */
  enabled?: boolean | undefined;
  /** Guards look one after the other, the lowest first. Default: 100. */
  position?: number | undefined;
}

export interface CreateKeyRequest {
  /** `workspace` keys use the service, `admin` keys manage it and belong to no workspace. */
  kind?: 'workspace' | 'admin' | undefined;
  /** Default: the first workspace. */
  workspace_id?: string | undefined;
  name?: string | undefined;
  /** Default: all. */
  scopes?: ScopeName[] | undefined;
  expires_at?: string | null | undefined;
  /** Default: true. */
  active?: boolean | undefined;
  /** Absent limits follow the defaults; null sets none. */
  limits?: {
    /** Default: 600. */
    requests_per_minute?: number | null | undefined;
    /** Default: 2000000. */
    tokens_per_minute?: number | null | undefined;
    /** Default: 100. */
    open_streams?: number | null | undefined;
    /** Most tokens of documents that a connected model is sent in a call. Default: that of the installation, 24,000, of which a call may ask for more or less; null for as much as the model holds. */
    grounding_tokens?: number | null | undefined;
    /** The most that one call may cost, with all that it asks of models, in US dollars. Default: null, no limit. A call that would need more from the beginning is refused as `budget_exceeded`; a reply that nobody limits ends there with `finish_reason: length`. */
    max_call_usd?: number | null | undefined;
    /** For how long replies of connected models are given again to the same prompt of the workspace, where a call does not say so itself (`x-parley-cache`). Default: null, as 0: not at all. */
    cache_seconds?: number | null | undefined;
    /** What such a prompt may be: `exact` the same, `meaning` also one whose last question asks the same in nearly the same words, where the embedded sentence encoder is there. Default: null, as `exact`. */
    cache_by?: 'exact' | 'meaning' | null | undefined;
  } | undefined;
  budget_usd?: number | null | undefined;
  /** Null where there is no budget. Default: `month`. */
  budget_period?: 'day' | 'month' | 'total' | null | undefined;
  /** Default, also with null: `agents`. */
  confirm_changes?: 'always' | 'agents' | 'never' | null | undefined;
  /** False: no call asks search engines or pages of the web. Default, also with null: true. */
  web?: boolean | null | undefined;
  /** The only models it may use: names of the model list, or beginnings such as `openai/*`. Null for all. */
  models?: string[] | null | undefined;
  /** The only endpoints it may call, as in this specification: `POST /v1/answer`, `/v1/files/{file_id}`, `/v1/files*`. Null for all. */
  endpoints?: string[] | null | undefined;
  /** The only addresses and networks (`10.0.0.0/8`) it may be used from. Null for all. */
  addresses?: string[] | null | undefined;
  /** The only origins (`https://app.example.com`) whose pages may use it, for keys that stand in a page. Browsers of these may call with it without `CORS_ORIGINS`, and nobody else may. Null for all. */
  origins?: string[] | null | undefined;
  /** The only collections that its calls may ask, by id; other collections, files and what reads them are refused. Null for all. */
  collections?: string[] | null | undefined;
  /** Null for none. */
  tags?: string[] | null | undefined;
  /** False: nothing of what its calls say is kept (`store: false` of each), and what can only be done by keeping it is refused. Default, also with null: true. */
  store?: boolean | null | undefined;
  /** True: fields that an endpoint does not know are refused, as with the header `x-parley-strict: true`. Default, also with null: they are named in `warnings` and in the header `x-parley-warnings`. */
  strict?: boolean | null | undefined;
}

export interface CreatePlaygroundRunRequest {
  /** Default: the beginning of the question. */
  title?: string | undefined;
  mode: 'answer' | 'conversation' | 'agent' | 'chat' | 'openai' | 'search' | 'ocr';
  /** With the reply at most 256 kB as JSON. */
  request: Record<string, unknown>;
  reply?: Record<string, unknown> | null | undefined;
  request_id?: string | null | undefined;
  status?: number | null | undefined;
  duration_ms?: number | null | undefined;
  first_token_ms?: number | null | undefined;
  /** Default: false. */
  shared?: boolean | undefined;
}

export interface CreatePromptRequest {
  /** Default: the first workspace that the caller may manage. */
  workspace_id?: string | undefined;
  /** Unique in the workspace. */
  name: string;
  description?: string | undefined;
  evaluation_set_id?: string | undefined;
  /** Instructions; they stand before those of the call. */
  system?: string | undefined;
  /** Turns before those of the call, such as examples. */
  messages?: Array<{
    role: 'user' | 'assistant';
    content: string;
  }> | undefined;
  /** For calls that name no model of their own. */
  model?: string | undefined;
  /** For calls that name none. */
  temperature?: number | undefined;
  /** For calls that name none. */
  max_tokens?: number | undefined;
  /** What changed, and why. */
  note?: string | undefined;
  /** Labels that mean this version from now on. */
  labels?: string[] | undefined;
}

export interface CreateProviderRequest {
  /** First part of the names of its models: `id/model`. */
  id: string;
  /** The shape in which it is spoken with. */
  type?: 'openai' | 'anthropic' | 'google' | 'cohere' | 'azure' | 'vertex' | 'bedrock' | 'voyage' | 'jina' | 'tei' | 'deepgram' | 'elevenlabs' | undefined;
  /** A vendor of `vendors`: its shape, address and price list hold. Default: the one that is called like `id`. */
  vendor?: string | undefined;
  /** Public, or one of those that `ALLOW_PRIVATE_ADDRESSES` names. */
  base_url?: string | undefined;
  /** For Azure: with it deployments are asked by `/openai/deployments/…?api-version=`. */
  api_version?: string | undefined;
  /** Where its servers are, such as `eu-central-1`. Vertex is asked there. */
  region?: string | undefined;
  /** For Vertex; default: the service account's. */
  project?: string | undefined;
  context_length?: number | undefined;
  /** As the operator has agreed it with the vendor; nothing is asked of the vendor. */
  data_policy?: {
    /** `deny`: the vendor keeps no prompts for its own use. Calls with `provider.data_collection: "deny"` go to these alone. */
    data_collection: 'allow' | 'deny';
    /** The vendor keeps nothing once it has answered. Calls with `provider.zdr` go to these alone. */
    zero_retention?: boolean | undefined;
  } | undefined;
  /** What this service sends at most. A call above it goes to another engine, else it is `upstream_rate_limited`. */
  limits?: {
    requests_per_minute?: number | undefined;
    /** Of prompts, by estimate, and the output limit they name. */
    tokens_per_minute?: number | undefined;
    concurrent_requests?: number | undefined;
  } | undefined;
  /** How long a key is left alone after a 401 or 403, and after a 429. */
  cooldown?: {
    /** Default: 600000. */
    unauthorized_ms?: number | undefined;
    /** Where the vendor names no time itself. Default: 10000. */
    rate_limited_ms?: number | undefined;
  } | undefined;
  /** Instead of the MODEL_…_TIMEOUT_MS settings. */
  timeouts?: {
    connect_ms?: number | undefined;
    first_token_ms?: number | undefined;
    idle_ms?: number | undefined;
    total_ms?: number | undefined;
  } | undefined;
  /** What a workspace is charged, in US dollars per token and request. */
  pricing?: {
    /** US dollars as a decimal string. */
    prompt?: string | undefined;
    /** US dollars as a decimal string. */
    completion?: string | undefined;
    /** US dollars as a decimal string. */
    request?: string | undefined;
    /** US dollars as a decimal string. */
    input_cache_read?: string | undefined;
    /** US dollars as a decimal string. */
    input_cache_write?: string | undefined;
  } | undefined;
  /** What the vendor asks, by model; `*` stands for every other model. */
  upstream_prices?: Record<string, unknown> | undefined;
  /** Several share the calls by weight; one that is refused or limited is left alone for a while. */
  keys?: Array<{
    /** How it is called in lists and changes; no secret. */
    name: string;
    /** Its share of the calls. Default: 1. */
    weight?: number | undefined;
    /** The secret; sealed at rest and never shown again. For Vertex the whole JSON of a service account, for Bedrock an API key or `ACCESS_KEY_ID:SECRET_ACCESS_KEY`. Left out in a change: as it was. */
    value?: string | undefined;
  }> | undefined;
  /** Further headers of each call; sealed like keys, and only their names are shown. */
  headers?: Record<string, string> | undefined;
}

export interface CreateRouteRequest {
  /** The name that callers send as `model`. */
  id: string;
  /** Further names under which callers reach it, such as `openai/gpt-4o`. */
  aliases?: string[] | undefined;
  /** They share the calls by weight; those not chosen come first when one fails. */
  engines: Array<{
    /** `provider/model`, or `reader`. */
    engine: string;
    /** Default: 1. */
    weight?: number | undefined;
  }>;
  /** Engines to try, in order, when those above fail. */
  fallbacks?: string[] | undefined;
  /** Chains by kind of fault: instead of `fallbacks` after a fault of this kind. */
  fallbacks_by?: {
    rate?: string[] | undefined;
    overload?: string[] | undefined;
    error?: string[] | undefined;
    timeout?: string[] | undefined;
    context?: string[] | undefined;
    rejected?: string[] | undefined;
    content_filter?: string[] | undefined;
    refusal?: string[] | undefined;
  } | undefined;
  /** Which faults go on to another engine. Default: all but `content_filter` and `refusal`, and those of `fallbacks_by`. */
  fallback_on?: Array<'rate' | 'overload' | 'error' | 'timeout' | 'context' | 'rejected' | 'content_filter' | 'refusal'> | undefined;
  /** The longest wait for the first word where another engine can be asked; 0 for none. */
  first_token_timeout_ms?: number | undefined;
  /** Ask a second engine as well when the first has said nothing for so long; both are paid. */
  hedge_after_ms?: number | undefined;
  /** An engine that is tried on some of the calls; it falls back to the others. */
  canary?: {
    /** `provider/model`, or `reader`. */
    engine: string;
    /** Of the users; one user, else one key, stays on one side. Default 0. */
    share?: number | undefined;
    /** Calls with one of these tags go to it, whatever the share. */
    tags?: string[] | undefined;
  } | undefined;
  /** An engine that is asked the same beside the call. Nobody waits for its reply or sees it; its cost stands in a record of its own (`shadow`), which charges the workspace nothing. */
  shadow?: {
    /** `provider/model`, or `reader`. */
    engine: string;
    /** Of the calls. Default: 1. */
    share?: number | undefined;
  } | undefined;
  /** Further fields of the body that goes to the vendor. */
  extra_body?: Record<string, unknown> | undefined;
  name?: string | undefined;
  description?: string | undefined;
  context_length?: number | undefined;
  max_completion_tokens?: number | undefined;
  input_modalities?: string[] | undefined;
  supported_parameters?: string[] | undefined;
  /** What a workspace is charged, in US dollars per token and request. */
  pricing?: {
    /** US dollars as a decimal string. */
    prompt?: string | undefined;
    /** US dollars as a decimal string. */
    completion?: string | undefined;
    /** US dollars as a decimal string. */
    request?: string | undefined;
    /** US dollars as a decimal string. */
    input_cache_read?: string | undefined;
    /** US dollars as a decimal string. */
    input_cache_write?: string | undefined;
  } | undefined;
}

export interface CreateVectorStoreBatchRequest {
  file_ids?: string[] | null | undefined;
  files?: AddVectorStoreFileRequest[] | null | undefined;
  attributes?: Record<string, string | number | boolean> | null | undefined;
  chunking_strategy?: ChunkingStrategy | undefined;
}

export interface CreateVectorStoreRequest {
  name?: string | null | undefined;
  description?: string | null | undefined;
  file_ids?: string[] | null | undefined;
  expires_after?: VectorStoreExpiry | null | undefined;
  chunking_strategy?: ChunkingStrategy | undefined;
  metadata?: Record<string, string> | null | undefined;
}

export interface CreateWorkspaceRequest {
  name: string;
  budget_usd?: number | null | undefined;
  limits?: {
    /** What its files may take together, stored or under way; null for no limit. */
    storage_bytes?: number | null | undefined;
  } | undefined;
  /** Origins (`https://app.example.com`) whose pages users are sent back to after signing in to an integration. Others are shown as a link. */
  callback_origins?: string[] | undefined;
  /** False: no call asks search engines or pages of the web. Default: true. */
  web?: boolean | undefined;
  /** People come in with a second factor only, or by the identity provider; keys are not asked. Default: false. */
  require_second_factor?: boolean | undefined;
  /** For how many days things of this workspace are kept, where that is not as long as `Retention` of the installation says. Set by who runs it. */
  retention?: {
    usage_days?: number | undefined;
    audit_days?: number | undefined;
    playground_days?: number | undefined;
    contents_days?: number | undefined;
    files_days?: number | undefined;
    runs_days?: number | undefined;
    pictures_days?: number | undefined;
  } | null | undefined;
}

export interface CreatedInvitation {
  id: string;
  email: string;
  /** `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner. */
  role: RoleName;
  /** Null for the whole installation. */
  workspace_id: string | null;
  /** Null when the admin key did, or the account is gone. */
  invited_by: Person | null;
  /** When it was made. */
  created_at: string;
  /** Seven days later. */
  expires_at: string;
  /** To hand over. It works once, for this address, and is shown this once. */
  link: string;
}

export interface CreatedKey {
  id: string;
  /** `workspace` keys use the service, `admin` keys manage it and belong to no workspace. */
  kind: KeyKind;
  /** `environment`: named by PARLEY_API_KEY or PARLEY_ADMIN_KEY, and valid only while it is · `dashboard`: under which calls of people who are signed in are metered and limited; nobody has such a key. */
  source: 'made' | 'environment' | 'dashboard';
  /** Id of the person or key that made it. */
  created_by: string | null;
  /** Null for admin keys. */
  workspace_id: string | null;
  name: string;
  /** The readable beginning of the key. */
  prefix: string;
  /** Empty for admin keys. */
  scopes: ScopeName[];
  active: boolean;
  expires_at: string | null;
  /** Absent limits follow the defaults; null sets none. */
  limits: KeyLimits;
  budget_usd: number | null;
  /** Null where there is no budget. Default: `month`. */
  budget_period: 'day' | 'month' | 'total' | null;
  /** Null for admin keys. */
  confirm_changes: 'always' | 'agents' | 'never' | null;
  /** Whether it may ask the web, where its workspace may. Null for admin keys. */
  web: boolean | null;
  /** Whether fields that an endpoint does not know are refused. Null for admin keys. */
  strict: boolean | null;
  /** The only models it may use: names of the model list, or beginnings such as `openai/*`. Null for all. */
  models: string[] | null;
  /** The only endpoints it may call, as in this specification: `POST /v1/answer`, `/v1/files/{file_id}`, `/v1/files*`. Null for all. */
  endpoints: string[] | null;
  /** The only addresses and networks (`10.0.0.0/8`) it may be used from. Null for all. */
  addresses: string[] | null;
  /** The only origins (`https://app.example.com`) whose pages may use it, for keys that stand in a page. Browsers of these may call with it without `CORS_ORIGINS`, and nobody else may. Null for all. */
  origins: string[] | null;
  /** The only collections that its calls may ask, by id; other collections, files and what reads them are refused. Null for all. */
  collections: string[] | null;
  /** Every call of the key carries them, before those of its own: in records of usage, and for budgets by tag. */
  tags: string[];
  /** False: nothing of what its calls say is kept (`store: false` of each), and what can only be done by keeping it is refused. Default, also with null: true. */
  store: boolean | null;
  /** When it was made. */
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  /** The whole key. It is shown this once. */
  key: string;
}

export interface CreatedWebhookEndpoint {
  id: string;
  workspace_id: string;
  url: string;
  events: Array<'file.ready' | 'file.failed' | 'run.completed' | 'run.failed' | 'run.cancelled' | 'budget.warning' | 'budget.reached' | 'connection.lost' | 'alert.fired' | 'alert.resolved' | 'webhook.test'>;
  active: boolean;
  /** When it was made. */
  created_at: string;
  last_delivery: {
    status: 'waiting' | 'delivered' | 'failed';
    /** When it was made. */
    at: string;
  } | null;
  /** `whsec_…`, to check signatures with (Standard Webhooks). Shown this once. */
  secret: string;
}

export interface CurrentSession {
  session_id: string;
  user: {
    id: string;
    email: string;
    name: string;
    /** False for those who only sign in with an identity provider. */
    has_password: boolean;
    /** Whether it was proved that the address is theirs. */
    verified: boolean;
    /** Whether a second factor is on: an authenticator app or a passkey. */
    second_factor: boolean;
    /** Whether codes of an authenticator app are taken. */
    authenticator_app: boolean;
  };
  /** In the workspace of this call; null without one. */
  role: RoleName | null;
  /** In the whole installation; null for members of single workspaces. */
  instance_role: RoleName | null;
  /** At most the newest 200. */
  workspaces: WorkspaceAccess[];
  /** The workspace that calls act in: that of `x-parley-workspace`, else the first. */
  workspace_id: string | null;
  /** A second factor is required here that this session came without: all but the account is closed until it is set up. */
  needs_second_factor: boolean;
  /** Goes back in `x-parley-csrf` on every call that is no GET. */
  csrf_token: string;
  /** When one has to sign in again. */
  expires_at: string;
  /** Also in `instance` of the error that says that nobody is signed in. */
  instance: InstanceInfo;
}

export interface DeepResearchRequest {
  instructions?: string | undefined;
  /** Another name of `instructions`. */
  query?: string | undefined;
  /** Sources: quick 10 to 15, standard 20 to 30, thorough 40 or more. Default: "standard". */
  depth?: 'quick' | 'standard' | 'thorough' | undefined;
  max_sources?: number | undefined;
  /** JSON Schema of the report; `output` is then an object that satisfies it. */
  response_format?: Record<string, unknown> | undefined;
  /** JSON Schema of the report; `output` is then an object that satisfies it. */
  output_schema?: Record<string, unknown> | undefined;
  stream?: boolean | undefined;
  /** Answer 202 at once; poll, or be called at `webhook_url`. */
  background?: boolean | undefined;
  /** Called at the end, signed as Standard Webhooks say. */
  webhook_url?: string | undefined;
  file_ids?: string[] | undefined;
  /** Ids of collections: answered is from those of their files that speak most to the question. */
  collection_ids?: string[] | undefined;
  /** Which files count: `{"key": value}` for equality, `{"key": {"gte": 2, "lt": 5}}` (`gt`, `gte`, `lt`, `lte`, `ne`, `in`), `{"and": [...]}`, `{"or": [...]}`; over attributes, `filename`, `kind` and `created_at`. */
  collection_filter?: Record<string, unknown> | undefined;
  /** Search the workspace's own files too. */
  include_files?: boolean | undefined;
  /** Ask search engines and read pages. Default: true, but false where `file_ids`, `collection_ids` or `include_files` are given: then nothing leaves unless this says so. */
  web?: boolean | undefined;
  max_cost_usd?: number | undefined;
  /** Reuse pages that were fetched within 24 hours. Default: false. */
  use_cache?: boolean | undefined;
  /** A model id of `GET /v1/models`; another service's engine, such as `exa-research`, is ignored. */
  model?: string | undefined;
}

export interface Deleted {
  id: string;
  deleted: true;
}

export interface DryRun {
  model: string;
  /** That would be asked first; null where none may be. */
  engine: string | null;
  /** In a sentence. */
  why: string;
  order: Array<{
    engine: string;
    role: 'engine' | 'canary' | 'fallback';
    /** How often it is asked first among those that may be called; null for those that only stand in. */
    share: number | null;
    state: 'ready' | 'cooling' | 'open';
    wait_ms: number;
    /** The vendor's price per million tokens. */
    input_usd: number;
    output_usd: number;
  }>;
  left_out: Array<{
    engine: string;
    why: string;
  }>;
  canary: {
    engine: string;
    chosen: boolean;
    why: string;
  } | null;
  shadow: string | null;
}

export interface DryRunRequest {
  /** Default: the default model. */
  model?: string | undefined;
  /** Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first. */
  models?: string[] | null | undefined;
  provider?: ProviderWishes | null | undefined;
  /** The caller's own user. */
  user?: string | undefined;
  tags?: string[] | undefined;
  /** The key that would call. */
  key_id?: string | undefined;
  /** Default: "text". */
  kind?: 'text' | 'object' | 'tools' | 'pictures' | undefined;
  /** What would come next if the first engine failed like this. */
  after?: 'rate' | 'overload' | 'error' | 'timeout' | 'context' | 'rejected' | 'content_filter' | 'refusal' | undefined;
}

export interface EmbeddingList {
  object: 'list';
  data: Array<{
    object: 'embedding';
    index: number;
    /** A vector of length 1; with `base64` its 32-bit numbers, little-endian. */
    embedding: number[] | string;
  }>;
  /** What made them: vectors of different models never compare. */
  model: string;
  usage: {
    prompt_tokens: number;
    total_tokens: number;
  };
}

export interface EmbeddingRequest {
  /** `multilingual-e5-small` (embedded: likeness of meaning), `lexical` (embedded: likeness of words), or `provider/model`. `small-1` and `small-2` stand for the default. */
  model: string;
  /** A text, or up to 2,048 of them. Lists of tokens are refused. */
  input: string | Array<string | unknown[] | number>;
  dimensions?: number | null | undefined;
  encoding_format?: 'float' | 'base64' | null | undefined;
  /** Where the call may go: `only`, `ignore`, `data_collection`, `zdr` and `regions` hold; else 400 `no_provider_fits`. */
  provider?: ProviderWishes | null | undefined;
  user?: string | null | undefined;
  metadata?: Record<string, unknown> | null | undefined;
  service_tier?: string | null | undefined;
  safety_identifier?: string | null | undefined;
  prompt_cache_key?: string | null | undefined;
  prompt_cache_retention?: string | null | undefined;
}

/** What the person had made there and could not make any more: keys were revoked, invitations taken back, those included that an admin key of theirs had made. */
export interface EndedWithRole {
  keys: number;
  invitations: number;
}

export interface EngineState {
  /** `provider/model`, `reader`, `sketch`, … */
  engine: string;
  kind: 'text' | 'embeddings' | 'images' | 'videos';
  embedded: boolean;
  /** The listed names that it serves. */
  models: string[];
  /** `open`: it failed too often and is left alone for a while. Null before its first call in this process. */
  breaker: 'closed' | 'open' | 'half-open' | null;
  context_length: number | null;
  /** What its vendor asks; null where unknown. */
  upstream_prices: {
    /** Per million tokens. */
    input_usd: number;
    /** Per million tokens. */
    output_usd: number;
  } | null;
  /** `set`: by `PUT /v1/admin/models/price` · `unknown`: it runs at somebody else's and nobody told what it costs, so that budgets and alerts do not see it. */
  price: 'known' | 'set' | 'unknown';
  /** As it was seen last. */
  state: 'untried' | 'working' | 'failing';
  seen_at: string | null;
  last_day: {
    requests: number;
    /** Statuses from 500 on, and 429. */
    errors: number;
    p50_ms: number | null;
    p95_ms: number | null;
    first_token_p50_ms: number | null;
    last_used_at: string | null;
  };
}

export interface EngineTest {
  ok: boolean;
  /** The engine that answered. */
  engine: string | null;
  /** What it said, at most 200 characters. */
  text: string;
  first_token_ms: number | null;
  duration_ms: number;
  input_tokens: number;
  output_tokens: number;
  upstream_cost_usd: number;
  error: {
    code: string;
    message: string;
  } | null;
}

export interface EraseRequest {
  /** Default: the workspace that the caller is confined to. */
  workspace_id?: string | undefined;
  /** The end user, by the id under which calls named them in `user_id` or `user`. */
  user_id: string;
}

/** Proves what was deleted, when and by whom. */
export interface ErasureReceipt {
  id: string;
  workspace_id: string;
  /** What was deleted: all of it, or what is of one end user. */
  scope: 'workspace' | 'user';
  /** Whose things they were, as an HMAC that only this installation can make: the receipt itself names nobody. `verifyErasure` compares it with the id that you know. */
  subject: string;
  /** The person or key that asked for it. */
  requested_by: string;
  /** When it began. */
  started_at: string;
  /** When nothing was left. */
  finished_at: string;
  /** Of the service. */
  version: string;
  /** How many, by kind: names of tables as in an export, and `blobs` for stored bytes. */
  deleted: Record<string, number>;
  /** What stays, and why. */
  kept: Array<{
    kind: string;
    count: number;
    /** What was taken out of them. */
    without: string;
    reason: string;
  }>;
  /** HMAC-SHA256 with a key of the secret of the service over all that stands above. */
  signature: string;
}

export interface EvaluationCase {
  id: string;
  set_id: string;
  /** In the set, from 1 on. */
  position: number;
  /** To find it again. */
  name: string;
  /** What is called. */
  endpoint: '/v1/answer' | '/v1/conversation' | '/v1/agent' | '/v1/chat/completions' | '/v1/responses' | '/v1/messages' | '/v1/completions';
  /** The body of the call, but for `stream` and `background`; a run sets `model` and `prompt` in it. */
  request: Record<string, unknown>;
  /** What a right reply is, for the checks and the judge. */
  expected: unknown;
  checks: EvaluationCheck[] | null;
  from_request_id: string | null;
  /** When it was made. */
  created_at: string;
}

export interface EvaluationCaseChanges {
  /** To find it again. */
  name?: string | undefined;
  /** The body of the call, but for `stream` and `background`; a run sets `model` and `prompt` in it. */
  request?: Record<string, unknown> | undefined;
  /** What a right reply is, for the checks and the judge. */
  expected?: unknown;
  checks?: EvaluationCheck[] | null | undefined;
}

/** What a reply is held to. */
export type EvaluationCheck = {
  type: 'equals';
  /** Default: what the case expects. */
  value?: unknown;
  /** A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text. */
  at?: string | undefined;
  /** Default: false. */
  ignore_case?: boolean | undefined;
} | {
  type: 'contains';
  /** Default: what the case expects. */
  value?: string | undefined;
  /** A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text. */
  at?: string | undefined;
  /** Default: false. */
  ignore_case?: boolean | undefined;
} | {
  type: 'matches';
  /** A regular expression (RE2: no look-around, no back references), met in linear time. */
  pattern: string;
  /** A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text. */
  at?: string | undefined;
  /** Default: false. */
  ignore_case?: boolean | undefined;
} | {
  type: 'json_schema';
  /** The reply is JSON that satisfies it. */
  schema: Record<string, unknown>;
} | {
  type: 'number';
  /** Default: what the case expects. */
  value?: number | undefined;
  /** How far from it a number may be, in its own unit. */
  tolerance: number;
  /** A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text. */
  at?: string | undefined;
} | {
  type: 'cites';
  /** The id of a file that stands among the sources of the reply. */
  file: string;
  /** With this page. */
  page?: number | undefined;
} | {
  type: 'latency';
  /** The call takes no longer. */
  max_ms: number;
} | {
  type: 'cost';
  /** The call costs no more. */
  max_usd: number;
} | {
  type: 'judge';
  /** What a good reply is. A connected model gives a score from 0 to 1, with its reason. */
  rubric: string;
  /** Default: `judge_model` of the run. */
  model?: string | undefined;
  /** From this score on it passes. Default: 0.5. */
  min_score?: number | undefined;
} | {
  type: 'feedback';
  /** From this score on it passes. Default: 0. */
  min_score?: number | undefined;
};

export interface EvaluationComparison {
  set_id: string;
  /** In the order in which they were named. */
  runs: EvaluationRun[];
  cases: Array<{
    case_id: string;
    position: number;
    name: string;
    /** One for each run, in the same order; null where a run has none of this case. */
    results: Array<{
      /** Of its record in the ledger; for `POST /v1/feedback`. */
      request_id: string;
      /** HTTP status of the reply. */
      status: number;
      error_code: string | null;
      /** The text of the reply, or what went wrong; up to 100,000 characters. */
      output: string;
      model: string | null;
      passed: boolean | null;
      score: number | null;
      checks: Array<{
        type: 'equals' | 'contains' | 'matches' | 'json_schema' | 'number' | 'cites' | 'latency' | 'cost' | 'judge' | 'feedback';
        passed: boolean | null;
        score: number | null;
        reason: string | null;
      }>;
      cost_usd: number;
      judge_cost_usd: number;
      duration_ms: number;
    } | null>;
  }>;
  has_more: boolean;
  next: number | null;
}

export interface EvaluationResult {
  case_id: string;
  position: number;
  name: string;
  /** Of its record in the ledger; for `POST /v1/feedback`. */
  request_id: string;
  /** HTTP status of the reply. */
  status: number;
  error_code: string | null;
  /** The text of the reply, or what went wrong; up to 100,000 characters. */
  output: string;
  model: string | null;
  passed: boolean | null;
  score: number | null;
  checks: Array<{
    type: 'equals' | 'contains' | 'matches' | 'json_schema' | 'number' | 'cites' | 'latency' | 'cost' | 'judge' | 'feedback';
    passed: boolean | null;
    score: number | null;
    reason: string | null;
  }>;
  cost_usd: number;
  judge_cost_usd: number;
  duration_ms: number;
}

export interface EvaluationRun {
  id: string;
  set_id: string;
  name: string;
  model: string | null;
  prompt: {
    /** Id or name of a kept prompt. */
    id: string;
    version?: number | undefined;
    label?: string | undefined;
    /** For all cases; those of a case go before them. */
    variables?: Record<string, string | number | boolean> | undefined;
  } | null;
  judge_model: string | null;
  concurrency: number;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** Of the set when the run began. */
  cases: number;
  /** Cases that were called and checked. */
  done: number;
  /** Cases of which every check passed. */
  passed: number;
  /** Cases of which a check failed, or whose call did. */
  failed: number;
  /** Cases without checks, that wait for feedback, or whose judge could not say. */
  undecided: number;
  /** Cases whose call failed. */
  errors: number;
  score: number | null;
  /** Of the calls. */
  cost_usd: number;
  /** Of the judges. */
  judge_cost_usd: number;
  p50_ms: number | null;
  p95_ms: number | null;
  error: {
    code: string;
    message: string;
  } | null;
  /** When it was asked for. */
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** With `webhook_url`, in the reply to the call alone: what signs its webhook. */
  webhook_secret?: string | undefined;
}

export interface EvaluationRunRequest {
  /** Default: the evaluation set of `prompt`. */
  set_id?: string | undefined;
  /** Default: the model or the prompt. */
  name?: string | undefined;
  /** A model or a route. Default: what each case names. */
  model?: string | undefined;
  /** Every call begins with it. A label means the version that it means when the case is called. */
  prompt?: {
    /** Id or name of a kept prompt. */
    id: string;
    version?: number | undefined;
    label?: string | undefined;
    /** For all cases; those of a case go before them. */
    variables?: Record<string, string | number | boolean> | undefined;
  } | undefined;
  /** Default: the default model of the service. */
  judge_model?: string | undefined;
  /** Calls at once. Default: 4. */
  concurrency?: number | undefined;
  webhook_url?: string | null | undefined;
}

export interface EvaluationSet {
  id: string;
  /** What people call it. */
  name: string;
  description: string | null;
  /** For cases that have none of their own. */
  checks: EvaluationCheck[];
  /** How many there are. */
  cases: number;
  /** When it was made. */
  created_at: string;
  /** When it or a case of it was last changed. */
  updated_at: string;
}

export interface EvaluationSetChanges {
  /** What people call it. */
  name?: string | undefined;
  description?: string | null | undefined;
  /** For cases that have none of their own. */
  checks?: EvaluationCheck[] | undefined;
}

export interface EvaluationSetRequest {
  /** What people call it. */
  name: string;
  description?: string | null | undefined;
  /** For cases that have none of their own. */
  checks?: EvaluationCheck[] | undefined;
  /** Its first cases. */
  cases?: NewEvaluationCase[] | undefined;
}

export interface ExecuteIntegrationRequest {
  /** Your own id of the user, 1 to 255 characters. */
  user_id?: string | undefined;
  /** Compared without case. */
  feature_name?: string | undefined;
  /** An object that satisfies the feature's `input_schema`. */
  inputs?: unknown;
  /** The token of an answer `confirmation_required`. It works once, for exactly that call, for 10 minutes. */
  confirm?: string | undefined;
}

export interface ExecuteIntegrationResponse {
  success: true;
  result: unknown;
  integration_id: string;
  feature_name: string;
  user_id: string;
}

export interface ExecutedCall {
  id: string;
  /** `<integration>__<FEATURE>`. */
  name: string;
  inputs: Record<string, unknown>;
  success: boolean;
  /** The result, or what went wrong. */
  result: unknown;
  /** What would be done. The model does not see the token. */
  confirmation?: Confirmation | undefined;
}

export interface ExplainedCall {
  /** Of the record. Calls may share a request id that their callers chose. */
  id: string;
  request_id: string;
  workspace_id: string;
  key_id: string;
  endpoint: string;
  model: string | null;
  /** The caller's own user: `user_id`, `user` or `metadata.user_id` of the body. Null for none. */
  user_id: string | null;
  /** Of the header `x-parley-tags` and of the body. */
  tags: string[];
  /** Of the header `x-parley-metadata` and of the body. */
  metadata: Record<string, string>;
  /** The kept prompt that the call began with, as `id@version`. */
  prompt: string | null;
  /** What guards of the workspace found in the call; empty for nothing. */
  guards: GuardDecision[];
  /** All input, also what was read from a cache or written to one. */
  input_tokens: number;
  /** The part of the input that the vendor read from its cache. */
  cached_tokens: number;
  /** The part of the input that the vendor wrote to its cache. */
  cache_write_tokens: number;
  output_tokens: number;
  /** What is charged: by `charged` of the model list. */
  cost_usd: number;
  /** What the vendor asks, 0 for embedded and local engines. */
  upstream_cost_usd: number;
  /** What replies that were given again had cost when they were written. */
  saved_usd: number;
  /** False where nobody told what the engine costs: the costs are then 0, and budgets and alerts do not see them. */
  price_known: boolean;
  /** HTTP status; 499 when the caller left. */
  status: number;
  /** Of the error that the caller got, from the list of errors; null for none. */
  error_code: string | null;
  streamed: boolean;
  /** `provider/model` that answered or, where the call failed, was asked last; null for calls without a model. */
  engine: string | null;
  /** Calls to engines, those that failed included. */
  attempts: number;
  /** Each of them, in their order, the first 100: their costs make up `upstream_cost_usd`. */
  rounds: UsageRound[];
  /** From the beginning of the call to the first word of a reply. */
  first_token_ms: number | null;
  duration_ms: number;
  /** When the call ended. */
  created_at: string;
  /** Null when the key is gone. */
  key_name: string | null;
  /** `dashboard`: sent by somebody who is signed in. What the dashboard only reads is no call here. `evaluation`: made by a run, whoever asked for it. */
  source: 'key' | 'dashboard' | 'evaluation';
  /** What was said of its reply by `POST /v1/feedback`. */
  feedback: Feedback | null;
  /** What the caller was told; null for no error, and in records of older versions. */
  error_message: string | null;
  /** What the vendor said of it, without keys: for admins. Null where none did. */
  vendor_message: string | null;
  /** In the order in which they ended, the first hundred. */
  steps: CallStep[];
}

export interface Feedback {
  request_id: string;
  score: number;
  comment: string | null;
  created_at: string;
}

export interface FeedbackRequest {
  /** Of a call of the same workspace: its header `x-request-id`. */
  request_id: string;
  /** From -1, useless, to 1, just right. */
  score: number;
  comment?: string | null | undefined;
}

/** Where a value of `data` comes from. */
export interface FieldOrigin {
  /** `quoted`: stands there as it is · `normalised`: date, number, currency, unit, case or spacing rewritten · `computed`: from `parts` · `none`: no passage carries it. */
  found: 'quoted' | 'normalised' | 'computed' | 'none';
  /** A passage that the answer rests on. */
  source?: Source | undefined;
  /** What a computed value was computed from. */
  parts?: Source[] | undefined;
}

export interface FileAnswer {
  success: true;
  /** The same as `file_id`. */
  id: string;
  /** Goes into `file_ids` of text requests. */
  file_id: string;
  /** The file that this one was taken out of: an archive, a message or a PDF. Null for what was uploaded. */
  parent_file_id: string | null;
  filename: string;
  /** Bytes; null until they were uploaded. */
  file_size: number | null;
  /** The same as `file_size`. */
  size: number | null;
  /** Found in the content; null until it was processed. */
  kind: 'pdf' | 'image' | 'spreadsheet' | 'document' | 'json' | 'audio' | 'video' | null;
  /** The same as `kind`. */
  file_type: 'pdf' | 'image' | 'spreadsheet' | 'document' | 'json' | 'audio' | 'video' | null;
  /** Of the lines of a batch and of its replies, which are kept as they are and never read; null for all other files. */
  purpose: 'batch' | 'batch_output' | null;
  /** An address that works without a key, when there is one. */
  public_url: string | null;
  /** Found in the content; until then as it was declared. */
  media_type: string | null;
  /** `pending` (not confirmed yet), then `processing`, then `ready` or `failed`. */
  status: 'pending' | 'processing' | 'ready' | 'failed';
  /** Pages of a PDF, slides of a presentation; null where pages have no meaning. */
  pages: number | null;
  created_at: string;
  /** When it became `ready` or `failed`. */
  processed_at: string | null;
  /** When it is deleted by itself; null for never. */
  expires_at: string | null;
  /** What was found, by kind: pages, columns, schema, outline and the like. Lists leave `extracted_text` out. */
  metadata: Record<string, unknown> | null;
  /** One sentence, such as `CSV with 3 columns (a, b, c), 120 rows`. */
  processing_summary: string | null;
  /** Why it `failed`. */
  error: {
    code: string;
    message: string;
  } | null;
  /** What the user should know: pages left out, a size that differs. */
  warnings: string[];
}

/** An uploaded file and what was found in it. */
export interface FileInfo {
  /** The same as `file_id`. */
  id: string;
  /** Goes into `file_ids` of text requests. */
  file_id: string;
  /** The file that this one was taken out of: an archive, a message or a PDF. Null for what was uploaded. */
  parent_file_id: string | null;
  filename: string;
  /** Bytes; null until they were uploaded. */
  file_size: number | null;
  /** The same as `file_size`. */
  size: number | null;
  /** Found in the content; null until it was processed. */
  kind: 'pdf' | 'image' | 'spreadsheet' | 'document' | 'json' | 'audio' | 'video' | null;
  /** The same as `kind`. */
  file_type: 'pdf' | 'image' | 'spreadsheet' | 'document' | 'json' | 'audio' | 'video' | null;
  /** Of the lines of a batch and of its replies, which are kept as they are and never read; null for all other files. */
  purpose: 'batch' | 'batch_output' | null;
  /** An address that works without a key, when there is one. */
  public_url: string | null;
  /** Found in the content; until then as it was declared. */
  media_type: string | null;
  /** `pending` (not confirmed yet), then `processing`, then `ready` or `failed`. */
  status: 'pending' | 'processing' | 'ready' | 'failed';
  /** Pages of a PDF, slides of a presentation; null where pages have no meaning. */
  pages: number | null;
  created_at: string;
  /** When it became `ready` or `failed`. */
  processed_at: string | null;
  /** When it is deleted by itself; null for never. */
  expires_at: string | null;
  /** What was found, by kind: pages, columns, schema, outline and the like. Lists leave `extracted_text` out. */
  metadata: Record<string, unknown> | null;
  /** One sentence, such as `CSV with 3 columns (a, b, c), 120 rows`. */
  processing_summary: string | null;
  /** Why it `failed`. */
  error: {
    code: string;
    message: string;
  } | null;
  /** What the user should know: pages left out, a size that differs. */
  warnings: string[];
}

export interface FileLayout {
  file_id: string;
  /** Those that were read by OCR, at most fifty. */
  pages: LayoutPage[];
  /** Where the next answer would begin; null at the end. */
  next_page: number | null;
}

export interface FileMetadataRequest {
  file_ids: string[];
  user_id?: string | undefined;
}

export interface FunctionCall {
  type: 'function_call';
  function_call_id: string;
  function_calls: Array<{
    name: string;
    input: Record<string, unknown>;
  }>;
}

export interface GenerateImageRequest {
  prompt: string;
  /** Pixels: 1:1 1024x1024, 16:9 1920x1080, 9:16 1080x1920, 4:3 1024x768, 3:4 768x1024, 21:9 2560x1080, 9:21 1080x2560. Default: "16:9". */
  aspect_ratio?: '1:1' | '16:9' | '9:16' | '4:3' | '3:4' | '21:9' | '9:21' | undefined;
  /** Default: "jpeg". */
  output_format?: 'jpeg' | 'png' | undefined;
  /** Drawn at random when it is left out. */
  seed?: number | undefined;
  /** Let the engine add to the prompt; see `revised_prompt`. Default: false. */
  prompt_upsampling?: boolean | undefined;
  /** 0 is the strictest, 6 the most tolerant. Default: 2. */
  safety_tolerance?: number | undefined;
  /** One of the media models of `GET /v1/models`. */
  model?: string | undefined;
}

export interface GenerateVideoRequest {
  prompt: string;
  /** Default: "1280x720". */
  size?: '1280x720' | '720x1280' | '1920x1080' | '1080x1920' | '1024x1024' | undefined;
  /** The first frame: an image as base64 or data URI, at most 10 MB. */
  input_reference?: string | undefined;
  seed?: number | undefined;
  /** 0 is the strictest, 6 the most tolerant. Default: 2. */
  safety_tolerance?: number | undefined;
  /** `url`: a signed address instead of a data URI. Default: "data". */
  response?: 'data' | 'url' | undefined;
  /** Answer 202 at once, then poll. */
  background?: boolean | undefined;
  /** One of the media models of `GET /v1/models`. */
  model?: string | undefined;
}

export interface GeneratedImage {
  success: true;
  /** Works without a key for one hour. */
  image_url: string;
  image_base64: string;
  request_id: string;
  seed: number;
  /** What was drawn, when that is not the prompt itself. */
  revised_prompt?: string | undefined;
  /** What drew it. `sketch` is a drawing program, not a diffusion model. */
  model: string;
  width: number;
  height: number;
  /** What of the prompt was not drawn, and fields that are not known. */
  warnings?: string[] | undefined;
}

export interface GeneratedVideo {
  success: true;
  video_id: string;
  status: 'completed';
  prompt: string;
  /** A data URI of an MP4, or an address that works without a key for one hour. */
  video_url: string;
  /** Seconds. */
  duration: number;
  seed: number;
  /** What made it. `sketch` is a drawing program, not a diffusion model. */
  model: string;
}

export interface Guard {
  id: string;
  workspace_id: string;
  /** By which calls name it. Unique in the workspace. */
  name: string;
  /** What it looks at: what the caller says, what the model says, or both. */
  stage: 'input' | 'output' | 'both';
  /** `block`: the call is refused, or its stream ends, with `blocked_by_guard` · `mask`: what was found is replaced before a vendor or the caller sees it · `warn`: the call goes on and the reply says so in `warnings` · `shadow`: only the record says so. */
  action: 'block' | 'mask' | 'warn' | 'shadow';
  /** What is looked for. */
  check: GuardCheck;
  /** With `mask` on input: the vendor sees placeholders, and the reply that the caller gets has the values again. Default: true. */
  restore: boolean;
  /** Ids of the keys whose calls it looks at; null for all of the workspace. */
  keys: string[] | null;
  /** It looks only at calls that name it in the header `x-parley-guards`. Default: false. */
  on_request: boolean;
  /** Default: true. */
  enabled: boolean;
  /** Guards look one after the other, the lowest first. Default: 100. */
  position: number;
  /** When it was made. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
}

/** What is looked for. */
export type GuardCheck = {
  type: 'patterns';
  /** Regular expressions (RE2: no look-around, no back references), each met in linear time. */
  patterns: string[];
  /** Default: false. */
  ignore_case?: boolean | undefined;
} | {
  type: 'words';
  /** Words and phrases; case and accents make no difference, and only whole words count. */
  words: string[];
} | {
  type: 'personal_data';
  /** Default: all. Read in English, German, Spanish and French. */
  kinds?: Array<'secret' | 'email' | 'iban' | 'card' | 'national_id' | 'date_of_birth' | 'phone' | 'ip_address' | 'address' | 'name'> | undefined;
} | {
  type: 'webhook';
  /** A public https address that takes a POST. */
  url: string;
  /** Default: 3000. */
  timeout_ms?: number | undefined;
  /** What happens when it cannot say. Default: "allow". */
  on_error?: 'allow' | 'block' | undefined;
} | {
  type: 'judge';
  /** What must not pass, in a sentence or two. A connected model is asked whether the text is such. */
  instructions: string;
  /** Default: the model of the call. */
  model?: string | undefined;
  /** What happens when it cannot say. Default: "allow". */
  on_error?: 'allow' | 'block' | undefined;
} | {
  type: 'topics';
  /** What may be talked about; everything else meets the guard. */
  allowed?: string[] | undefined;
  /** What may not be talked about. */
  denied?: string[] | undefined;
  /** Default: the model of the call. */
  model?: string | undefined;
  /** What happens when it cannot say. Default: "allow". */
  on_error?: 'allow' | 'block' | undefined;
} | {
  type: 'schema';
  /** A JSON Schema that the whole reply must satisfy. For replies alone (`stage: "output"`). */
  schema: Record<string, unknown>;
};

export interface GuardDecision {
  /** Its name. */
  guard: string;
  stage: 'input' | 'output';
  action: 'block' | 'mask' | 'warn' | 'shadow';
  /** How often each kind of thing was found: kinds of personal data, `word`, `pattern`, `verdict`, `error`. */
  findings: Record<string, number>;
  /** How long it took. */
  ms: number;
}

export interface HealthReport {
  status: 'ok' | 'degraded';
  version: string;
  node: string;
  uptime_seconds: number;
  parts: Record<string, {
    ok: boolean;
    message?: string | undefined;
  }>;
  upstreams: Array<{
    name: string;
    state: string;
    message?: string | undefined;
  }>;
  queue_depth: number;
}

export interface IdParams {
  id: string;
}

/** Also in `instance` of the error that says that nobody is signed in. */
export interface InstanceInfo {
  /** False until somebody has made the first account. */
  claimed: boolean;
  /** Whether people can sign in with an identity provider. */
  oidc: boolean;
  /** Whether links are mailed to those who have forgotten their password. */
  mail: boolean;
  version: string;
}

export interface Integration {
  id?: string | undefined;
  name: string;
  description: string;
  logo_url?: string | undefined;
  app_url?: string | undefined;
  features?: IntegrationFeature[] | undefined;
  auth_method?: 'OAUTH2' | 'API_KEY' | 'BASIC_AUTH' | 'NONE' | undefined;
  /** Every way to connect, the main one first. */
  auth_methods?: Array<'OAUTH2' | 'API_KEY' | 'BASIC_AUTH' | 'NONE'> | undefined;
  /** Those whose credentials are tried once before they are stored; others show at their first call whether they are good. */
  tried_methods?: Array<'OAUTH2' | 'API_KEY' | 'BASIC_AUTH' | 'NONE'> | undefined;
  /** What a connection takes beside credentials, sent in `fields`. */
  connection_fields?: Record<string, {
    description: string;
    required: boolean;
    required_for?: Array<'OAUTH2' | 'API_KEY' | 'BASIC_AUTH' | 'NONE'> | undefined;
    pattern: string;
  }> | undefined;
}

export interface IntegrationConnection {
  id: string;
  integration_id: string;
  user_id: string;
  auth_method: 'OAUTH2' | 'API_KEY' | 'BASIC_AUTH' | 'NONE';
  /** `expiring`: works or is about to stop, and could not be renewed so far · `needs_reconnect`: the user must connect again. */
  status: 'connected' | 'expiring' | 'needs_reconnect';
  reason: string | null;
  scopes: string[];
  /** Of the access token; it is renewed before. Null when the third party does not say. */
  expires_at: string | null;
  created_at: string;
  updated_at: string;
  last_used_at: string | null;
}

export interface IntegrationFeature {
  /** Upper-case identifier, such as `SEND_MESSAGE`. */
  name: string;
  description: string;
  /** Type name by parameter name. */
  parameters: Record<string, string>;
  /** JSON Schema that `inputs` must satisfy. */
  input_schema?: Record<string, unknown> | undefined;
  /** Permissions at the third party that it needs. */
  scopes?: string[] | undefined;
  /** Whether it changes something at the third party; such calls can need a confirmation. */
  changes?: boolean | undefined;
}

export interface Invitation {
  id: string;
  email: string;
  /** `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner. */
  role: RoleName;
  /** Null for the whole installation. */
  workspace_id: string | null;
  /** Null when the admin key did, or the account is gone. */
  invited_by: Person | null;
  /** When it was made. */
  created_at: string;
  /** Seven days later. */
  expires_at: string;
}

export interface InvitationPreview {
  email: string;
  /** `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner. */
  role: RoleName;
  /** Null for the whole installation. */
  workspace_name: string | null;
  /** The name of who did; null when that account is gone. */
  invited_by: string | null;
  /** Until then it can be accepted. */
  expires_at: string;
}

export interface JobCounts {
  waiting: number;
  running: number;
  /** Kept for seven days. */
  failed: number;
}

export interface JobInfo {
  id: string;
  /** Such as `process-file`. */
  kind: string;
  state: 'waiting' | 'running' | 'failed' | 'completed' | 'cancelled';
  /** Attempts begun. */
  attempt: number;
  max_attempts: number;
  /** Where the work tells; gone with what it stood for. */
  workspace_id: string | null;
  /** What it works on, such as a file. */
  subject_id: string | null;
  /** How people call that; null where it is gone, or has no name. */
  subject_name: string | null;
  /** Why it failed, in a sentence. In its own words until what it stood for was told; after that in those of the list of errors, and the thing itself says more. */
  error: string | null;
  /** Of the list of errors; null where the queue itself ended it. */
  error_code: string | null;
  /** When it was queued. */
  created_at: string;
  runs_at: string | null;
  ended_at: string | null;
  /** Whether `retryJob` can run it: a waiting one. What an ended job worked on is gone with its end; start that again instead. */
  retryable: boolean;
}

export interface JobsQuery {
  /** Default: 20. */
  limit?: number | undefined;
  /** The `next` of the page before. */
  after?: string | undefined;
  /** Default: every workspace that the caller manages. Ended jobs tell of none. */
  workspace_id?: string | undefined;
  state?: 'waiting' | 'running' | 'failed' | 'completed' | 'cancelled' | undefined;
  kind?: string | undefined;
}

/** What the cache of replies holds, in the process that answers: each process keeps replies of its own. */
export interface KeptReplies {
  /** Replies that are kept. */
  entries: number;
  /** What they take, about. */
  bytes: number;
  /** Replies that were given again. */
  hits: number;
  /** Times that one was looked for and not there. */
  misses: number;
  /** What those that were given again had cost when they were written. */
  saved_usd: number;
  /** Beyond this the replies that were asked for longest ago give way. */
  limit_bytes: number;
  /** From when on `hits`, `misses` and `saved_usd` count. */
  since: string;
  /** By workspace, key and model, those with the most entries first; at most 1,000. */
  data: Array<{
    workspace_id: string;
    /** Of the key whose calls wrote the replies, or looked for them. */
    key_id: string;
    /** As calls name it. */
    model: string;
    /** Replies that are kept. */
    entries: number;
    /** What they take, about. */
    bytes: number;
    /** Replies that were given again. */
    hits: number;
    /** Times that one was looked for and not there. */
    misses: number;
    /** What those that were given again had cost when they were written. */
    saved_usd: number;
  }>;
}

export interface Key {
  id: string;
  /** `workspace` keys use the service, `admin` keys manage it and belong to no workspace. */
  kind: KeyKind;
  /** `environment`: named by PARLEY_API_KEY or PARLEY_ADMIN_KEY, and valid only while it is · `dashboard`: under which calls of people who are signed in are metered and limited; nobody has such a key. */
  source: 'made' | 'environment' | 'dashboard';
  /** Id of the person or key that made it. */
  created_by: string | null;
  /** Null for admin keys. */
  workspace_id: string | null;
  name: string;
  /** The readable beginning of the key. */
  prefix: string;
  /** Empty for admin keys. */
  scopes: ScopeName[];
  active: boolean;
  expires_at: string | null;
  /** Absent limits follow the defaults; null sets none. */
  limits: KeyLimits;
  budget_usd: number | null;
  /** Null where there is no budget. Default: `month`. */
  budget_period: 'day' | 'month' | 'total' | null;
  /** Null for admin keys. */
  confirm_changes: 'always' | 'agents' | 'never' | null;
  /** Whether it may ask the web, where its workspace may. Null for admin keys. */
  web: boolean | null;
  /** Whether fields that an endpoint does not know are refused. Null for admin keys. */
  strict: boolean | null;
  /** The only models it may use: names of the model list, or beginnings such as `openai/*`. Null for all. */
  models: string[] | null;
  /** The only endpoints it may call, as in this specification: `POST /v1/answer`, `/v1/files/{file_id}`, `/v1/files*`. Null for all. */
  endpoints: string[] | null;
  /** The only addresses and networks (`10.0.0.0/8`) it may be used from. Null for all. */
  addresses: string[] | null;
  /** The only origins (`https://app.example.com`) whose pages may use it, for keys that stand in a page. Browsers of these may call with it without `CORS_ORIGINS`, and nobody else may. Null for all. */
  origins: string[] | null;
  /** The only collections that its calls may ask, by id; other collections, files and what reads them are refused. Null for all. */
  collections: string[] | null;
  /** Every call of the key carries them, before those of its own: in records of usage, and for budgets by tag. */
  tags: string[];
  /** False: nothing of what its calls say is kept (`store: false` of each), and what can only be done by keeping it is refused. Default, also with null: true. */
  store: boolean | null;
  /** When it was made. */
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

/** `workspace` keys use the service, `admin` keys manage it and belong to no workspace. */
export type KeyKind = 'workspace' | 'admin';

/** Absent limits follow the defaults; null sets none. */
export interface KeyLimits {
  /** Default: 600. */
  requests_per_minute?: number | null | undefined;
  /** Default: 2000000. */
  tokens_per_minute?: number | null | undefined;
  /** Default: 100. */
  open_streams?: number | null | undefined;
  /** Most tokens of documents that a connected model is sent in a call. Default: that of the installation, 24,000, of which a call may ask for more or less; null for as much as the model holds. */
  grounding_tokens?: number | null | undefined;
  /** The most that one call may cost, with all that it asks of models, in US dollars. Default: null, no limit. A call that would need more from the beginning is refused as `budget_exceeded`; a reply that nobody limits ends there with `finish_reason: length`. */
  max_call_usd?: number | null | undefined;
  /** For how long replies of connected models are given again to the same prompt of the workspace, where a call does not say so itself (`x-parley-cache`). Default: null, as 0: not at all. */
  cache_seconds?: number | null | undefined;
  /** What such a prompt may be: `exact` the same, `meaning` also one whose last question asks the same in nearly the same words, where the embedded sentence encoder is there. Default: null, as `exact`. */
  cache_by?: 'exact' | 'meaning' | null | undefined;
}

export interface LayoutPage {
  /** From 1. */
  page_number: number;
  /** Of the upright page, in pixels, as are the boxes. */
  width: number;
  height: number;
  confidence: number;
  blocks: OcrBlock[];
}

/** Keeps things from being deleted, by whomever and for whatever reason. */
export interface LegalHold {
  id: string;
  workspace_id: string;
  /** What is held. */
  kind: 'workspace' | 'user' | 'file';
  /** The end user whose things are held. */
  user_id: string | null;
  /** The file that is held, with what was taken out of it. */
  file_id: string | null;
  reason: string;
  /** The person or key that placed it. */
  created_by: string;
  /** From then on nothing of it is deleted. */
  created_at: string;
  /** Null while it holds. */
  released_by: string | null;
  /** Null while it holds. */
  released_at: string | null;
}

export interface ListFilesQuery {
  /** Default: 20. */
  limit?: number | undefined;
  /** The `next` of the page before. */
  after?: string | undefined;
  status?: 'pending' | 'processing' | 'ready' | 'failed' | undefined;
  /** Found in the content, so only files that were processed. */
  kind?: 'pdf' | 'image' | 'spreadsheet' | 'document' | 'json' | 'audio' | 'video' | undefined;
  /** Part of `filename`; the case of A to Z does not matter. */
  name?: string | undefined;
  /** From this moment on. */
  created_after?: string | undefined;
  /** Before this moment. */
  created_before?: string | undefined;
  /** What was taken out of this file: attachments, members of an archive. */
  parent_file_id?: string | undefined;
}

export interface LocalModel {
  /** Callers name it `provider/name`. */
  name: string;
  size_bytes: number;
  /** Such as `8.0B`. */
  parameters: string | null;
  /** Such as `Q4_K_M`. */
  quantization: string | null;
  modified_at: string | null;
}

export interface LocalModelName {
  provider: string;
  /** As its server knows it, such as `qwen3:8b`. */
  name: string;
}

export interface LocalModelsReport {
  servers: Array<{
    /** First part of the names of its models. */
    provider: string;
    /** Why it did not tell its models; null when it did. */
    error: string | null;
    models: LocalModel[];
  }>;
  /** Of the last seven days, newest first, at most 50. */
  downloads: ModelDownload[];
}

export interface MediaItem {
  id: string;
  kind: 'image' | 'video';
  /** Pictures are listed once they are drawn. */
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  prompt: string;
  /** What was drawn, when that is not the prompt itself. */
  revised_prompt: string | null;
  /** What made it; of a video that is not made yet, what was asked for. */
  model: string | null;
  seed: number;
  width: number;
  height: number;
  format: 'jpeg' | 'png' | 'mp4';
  /** Seconds of a video. */
  duration: number | null;
  /** Per cent. */
  progress: number;
  /** What the workspace was charged; null while nothing was. */
  cost_usd: number | null;
  /** Of the call that asked for it. */
  request_id: string;
  /** Works without a key for one hour after it was made; null before and after. */
  url: string | null;
  /** When the address ends to work. */
  expires_at: string | null;
  /** Why it failed. */
  error: string | null;
  created_at: string;
}

/** Somebody in a workspace, or in the whole installation. */
export interface Member {
  /** Of the membership. */
  id: string;
  user: {
    id: string;
    email: string;
    name: string;
    /** Whether it was proved that the address is theirs. */
    verified: boolean;
  };
  /** `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner. */
  role: RoleName;
  /** Null for the whole installation. */
  workspace_id: string | null;
  /** When they joined. */
  created_at: string;
  last_seen_at: string | null;
}

export interface MessageBatch {
  id: string;
  type: 'message_batch';
  processing_status: 'in_progress' | 'canceling' | 'ended';
  request_counts: {
    processing: number;
    succeeded: number;
    errored: number;
    canceled: number;
    expired: number;
  };
  created_at: string;
  expires_at: string;
  ended_at: string | null;
  cancel_initiated_at: string | null;
  archived_at: null;
  results_url: string | null;
  /** Ours: what the requests that are done were charged. */
  cost_usd: number;
}

export interface MessageBatchRequest {
  requests: Array<{
    /** Yours, and no other request’s. */
    custom_id: string;
    /** What `POST /v1/messages` takes, but for `stream`. */
    params: Record<string, unknown>;
  }>;
}

export interface MessageReply {
  id: string;
  type: 'message';
  role: 'assistant';
  model: string;
  content: Array<{
    type: string;
    [field: string]: unknown;
  }>;
  /** `end_turn`, `max_tokens`, `stop_sequence`, `tool_use`, `pause_turn` or `refusal`. */
  stop_reason: string;
  stop_sequence: string | null;
  usage: MessageUsage;
  token_usage: Usage;
  tool_calls: Array<{
    id: string;
    name: string;
    arguments: Record<string, unknown>;
  }>;
  /** How the request was taken, such as pictures that were read by OCR. */
  warnings?: string[] | undefined;
  /** The engine that answered: `reader`, `openai`, `anthropic` and so on. */
  engine?: string | undefined;
  /** Why the reply ended. */
  finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'refusal' | 'max_steps' | undefined;
  /** The embedded engine cannot do what was asked without a connected model; the text says so. */
  code?: 'needs_model' | undefined;
}

export interface MessageUsage {
  /** Without cached input. */
  input_tokens: number;
  cache_creation_input_tokens: number;
  cache_creation: {
    ephemeral_5m_input_tokens: number;
    ephemeral_1h_input_tokens: number;
  };
  cache_read_input_tokens: number;
  output_tokens: number;
  /** Of the output: what the model thought. */
  reasoning_tokens?: number | undefined;
}

export interface MessagesRequest {
  /** May be left out where `models` or `prompt` says it. */
  model?: string | undefined;
  /** Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first. */
  models?: string[] | null | undefined;
  provider?: ProviderWishes | null | undefined;
  max_tokens?: number | undefined;
  messages: Array<{
    role: 'user' | 'assistant' | 'system';
    content: string | Array<{
      type: string;
      source?: {
        file_id?: string | undefined;
      } | undefined;
      content?: unknown;
    }>;
  }>;
  system?: string | Array<{
    type: string;
    source?: {
      file_id?: string | undefined;
    } | undefined;
    content?: unknown;
  }> | undefined;
  tools?: Array<{
    /** `custom`, or the name of one of Anthropic's own tools, which goes to Anthropic as it is. */
    type?: string | undefined;
    cache_control?: CacheControl | null | undefined;
    name?: string | undefined;
    strict?: boolean | undefined;
    description?: string | undefined;
    input_schema?: Record<string, unknown> | undefined;
    parameters?: Record<string, unknown> | undefined;
    [field: string]: unknown;
  }> | undefined;
  /** Another name of `tools`. */
  functions?: Array<{
    /** `custom`, or the name of one of Anthropic's own tools, which goes to Anthropic as it is. */
    type?: string | undefined;
    cache_control?: CacheControl | null | undefined;
    name?: string | undefined;
    strict?: boolean | undefined;
    description?: string | undefined;
    input_schema?: Record<string, unknown> | undefined;
    parameters?: Record<string, unknown> | undefined;
    [field: string]: unknown;
  }> | undefined;
  tool_choice?: {
    type: 'auto' | 'any' | 'tool' | 'none';
    name?: string | undefined;
    disable_parallel_tool_use?: boolean | undefined;
  } | undefined;
  temperature?: number | undefined;
  top_p?: number | undefined;
  /** Ids of collections: answered is from those of their files that speak most to the question. */
  collection_ids?: string[] | undefined;
  /** Which files count: `{"key": value}` for equality, `{"key": {"gte": 2, "lt": 5}}` (`gt`, `gte`, `lt`, `lte`, `ne`, `in`), `{"and": [...]}`, `{"or": [...]}`; over attributes, `filename`, `kind` and `created_at`. */
  collection_filter?: Record<string, unknown> | undefined;
  top_k?: number | undefined;
  stop_sequences?: string[] | undefined;
  thinking?: {
    type: 'enabled' | 'disabled' | 'adaptive';
    budget_tokens?: number | undefined;
    /** Passed on to Anthropic. */
    display?: string | undefined;
  } | undefined;
  /** `effort` and `format` (`json_schema`) hold for every model; what else is in it goes to Anthropic. */
  output_config?: {
    effort?: string | undefined;
    format?: Record<string, unknown> | undefined;
  } | undefined;
  /** The older name of `output_config.format`. */
  output_format?: Record<string, unknown> | undefined;
  /** Passed on to Anthropic; refused by name where another vendor answers. */
  mcp_servers?: Array<Record<string, unknown>> | undefined;
  /** Passed on to Anthropic; refused by name where another vendor answers. Edits that clear thinking alone are a hint. */
  context_management?: Record<string, unknown> | undefined;
  /** Passed on to Anthropic; refused by name where another vendor answers. */
  container?: string | Record<string, unknown> | undefined;
  /** Passed on to Anthropic; refused by name where another vendor answers. */
  inference_geo?: string | undefined;
  /** Passed on to Anthropic; otherwise ignored and named in the header `x-parley-warnings`. */
  service_tier?: string | undefined;
  /** Passed on to Anthropic; otherwise ignored and named in the header `x-parley-warnings`. */
  speed?: string | undefined;
  /** Passed on to Anthropic; otherwise ignored and named in the header `x-parley-warnings`. */
  metadata?: Record<string, unknown> | undefined;
  prompt?: PromptChoice | undefined;
  /** False: nothing of what is said is kept anywhere after the call, neither for `Idempotency-Key` nor among contents of calls, kept replies or responses. Default: as the key says. */
  store?: boolean | undefined;
  /** With `stream`: a stream that is cut goes on, and is read from its last event on with `GET /v1/streams/{id}`; the header `x-parley-stream` gives the id. Not with `store: false`. Default: false. */
  resumable?: boolean | undefined;
  /** Default: false. */
  stream?: boolean | undefined;
  /** A mark at the end of the request. */
  cache_control?: CacheControl | null | undefined;
}

export interface Misconfiguration {
  /** Stays the same, such as `embedded-model`. */
  id: string;
  severity: 'info' | 'warning' | 'error';
  /** What is wrong or missing. */
  message: string;
  /** What to do. */
  advice: string;
  /** The variable that changes it. */
  setting: string | null;
}

/** A model that requests can name, with its limits and prices. */
export interface Model {
  /** The name to use as `model` in requests. */
  id: string;
  /** For OpenAI's clients. */
  object: 'model';
  /** For Anthropic's clients. */
  type: 'model';
  owned_by: string;
  /** The same as `name`. */
  display_name: string;
  /** The same as `created`. */
  created_at: string;
  canonical_slug: string;
  /** Empty when not applicable. */
  hugging_face_id: string;
  /** For people. */
  name: string;
  /** Time of the request, in seconds since 1970-01-01 UTC. */
  created: number;
  description: string;
  /** Tokens, input and output together. */
  context_length: number;
  architecture: {
    /** Of the form `text->text`. */
    modality: string;
    input_modalities: string[];
    output_modalities: string[];
    tokenizer: string;
    instruct_type: string | null;
  };
  pricing: {
    /** USD per input token, as a decimal string. */
    prompt: string;
    /** USD per output token, as a decimal string. */
    completion: string;
    /** USD per request, as a decimal string. */
    request: string;
    /** USD per image, as a decimal string. */
    image: string;
    /** USD per web search, as a decimal string. */
    web_search: string;
    /** USD per reasoning token, as a decimal string. */
    internal_reasoning: string;
  };
  /** What a workspace is charged here. `pricing` holds the listed prices; where several engines serve a model, the dearest. */
  charged?: {
    /** USD per input token, as a decimal string. */
    prompt: string;
    /** USD per output token, as a decimal string. */
    completion: string;
    /** USD per request, as a decimal string. */
    request: string;
    /** USD per input token that the vendor read from its cache, as a decimal string. */
    input_cache_read: string;
    /** USD per input token that the vendor wrote to its cache, as a decimal string. */
    input_cache_write: string;
  } | undefined;
  /** False where nobody has said what an engine of it costs: its calls are charged at 0, and no budget ends them. */
  price_known?: boolean | undefined;
  top_provider: {
    context_length: number;
    max_completion_tokens: number | null;
    is_moderated: boolean;
  };
  per_request_limits: Record<string, unknown> | null;
  /** Of `tools`, `response_format`, `temperature`, `top_p`, `frequency_penalty`, `presence_penalty`, `max_tokens`, `tool_choice`. */
  supported_parameters: string[];
  default_parameters: {
    temperature: number | null;
    top_p: number | null;
    frequency_penalty: number | null;
  };
}

export interface ModelDownload {
  /** Of its job: `cancelJob` ends it. */
  id: string;
  provider: string;
  name: string;
  state: 'waiting' | 'running' | 'failed' | 'completed' | 'cancelled';
  /** What its server does now, in the words of that server. */
  step: string | null;
  completed_bytes: number;
  /** Of the parts that its server has told of so far; null before the first. */
  total_bytes: number | null;
  /** Why it failed. */
  error: string | null;
  /** When it was asked for. */
  created_at: string;
}

/** All models at once, in a form that OpenAI's and Anthropic's clients read, too. */
export interface ModelList {
  object: 'list';
  data: Model[];
  has_more: false;
  first_id: string | null;
  last_id: string | null;
}

export interface ModelRouteList {
  data: ModelRouteView[];
}

export interface ModelRouteView {
  id: string;
  /** `environment` and `file` are read at the start and cannot be changed here; `api` was set by these calls. */
  source: SettingSource;
  /** Further names under which callers reach it, such as `openai/gpt-4o`. */
  aliases?: string[] | undefined;
  engines: Array<{
    engine: string;
    weight: number;
  }>;
  /** Engines to try, in order, when those above fail. */
  fallbacks?: string[] | undefined;
  /** Chains by kind of fault: instead of `fallbacks` after a fault of this kind. */
  fallbacks_by?: {
    rate?: string[] | undefined;
    overload?: string[] | undefined;
    error?: string[] | undefined;
    timeout?: string[] | undefined;
    context?: string[] | undefined;
    rejected?: string[] | undefined;
    content_filter?: string[] | undefined;
    refusal?: string[] | undefined;
  } | undefined;
  /** Which faults go on to another engine. Default: all but `content_filter` and `refusal`, and those of `fallbacks_by`. */
  fallback_on?: Array<'rate' | 'overload' | 'error' | 'timeout' | 'context' | 'rejected' | 'content_filter' | 'refusal'> | undefined;
  /** The longest wait for the first word where another engine can be asked; 0 for none. */
  first_token_timeout_ms?: number | undefined;
  /** Ask a second engine as well when the first has said nothing for so long; both are paid. */
  hedge_after_ms?: number | undefined;
  /** An engine that is tried on some of the calls; it falls back to the others. */
  canary?: {
    /** `provider/model`, or `reader`. */
    engine: string;
    /** Of the users; one user, else one key, stays on one side. Default 0. */
    share?: number | undefined;
    /** Calls with one of these tags go to it, whatever the share. */
    tags?: string[] | undefined;
  } | undefined;
  /** An engine that is asked the same beside the call. Nobody waits for its reply or sees it; its cost stands in a record of its own (`shadow`), which charges the workspace nothing. */
  shadow?: {
    /** `provider/model`, or `reader`. */
    engine: string;
    /** Of the calls. Default: 1. */
    share?: number | undefined;
  } | undefined;
  /** Further fields of the body that goes to the vendor. */
  extra_body?: Record<string, unknown> | undefined;
  name?: string | undefined;
  description?: string | undefined;
  context_length?: number | undefined;
  max_completion_tokens?: number | undefined;
  input_modalities?: string[] | undefined;
  supported_parameters?: string[] | undefined;
  /** What a workspace is charged, in US dollars per token and request. */
  pricing?: {
    /** US dollars as a decimal string. */
    prompt?: string | undefined;
    /** US dollars as a decimal string. */
    completion?: string | undefined;
    /** US dollars as a decimal string. */
    request?: string | undefined;
    /** US dollars as a decimal string. */
    input_cache_read?: string | undefined;
    /** US dollars as a decimal string. */
    input_cache_write?: string | undefined;
  } | undefined;
  /** Null for what is set at the start. */
  version: number | null;
  /** The key or the person that made this version. */
  changed_by: string | null;
  changed_at: string | null;
}

export interface ModelsReport {
  default_model: string;
  engines: EngineState[];
  search: SearchBackendState[];
}

export interface ModerationList {
  id: string;
  /** What judged: `provider/model`. */
  model: string;
  /** One for each text of a list, else one. */
  results: Array<{
    /** Whether any category applies. */
    flagged: boolean;
    /** By the vendor's names. */
    categories: Record<string, boolean>;
    category_scores: Record<string, number>;
    /** Absent where the vendor says none. */
    category_applied_input_types?: Record<string, string[]> | undefined;
  }>;
}

export interface ModerationRequest {
  model?: string | null | undefined;
  /** Up to 4,000,000 characters of text in all. */
  input: string | string[] | Array<{
    type: 'text';
    text: string;
  } | {
    type: 'image_url';
    image_url: {
      /** An https address, which the vendor fetches, or a data URL. */
      url: string;
    };
  }>;
  /** Where the call may go: `only`, `ignore`, `data_collection`, `zdr` and `regions` hold; else 400 `no_provider_fits`. */
  provider?: ProviderWishes | null | undefined;
}

/** A passage that comes near the question without answering it. */
export interface NearPassage {
  /** Null for `context`. */
  file_id: string | null;
  /** `context` for the `context` field. */
  filename: string;
  /** First page is 1; only where pages have a meaning. */
  page?: number | undefined;
  /** The page on which the passage ends, where it ends on a later one. */
  end_page?: number | undefined;
  /** When it is said, in seconds from the beginning; only of sound and video. */
  time?: number | undefined;
  /** UTF-16 position in the file's text or in `context`. */
  start: number;
  /** Exclusive. */
  end: number;
  /** Exactly the text from `start` to `end`. */
  quote: string;
  /** `cited`: the model named it for a sentence whose words or figures it holds · `unchecked`: the model named it, but for what it says in other words and without figures, which nothing here can judge · `quoted`: the embedded engine quotes it · `matched`: found by likeness afterwards. */
  basis?: 'cited' | 'unchecked' | 'quoted' | 'matched' | undefined;
  /** How likely it answers, or, where no encoder read it, how much of the question it touches. */
  score: number;
}

export interface NewEvaluationCase {
  /** To find it again. */
  name?: string | undefined;
  /** What is called. Default: "/v1/answer". */
  endpoint?: '/v1/answer' | '/v1/conversation' | '/v1/agent' | '/v1/chat/completions' | '/v1/responses' | '/v1/messages' | '/v1/completions' | undefined;
  /** The body of the call, but for `stream` and `background`; a run sets `model` and `prompt` in it. */
  request: Record<string, unknown>;
  /** What a right reply is, for the checks and the judge. */
  expected?: unknown;
  /** Default: those of the set; where it has none either, and something is expected: `contains`, whatever the case. */
  checks?: EvaluationCheck[] | undefined;
}

export interface OcrBlock {
  type: 'heading' | 'paragraph' | 'list' | 'table';
  text: string;
  bounding_box: BoundingBox;
  confidence: number;
  words?: OcrWord[] | undefined;
}

export interface OcrPageElement {
  /** From 0. */
  index: number;
  markdown: string;
  text: string;
  bounding_box: BoundingBox;
  /** Signed address of the upright page image; empty when none is kept. */
  image_url: string;
  /** Signed address of a page that shows the image with boxes; empty without image. */
  view_url: string;
  dimensions: {
    width: number;
    height: number;
  };
  confidence: number;
  blocks: OcrBlock[];
  /** What the honesty checks found. */
  warnings?: string[] | undefined;
  /** Both readings, where a remote reader and the local engines disagree. */
  readings?: OcrReading[] | undefined;
}

export interface OcrPdfPage {
  /** From 1. */
  page_number: number;
  text: string;
  success: boolean;
  method: 'text_extraction' | 'parley_document_ai';
  error?: string | undefined;
  raw_response?: {
    id: string;
    object: 'document';
    /** The engines that read the page. */
    model: string;
    pages: OcrPageElement[];
  } | undefined;
}

export interface OcrPdfResult {
  /** Whether any page has text. */
  success: boolean;
  /** The pages, joined by a blank line. */
  text: string;
  method: 'text_extraction' | 'parley_document_ai';
  pages_processed: number;
  total_pages: number;
  pages: OcrPdfPage[];
  /** Pages missing from `text`, and why. */
  warnings?: string[] | undefined;
  error?: string | undefined;
}

/** Once it has ended with the result, also of a run that failed or was cancelled: the pages done by then. */
export interface OcrPdfRun {
  /** False when it failed, or ended without any text. */
  success: boolean;
  ocr_id: string;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** Pages done so far. */
  pages_processed: number;
  /** Pages of the PDF, also those beyond `max_pages`. */
  total_pages: number;
  created_at: string;
  finished_at: string | null;
  /** Until then the result is kept; null while it is being read. */
  expires_at: string | null;
  /** Checks the signature of the webhook (`whsec_…`). */
  webhook_secret?: string | undefined;
  /** The pages, joined by a blank line, once it has ended. */
  text?: string | undefined;
  method?: 'text_extraction' | 'parley_document_ai' | undefined;
  pages?: OcrPdfPage[] | undefined;
  /** Pages missing from `text`, and why. */
  warnings?: string[] | undefined;
  error?: string | undefined;
  message?: string | undefined;
  code?: string | undefined;
}

export interface OcrRawResponse {
  id: string;
  object: 'document';
  /** The engines that read the page. */
  model: string;
  pages: OcrPageElement[];
}

export interface OcrReading {
  /** Who read so. */
  engine: string;
  text: string;
  confidence: number;
  /** What speaks for this reading and against it. */
  evidence: string;
  /** Words that no other engine saw, at most 200. */
  unconfirmed: string[];
}

export interface OcrResult {
  /** Whether text was found. */
  success: boolean;
  text: string;
  method: 'parley_document_ai';
  raw_response: OcrRawResponse;
  /** Present when `success` is false. */
  error?: string | undefined;
}

export interface OcrWord {
  text: string;
  bounding_box: BoundingBox;
  confidence: number;
  /** Present when the reading should be checked. */
  uncertain?: true | undefined;
}

/** A role that was given to the address of an account and waits for the person. */
export interface Offer {
  id: string;
  /** `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner. */
  role: RoleName;
  /** Null for the whole installation. */
  workspace_id: string | null;
  /** Null for the whole installation. */
  workspace_name: string | null;
  /** The name of who did; null when a key did, or that account is gone. */
  invited_by: string | null;
  /** When it was given. */
  created_at: string;
  /** Until then it can be accepted. */
  expires_at: string;
}

export interface OpenAIChatCompletion {
  id: string;
  /** Seconds since 1970. */
  created: number;
  model: string;
  object: 'chat.completion';
  choices: Array<{
    index: number;
    message: {
      role: 'assistant';
      content: string | null;
      /** The words with which the model declined. */
      refusal: string | null;
      /** What the model thought, where it says. */
      reasoning_content?: string | undefined;
      tool_calls?: Array<{
        id: string;
        type: 'function';
        function: {
          name: string;
          /** JSON text. */
          arguments: string;
        };
      }> | undefined;
    };
    logprobs: null | {
      content: Array<{
        token?: string | undefined;
        logprob?: number | undefined;
        [field: string]: unknown;
      }>;
      refusal: null;
    };
    finish_reason: 'stop' | 'length' | 'tool_calls' | 'content_filter';
  }>;
  usage: OpenAIUsage;
  /** The passages that the reply rests on. */
  sources?: Source[] | undefined;
  /** How the request was taken, such as pictures that were read by OCR. */
  warnings?: string[] | undefined;
  /** The engine that answered: `reader`, `openai`, `anthropic` and so on. */
  engine?: string | undefined;
  /** The embedded engine cannot do what was asked without a connected model; the text says so. */
  code?: 'needs_model' | undefined;
}

export type OpenAIChatEvent = {
  id: string;
  /** Seconds since 1970. */
  created: number;
  model: string;
  object: 'chat.completion.chunk';
  choices: Array<{
    index: number;
    delta: {
      role?: 'assistant' | undefined;
      content?: string | undefined;
      refusal?: string | undefined;
      reasoning_content?: string | undefined;
      tool_calls?: Array<{
        index: number;
        id: string;
        type: 'function';
        function: {
          name: string;
          /** JSON text. */
          arguments: string;
        };
      }> | undefined;
    };
    logprobs: null | {
      content: Array<{
        token?: string | undefined;
        logprob?: number | undefined;
        [field: string]: unknown;
      }>;
      refusal: null;
    };
    finish_reason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | null;
  }>;
  usage?: OpenAIUsage | null | undefined;
  /** The passages that the reply rests on. */
  sources?: Source[] | undefined;
  /** How the request was taken, such as pictures that were read by OCR. */
  warnings?: string[] | undefined;
  /** The engine that answered: `reader`, `openai`, `anthropic` and so on. */
  engine?: string | undefined;
  /** The embedded engine cannot do what was asked without a connected model; the text says so. */
  code?: 'needs_model' | undefined;
} | {
  error: {
    message: string;
    type: string;
    /** The field that is wrong; null when none is to blame. */
    param: string | null;
    code: string;
  };
};

export interface OpenAIChatRequest {
  /** A model id of `GET /v1/models`, or `conversation` or `agent`: the default model with their instructions. May be left out where `models` or `prompt` says it. */
  model?: string | undefined;
  /** Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first. */
  models?: string[] | null | undefined;
  provider?: ProviderWishes | null | undefined;
  messages: OpenAIMessage[];
  temperature?: number | null | undefined;
  top_p?: number | null | undefined;
  parallel_tool_calls?: boolean | null | undefined;
  resumable?: boolean | null | undefined;
  max_completion_tokens?: number | null | undefined;
  max_tokens?: number | null | undefined;
  n?: number | null | undefined;
  seed?: number | null | undefined;
  stop?: string | string[] | null | undefined;
  frequency_penalty?: number | null | undefined;
  presence_penalty?: number | null | undefined;
  reasoning_effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null | undefined;
  response_format?: OpenAIResponseFormat | null | undefined;
  tools?: Array<{
    type: string;
    function?: {
      name: string;
      description?: string | null | undefined;
      parameters?: Record<string, unknown> | null | undefined;
      strict?: boolean | null | undefined;
    } | undefined;
  }> | null | undefined;
  tool_choice?: 'none' | 'auto' | 'required' | {
    type: string;
    function?: {
      name?: string | undefined;
    } | undefined;
  } | null | undefined;
  stream?: boolean | null | undefined;
  stream_options?: {
    include_usage?: boolean | null | undefined;
    [field: string]: unknown;
  } | null | undefined;
  user?: string | null | undefined;
  metadata?: Record<string, unknown> | null | undefined;
  service_tier?: string | null | undefined;
  safety_identifier?: string | null | undefined;
  prompt_cache_key?: string | null | undefined;
  prompt_cache_retention?: string | null | undefined;
  prompt?: PromptChoice | null | undefined;
  store?: boolean | null | undefined;
  prediction?: Record<string, unknown> | null | undefined;
  top_k?: number | null | undefined;
  reasoning?: Record<string, unknown> | null | undefined;
  min_p?: number | null | undefined;
  repetition_penalty?: number | null | undefined;
  chat_template_kwargs?: Record<string, unknown> | null | undefined;
  modalities?: string[] | null | undefined;
  verbosity?: string | null | undefined;
  logprobs?: boolean | null | undefined;
  top_logprobs?: number | null | undefined;
  logit_bias?: Record<string, number> | null | undefined;
  audio?: Record<string, unknown> | null | undefined;
  web_search_options?: Record<string, unknown> | null | undefined;
  functions?: unknown[] | null | undefined;
  function_call?: unknown | null | undefined;
  file_ids?: string[] | null | undefined;
  collection_ids?: string[] | null | undefined;
  collection_filter?: Record<string, unknown> | null | undefined;
}

export interface OpenAIFile {
  id: string;
  object: 'file';
  bytes: number;
  /** Seconds since 1970. */
  created_at: number;
  expires_at: number | null;
  filename: string;
  /** `batch` and `batch_output` for the files of batches. Any other as it was given at the upload; afterwards `user_data`: it makes no difference. */
  purpose: string;
  status: 'uploaded' | 'processed' | 'error';
  /** Why it could not be processed. */
  status_details: string | null;
}

export type OpenAIImageEvent = {
  type: 'image_generation.completed';
  b64_json: string;
  created_at: number;
  background: 'opaque';
  output_format: 'png' | 'jpeg';
  quality: 'medium';
  size: string;
  usage: {
    total_tokens: number;
    /** Where the engine counts tokens, else 0. */
    input_tokens: number;
    output_tokens: number;
    input_tokens_details: {
      text_tokens: number;
      image_tokens: number;
    };
  };
} | {
  type: 'error';
  error: {
    message: string;
    type: string;
    param: string | null;
    code: string;
  };
};

export interface OpenAIImageRequest {
  prompt: string;
  model?: string | null | undefined;
  n?: number | null | undefined;
  /** Where the call may go: `only`, `ignore`, `data_collection`, `zdr` and `regions` hold; else 400 `no_provider_fits`. */
  provider?: ProviderWishes | null | undefined;
  size?: 'auto' | '256x256' | '512x512' | '1024x1024' | '1536x1024' | '1024x1536' | '1792x1024' | '1024x1792' | '1920x1080' | '1080x1920' | '1024x768' | '768x1024' | null | undefined;
  response_format?: 'url' | 'b64_json' | null | undefined;
  output_format?: 'png' | 'jpeg' | 'webp' | null | undefined;
  output_compression?: number | null | undefined;
  quality?: 'auto' | 'standard' | 'low' | 'medium' | 'high' | 'hd' | null | undefined;
  background?: 'auto' | 'opaque' | 'transparent' | null | undefined;
  style?: 'vivid' | 'natural' | null | undefined;
  moderation?: 'auto' | 'low' | null | undefined;
  stream?: boolean | null | undefined;
  partial_images?: number | null | undefined;
  user?: string | null | undefined;
}

export interface OpenAIImages {
  /** Seconds since 1970. */
  created: number;
  data: Array<{
    b64_json?: string | undefined;
    url?: string | undefined;
    /** What was drawn, when that is not the prompt itself. */
    revised_prompt?: string | undefined;
  }>;
  background: 'opaque';
  output_format: 'png' | 'jpeg';
  quality: 'medium';
  size: string;
  usage: {
    total_tokens: number;
    /** Where the engine counts tokens, else 0. */
    input_tokens: number;
    output_tokens: number;
    input_tokens_details: {
      text_tokens: number;
      image_tokens: number;
    };
  };
  /** What drew them. `sketch` is a drawing program, not a diffusion model. */
  model: string;
  /** What of the prompt was not drawn, and fields that are not known. */
  warnings?: string[] | undefined;
}

export interface OpenAIMessage {
  role: 'developer' | 'system' | 'user' | 'assistant' | 'tool';
  content?: string | Array<{
    type: string;
    file?: {
      file_id?: string | undefined;
    } | undefined;
  }> | null | undefined;
  name?: string | null | undefined;
  refusal?: string | null | undefined;
  reasoning_content?: string | null | undefined;
  tool_calls?: Array<{
    id: string;
    type: 'function';
    function: {
      name: string;
      /** JSON text. */
      arguments: string;
    };
  }> | null | undefined;
  /** Of the call that a `tool` message answers. */
  tool_call_id?: string | undefined;
  [field: string]: unknown;
}

export interface OpenAIResponse {
  id: string;
  object: 'response';
  /** Seconds since 1970. */
  created_at: number;
  completed_at: number | null;
  status: 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled';
  background: boolean;
  error: {
    code: string;
    message: string;
  } | null;
  incomplete_details: {
    reason: 'max_output_tokens' | 'content_filter';
  } | null;
  instructions: string | null;
  max_output_tokens: number | null;
  model: string;
  output: ResponseItem[];
  parallel_tool_calls: boolean;
  previous_response_id: string | null;
  reasoning: {
    effort: string | null;
    summary: string | null;
  };
  store: boolean;
  /** Where none was given, 1 stands for the default of the model. */
  temperature: number;
  text: {
    format: Record<string, unknown>;
  };
  tool_choice: string | Record<string, unknown>;
  tools: Array<Record<string, unknown>>;
  top_p: number;
  presence_penalty: number;
  frequency_penalty: number;
  top_logprobs: number;
  max_tool_calls: number | null;
  service_tier: string;
  safety_identifier: string | null;
  prompt_cache_key: string | null;
  truncation: 'disabled';
  usage: {
    input_tokens: number;
    input_tokens_details: {
      cached_tokens: number;
    };
    output_tokens: number;
    output_tokens_details: {
      reasoning_tokens: number;
    };
    total_tokens: number;
  } | null;
  user: string | null;
  metadata: Record<string, unknown>;
  /** The passages that the reply rests on. */
  sources?: Source[] | undefined;
  /** How the request was taken, such as pictures that were read by OCR. */
  warnings?: string[] | undefined;
  /** The engine that answered: `reader`, `openai`, `anthropic` and so on. */
  engine?: string | undefined;
  /** The embedded engine cannot do what was asked without a connected model; the text says so. */
  code?: 'needs_model' | undefined;
}

export type OpenAIResponseEvent = {
  type: 'response.created' | 'response.queued' | 'response.in_progress' | 'response.completed' | 'response.incomplete' | 'response.failed';
  sequence_number: number;
  response: OpenAIResponse;
} | {
  type: 'response.output_item.added' | 'response.output_item.done';
  sequence_number: number;
  output_index: number;
  item: ResponseItem;
} | {
  type: 'response.content_part.added' | 'response.content_part.done';
  sequence_number: number;
  item_id: string;
  output_index: number;
  content_index: number;
  part: {
    type: 'output_text';
    text: string;
    annotations: Array<{
      type: 'file_citation';
      file_id: string;
      filename: string;
      /** Where in the text the citation belongs. */
      index: number;
    } | {
      type: 'url_citation';
      url: string;
      title: string;
      start_index: number;
      end_index: number;
    }>;
    logprobs: unknown[];
  } | {
    type: 'refusal';
    refusal: string;
  };
} | {
  type: 'response.output_text.delta';
  sequence_number: number;
  item_id: string;
  output_index: number;
  content_index: number;
  delta: string;
  logprobs: unknown[];
} | {
  type: 'response.refusal.delta';
  sequence_number: number;
  item_id: string;
  output_index: number;
  content_index: number;
  delta: string;
} | {
  type: 'response.refusal.done';
  sequence_number: number;
  item_id: string;
  output_index: number;
  content_index: number;
  refusal: string;
} | {
  type: 'response.output_text.annotation.added';
  sequence_number: number;
  item_id: string;
  output_index: number;
  content_index: number;
  annotation_index: number;
  annotation: {
    type: 'file_citation';
    file_id: string;
    filename: string;
    /** Where in the text the citation belongs. */
    index: number;
  } | {
    type: 'url_citation';
    url: string;
    title: string;
    start_index: number;
    end_index: number;
  };
} | {
  type: 'response.output_text.done';
  sequence_number: number;
  item_id: string;
  output_index: number;
  content_index: number;
  text: string;
  logprobs: unknown[];
} | {
  type: 'response.function_call_arguments.delta';
  sequence_number: number;
  item_id: string;
  output_index: number;
  delta: string;
} | {
  type: 'response.function_call_arguments.done';
  sequence_number: number;
  item_id: string;
  output_index: number;
  name: string;
  arguments: string;
} | {
  type: 'response.reasoning_summary_part.added' | 'response.reasoning_summary_part.done';
  sequence_number: number;
  item_id: string;
  output_index: number;
  summary_index: number;
  part: {
    type: 'summary_text';
    text: string;
  };
} | {
  type: 'response.reasoning_summary_text.delta';
  sequence_number: number;
  item_id: string;
  output_index: number;
  summary_index: number;
  delta: string;
} | {
  type: 'response.reasoning_summary_text.done';
  sequence_number: number;
  item_id: string;
  output_index: number;
  summary_index: number;
  text: string;
} | {
  type: 'response.web_search_call.in_progress' | 'response.web_search_call.searching' | 'response.web_search_call.completed' | 'response.file_search_call.in_progress' | 'response.file_search_call.searching' | 'response.file_search_call.completed';
  sequence_number: number;
  item_id: string;
  output_index: number;
};

/** The reply satisfies the schema, or the call fails with `schema_not_met`. */
export interface OpenAIResponseFormat {
  type: 'text' | 'json_object' | 'json_schema';
}

export interface OpenAIResponseRequest {
  /** A model id of `GET /v1/models`, or `conversation` or `agent`: the default model with their instructions. May be left out where `models` or `prompt` says it. */
  model?: string | undefined;
  /** Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first. */
  models?: string[] | null | undefined;
  provider?: ProviderWishes | null | undefined;
  input: string | Array<{
    content?: string | Array<{
      file_id?: string | undefined;
    }> | null | undefined;
    output?: string | Array<{
      file_id?: string | undefined;
    }> | undefined;
  }>;
  instructions?: string | null | undefined;
  previous_response_id?: string | null | undefined;
  temperature?: number | null | undefined;
  top_p?: number | null | undefined;
  parallel_tool_calls?: boolean | null | undefined;
  resumable?: boolean | null | undefined;
  max_output_tokens?: number | null | undefined;
  reasoning?: {
    effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null | undefined;
    summary?: string | null | undefined;
    [field: string]: unknown;
  } | null | undefined;
  text?: {
    format?: {
      type?: string | undefined;
    } | null | undefined;
    verbosity?: string | null | undefined;
    [field: string]: unknown;
  } | null | undefined;
  tools?: Array<{
    type: string;
    name?: string | undefined;
    description?: string | null | undefined;
    parameters?: Record<string, unknown> | null | undefined;
    strict?: boolean | null | undefined;
    vector_store_ids?: string[] | undefined;
    max_num_results?: number | undefined;
    filters?: {
      allowed_domains?: string[] | undefined;
    } | null | undefined;
  }> | null | undefined;
  tool_choice?: 'none' | 'auto' | 'required' | {
    type: string;
    name?: string | undefined;
  } | null | undefined;
  stream?: boolean | null | undefined;
  stream_options?: Record<string, unknown> | null | undefined;
  store?: boolean | null | undefined;
  background?: boolean | null | undefined;
  include?: string[] | null | undefined;
  truncation?: 'disabled' | 'auto' | null | undefined;
  user?: string | null | undefined;
  metadata?: Record<string, unknown> | null | undefined;
  service_tier?: string | null | undefined;
  safety_identifier?: string | null | undefined;
  prompt_cache_key?: string | null | undefined;
  prompt_cache_retention?: string | null | undefined;
  max_tool_calls?: number | null | undefined;
  top_logprobs?: number | null | undefined;
  conversation?: unknown | null | undefined;
  prompt?: PromptChoice | null | undefined;
  file_ids?: string[] | null | undefined;
}

export interface OpenAIUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details: {
    cached_tokens: number;
  };
  completion_tokens_details: {
    reasoning_tokens: number;
  };
}

export interface Overview {
  version: string;
  /** Where callers reach the service, for snippets. */
  base_url: string;
  default_model: string;
  capabilities: ServedCapability[];
  today: SeriesTotal;
  /** The same part of yesterday (UTC), to compare with. */
  yesterday: {
    requests: number;
    /** Statuses from 400 on. */
    errors: number;
    input_tokens: number;
    cached_tokens: number;
    output_tokens: number;
    cost_usd: number;
    upstream_cost_usd: number;
    /** What replies that were given again had cost when they were written. */
    saved_usd: number;
    /** Calls of engines whose price is not known: the costs lack theirs, and budgets and alerts do not see them. */
    unpriced_requests: number;
    /** Half of the calls were faster; within 5 %. */
    p50_ms: number | null;
    /** 95 % of the calls were faster; within 5 %. */
    p95_ms: number | null;
  };
  counts: {
    /** That work. */
    keys: number;
    members: number;
    files: number;
    collections: number;
    waiting_jobs: number;
    firing_alerts: number;
  };
  last_call_at: string | null;
  /** Worst first. */
  misconfigurations: Misconfiguration[];
}

export interface PageQuery {
  /** Default: 20. */
  limit?: number | undefined;
  /** The `next` of the page before. */
  after?: string | undefined;
}

export interface Passkey {
  /** Of the credential, base64url. */
  id: string;
  name: string;
  /** When it was added. */
  created_at: string;
  /** When somebody last signed in with it. */
  last_used_at: string | null;
}

export interface Person {
  id: string;
  email: string;
  name: string;
}

export interface PlaceHoldRequest {
  /** Default: the workspace that the caller is confined to. */
  workspace_id?: string | undefined;
  /** Only what is of this end user. */
  user_id?: string | undefined;
  /** Only this file. With neither, the whole workspace is held. */
  file_id?: string | undefined;
  /** Such as the number of a case. */
  reason: string;
}

export type PlainMessageEvent = {
  content: {
    type: 'content_chunk';
    content: string;
  } | {
    type: 'thinking_chunk';
    content: string;
  } | {
    type: 'tool_call';
    id: string;
    name: string;
    arguments: Record<string, unknown>;
  } | {
    type: 'token_usage';
    /** All input, cached input included. */
    input_tokens: number;
    /** All output, reasoning included. */
    output_tokens: number;
    /** Of the input: read from the cache of the vendor. */
    cached_tokens?: number | undefined;
    /** Of the input: written to the cache of the vendor. */
    cache_write_tokens?: number | undefined;
    /** Of the output: what the model thought. */
    reasoning_tokens?: number | undefined;
    /** Where a connected model answered from files, collections or `context`. */
    documents?: {
      /** Of the input, estimated: the documents as the model was shown them. */
      sent_tokens: number;
      /** What of their texts it was not shown, estimated. */
      left_out_tokens: number;
      /** The limit that held: see `grounding_tokens`. */
      limit_tokens: number;
    } | undefined;
    /** How the request was taken, such as pictures that were read by OCR. */
    warnings?: string[] | undefined;
    /** The engine that answered: `reader`, `openai`, `anthropic` and so on. */
    engine?: string | undefined;
    /** Why the reply ended. */
    finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'refusal' | 'max_steps' | undefined;
    /** The embedded engine cannot do what was asked without a connected model; the text says so. */
    code?: 'needs_model' | undefined;
  };
} | {
  type: 'error';
  error: {
    type: string;
    message: string;
  };
};

export interface PlaygroundRun {
  id: string;
  title: string;
  mode: 'answer' | 'conversation' | 'agent' | 'chat' | 'openai' | 'search' | 'ocr';
  /** That the request named. */
  model: string | null;
  /** Of the call, for its record. */
  request_id: string | null;
  /** HTTP status of the answer. */
  status: number | null;
  duration_ms: number | null;
  first_token_ms: number | null;
  /** Whether everybody in the workspace can open it by its id. */
  shared: boolean;
  /** A person, or a key; null when that is gone. */
  created_by: {
    id: string;
    name: string;
  } | null;
  mine: boolean;
  /** When. */
  created_at: string;
  request: Record<string, unknown>;
  reply: Record<string, unknown> | null;
}

export interface PlaygroundRunSummary {
  id: string;
  title: string;
  mode: 'answer' | 'conversation' | 'agent' | 'chat' | 'openai' | 'search' | 'ocr';
  /** That the request named. */
  model: string | null;
  /** Of the call, for its record. */
  request_id: string | null;
  /** HTTP status of the answer. */
  status: number | null;
  duration_ms: number | null;
  first_token_ms: number | null;
  /** Whether everybody in the workspace can open it by its id. */
  shared: boolean;
  /** A person, or a key; null when that is gone. */
  created_by: {
    id: string;
    name: string;
  } | null;
  mine: boolean;
  /** When. */
  created_at: string;
}

export interface PromptChoice {
  /** Of `POST /v1/prompts`, or its name. */
  id: string;
  /** Default: the one of `label`. */
  version?: number | string | undefined;
  /** Default: `production`. */
  label?: string | undefined;
  /** What stands in place of each `{{name}}`. One that the prompt has and the call does not is a 400. */
  variables?: Record<string, string | number | boolean> | undefined;
}

export interface PromptVersion {
  version: number;
  /** Instructions; they stand before those of the call. */
  system?: string | undefined;
  /** Turns before those of the call, such as examples. */
  messages?: Array<{
    role: 'user' | 'assistant';
    content: string;
  }> | undefined;
  /** For calls that name no model of their own. */
  model?: string | undefined;
  /** For calls that name none. */
  temperature?: number | undefined;
  /** For calls that name none. */
  max_tokens?: number | undefined;
  /** Every `{{name}}` of the texts. */
  variables: string[];
  note: string | null;
  /** When it was made. */
  created_at: string;
  /** Id of the person or key. */
  created_by: string;
  /** Calls that began with it. */
  calls: number;
  /** Mean of what was said of their replies by `POST /v1/feedback`, from -1 to 1; null for nothing. */
  score: number | null;
  /** Of how many calls. */
  scored: number;
  /** What came of the last whole run of the prompt's evaluation set with this version; null for none. */
  evaluation: {
    run_id: string;
    /** From 0 to 1. */
    score: number | null;
    passed: number;
    cases: number;
    cost_usd: number;
    p50_ms: number | null;
    finished_at: string | null;
  } | null;
  mean_cost_usd: number | null;
  mean_duration_ms: number | null;
}

export interface ProviderList {
  data: ProviderView[];
  /** Vendors whose shape and address are known: a key is all they need. */
  vendors: Array<{
    id: string;
    type: string;
    base_url: string;
  }>;
}

export interface ProviderView {
  id: string;
  /** `environment` and `file` are read at the start and cannot be changed here; `api` was set by these calls. */
  source: SettingSource;
  /** The shape in which it is spoken with. */
  type: string;
  /** A vendor of `vendors`: its shape, address and price list hold. Default: the one that is called like `id`. */
  vendor?: string | undefined;
  base_url: string;
  /** For Azure: with it deployments are asked by `/openai/deployments/…?api-version=`. */
  api_version?: string | undefined;
  /** Where its servers are, such as `eu-central-1`. Vertex is asked there. */
  region?: string | undefined;
  /** For Vertex; default: the service account's. */
  project?: string | undefined;
  context_length?: number | undefined;
  /** As the operator has agreed it with the vendor; nothing is asked of the vendor. */
  data_policy?: {
    /** `deny`: the vendor keeps no prompts for its own use. Calls with `provider.data_collection: "deny"` go to these alone. */
    data_collection: 'allow' | 'deny';
    /** The vendor keeps nothing once it has answered. Calls with `provider.zdr` go to these alone. */
    zero_retention?: boolean | undefined;
  } | undefined;
  /** What this service sends at most. A call above it goes to another engine, else it is `upstream_rate_limited`. */
  limits?: {
    requests_per_minute?: number | undefined;
    /** Of prompts, by estimate, and the output limit they name. */
    tokens_per_minute?: number | undefined;
    concurrent_requests?: number | undefined;
  } | undefined;
  /** How long a key is left alone after a 401 or 403, and after a 429. */
  cooldown?: {
    /** Default: 600000. */
    unauthorized_ms?: number | undefined;
    /** Where the vendor names no time itself. Default: 10000. */
    rate_limited_ms?: number | undefined;
  } | undefined;
  /** Instead of the MODEL_…_TIMEOUT_MS settings. */
  timeouts?: {
    connect_ms?: number | undefined;
    first_token_ms?: number | undefined;
    idle_ms?: number | undefined;
    total_ms?: number | undefined;
  } | undefined;
  /** What a workspace is charged, in US dollars per token and request. */
  pricing?: {
    /** US dollars as a decimal string. */
    prompt?: string | undefined;
    /** US dollars as a decimal string. */
    completion?: string | undefined;
    /** US dollars as a decimal string. */
    request?: string | undefined;
    /** US dollars as a decimal string. */
    input_cache_read?: string | undefined;
    /** US dollars as a decimal string. */
    input_cache_write?: string | undefined;
  } | undefined;
  /** What the vendor asks, by model; `*` stands for every other model. */
  upstream_prices?: Record<string, unknown> | undefined;
  keys: Array<{
    name: string;
    weight: number;
    /** In the process that answers. */
    state: 'ready' | 'unauthorized' | 'rate_limited';
    /** How long it is still left alone. */
    cooling_ms: number;
  }>;
  header_names: string[];
  /** Null for what is set at the start. */
  version: number | null;
  /** The key or the person that made this version. */
  changed_by: string | null;
  changed_at: string | null;
}

/** How providers are chosen for this call, as at OpenRouter. A field that is not listed here is refused by its name. For models of the provider `openrouter` it is handed on as it stands. */
export interface ProviderWishes {
  /** Providers (`azure`) or engines (`azure/gpt-5`) to try first, in this order. */
  order?: string[] | null | undefined;
  /** No other providers than these. */
  only?: string[] | null | undefined;
  /** Not these providers. */
  ignore?: string[] | null | undefined;
  /** False: the first engine alone is asked. Default true. */
  allow_fallbacks?: boolean | null | undefined;
  /** True: only engines that take every field of the request. */
  require_parameters?: boolean | null | undefined;
  /** `deny`: only providers whose `data_policy` the operator marked so, and engines of this machine. */
  data_collection?: 'allow' | 'deny' | null | undefined;
  /** True: only providers that the operator marked as keeping nothing. */
  zdr?: boolean | null | undefined;
  /** The cheapest first, or by what was measured of late; weights then count for nothing. */
  sort?: 'price' | 'throughput' | 'latency' | {
    by: 'price' | 'throughput' | 'latency';
    partition?: unknown;
  } | null | undefined;
  /** Only engines that ask no more. */
  max_price?: {
    prompt?: number | string | undefined;
    completion?: number | string | undefined;
    request?: number | string | undefined;
  } | null | undefined;
  /** Only providers with one of these regions. */
  regions?: string[] | null | undefined;
  [field: string]: unknown;
}

export interface ReplaceRouteRequest {
  /** The version that was read: 409 `conflict` where another has come since. */
  version?: number | undefined;
  /** Further names under which callers reach it, such as `openai/gpt-4o`. */
  aliases?: string[] | undefined;
  /** They share the calls by weight; those not chosen come first when one fails. */
  engines: Array<{
    /** `provider/model`, or `reader`. */
    engine: string;
    /** Default: 1. */
    weight?: number | undefined;
  }>;
  /** Engines to try, in order, when those above fail. */
  fallbacks?: string[] | undefined;
  /** Chains by kind of fault: instead of `fallbacks` after a fault of this kind. */
  fallbacks_by?: {
    rate?: string[] | undefined;
    overload?: string[] | undefined;
    error?: string[] | undefined;
    timeout?: string[] | undefined;
    context?: string[] | undefined;
    rejected?: string[] | undefined;
    content_filter?: string[] | undefined;
    refusal?: string[] | undefined;
  } | undefined;
  /** Which faults go on to another engine. Default: all but `content_filter` and `refusal`, and those of `fallbacks_by`. */
  fallback_on?: Array<'rate' | 'overload' | 'error' | 'timeout' | 'context' | 'rejected' | 'content_filter' | 'refusal'> | undefined;
  /** The longest wait for the first word where another engine can be asked; 0 for none. */
  first_token_timeout_ms?: number | undefined;
  /** Ask a second engine as well when the first has said nothing for so long; both are paid. */
  hedge_after_ms?: number | undefined;
  /** An engine that is tried on some of the calls; it falls back to the others. */
  canary?: {
    /** `provider/model`, or `reader`. */
    engine: string;
    /** Of the users; one user, else one key, stays on one side. Default 0. */
    share?: number | undefined;
    /** Calls with one of these tags go to it, whatever the share. */
    tags?: string[] | undefined;
  } | undefined;
  /** An engine that is asked the same beside the call. Nobody waits for its reply or sees it; its cost stands in a record of its own (`shadow`), which charges the workspace nothing. */
  shadow?: {
    /** `provider/model`, or `reader`. */
    engine: string;
    /** Of the calls. Default: 1. */
    share?: number | undefined;
  } | undefined;
  /** Further fields of the body that goes to the vendor. */
  extra_body?: Record<string, unknown> | undefined;
  name?: string | undefined;
  description?: string | undefined;
  context_length?: number | undefined;
  max_completion_tokens?: number | undefined;
  input_modalities?: string[] | undefined;
  supported_parameters?: string[] | undefined;
  /** What a workspace is charged, in US dollars per token and request. */
  pricing?: {
    /** US dollars as a decimal string. */
    prompt?: string | undefined;
    /** US dollars as a decimal string. */
    completion?: string | undefined;
    /** US dollars as a decimal string. */
    request?: string | undefined;
    /** US dollars as a decimal string. */
    input_cache_read?: string | undefined;
    /** US dollars as a decimal string. */
    input_cache_write?: string | undefined;
  } | undefined;
}

export interface RerankList {
  object: 'list';
  /** What put them in order: scores of different models never compare. */
  model: string;
  /** Best first. */
  results: Array<{
    /** Of the document in the request. */
    index: number;
    relevance_score: number;
    document?: {
      text: string;
    } | undefined;
  }>;
  usage: {
    prompt_tokens: number;
    total_tokens: number;
  };
}

export interface RerankRequest {
  model?: string | null | undefined;
  query: string;
  /** Texts, or objects with a `text`; 1,000,000 characters together at most. */
  documents: Array<string | {
    text: string;
  }>;
  top_n?: number | null | undefined;
  /** Where the call may go: `only`, `ignore`, `data_collection`, `zdr` and `regions` hold; else 400 `no_provider_fits`. */
  provider?: ProviderWishes | null | undefined;
  return_documents?: boolean | null | undefined;
}

export type ResearchEvent = {
  progress: ResearchProgress;
} | {
  content: string;
  done: false;
} | {
  done: true;
  success: true;
  research_id: string;
  status: 'completed';
  /** Markdown with `[n]` marks, or the object that was asked for. */
  output: string | Record<string, unknown>;
  citations: Citation[];
  /** JSON pointers into a structured `output`: values that no passage carries. */
  unverified?: string[] | undefined;
  searches_performed: number;
  /** What was sent to which search engines, in its order. Empty where nothing left. */
  queries?: Array<{
    query: string;
    engines: string[];
  }> | undefined;
  pages_read: number;
  /** Why there are fewer sources, or less on a question, than the depth promises. */
  shortfall?: Shortfall | undefined;
  /** The connected model refused or failed; the report is in the words of the sources. */
  degraded?: {
    /** Questions put to the model. */
    calls: number;
    /** Those without a usable answer. */
    failed: number;
    reason: string;
  } | undefined;
  failed_sources: Array<{
    url: string;
    reason: string;
  }>;
  model: string;
  cost_usd: number;
} | {
  error: string;
  code: string;
  done: true;
};

export interface ResearchProgress {
  step: string;
  message: string;
  sources_found: number;
  pages_read: number;
}

export interface ResearchResult {
  success: true;
  research_id: string;
  status: 'completed';
  /** Markdown with `[n]` marks, or the object that was asked for. */
  output: string | Record<string, unknown>;
  citations: Citation[];
  /** JSON pointers into a structured `output`: values that no passage carries. */
  unverified?: string[] | undefined;
  searches_performed: number;
  /** What was sent to which search engines, in its order. Empty where nothing left. */
  queries?: Array<{
    query: string;
    engines: string[];
  }> | undefined;
  pages_read: number;
  /** Why there are fewer sources, or less on a question, than the depth promises. */
  shortfall?: Shortfall | undefined;
  /** The connected model refused or failed; the report is in the words of the sources. */
  degraded?: {
    /** Questions put to the model. */
    calls: number;
    /** Those without a usable answer. */
    failed: number;
    reason: string;
  } | undefined;
  failed_sources: Array<{
    url: string;
    reason: string;
  }>;
  model: string;
  cost_usd: number;
}

export interface ResearchRun {
  success: boolean;
  research_id: string;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** What was asked for, its first 500 characters. */
  instructions: string;
  progress: ResearchProgress;
  created_at: string;
  finished_at: string | null;
  /** Checks the signature of the webhook (`whsec_…`). */
  webhook_secret?: string | undefined;
  /** Markdown with `[n]` marks, or the object that was asked for. */
  output?: string | Record<string, unknown> | undefined;
  citations?: Citation[] | undefined;
  /** JSON pointers into a structured `output`: values that no passage carries. */
  unverified?: string[] | undefined;
  searches_performed?: number | undefined;
  /** What was sent to which search engines, in its order. Empty where nothing left. */
  queries?: Array<{
    query: string;
    engines: string[];
  }> | undefined;
  pages_read?: number | undefined;
  /** Why there are fewer sources, or less on a question, than the depth promises. */
  shortfall?: Shortfall | undefined;
  /** The connected model refused or failed; the report is in the words of the sources. */
  degraded?: {
    /** Questions put to the model. */
    calls: number;
    /** Those without a usable answer. */
    failed: number;
    reason: string;
  } | undefined;
  failed_sources?: Array<{
    url: string;
    reason: string;
  }> | undefined;
  model?: string | undefined;
  cost_usd?: number | undefined;
  error?: string | undefined;
  message?: string | undefined;
  code?: string | undefined;
}

export type ResponseItem = {
  type: 'message';
  id: string;
  status: 'in_progress' | 'completed' | 'incomplete';
  role: 'assistant';
  content: Array<{
    type: 'output_text';
    text: string;
    annotations: Array<{
      type: 'file_citation';
      file_id: string;
      filename: string;
      /** Where in the text the citation belongs. */
      index: number;
    } | {
      type: 'url_citation';
      url: string;
      title: string;
      start_index: number;
      end_index: number;
    }>;
    logprobs: unknown[];
  } | {
    type: 'refusal';
    refusal: string;
  }>;
} | {
  type: 'function_call';
  id: string;
  call_id: string;
  name: string;
  /** JSON text. */
  arguments: string;
  status: 'in_progress' | 'completed' | 'incomplete';
} | {
  type: 'reasoning';
  id: string;
  summary: Array<{
    type: 'summary_text';
    text: string;
  }>;
} | {
  type: 'web_search_call';
  id: string;
  status: 'in_progress' | 'searching' | 'completed' | 'failed';
  action: {
    type: 'search';
    query: string;
    sources?: Array<{
      type: 'url';
      url: string;
    }> | undefined;
  };
} | {
  type: 'file_search_call';
  id: string;
  status: 'in_progress' | 'searching' | 'completed' | 'failed';
  queries: string[];
  results: Array<{
    file_id: string;
    filename: string;
    score: number;
    text: string;
    attributes: Record<string, unknown>;
  }> | null;
};

export interface Retention {
  /** Records of calls, at least 3 days. Null, the default, keeps them. The log of calls reaches back as far as they; budgets and the sums of `/v1/admin/usage` and `/v1/admin/usage/series` stay, for whole days (UTC). */
  usage_days: number | null;
  /** Audit events. Null, the default, keeps them. */
  audit_days: number | null;
  /** Playground runs that nobody shared. Default: 90. */
  playground_days: number | null;
  /** Contents of calls, where `contents` keeps them. Default: 7. They go with the records of their calls at the latest, and beyond 100,000 calls the oldest go first. */
  contents_days: number;
  /** Whose calls are kept with what they ask and are answered: of nobody, of the keys in `contents_keys`, of all. Default: `all` with CALL_CONTENTS=keep, else `none`. What was kept goes within an hour once it is `none`. */
  contents: 'none' | 'keys' | 'all';
  /** Ids of keys, for `contents` `keys`. */
  contents_keys: string[];
  /** Personal data are taken out as well before anything is written, each as its kind (`[EMAIL]`), as far as they are found: names, addresses, e-mail addresses, numbers of telephones, accounts, cards and identity documents, dates of birth, network addresses. Default: false. */
  contents_masked: boolean;
  /** Uploaded files, from their upload. Null, the default, keeps them until they are deleted or `expires_at`. */
  files_days: number | null;
  /** Research, responses, OCR and videos in the background, from their end. Null, the default: as long as each kind is kept, 7 or 30 days; more days do not keep them longer. */
  runs_days: number | null;
  /** Pictures and their prompts in `/v1/media`. Null, the default: 30 days; more do not keep them longer. */
  pictures_days: number | null;
}

export interface RevertRequest {
  /** Default: the one before the last. */
  version?: number | undefined;
}

/** `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner. */
export type RoleName = 'owner' | 'admin' | 'member' | 'viewer';

export interface RollKeyRequest {
  /** How long the old key stays valid. Default: 3600. */
  overlap_seconds?: number | undefined;
}

export type ScopeName = 'text' | 'files' | 'ocr' | 'research' | 'integrations' | 'media' | 'evaluation';

export interface SealingReport {
  /** Whether the operator set a key (`SEALING_KEY`, `SEALING_KEY_COMMAND`). */
  on: boolean;
  /** Of the data key that seals now; null where nothing is sealed. */
  key_id: string | null;
  /** The job that seals with this key what was stored before; null when there was nothing to do. */
  run: SealingRun | null;
}

export interface SealingRun {
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** Rows and blobs that were looked at, in this pass. */
  looked: number;
  /** How many there were when the pass began. */
  total: number;
  /** Those that were sealed with the key, in all passes. */
  sealed: number;
  /** Blobs that could not be opened, or not be written; they stay as they were. */
  failed: number;
  /** Why it failed; null else. */
  error: string | null;
  /** When it was begun. */
  created_at: string;
}

export interface SearchBackendState {
  name: string;
  state: 'untried' | 'working' | 'refusing' | 'timing_out';
  seen_at: string | null;
  /** What it said last. */
  message: string | null;
  rests_until: string | null;
}

export interface SearchVectorStoreRequest {
  query: string | string[];
  filters?: Record<string, unknown> | null | undefined;
  max_num_results?: number | null | undefined;
  ranking_options?: {
    ranker?: string | null | undefined;
    score_threshold?: number | null | undefined;
  } | null | undefined;
  rewrite_query?: boolean | null | undefined;
}

export interface SecondFactorSetup {
  /** For the authenticator app, in base32. Shown this once. */
  secret: string;
  /** The same as an address that apps open. */
  uri: string;
}

export interface SeriesGroup {
  /** Id, model, endpoint, user or tag; null for calls without one. */
  group: string | null;
  /** What to show: the name of a key or workspace, else the group itself. */
  label: string;
  total: SeriesTotal;
  /** One for each interval, also where nothing happened. */
  points: SeriesPoint[];
}

export interface SeriesPoint {
  /** Of the interval. */
  start: string;
  requests: number;
  /** Statuses from 400 on. */
  errors: number;
  input_tokens: number;
  cached_tokens: number;
  output_tokens: number;
  cost_usd: number;
  upstream_cost_usd: number;
  /** What replies that were given again had cost when they were written. */
  saved_usd: number;
  /** Calls of engines whose price is not known: the costs lack theirs, and budgets and alerts do not see them. */
  unpriced_requests: number;
  /** Half of the calls were faster; within 5 %. */
  p50_ms: number | null;
  /** 95 % of the calls were faster; within 5 %. */
  p95_ms: number | null;
}

export interface SeriesQuery {
  /** Inclusive. */
  from?: string | undefined;
  /** Exclusive. */
  to?: string | undefined;
  /** Default: every workspace that the caller may see. */
  workspace_id?: string | undefined;
  key_id?: string | undefined;
  model?: string | undefined;
  /** Operation id, such as `createAnswer`. */
  endpoint?: string | undefined;
  /** `key`: of programs · `dashboard`: of people who are signed in, such as runs of the playground · `evaluation`: of runs of evaluations. */
  source?: 'key' | 'dashboard' | 'evaluation' | undefined;
  /** Calls with this tag. */
  tag?: string | undefined;
  /** Calls for this user of the caller's own. */
  user_id?: string | undefined;
  /** `error` is any status from 400 on · `refused` 4xx · `failed` 5xx · `left` 499. */
  status?: 'ok' | 'error' | 'refused' | 'failed' | 'left' | undefined;
  slower_than_ms?: number | undefined;
  /** Default: what gives about a hundred points. Days are UTC. */
  interval?: 'minute' | 'hour' | 'day' | undefined;
  /** `user`: the caller's own users · `tag`: a call with several tags is counted for each of them, and once in the total. */
  group_by?: 'key' | 'model' | 'endpoint' | 'workspace' | 'user' | 'tag' | undefined;
}

export interface SeriesTotal {
  requests: number;
  /** Statuses from 400 on. */
  errors: number;
  input_tokens: number;
  cached_tokens: number;
  output_tokens: number;
  cost_usd: number;
  upstream_cost_usd: number;
  /** What replies that were given again had cost when they were written. */
  saved_usd: number;
  /** Calls of engines whose price is not known: the costs lack theirs, and budgets and alerts do not see them. */
  unpriced_requests: number;
  /** Half of the calls were faster; within 5 %. */
  p50_ms: number | null;
  /** 95 % of the calls were faster; within 5 %. */
  p95_ms: number | null;
}

export interface ServedCapability {
  capability: 'text' | 'embeddings' | 'images' | 'videos' | 'search' | 'ocr' | 'storage' | 'database' | 'queue';
  /** `reader`, `openai/gpt-5-mini`, `wikipedia`, `SQLite`, … */
  served_by: string;
  /** Part of the service itself. */
  embedded: boolean;
  /** As it was seen last. `untried`: not asked yet since the start, nor among the newest calls before it. */
  state: 'untried' | 'ok' | 'degraded' | 'off';
  seen_at: string | null;
  /** Why this and no other, or what is wrong. */
  reason: string | null;
}

export interface SessionInfo {
  id: string;
  /** When somebody signed in. */
  created_at: string;
  /** To the minute. */
  last_seen_at: string;
  /** When it ends by itself. */
  expires_at: string;
  /** Network address of the last sign-in. */
  address: string | null;
  /** What the browser said of itself. */
  user_agent: string | null;
  /** The session of this very call. */
  current: boolean;
}

export interface SetEnginePrice {
  /** `provider/model`. */
  engine: string;
  /** What its vendor asks; null takes back what was set. */
  prices: {
    /** Per million tokens. */
    input_usd: number;
    /** Per million tokens. */
    output_usd: number;
    /** Per million tokens that the vendor reads from its cache. Default: as `input_usd`. */
    cached_input_usd?: number | undefined;
  } | null;
}

export interface SettingInfo {
  /** The variable, or the place in `parley.config.json`. */
  name: string;
  /** What is in effect; of secrets only whether they are set. Null when it is not set. */
  value: string | number | boolean | null;
  source: 'default' | 'environment' | 'file';
  description: string;
  /** Its `value` is only true when it is set. */
  secret: boolean;
}

/** What a workspace is charged, in US dollars per token and request. */
export interface SettingPricing {
  /** US dollars as a decimal string. */
  prompt?: string | undefined;
  /** US dollars as a decimal string. */
  completion?: string | undefined;
  /** US dollars as a decimal string. */
  request?: string | undefined;
  /** US dollars as a decimal string. */
  input_cache_read?: string | undefined;
  /** US dollars as a decimal string. */
  input_cache_write?: string | undefined;
}

/** `environment` and `file` are read at the start and cannot be changed here; `api` was set by these calls. */
export type SettingSource = 'environment' | 'file' | 'api';

export interface SettingVersion {
  version: number;
  action: 'create' | 'update' | 'delete' | 'revert';
  changed_by: string;
  /** When it was made. */
  changed_at: string;
  /** All that this version said, without secrets. */
  settings: Record<string, unknown>;
}

export interface SettingVersions {
  /** Newest first, at most 50. */
  data: SettingVersion[];
}

export interface SettingsReport {
  sections: Array<{
    name: string;
    settings: SettingInfo[];
  }>;
  retention: Retention;
}

/** A question about all rows of a table, and its answer. */
export interface SheetQueryShown {
  file_id: string;
  filename: string;
  /** Empty where the file has one table without a name. */
  sheet: string;
  /** `join`, `where`, `group_by`, `aggregates`, `select`, `order_by`, `limit`, as far as they were asked for. */
  query: Record<string, unknown>;
  /** Rows, or groups, that fit; `rows` holds the first of them. */
  matched: number;
  rows: Array<Record<string, string | number | boolean | null>>;
  /** Why it could not be answered. */
  error?: string | undefined;
}

/** Why there are fewer sources, or less on a question, than the depth promises. */
export interface Shortfall {
  wanted: number;
  cited: number;
  read: number;
  found: number;
  reason: string;
  /** Questions of the plan on which next to nothing was proven. */
  thin?: Array<{
    question: string;
    claims: number;
    sources: number;
  }> | undefined;
}

export interface SignInRequest {
  /** Capitals make no difference. */
  email: string;
  password: string;
  /** What the authenticator app shows, or a recovery code. Each works once. */
  code?: string | undefined;
}

/** A passage that the answer rests on. */
export interface Source {
  /** Null for `context`. */
  file_id: string | null;
  /** `context` for the `context` field. */
  filename: string;
  /** First page is 1; only where pages have a meaning. */
  page?: number | undefined;
  /** The page on which the passage ends, where it ends on a later one. */
  end_page?: number | undefined;
  /** When it is said, in seconds from the beginning; only of sound and video. */
  time?: number | undefined;
  /** UTF-16 position in the file's text or in `context`. */
  start: number;
  /** Exclusive. */
  end: number;
  /** Exactly the text from `start` to `end`. */
  quote: string;
  /** `cited`: the model named it for a sentence whose words or figures it holds · `unchecked`: the model named it, but for what it says in other words and without figures, which nothing here can judge · `quoted`: the embedded engine quotes it · `matched`: found by likeness afterwards. */
  basis?: 'cited' | 'unchecked' | 'quoted' | 'matched' | undefined;
}

export interface SpeechRequest {
  model?: string | null | undefined;
  /** What is said. */
  input: string;
  /** By the vendor's names, such as `alloy`. */
  voice: string | {
    id: string;
  };
  instructions?: string | null | undefined;
  response_format?: 'mp3' | 'opus' | 'aac' | 'flac' | 'wav' | 'pcm' | null | undefined;
  speed?: number | null | undefined;
  /** Where the call may go: `only`, `ignore`, `data_collection`, `zdr` and `regions` hold; else 400 `no_provider_fits`. */
  provider?: ProviderWishes | null | undefined;
  stream_format?: 'audio' | null | undefined;
}

export interface StorageReport {
  data: WorkspaceStorage[];
  has_more: boolean;
  /** Give it as `after` to read on. */
  next: string | null;
  /** Null for callers of one workspace. */
  database_bytes: number | null;
  /** Of the whole installation; null for callers of one workspace. */
  blobs: {
    /** Blobs. */
    count: number;
    /** Together. */
    bytes: number;
  } | null;
  /** When the blobs were counted: at most five minutes ago. */
  measured_at: string;
  /** False where the store holds more than could be counted at once: then blobs are at least so many. */
  complete: boolean;
}

export interface StoredPrompt {
  id: string;
  workspace_id: string;
  /** Unique in the workspace. */
  name: string;
  description: string | null;
  latest_version: number;
  /** The set that its versions are played against: `POST /v1/evaluations/runs` with `prompt` and no `set_id`. */
  evaluation_set_id: string | null;
  /** Which versions a label means, and each one’s share of the calls. */
  labels: Record<string, Array<{
    version: number;
    /** Of the calls. One user of the caller’s (`user`) always gets the same version. */
    share: number;
  }>>;
  /** When it was made. */
  created_at: string;
  /** When a version or a label was last set. */
  updated_at: string;
}

export type TextEvent = {
  content: string;
  done: false;
} | {
  thinking: string;
  done: false;
} | {
  retry: {
    reason: 'schema_not_met' | 'length';
  };
  done: false;
} | {
  tool_call: ToolCall;
} | {
  executed_call: ExecutedCall;
} | {
  /** Input and output together, once, before the end. */
  tokens: number;
} | {
  done: true;
  /** How the object was asked for: `strict`, `tool`, `json` or `prompt`. */
  schema_mode?: string | undefined;
  short_answer?: string | undefined;
  /** The validated object, with `response_format`. */
  data?: unknown;
  /** With `response_format` and files or `context`: by the JSON Pointer of each value in `data`. */
  fields?: Record<string, FieldOrigin> | undefined;
  /** Which required values no passage carries while `response_format` lets them be neither null nor left out, by JSON Pointer. */
  details?: string | undefined;
  /** The passages used, best first; empty when the text does not say: what then comes near is in `near`. */
  sources?: Source[] | undefined;
  /** Where the text does not say: the passages that come near, best first. Absent when there are none. */
  near?: NearPassage[] | undefined;
  /** What of the reply no passage carries; absent when there is nothing. */
  ungrounded?: UngroundedPart[] | undefined;
  /** What a connected model asked of all rows of tables; absent when it asked nothing. */
  queries?: SheetQueryShown[] | undefined;
  usage: Usage;
  model: string;
  /** How the request was taken, such as pictures that were read by OCR. */
  warnings?: string[] | undefined;
  /** The engine that answered: `reader`, `openai`, `anthropic` and so on. */
  engine?: string | undefined;
  /** Why the reply ended. */
  finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'refusal' | 'max_steps' | undefined;
  /** The embedded engine cannot do what was asked without a connected model; the text says so. */
  code?: 'needs_model' | undefined;
} | {
  error: string;
  code: string;
  details?: string | undefined;
  done: true;
};

export interface ToolCall {
  id: string;
  name: string;
  inputs: Record<string, unknown>;
}

export interface ToolChoiceObject {
  type: 'auto' | 'any' | 'tool' | 'none';
  name?: string | undefined;
  disable_parallel_tool_use?: boolean | undefined;
}

export interface ToolDefinition {
  name: string;
  /** What it does, when to use it, what it returns. */
  description: string;
  /** JSON Schema of the inputs, with `type` `object`. */
  input_schema: Record<string, unknown>;
}

export type TranscriptEvent = {
  type: 'transcript.text.delta';
  delta: string;
} | {
  type: 'transcript.text.done';
  text: string;
  usage: {
    type: 'duration';
    seconds: number;
  } | {
    type: 'tokens';
    input_tokens: number;
    output_tokens: number;
    total_tokens: number;
  };
} | {
  type: 'error';
  error: {
    message: string;
    type: string;
    param: string | null;
    code: string;
  };
};

/** From `task` on with `verbose_json` alone. */
export interface Transcription {
  text: string;
  /** What heard it: `provider/model`. */
  model: string;
  usage: {
    type: 'duration';
    seconds: number;
  } | {
    type: 'tokens';
    input_tokens: number;
    output_tokens: number;
    total_tokens: number;
  };
  task?: 'transcribe' | 'translate' | undefined;
  /** As the vendor names it. */
  language?: string | null | undefined;
  /** Seconds. */
  duration?: number | undefined;
  segments?: Array<{
    id: number;
    /** Seconds. */
    start: number;
    end: number;
    text: string;
  }> | undefined;
  words?: Array<{
    word: string;
    start: number;
    end: number;
  }> | undefined;
}

export interface TryGuardResult {
  /** Null where it found nothing. */
  decision: GuardDecision | null;
  /** The text as it would go on; null where it would not. */
  text: string | null;
}

/** What becomes of a value that no passage carries: `allow` keeps it (default for connected models), `null` puts null or leaves it out where the schema lets it (always so for the embedded reader), `refuse` fails with `schema_not_met`. */
export type Ungrounded = 'allow' | 'null' | 'refuse';

/** Something of a connected model’s reply that no passage carries. */
export interface UngroundedPart {
  /** The mark, the figure or the address as the model wrote it. */
  text: string;
  /** `no_such_passage`: a mark that names none; it is taken out · `figure_not_in_passage`: the passage named for it does not hold it; it is taken out · `figure_in_no_passage`: without a mark, and no passage holds it; it is left in · `address_in_no_passage`: a link, a picture or an address that no passage and no message holds; it is taken out · `negated_in_passage`: a sentence that the passage named for it says with or without a "not"; it is left in, and not cited. */
  reason: 'no_such_passage' | 'figure_not_in_passage' | 'figure_in_no_passage' | 'address_in_no_passage' | 'negated_in_passage';
}

export interface UpdateAlertRequest {
  name?: string | undefined;
  /** Fires when the measure reaches it. */
  threshold?: number | undefined;
  /** UTC. Not of `error_share` and `disk_used_share`. Default: "month". */
  period?: 'day' | 'month' | undefined;
  /** Default: true. */
  active?: boolean | undefined;
}

export interface UpdateBudgetRequest {
  /** What may be spent in a period, in US dollars. */
  amount_usd?: number | undefined;
  /** Days, weeks and months are UTC; a week begins on Monday. A call counts in the period in which it began, with all that it costs. */
  period?: 'day' | 'week' | 'month' | 'total' | undefined;
  name?: string | undefined;
  /** `stop`: calls that the budget does not pay for are 402 `budget_exceeded` · `warn`: they go on, and say so in `x-parley-warnings`. */
  action?: 'stop' | 'warn' | undefined;
  /** Shares of the amount at which the webhooks of the workspace (`budget.warning`) and `emails` are told, once in a period. */
  warn_at?: number[] | undefined;
  /** Who is told by mail, where the installation sends mail. */
  emails?: string[] | undefined;
  /** False: neither stops nor warns. What is spent is not counted meanwhile. */
  active?: boolean | undefined;
}

export interface UpdateCollectionRequest {
  name?: string | undefined;
  /** What is in it. */
  description?: string | null | undefined;
  /** Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false. */
  attributes?: Record<string, string | number | boolean> | undefined;
  /** From now on; null for never. */
  expires_after_days?: number | null | undefined;
}

export interface UpdateGuardRequest {
  /** By which calls name it. Unique in the workspace. */
  name?: string | undefined;
  /** What it looks at: what the caller says, what the model says, or both. */
  stage?: 'input' | 'output' | 'both' | undefined;
  /** `block`: the call is refused, or its stream ends, with `blocked_by_guard` · `mask`: what was found is replaced before a vendor or the caller sees it · `warn`: the call goes on and the reply says so in `warnings` · `shadow`: only the record says so. */
  action?: 'block' | 'mask' | 'warn' | 'shadow' | undefined;
  /** What is looked for. */
  check?: {
    type: 'patterns';
    /** Regular expressions (RE2: no look-around, no back references), each met in linear time. */
    patterns: string[];
    /** Default: false. */
    ignore_case?: boolean | undefined;
  } | {
    type: 'words';
    /** Words and phrases; case and accents make no difference, and only whole words count. */
    words: string[];
  } | {
    type: 'personal_data';
    /** Default: all. Read in English, German, Spanish and French. */
    kinds?: Array<'secret' | 'email' | 'iban' | 'card' | 'national_id' | 'date_of_birth' | 'phone' | 'ip_address' | 'address' | 'name'> | undefined;
  } | {
    type: 'webhook';
    /** A public https address that takes a POST. */
    url: string;
    /** Default: 3000. */
    timeout_ms?: number | undefined;
    /** What happens when it cannot say. Default: "allow". */
    on_error?: 'allow' | 'block' | undefined;
  } | {
    type: 'judge';
    /** What must not pass, in a sentence or two. A connected model is asked whether the text is such. */
    instructions: string;
    /** Default: the model of the call. */
    model?: string | undefined;
    /** What happens when it cannot say. Default: "allow". */
    on_error?: 'allow' | 'block' | undefined;
  } | {
    type: 'topics';
    /** What may be talked about; everything else meets the guard. */
    allowed?: string[] | undefined;
    /** What may not be talked about. */
    denied?: string[] | undefined;
    /** Default: the model of the call. */
    model?: string | undefined;
    /** What happens when it cannot say. Default: "allow". */
    on_error?: 'allow' | 'block' | undefined;
  } | {
    type: 'schema';
    /** A JSON Schema that the whole reply must satisfy. For replies alone (`stage: "output"`). */
    schema: Record<string, unknown>;
  } | undefined;
  /** With `mask` on input: the vendor sees placeholders, and the reply that the caller gets has the values again. Default: true. */
  restore?: boolean | undefined;
  /** Ids of the keys whose calls it looks at; null for all of the workspace. */
  keys?: string[] | null | undefined;
  /** It looks only at calls that name it in the header `x-parley-guards`. Default: false. */
  on_request?: boolean | undefined;
  /** Default: true. */
  enabled?: boolean | undefined;
  /** Guards look one after the other, the lowest first. Default: 100. */
  position?: number | undefined;
}

export interface UpdateKeyRequest {
  name?: string | undefined;
  /** Default: all. */
  scopes?: ScopeName[] | undefined;
  expires_at?: string | null | undefined;
  /** Default: true. */
  active?: boolean | undefined;
  /** Absent limits follow the defaults; null sets none. */
  limits?: {
    /** Default: 600. */
    requests_per_minute?: number | null | undefined;
    /** Default: 2000000. */
    tokens_per_minute?: number | null | undefined;
    /** Default: 100. */
    open_streams?: number | null | undefined;
    /** Most tokens of documents that a connected model is sent in a call. Default: that of the installation, 24,000, of which a call may ask for more or less; null for as much as the model holds. */
    grounding_tokens?: number | null | undefined;
    /** The most that one call may cost, with all that it asks of models, in US dollars. Default: null, no limit. A call that would need more from the beginning is refused as `budget_exceeded`; a reply that nobody limits ends there with `finish_reason: length`. */
    max_call_usd?: number | null | undefined;
    /** For how long replies of connected models are given again to the same prompt of the workspace, where a call does not say so itself (`x-parley-cache`). Default: null, as 0: not at all. */
    cache_seconds?: number | null | undefined;
    /** What such a prompt may be: `exact` the same, `meaning` also one whose last question asks the same in nearly the same words, where the embedded sentence encoder is there. Default: null, as `exact`. */
    cache_by?: 'exact' | 'meaning' | null | undefined;
  } | undefined;
  budget_usd?: number | null | undefined;
  /** Null where there is no budget. Default: `month`. */
  budget_period?: 'day' | 'month' | 'total' | null | undefined;
  /** Default, also with null: `agents`. */
  confirm_changes?: 'always' | 'agents' | 'never' | null | undefined;
  /** False: no call asks search engines or pages of the web. Default, also with null: true. */
  web?: boolean | null | undefined;
  /** The only models it may use: names of the model list, or beginnings such as `openai/*`. Null for all. */
  models?: string[] | null | undefined;
  /** The only endpoints it may call, as in this specification: `POST /v1/answer`, `/v1/files/{file_id}`, `/v1/files*`. Null for all. */
  endpoints?: string[] | null | undefined;
  /** The only addresses and networks (`10.0.0.0/8`) it may be used from. Null for all. */
  addresses?: string[] | null | undefined;
  /** The only origins (`https://app.example.com`) whose pages may use it, for keys that stand in a page. Browsers of these may call with it without `CORS_ORIGINS`, and nobody else may. Null for all. */
  origins?: string[] | null | undefined;
  /** The only collections that its calls may ask, by id; other collections, files and what reads them are refused. Null for all. */
  collections?: string[] | null | undefined;
  /** Null for none. */
  tags?: string[] | null | undefined;
  /** False: nothing of what its calls say is kept (`store: false` of each), and what can only be done by keeping it is refused. Default, also with null: true. */
  store?: boolean | null | undefined;
  /** True: fields that an endpoint does not know are refused, as with the header `x-parley-strict: true`. Default, also with null: they are named in `warnings` and in the header `x-parley-warnings`. */
  strict?: boolean | null | undefined;
}

export interface UpdateProviderRequest {
  /** The version that was read: 409 `conflict` where another has come since. */
  version?: number | undefined;
  /** The shape in which it is spoken with. */
  type?: 'openai' | 'anthropic' | 'google' | 'cohere' | 'azure' | 'vertex' | 'bedrock' | 'voyage' | 'jina' | 'tei' | 'deepgram' | 'elevenlabs' | undefined;
  /** Public, or one of those that `ALLOW_PRIVATE_ADDRESSES` names. */
  base_url?: string | undefined;
  /** Several share the calls by weight; one that is refused or limited is left alone for a while. */
  keys?: Array<{
    /** How it is called in lists and changes; no secret. */
    name: string;
    /** Its share of the calls. Default: 1. */
    weight?: number | undefined;
    /** The secret; sealed at rest and never shown again. For Vertex the whole JSON of a service account, for Bedrock an API key or `ACCESS_KEY_ID:SECRET_ACCESS_KEY`. Left out in a change: as it was. */
    value?: string | undefined;
  }> | undefined;
  headers?: Record<string, string> | null | undefined;
  api_version?: string | null | undefined;
  region?: string | null | undefined;
  project?: string | null | undefined;
  context_length?: number | null | undefined;
  data_policy?: {
    /** `deny`: the vendor keeps no prompts for its own use. Calls with `provider.data_collection: "deny"` go to these alone. */
    data_collection: 'allow' | 'deny';
    /** The vendor keeps nothing once it has answered. Calls with `provider.zdr` go to these alone. */
    zero_retention?: boolean | undefined;
  } | null | undefined;
  limits?: {
    requests_per_minute?: number | undefined;
    /** Of prompts, by estimate, and the output limit they name. */
    tokens_per_minute?: number | undefined;
    concurrent_requests?: number | undefined;
  } | null | undefined;
  cooldown?: {
    /** Default: 600000. */
    unauthorized_ms?: number | undefined;
    /** Where the vendor names no time itself. Default: 10000. */
    rate_limited_ms?: number | undefined;
  } | null | undefined;
  timeouts?: {
    connect_ms?: number | undefined;
    first_token_ms?: number | undefined;
    idle_ms?: number | undefined;
    total_ms?: number | undefined;
  } | null | undefined;
  pricing?: SettingPricing | null | undefined;
  upstream_prices?: Record<string, unknown> | null | undefined;
}

export interface UpdateVectorStoreRequest {
  name?: string | null | undefined;
  expires_after?: VectorStoreExpiry | null | undefined;
  metadata?: Record<string, string> | null | undefined;
}

export interface UpdateWorkspaceRequest {
  name?: string | undefined;
  budget_usd?: number | null | undefined;
  limits?: {
    /** What its files may take together, stored or under way; null for no limit. */
    storage_bytes?: number | null | undefined;
  } | undefined;
  /** Origins (`https://app.example.com`) whose pages users are sent back to after signing in to an integration. Others are shown as a link. */
  callback_origins?: string[] | undefined;
  /** False: no call asks search engines or pages of the web. Default: true. */
  web?: boolean | undefined;
  /** People come in with a second factor only, or by the identity provider; keys are not asked. Default: false. */
  require_second_factor?: boolean | undefined;
  /** For how many days things of this workspace are kept, where that is not as long as `Retention` of the installation says. Set by who runs it. */
  retention?: {
    usage_days?: number | undefined;
    audit_days?: number | undefined;
    playground_days?: number | undefined;
    contents_days?: number | undefined;
    files_days?: number | undefined;
    runs_days?: number | undefined;
    pictures_days?: number | undefined;
  } | null | undefined;
}

export interface UploadUrl {
  success: true;
  file_id: string;
  /** PUT the bytes here, without a key. Works for ten minutes. */
  upload_url: string;
  storage_path: string;
  expires_at: string;
}

export interface UploadUrlRequest {
  filename?: string | undefined;
  /** Fetch the file from this public address instead. */
  url?: string | undefined;
  /** Seconds after which the file is deleted by itself. Default: never. */
  expires_in?: number | undefined;
  /** How long the answer waits for the processing. Default: 10000. */
  wait_ms?: number | undefined;
  /** Your own id of the end user it is of: `eraseUser` deletes it with everything else of theirs. */
  user_id?: string | undefined;
}

export interface Usage {
  /** All input, cached input included. */
  input_tokens: number;
  /** All output, reasoning included. */
  output_tokens: number;
  /** Of the input: read from the cache of the vendor. */
  cached_tokens?: number | undefined;
  /** Of the input: written to the cache of the vendor. */
  cache_write_tokens?: number | undefined;
  /** Of the output: what the model thought. */
  reasoning_tokens?: number | undefined;
  /** Where a connected model answered from files, collections or `context`. */
  documents?: {
    /** Of the input, estimated: the documents as the model was shown them. */
    sent_tokens: number;
    /** What of their texts it was not shown, estimated. */
    left_out_tokens: number;
    /** The limit that held: see `grounding_tokens`. */
    limit_tokens: number;
  } | undefined;
}

export type UsageGroup = 'key' | 'model' | 'endpoint' | 'day' | 'workspace' | 'tag' | 'user';

export interface UsageQuery {
  /** Inclusive. */
  from?: string | undefined;
  /** Exclusive. */
  to?: string | undefined;
  /** Default: every workspace that the caller may see. */
  workspace_id?: string | undefined;
  /** Calls with this tag. */
  tag?: string | undefined;
  /** Calls for this user of the caller's own. */
  user_id?: string | undefined;
  group_by?: 'key' | 'model' | 'endpoint' | 'day' | 'workspace' | 'tag' | 'user' | undefined;
}

export interface UsageRecord {
  request_id: string;
  workspace_id: string;
  key_id: string;
  endpoint: string;
  model: string | null;
  /** The caller's own user: `user_id`, `user` or `metadata.user_id` of the body. Null for none. */
  user_id: string | null;
  /** Of the header `x-parley-tags` and of the body. */
  tags: string[];
  /** Of the header `x-parley-metadata` and of the body. */
  metadata: Record<string, string>;
  /** The kept prompt that the call began with, as `id@version`. */
  prompt: string | null;
  /** What guards of the workspace found in the call; empty for nothing. */
  guards: GuardDecision[];
  /** All input, also what was read from a cache or written to one. */
  input_tokens: number;
  /** The part of the input that the vendor read from its cache. */
  cached_tokens: number;
  /** The part of the input that the vendor wrote to its cache. */
  cache_write_tokens: number;
  output_tokens: number;
  /** What is charged: by `charged` of the model list. */
  cost_usd: number;
  /** What the vendor asks, 0 for embedded and local engines. */
  upstream_cost_usd: number;
  /** What replies that were given again had cost when they were written. */
  saved_usd: number;
  /** False where nobody told what the engine costs: the costs are then 0, and budgets and alerts do not see them. */
  price_known: boolean;
  /** HTTP status; 499 when the caller left. */
  status: number;
  /** Of the error that the caller got, from the list of errors; null for none. */
  error_code: string | null;
  streamed: boolean;
  /** `provider/model` that answered or, where the call failed, was asked last; null for calls without a model. */
  engine: string | null;
  /** Calls to engines, those that failed included. */
  attempts: number;
  /** Each of them, in their order, the first 100: their costs make up `upstream_cost_usd`. */
  rounds: UsageRound[];
  /** From the beginning of the call to the first word of a reply. */
  first_token_ms: number | null;
  duration_ms: number;
  /** When the call ended. */
  created_at: string;
}

export interface UsageRecordsQuery {
  /** Default: 20. */
  limit?: number | undefined;
  /** The `next` of the page before. */
  after?: string | undefined;
  /** Inclusive. */
  from?: string | undefined;
  /** Exclusive. */
  to?: string | undefined;
  /** Default: every workspace that the caller may see. */
  workspace_id?: string | undefined;
  /** Calls with this tag. */
  tag?: string | undefined;
  /** Calls for this user of the caller's own. */
  user_id?: string | undefined;
  request_id?: string | undefined;
  key_id?: string | undefined;
}

/** One call to one engine. */
export interface UsageRound {
  /** `provider/model`. */
  engine: string;
  input_tokens: number;
  cached_tokens: number;
  cache_write_tokens: number;
  output_tokens: number;
  /** What its vendor asks. */
  upstream_cost_usd: number;
  /** The code of what it failed with, `abandoned` where it was given up; null for a reply. */
  error: string | null;
  /** When it was asked, after the beginning of the call. Absent in older records. */
  started_ms?: number | undefined;
  /** From the question to the end of the reply. */
  duration_ms?: number | undefined;
  /** From the question to the first piece of the reply; null where none came. */
  first_token_ms?: number | null | undefined;
  /** What its vendor said when it failed, without addresses and keys. */
  error_message?: string | undefined;
  /** A kept reply was given once more; nobody was asked. */
  from_cache?: boolean | undefined;
  /** What that reply had cost when it was written. */
  saved_usd?: number | undefined;
}

export interface UsageSeries {
  /** Of the first interval. */
  from: string;
  /** The end of the last interval. */
  to: string;
  interval: 'minute' | 'hour' | 'day';
  group_by: 'key' | 'model' | 'endpoint' | 'workspace' | 'user' | 'tag' | null;
  total: SeriesTotal;
  /** Most requests first, at most 20; what is beyond is together in a group named `…`. */
  groups: SeriesGroup[];
}

export interface UsageSum {
  /** Id, model, endpoint, day (`2026-11-21`), tag or user, or null for calls without one. A call with several tags is counted for each of them, and once in the total. */
  group: string | null;
  requests: number;
  /** All input, also what was read from a cache or written to one. */
  input_tokens: number;
  /** The part of the input that the vendor read from its cache. */
  cached_tokens: number;
  /** The part of the input that the vendor wrote to its cache. */
  cache_write_tokens: number;
  output_tokens: number;
  /** What is charged: by `charged` of the model list. */
  cost_usd: number;
  /** What the vendor asks, 0 for embedded and local engines. */
  upstream_cost_usd: number;
}

export interface UsageSums {
  group_by: UsageGroup;
  total: UsageSum;
  data: UsageSum[];
}

/** A collection in the shape of OpenAI. */
export interface VectorStore {
  /** That of a collection: both are the same. */
  id: string;
  object: 'vector_store';
  /** Unix time in seconds. */
  created_at: number;
  name: string;
  description: string | null;
  /** Of its files. */
  usage_bytes: number;
  file_counts: VectorStoreFileCounts;
  status: 'in_progress' | 'completed' | 'expired';
  expires_after: VectorStoreExpiry | null;
  expires_at: number | null;
  last_active_at: number | null;
  metadata: Record<string, string>;
}

export interface VectorStoreExpiry {
  anchor: 'last_active_at';
  days: number;
}

/** A file of a vector store. */
export interface VectorStoreFile {
  id: string;
  object: 'vector_store.file';
  usage_bytes: number;
  /** Unix time in seconds. */
  created_at: number;
  vector_store_id: string;
  status: 'in_progress' | 'completed' | 'cancelled' | 'failed';
  last_error: {
    code: 'server_error' | 'unsupported_file' | 'invalid_file';
    message: string;
  } | null;
  chunking_strategy: {
    /** Files are split at their own paragraphs and headings. */
    type: 'other';
  };
  /** For filters. */
  attributes: Record<string, string | number | boolean>;
}

/** Files that were added together. */
export interface VectorStoreFileBatch {
  id: string;
  object: 'vector_store.file_batch';
  /** Unix time in seconds. */
  created_at: number;
  vector_store_id: string;
  status: 'in_progress' | 'completed' | 'cancelled' | 'failed';
  file_counts: VectorStoreFileCounts;
}

export interface VectorStoreFileCounts {
  in_progress: number;
  completed: number;
  failed: number;
  cancelled: number;
  total: number;
}

export interface VectorStoreSearchPage {
  object: 'vector_store.search_results.page';
  search_query: string[];
  data: Array<{
    file_id: string;
    filename: string;
    /** 0 to 1. */
    score: number;
    /** For filters. */
    attributes: Record<string, string | number | boolean>;
    content: Array<{
      type: 'text';
      text: string;
    }>;
  }>;
  has_more: false;
  next_page: null;
}

export interface VerifyErasureRequest {
  /** Proves what was deleted, when and by whom. */
  receipt: ErasureReceipt;
  /** Also whether it is about this end user. */
  user_id?: string | undefined;
}

export interface VideoProgress {
  /** `queued`, `rendering` or `ended`. */
  step: string;
  percent: number;
}

/** `video_url` is there while the video is kept: one hour after it was made. */
export interface VideoRun {
  success: boolean;
  video_id: string;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  prompt: string;
  progress: VideoProgress;
  created_at: string;
  finished_at: string | null;
  /** A data URI of an MP4, or an address that works without a key for one hour. */
  video_url?: string | undefined;
  /** Seconds. */
  duration?: number | undefined;
  seed?: number | undefined;
  /** What made it. `sketch` is a drawing program, not a diffusion model. */
  model?: string | undefined;
  error?: string | undefined;
  message?: string | undefined;
  code?: string | undefined;
}

export interface WebSearchRequest {
  query: string;
  /** Default 10. */
  num_results?: number | undefined;
  /** Another name of `num_results`. */
  max_results?: number | undefined;
  include_domains?: string[] | undefined;
  exclude_domains?: string[] | undefined;
  /** ISO 8601 date or time. */
  start_published_date?: string | undefined;
  /** ISO 8601 date or time. */
  end_published_date?: string | undefined;
  /** Such as `general`, `news`, `science`; for back ends that know it. */
  category?: string | undefined;
  /** What the back ends cannot tell apart is the same here. */
  type?: 'neural' | 'keyword' | 'auto' | 'fast' | undefined;
  /** Ignored: a name of another service. */
  model?: string | undefined;
  /** Turn a question into search words first. */
  use_autoprompt?: boolean | undefined;
  /** Fetch the pages and add what is asked for. */
  contents?: {
    text?: boolean | {
      max_characters?: number | undefined;
    } | undefined;
    highlights?: boolean | {
      max_characters?: number | undefined;
    } | undefined;
    summary?: boolean | {
      max_characters?: number | undefined;
    } | undefined;
  } | undefined;
  /** Search the workspace's own files too. */
  include_files?: boolean | undefined;
}

export interface WebSearchResponse {
  success: true;
  results: WebSearchResult[];
  /** The words that were searched for. */
  autoprompt_string: string;
  backends: BackendReport[];
}

export interface WebSearchResult {
  title: string;
  url: string;
  snippet: string;
  /** From 0 to 1: agreement of the back ends and rank. */
  score: number;
  published_date: string | null;
  author: string | null;
  text?: string | undefined;
  highlights?: string[] | undefined;
  summary?: string | undefined;
  /** Why the contents of this page could not be had. */
  content_error?: string | undefined;
}

export interface WebhookDelivery {
  /** Also in `webhook-id`; the same for every attempt. */
  id: string;
  webhook_id: string;
  event: 'file.ready' | 'file.failed' | 'run.completed' | 'run.failed' | 'run.cancelled' | 'budget.warning' | 'budget.reached' | 'connection.lost' | 'alert.fired' | 'alert.resolved' | 'webhook.test';
  status: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** Of the last attempt. */
  response_status: number | null;
  /** Why the last attempt failed. */
  error: string | null;
  /** What was sent, as JSON text. */
  body: string;
  /** When it was made. */
  created_at: string;
  ended_at: string | null;
}

export interface WebhookEndpoint {
  id: string;
  workspace_id: string;
  url: string;
  events: Array<'file.ready' | 'file.failed' | 'run.completed' | 'run.failed' | 'run.cancelled' | 'budget.warning' | 'budget.reached' | 'connection.lost' | 'alert.fired' | 'alert.resolved' | 'webhook.test'>;
  active: boolean;
  /** When it was made. */
  created_at: string;
  last_delivery: {
    status: 'waiting' | 'delivered' | 'failed';
    /** When it was made. */
    at: string;
  } | null;
}

export interface Workspace {
  id: string;
  name: string;
  /** When it was made. */
  created_at: string;
  budget_usd: number | null;
  limits: WorkspaceLimits;
  /** Origins (`https://app.example.com`) whose pages users are sent back to after signing in to an integration. Others are shown as a link. */
  callback_origins: string[];
  /** Whether its calls may ask the web: search engines and pages. */
  web: boolean;
  /** People come in with a second factor only, or by the identity provider; keys are not asked. Default: false. */
  require_second_factor: boolean;
  /** For how many days things of this workspace are kept, where that is not as long as `Retention` of the installation says. Set by who runs it. */
  retention: WorkspaceRetention;
}

export interface WorkspaceAccess {
  id: string;
  name: string;
  /** `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner. */
  role: RoleName;
}

export interface WorkspaceLimits {
  /** What its files may take together, stored or under way; null for no limit. */
  storage_bytes?: number | null | undefined;
}

/** For how many days things of this workspace are kept, where that is not as long as `Retention` of the installation says. Set by who runs it. */
export type WorkspaceRetention = {
  usage_days?: number | undefined;
  audit_days?: number | undefined;
  playground_days?: number | undefined;
  contents_days?: number | undefined;
  files_days?: number | undefined;
  runs_days?: number | undefined;
  pictures_days?: number | undefined;
} | null;

export interface WorkspaceStorage {
  workspace_id: string;
  name: string;
  /** Null for no limit; changed by `updateWorkspace`. */
  limit_bytes: number | null;
  files: {
    /** Files in every state. */
    count: number;
    /** As they were sent. */
    bytes: number;
  };
  collections: {
    /** Collections. */
    count: number;
    /** Files in them; one in two collections counts twice. */
    files: number;
    /** Passages that are indexed. */
    passages: number;
  };
  blobs: {
    /** Blobs: several of each file. */
    count: number;
    /** Together. */
    bytes: number;
    /** Originals, the text that was read out of them, and pages. */
    files_bytes: number;
    /** Words and vectors. */
    collections_bytes: number;
    /** Scans, pictures and films, which go within hours or days. */
    other_bytes: number;
  };
}
