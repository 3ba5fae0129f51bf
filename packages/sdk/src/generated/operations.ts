// Written by packages/sdk/tools/write-types.ts from packages/contract. Change the contract, then: npm run openapi
import type * as t from './types.ts';

/** Types of every operation of the service, by its id in the OpenAPI document. */
export interface Operations {
  /** Accept an invitation. With a name, makes the account if there is none with the address, and signs in; else the password of the account is needed. What is refused is refused alike whether there is an account or not. A link proves no address: it was handed over by whoever invited. */
  acceptInvitation: {
    params: undefined;
    query: undefined;
    body: t.AcceptInvitationRequest;
    form: undefined;
    reply: t.CurrentSession;
    event: undefined;
  };
  /** Accept a role */
  acceptOffer: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      id: string;
      /** `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner. */
      role: t.RoleName;
      /** Where. */
      workspace_id: string | null;
    };
    event: undefined;
  };
  /** Add files, public addresses, or the pages of a site. Answers at once; `GET …/files` says how far each file is. Adding what is in it already changes its attributes. Attachments of mail and PDFs and members of archives come with their file, under its attributes, and go with it. */
  addCollectionFiles: {
    params: {
      collection_id: string;
    };
    query: undefined;
    body: t.AddCollectionFilesRequest;
    form: undefined;
    reply: {
      success: true;
      /** Files and addresses taken; the pages of a site come as they are found. */
      added: number;
      job_id: string;
    };
    event: undefined;
  };
  /** Add cases, by hand or from calls that were made. A set has at most 1000 cases. Either `cases` or `from_calls`. */
  addEvaluationCases: {
    params: {
      set_id: string;
    };
    query: undefined;
    body: {
      cases?: t.NewEvaluationCase[] | undefined;
      /** From calls whose contents are kept (`contents` of the settings), newest first, by request ids or by what is asked here. A key takes those that were made with it; admins of the workspace who are signed in take all of the workspace. */
      from_calls?: {
        request_ids?: string[] | undefined;
        /** The earliest call. */
        from?: string | undefined;
        /** Calls before this time. */
        to?: string | undefined;
        /** What is called. */
        endpoint?: '/v1/answer' | '/v1/conversation' | '/v1/agent' | '/v1/chat/completions' | '/v1/responses' | '/v1/messages' | '/v1/completions' | undefined;
        model?: string | undefined;
        tag?: string | undefined;
        user_id?: string | undefined;
        /** For admins who are signed in. */
        key_id?: string | undefined;
        /** Default: 50. */
        limit?: number | undefined;
        /** What was answered then is what is expected. Default: false. */
        expect_reply?: boolean | undefined;
      } | undefined;
    };
    form: undefined;
    reply: t.AddedCases;
    event: undefined;
  };
  /** Add an integration. From a manifest, an OpenAPI 3 document or a remote MCP server (Streamable HTTP). Servers started as a command are not supported. */
  addIntegration: {
    params: undefined;
    query: undefined;
    body: t.AddIntegrationRequest;
    form: undefined;
    reply: t.AddedIntegration;
    event: undefined;
  };
  /** Offer an address a role. It waits until somebody signs in who has proved to have the address, and accepts it; the reply is the same whether there is such an account or not. Where addresses cannot be proved (neither an identity provider nor mail), make an invitation and hand over its link. */
  addMember: {
    params: undefined;
    query: undefined;
    body: t.AddMemberRequest;
    form: undefined;
    reply: t.Invitation;
    event: undefined;
  };
  /** Add a passkey. A passkey stands for the password and the second factor at once. The first second factor of an account ends every other session and comes with recovery codes, which are shown this once. */
  addPasskey: {
    params: undefined;
    query: undefined;
    body: {
      /** Such as the device it is on. */
      name: string;
      /** As the browser takes and gives it (WebAuthn, in JSON: `PublicKeyCredential.toJSON()`). */
      response: Record<string, unknown>;
    };
    form: undefined;
    reply: {
      passkey: t.Passkey;
      /** With the first second factor of the account, else null. */
      recovery_codes: string[] | null;
    };
    event: undefined;
  };
  /** Add a file to a vector store */
  addVectorStoreFile: {
    params: {
      vector_store_id: string;
    };
    query: undefined;
    body: t.AddVectorStoreFileRequest;
    form: undefined;
    reply: t.VectorStoreFile;
    event: undefined;
  };
  /** Approve changed definitions */
  approveAddedIntegration: {
    params: {
      id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.AddedIntegration;
    event: undefined;
  };
  /** Begin to add a passkey. What the browser makes one of (`PublicKeyCredential.parseCreationOptionsFromJSON`), within five minutes. Browsers keep them for a name, not for a bare address. */
  beginPasskey: {
    params: undefined;
    query: undefined;
    body: {
      /** Needed by those who have one. */
      current_password?: string | undefined;
    };
    form: undefined;
    reply: {
      /** As the browser takes and gives it (WebAuthn, in JSON: `PublicKeyCredential.toJSON()`). */
      options: Record<string, unknown>;
    };
    event: undefined;
  };
  /** Begin to sign in with a passkey. What the browser signs (`PublicKeyCredential.parseRequestOptionsFromJSON`), within five minutes. */
  beginPasskeySignIn: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      /** As the browser takes and gives it (WebAuthn, in JSON: `PublicKeyCredential.toJSON()`). */
      options: Record<string, unknown>;
    };
    event: undefined;
  };
  /** Set up a second factor. An authenticator app (TOTP: SHA-1, six digits, 30 seconds). It is on once a code of the app was confirmed. */
  beginSecondFactor: {
    params: undefined;
    query: undefined;
    body: {
      /** Needed by those who have one. */
      current_password?: string | undefined;
    };
    form: undefined;
    reply: t.SecondFactorSetup;
    event: undefined;
  };
  /** OpenAI's batches: cancel one. No line begins any more; those that are being worked on get 30 seconds. What is done is in the output file. Cancelling what has ended changes nothing. */
  cancelBatch: {
    params: {
      batch_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Batch;
    event: undefined;
  };
  /** Cancel a research run */
  cancelDeepResearch: {
    params: {
      id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.ResearchRun;
    event: undefined;
  };
  /** Cancel a run. What was done stays. Cancelling what has ended changes nothing. */
  cancelEvaluationRun: {
    params: {
      run_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.EvaluationRun;
    event: undefined;
  };
  /** Cancel a waiting or running job. What it stood for fails with that reason. One that has ended answers 409. */
  cancelJob: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.JobInfo;
    event: undefined;
  };
  /** Anthropic's message batches: cancel one. No request begins any more; what is done stands in the results. Cancelling what has ended changes nothing. */
  cancelMessageBatch: {
    params: {
      message_batch_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.MessageBatch;
    event: undefined;
  };
  /** Cancel a PDF that is read in the background. Cancelling what has ended changes nothing. Pages that were done stay readable. */
  cancelOcrPdf: {
    params: {
      /** Id of the run. */
      id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.OcrPdfRun;
    event: undefined;
  };
  /** Cancel a response in the background */
  cancelResponse: {
    params: {
      id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.OpenAIResponse;
    event: undefined;
  };
  /** Stop a stream. The engine is left, what it has said is paid, and the stream ends with `stream_cancelled`. Stopping what has ended changes nothing. */
  cancelStream: {
    params: {
      /** As the header `x-parley-stream` said. */
      id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      id: string;
      /** `cancelling`: the process that writes it has been told, and ends it within seconds. */
      status: 'cancelling' | 'ended';
    };
    event: undefined;
  };
  /** Take out the files that are not ready yet */
  cancelVectorStoreBatch: {
    params: {
      vector_store_id: string;
      batch_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.VectorStoreFileBatch;
    event: undefined;
  };
  /** Cancel a video */
  cancelVideo: {
    params: {
      id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.VideoRun;
    event: undefined;
  };
  /** Change your password. Ends every other session of yours. */
  changePassword: {
    params: undefined;
    query: undefined;
    body: t.ChangePasswordRequest;
    form: undefined;
    reply: t.CurrentSession;
    event: undefined;
  };
  /** Make the first account. Once per installation, with the token of the link that the start prints or with the admin key. Answers with a session cookie; the account is the owner. */
  claimInstance: {
    params: undefined;
    query: undefined;
    body: t.ClaimRequest;
    form: undefined;
    reply: t.CurrentSession;
    event: undefined;
  };
  /** Clear the cache of replies. By workspace, key and model, as they are given together. In force in every process within a second. */
  clearKeptReplies: {
    params: undefined;
    query: {
      /** Default: every workspace that the caller may manage. */
      workspace_id?: string | undefined;
      /** Those alone that calls of this key wrote. */
      key_id?: string | undefined;
      /** Those alone of this model, as calls name it. */
      model?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      /** Replies that this process had kept. */
      removed: number;
    };
    event: undefined;
  };
  /** Put runs of one set side by side */
  compareEvaluationRuns: {
    params: undefined;
    query: {
      /** Ids of two to 8 runs, with commas between them. */
      runs: string;
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: number | undefined;
    };
    body: undefined;
    form: undefined;
    reply: t.EvaluationComparison;
    event: undefined;
  };
  /** Switch the second factor on. Ends every other session. The recovery codes are shown this once; each opens the account once without the app. */
  confirmSecondFactor: {
    params: undefined;
    query: undefined;
    body: {
      /** What the authenticator app shows, or a recovery code. Each works once. */
      code: string;
    };
    form: undefined;
    reply: {
      recovery_codes: string[];
    };
    event: undefined;
  };
  /** Confirm an upload and process the file. Confirming twice is harmless. The answer waits up to `wait_ms` for the processing. */
  confirmUpload: {
    params: undefined;
    query: undefined;
    body: t.ConfirmUploadRequest;
    form: undefined;
    reply: t.FileAnswer;
    event: undefined;
  };
  /** Connect an integration for a user. Credentials are tried once before they are stored, encrypted; they never come out again. */
  connectIntegration: {
    params: {
      integration_id: string;
    };
    query: undefined;
    body: t.ConnectIntegrationRequest;
    form: undefined;
    reply: t.ConnectIntegrationResponse;
    event: undefined;
  };
  /** Count the input tokens of a message */
  countMessageTokens: {
    params: undefined;
    query: undefined;
    body: t.MessagesRequest;
    form: undefined;
    reply: {
      input_tokens: number;
    };
    event: undefined;
  };
  /** Choose among the caller's tools, or answer. Returns `tool_calls`; run them and send the same messages again, followed by an assistant message with those `tool_calls` and a `tool` message with `tool_call_results`. */
  createAgentReply: {
    params: undefined;
    query: undefined;
    body: t.AgentRequest;
    form: undefined;
    reply: t.AgentReply;
    event: t.TextEvent;
  };
  /** Be told of spending, calls or errors. Told to the webhooks of the workspace as `alert.fired` and `alert.resolved`. */
  createAlert: {
    params: undefined;
    query: undefined;
    body: t.CreateAlertRequest;
    form: undefined;
    reply: t.Alert;
    event: undefined;
  };
  /** Answer a question. Single turn, with structured output, files and streaming on request. */
  createAnswer: {
    params: undefined;
    query: undefined;
    body: t.AnswerRequest;
    form: undefined;
    reply: t.Answer;
    event: t.TextEvent;
  };
  /** OpenAI's batches: begin one. Each line of the file is an ordinary call, with a record of its own in the ledger. The key needs the scope `files` beside `text`. */
  createBatch: {
    params: undefined;
    query: undefined;
    body: t.BatchRequest;
    form: undefined;
    reply: t.Batch;
    event: undefined;
  };
  /** Create a budget. What was spent in the period before counts, too; of calls that are running at this moment it does not. A call that meets several budgets has to fit into all of them. At most 200 for a workspace. */
  createBudget: {
    params: undefined;
    query: undefined;
    body: t.CreateBudgetRequest;
    form: undefined;
    reply: t.Budget;
    event: undefined;
  };
  /** Complete a chat with a named model */
  createChatCompletion: {
    params: undefined;
    query: undefined;
    body: t.ChatCompletionRequest;
    form: undefined;
    reply: t.ChatCompletion;
    event: t.ChatEvent;
  };
  /** Create a collection of files */
  createCollection: {
    params: undefined;
    query: undefined;
    body: t.CreateCollectionRequest;
    form: undefined;
    reply: t.CollectionAnswer;
    event: undefined;
  };
  /** Continue a text. OpenAI's completions: text in, text out, for clients that speak it. */
  createCompletion: {
    params: undefined;
    query: undefined;
    body: t.CompletionRequest;
    form: undefined;
    reply: t.Completion;
    event: t.CompletionEvent;
  };
  /** Continue a conversation. The full history is sent each time; the service keeps none. */
  createConversationReply: {
    params: undefined;
    query: undefined;
    body: t.ConversationRequest;
    form: undefined;
    reply: t.ConversationReply;
    event: t.TextEvent;
  };
  /** Research a question and report with citations. Searches, reads pages, and writes a report in which every mark `[n]` stands for a passage that was found in the page by code. The call can take minutes: use `background` or `stream` where connections are cut. */
  createDeepResearch: {
    params: undefined;
    query: undefined;
    body: t.DeepResearchRequest;
    form: undefined;
    reply: t.ResearchResult | t.ResearchRun;
    event: t.ResearchEvent;
  };
  /** OpenAI's embeddings. Served by `EMBEDDING_MODEL`, else by the embedded sentence encoder `multilingual-e5-small`: 384 dimensions, likeness of meaning in nine languages. */
  createEmbedding: {
    params: undefined;
    query: undefined;
    body: t.EmbeddingRequest;
    form: undefined;
    reply: t.EmbeddingList;
    event: undefined;
  };
  /** Play a set against a model, a route or a prompt. Goes on in the background. Every case is an ordinary call with a record of its own, under the endpoint `evaluation` and with the run in its `metadata`; the key needs what the calls need, such as `text`. */
  createEvaluationRun: {
    params: undefined;
    query: undefined;
    body: t.EvaluationRunRequest;
    form: undefined;
    reply: t.EvaluationRun;
    event: undefined;
  };
  /** Make a set of calls */
  createEvaluationSet: {
    params: undefined;
    query: undefined;
    body: t.EvaluationSetRequest;
    form: undefined;
    reply: t.EvaluationSet;
    event: undefined;
  };
  /** Have what is said to and by models looked at. Guards look at calls for text, in all shapes, before a model is asked and while it answers; streams are held up by no more than the window that a guard needs. In force in every process within a second. */
  createGuard: {
    params: undefined;
    query: undefined;
    body: t.CreateGuardRequest;
    form: undefined;
    reply: t.Guard;
    event: undefined;
  };
  /** OpenAI's image edits. By engines of pictures that can: those of vendors with OpenAI’s address for it. The embedded `sketch` cannot, and says so with 400. */
  createImageEdit: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: {
      /** One to sixteen; `image` for one. */
      'image[]': Blob[];
      /** PNG, JPEG or WebP; 50 MB for all of a call. */
      mask?: Blob | undefined;
      prompt: string;
      model?: string | null | undefined;
      n?: number | null | undefined;
      size?: 'auto' | '256x256' | '512x512' | '1024x1024' | '1536x1024' | '1024x1536' | '1792x1024' | '1024x1792' | '1920x1080' | '1080x1920' | '1024x768' | '768x1024' | null | undefined;
      response_format?: 'url' | 'b64_json' | null | undefined;
      output_format?: 'png' | 'jpeg' | 'webp' | null | undefined;
      moderation?: 'auto' | 'low' | null | undefined;
    };
    reply: t.OpenAIImages;
    event: undefined;
  };
  /** OpenAI's image variations. By engines of pictures that can: those of vendors with OpenAI’s address for it. The embedded `sketch` cannot, and says so with 400. */
  createImageVariation: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: {
      /** PNG, JPEG or WebP; 50 MB for all of a call. */
      image: Blob;
      model?: string | null | undefined;
      n?: number | null | undefined;
      size?: 'auto' | '256x256' | '512x512' | '1024x1024' | '1536x1024' | '1024x1536' | '1792x1024' | '1024x1792' | '1920x1080' | '1080x1920' | '1024x768' | '768x1024' | null | undefined;
      response_format?: 'url' | 'b64_json' | null | undefined;
    };
    reply: t.OpenAIImages;
    event: undefined;
  };
  /** Invite somebody. Answers with the link to hand over; a new invitation of the same address to the same place replaces it. */
  createInvitation: {
    params: undefined;
    query: undefined;
    body: {
      /** Capitals make no difference. */
      email: string;
      /** `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner. */
      role: t.RoleName;
      /** Null or absent for the whole installation; admins of a workspace name that workspace. */
      workspace_id?: string | null | undefined;
    };
    form: undefined;
    reply: t.CreatedInvitation;
    event: undefined;
  };
  /** Create a key. The answer holds the whole key in `key`; it cannot be shown again. With `kind` `admin` it manages, and takes neither a workspace nor scopes, limits or a budget. */
  createKey: {
    params: undefined;
    query: undefined;
    body: t.CreateKeyRequest;
    form: undefined;
    reply: t.CreatedKey;
    event: undefined;
  };
  /** Anthropic's Messages API. Anthropic's client libraries work unchanged, plain and streamed. */
  createMessage: {
    params: undefined;
    query: undefined;
    body: t.MessagesRequest;
    form: undefined;
    reply: t.MessageReply;
    event: t.AnthropicEvent;
  };
  /** Anthropic's message batches: begin one. Each request is an ordinary call with a record of its own in the ledger. The key needs the scope `files` beside `text`. */
  createMessageBatch: {
    params: undefined;
    query: undefined;
    body: t.MessageBatchRequest;
    form: undefined;
    reply: t.MessageBatch;
    event: undefined;
  };
  /** OpenAI's moderations. Judged by `MODERATION_MODEL`, else by OpenAI where its key is set up; with neither, 503 `model_not_configured` says what to connect. */
  createModeration: {
    params: undefined;
    query: undefined;
    body: t.ModerationRequest;
    form: undefined;
    reply: t.ModerationList;
    event: undefined;
  };
  /** OpenAI's chat completions. OpenAI's client libraries, and all that speak their language, work unchanged with `<address>/v1` as base URL. */
  createOpenAIChatCompletion: {
    params: undefined;
    query: undefined;
    body: t.OpenAIChatRequest;
    form: undefined;
    reply: t.OpenAIChatCompletion;
    event: t.OpenAIChatEvent;
  };
  /** OpenAI's upload of a file. The same files as those of `/v1/files/upload`. OpenAI’s client libraries get lists, single files and deletions in their own shape, too. */
  createOpenAIFile: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: {
      file: Blob;
      purpose: 'user_data' | 'assistants' | 'vision' | 'evals' | 'batch';
      'expires_after[seconds]'?: number | undefined;
    };
    reply: t.OpenAIFile;
    event: undefined;
  };
  /** OpenAI's image generation */
  createOpenAIImage: {
    params: undefined;
    query: undefined;
    body: t.OpenAIImageRequest;
    form: undefined;
    reply: t.OpenAIImages;
    event: t.OpenAIImageEvent;
  };
  /** Sign in with a passkey. Stands for the password and the second factor. Answers as signing in does. */
  createPasskeySession: {
    params: undefined;
    query: undefined;
    body: {
      /** As the browser takes and gives it (WebAuthn, in JSON: `PublicKeyCredential.toJSON()`). */
      response: Record<string, unknown>;
    };
    form: undefined;
    reply: t.CurrentSession;
    event: undefined;
  };
  /** Make a link with which a member sets a new password. To hand over; it works once, for a day, and replaces an older one. Only for people whose every role is within what the caller may give. The address of the account counts as unproved afterwards. */
  createPasswordLink: {
    params: t.IdParams;
    query: undefined;
    body: {
      /** Also takes the second factor away, for somebody who has lost it. Default: false. */
      drop_second_factor?: boolean | undefined;
    };
    form: undefined;
    reply: {
      link: string;
      /** A day later. */
      expires_at: string;
    };
    event: undefined;
  };
  /** Keep what was tried. The newest 500 of each person and workspace are kept. */
  createPlaygroundRun: {
    params: undefined;
    query: undefined;
    body: t.CreatePlaygroundRunRequest;
    form: undefined;
    reply: t.PlaygroundRun;
    event: undefined;
  };
  /** Keep a prompt. Calls for text begin with it as `"prompt": {"id", "label" or "version", "variables"}`. Version 1 gets the label `production` unless `labels` says otherwise. */
  createPrompt: {
    params: undefined;
    query: undefined;
    body: t.CreatePromptRequest;
    form: undefined;
    reply: t.StoredPrompt;
    event: undefined;
  };
  /** Add a version. Versions never change. A new one is used once a label means it, or a call names it. */
  createPromptVersion: {
    params: t.IdParams;
    query: undefined;
    body: {
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
    };
    form: undefined;
    reply: t.PromptVersion;
    event: undefined;
  };
  /** Add a provider of models. In force in every process within a second. Keys are sealed at rest and never shown again. */
  createProvider: {
    params: undefined;
    query: undefined;
    body: t.CreateProviderRequest;
    form: undefined;
    reply: t.ProviderView;
    event: undefined;
  };
  /** Put texts in order. How well each text answers a question, best first, in the shape that Cohere, Jina, vLLM and llama.cpp share. Served by `RERANK_MODEL`, else by the embedded sentence encoder. */
  createRerank: {
    params: undefined;
    query: undefined;
    body: t.RerankRequest;
    form: undefined;
    reply: t.RerankList;
    event: undefined;
  };
  /** OpenAI's responses. Stored for 30 days unless `store` is false; `previous_response_id` goes on after one. */
  createResponse: {
    params: undefined;
    query: undefined;
    body: t.OpenAIResponseRequest;
    form: undefined;
    reply: t.OpenAIResponse;
    event: t.OpenAIResponseEvent;
  };
  /** Add a route. A model name for callers, with the engines behind it. In force in every process within a second. */
  createRoute: {
    params: undefined;
    query: undefined;
    body: t.CreateRouteRequest;
    form: undefined;
    reply: t.ModelRouteView;
    event: undefined;
  };
  /** Sign in. Answers with a cookie that scripts cannot read. Attempts are counted by address and account; browsers that were let in before are counted apart. */
  createSession: {
    params: undefined;
    query: undefined;
    body: t.SignInRequest;
    form: undefined;
    reply: t.CurrentSession;
    event: undefined;
  };
  /** OpenAI's speech: text to sound. Said by `SPEECH_MODEL` and sent as it comes; with nothing connected, 503 `model_not_configured` says what to set. */
  createSpeech: {
    params: undefined;
    query: undefined;
    body: t.SpeechRequest;
    form: undefined;
    reply: Blob;
    event: undefined;
  };
  /** OpenAI's transcriptions: speech to text. Heard by `TRANSCRIPTION_MODEL`; with nothing connected, 503 `model_not_configured` says what to set. `text`, `srt` and `vtt` answer with plain text. */
  createTranscription: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: {
      /** MP3, MP4, M4A, MPEG, WAV, WebM, OGG, FLAC or AAC, up to `AUDIO_MAX_MB`. The content decides, not the name. */
      file: Blob;
      /** `provider/model`, or the name alone of a model of the default's provider. Default: `TRANSCRIPTION_MODEL`. */
      model?: string | undefined;
      /** Words that are likely in it. */
      prompt?: string | undefined;
      /** Default `json`. */
      response_format?: 'json' | 'text' | 'srt' | 'verbose_json' | 'vtt' | undefined;
      temperature?: number | undefined;
      /** ISO 639-1, such as `de`. */
      language?: string | undefined;
      'timestamp_granularities[]'?: Array<'word' | 'segment'> | undefined;
      /** Events of text, with `json` or `text`. */
      stream?: boolean | undefined;
    };
    reply: t.Transcription | string;
    event: t.TranscriptEvent;
  };
  /** OpenAI's translations: speech to English text. Heard by `TRANSCRIPTION_MODEL`, whose vendor must have `/audio/translations`; with nothing connected, 503 `model_not_configured` says what to set. */
  createTranslation: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: {
      /** MP3, MP4, M4A, MPEG, WAV, WebM, OGG, FLAC or AAC, up to `AUDIO_MAX_MB`. The content decides, not the name. */
      file: Blob;
      /** `provider/model`, or the name alone of a model of the default's provider. Default: `TRANSCRIPTION_MODEL`. */
      model?: string | undefined;
      /** Words that are likely in it. */
      prompt?: string | undefined;
      /** Default `json`. */
      response_format?: 'json' | 'text' | 'srt' | 'verbose_json' | 'vtt' | undefined;
      temperature?: number | undefined;
    };
    reply: t.Transcription | string;
    event: undefined;
  };
  /** Get an address to upload a file to, or have a file fetched from a URL. With `filename`: PUT the bytes to `upload_url`, then confirm. With `url`: the file is fetched and processed in this call, and the answer is the file. */
  createUploadUrl: {
    params: undefined;
    query: undefined;
    body: t.UploadUrlRequest;
    form: undefined;
    reply: t.UploadUrl | t.FileAnswer;
    event: undefined;
  };
  /** Create a vector store: a collection in the shape of OpenAI */
  createVectorStore: {
    params: undefined;
    query: undefined;
    body: t.CreateVectorStoreRequest;
    form: undefined;
    reply: t.VectorStore;
    event: undefined;
  };
  /** Add files to a vector store together */
  createVectorStoreBatch: {
    params: {
      vector_store_id: string;
    };
    query: undefined;
    body: t.CreateVectorStoreBatchRequest;
    form: undefined;
    reply: t.VectorStoreFileBatch;
    event: undefined;
  };
  /** Have events sent to an address */
  createWebhook: {
    params: undefined;
    query: undefined;
    body: {
      /** Default: the first workspace that the caller may manage. */
      workspace_id?: string | undefined;
      /** An https address that takes a POST. */
      url: string;
      events?: Array<'file.ready' | 'file.failed' | 'run.completed' | 'run.failed' | 'run.cancelled' | 'budget.warning' | 'budget.reached' | 'connection.lost' | 'alert.fired' | 'alert.resolved' | 'webhook.test'> | undefined;
    };
    form: undefined;
    reply: t.CreatedWebhookEndpoint;
    event: undefined;
  };
  /** Create a workspace */
  createWorkspace: {
    params: undefined;
    query: undefined;
    body: t.CreateWorkspaceRequest;
    form: undefined;
    reply: t.Workspace;
    event: undefined;
  };
  /** Decline a role */
  declineOffer: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Deleted;
    event: undefined;
  };
  /** Remove an added integration */
  deleteAddedIntegration: {
    params: {
      id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      id: string;
      deleted: true;
    };
    event: undefined;
  };
  /** Delete an alert */
  deleteAlert: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      id: string;
      deleted: true;
    };
    event: undefined;
  };
  /** Delete a budget */
  deleteBudget: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Deleted;
    event: undefined;
  };
  /** Delete a collection; its files stay, unless they shall go too */
  deleteCollection: {
    params: {
      collection_id: string;
    };
    query: {
      /** What becomes of its files. Default: "keep". */
      files?: 'keep' | 'delete' | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      success: true;
      id: string;
      deleted: true;
    };
    event: undefined;
  };
  /** Disconnect a user. Deletes the credentials, and revokes them at the third party where it offers that. */
  deleteConnection: {
    params: {
      integration_id: string;
      user_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      success: true;
      deleted: true;
      /** Whether the third party confirmed that the token is void. */
      revoked: boolean;
      integration_id: string;
      user_id: string;
    };
    event: undefined;
  };
  /** Delete a case */
  deleteEvaluationCase: {
    params: {
      set_id: string;
      case_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Deleted;
    event: undefined;
  };
  /** Delete a run with its results */
  deleteEvaluationRun: {
    params: {
      run_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Deleted;
    event: undefined;
  };
  /** Delete a set with its cases. Its runs stay as they are. */
  deleteEvaluationSet: {
    params: {
      set_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Deleted;
    event: undefined;
  };
  /** Delete a file with its text and index */
  deleteFile: {
    params: {
      file_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      success: true;
      file_id: string;
      id: string;
      deleted: true;
    };
    event: undefined;
  };
  /** Delete a guard */
  deleteGuard: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Deleted;
    event: undefined;
  };
  /** Take an invitation back */
  deleteInvitation: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Deleted;
    event: undefined;
  };
  /** Delete a model from an Ollama server */
  deleteLocalModel: {
    params: undefined;
    query: t.LocalModelName;
    body: undefined;
    form: undefined;
    reply: {
      success: true;
    };
    event: undefined;
  };
  /** Anthropic's message batches: delete one that has ended, with its results */
  deleteMessageBatch: {
    params: {
      message_batch_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      id: string;
      type: 'message_batch_deleted';
    };
    event: undefined;
  };
  /** Delete a run of yours */
  deletePlaygroundRun: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Deleted;
    event: undefined;
  };
  /** Delete a prompt with its versions */
  deletePrompt: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Deleted;
    event: undefined;
  };
  /** Take a label away */
  deletePromptLabel: {
    params: {
      id: string;
      /** Such as `production` or `staging`. */
      label: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.StoredPrompt;
    event: undefined;
  };
  /** Take a provider out. Refused (409) while a route names one of its models. */
  deleteProvider: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Deleted;
    event: undefined;
  };
  /** Delete a stored response */
  deleteResponse: {
    params: {
      id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      id: string;
      object: 'response';
      deleted: true;
    };
    event: undefined;
  };
  /** Take a route out */
  deleteRoute: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Deleted;
    event: undefined;
  };
  /** Sign out */
  deleteSession: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Deleted;
    event: undefined;
  };
  /** Delete a vector store; its files stay */
  deleteVectorStore: {
    params: {
      vector_store_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      id: string;
      object: 'vector_store.deleted';
      deleted: true;
    };
    event: undefined;
  };
  /** Take a file out of a vector store; the file itself stays */
  deleteVectorStoreFile: {
    params: {
      vector_store_id: string;
      file_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      id: string;
      object: 'vector_store.file.deleted';
      deleted: true;
    };
    event: undefined;
  };
  /** Delete a webhook and its deliveries */
  deleteWebhook: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Deleted;
    event: undefined;
  };
  /** Delete a workspace and all that belongs to it. With a receipt, which `getErasure` gives under `erasure_id`. 409 `legal_hold` while anything of it is held. */
  deleteWorkspace: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      id: string;
      deleted: true;
      /** Of the receipt: what was deleted, by kind. */
      erasure_id: string;
    };
    event: undefined;
  };
  /** Download a model to an Ollama server. A job does it, and goes on where it was when it is begun again. While it works, asking again answers with it. */
  downloadLocalModel: {
    params: undefined;
    query: undefined;
    body: t.LocalModelName;
    form: undefined;
    reply: t.ModelDownload;
    event: undefined;
  };
  /** Which engine would a call get, and why. No engine is asked. Where weights decide, it is shown with which share. */
  dryRunRoute: {
    params: undefined;
    query: undefined;
    body: t.DryRunRequest;
    form: undefined;
    reply: t.DryRun;
    event: undefined;
  };
  /** Switch the second factor off */
  endSecondFactor: {
    params: undefined;
    query: undefined;
    body: {
      /** What the authenticator app shows, or a recovery code. Each works once. */
      code: string;
    };
    form: undefined;
    reply: {
      second_factor: false;
    };
    event: undefined;
  };
  /** End one of your sessions */
  endSession: {
    params: {
      id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Deleted;
    event: undefined;
  };
  /** Delete everything of an end user, with a receipt. Files, runs, collections, pictures, connections, kept contents and answers, feedback and deliveries that name them are gone when this answers; records of calls and the audit log lose the name. Safe to send again. 409 `legal_hold` while a hold covers any of it. `deleteWorkspace` does the same for a workspace. */
  eraseUser: {
    params: undefined;
    query: undefined;
    body: t.EraseRequest;
    form: undefined;
    reply: t.ErasureReceipt;
    event: undefined;
  };
  /** Run a feature for a user. Where the key says so (`confirm_changes`), a feature that changes something is answered with 409 `confirmation_required`, what would be done, and a token; the same call with `confirm` does it. */
  executeIntegration: {
    params: {
      integration_id: string;
    };
    query: undefined;
    body: t.ExecuteIntegrationRequest;
    form: undefined;
    reply: t.ExecuteIntegrationResponse;
    event: undefined;
  };
  /** Forget a user. Revokes and erases all connections of the user, sign-ins under way, and answers kept for `Idempotency-Key`; the audit log keeps its entries without the id. Harmless for a user that is not known. */
  forgetUser: {
    params: {
      user_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      success: true;
      deleted: true;
      user_id: string;
      /** How many were erased. */
      connections: number;
      /** How many of them the third parties confirmed as void. */
      revoked: number;
    };
    event: undefined;
  };
  /** Draw a picture from words */
  generateImage: {
    params: undefined;
    query: undefined;
    body: t.GenerateImageRequest;
    form: undefined;
    reply: t.GeneratedImage;
    event: undefined;
  };
  /** Make a video from words. The answer takes as long as the making. Where connections are cut, use `background` and poll. */
  generateVideo: {
    params: undefined;
    query: undefined;
    body: t.GenerateVideoRequest;
    form: undefined;
    reply: t.GeneratedVideo | t.VideoRun;
    event: undefined;
  };
  /** Get an added integration */
  getAddedIntegration: {
    params: {
      id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.AddedIntegration;
    event: undefined;
  };
  /** OpenAI's batches: how far one is */
  getBatch: {
    params: {
      batch_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Batch;
    event: undefined;
  };
  /** Get a budget */
  getBudget: {
    params: t.IdParams;
    query: {
      /** Of budgets that each key, user, tag or model has of its own: whose figures to show. */
      subject?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: t.Budget;
    event: undefined;
  };
  /** Look at one call */
  getCall: {
    params: {
      request_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.CallDetail;
    event: undefined;
  };
  /** Get a collection: how many of its files can be found */
  getCollection: {
    params: {
      collection_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.CollectionAnswer;
    event: undefined;
  };
  /** Look at a research run */
  getDeepResearch: {
    params: {
      id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.ResearchRun;
    event: undefined;
  };
  /** Get a receipt */
  getErasure: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.ErasureReceipt;
    event: undefined;
  };
  /** How far a run is, and what came out */
  getEvaluationRun: {
    params: {
      run_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.EvaluationRun;
    event: undefined;
  };
  /** Get a set */
  getEvaluationSet: {
    params: {
      set_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.EvaluationSet;
    event: undefined;
  };
  /** Get a file: its status and what was found in it */
  getFile: {
    params: {
      file_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.FileAnswer;
    event: undefined;
  };
  /** Download the bytes of a file */
  getFileContent: {
    params: {
      file_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: Blob;
    event: undefined;
  };
  /** Get where the words of a file stand on its pages. Of pages that were read by OCR, as they were read when the file came in: nothing is read again. Empty for text layers and for files of older versions. */
  getFileLayout: {
    params: {
      file_id: string;
    };
    query: {
      /** Default: 1. */
      first_page?: number | undefined;
    };
    body: undefined;
    form: undefined;
    reply: t.FileLayout;
    event: undefined;
  };
  /** Get the extracted text of a file as Markdown */
  getFileText: {
    params: {
      file_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: string;
    event: undefined;
  };
  /** Get a guard */
  getGuard: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Guard;
    event: undefined;
  };
  /** Whether the process is up */
  getHealth: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      status: 'ok';
    };
    event: undefined;
  };
  /** State of every part and upstream */
  getHealthReport: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.HealthReport;
    event: undefined;
  };
  /** Get an integration with its features */
  getIntegration: {
    params: {
      integration_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Integration;
    event: undefined;
  };
  /** What the cache of replies holds and saves. In numbers: nobody is shown a reply. Over all processes and days, `saved_usd` of usage records says what was saved. */
  getKeptReplies: {
    params: undefined;
    query: {
      /** Default: every workspace that the caller may manage. */
      workspace_id?: string | undefined;
      /** Those alone that calls of this key wrote. */
      key_id?: string | undefined;
      /** Those alone of this model, as calls name it. */
      model?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: t.KeptReplies;
    event: undefined;
  };
  /** Get a key */
  getKey: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Key;
    event: undefined;
  };
  /** Fetch a picture or video. The signed address from an answer; it needs no key and takes `Range`. */
  getMedia: {
    params: {
      id: string;
      name: string;
    };
    query: {
      token: string;
    };
    body: undefined;
    form: undefined;
    reply: Blob;
    event: undefined;
  };
  /** Look at one picture or video */
  getMediaItem: {
    params: {
      id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.MediaItem;
    event: undefined;
  };
  /** Anthropic's message batches: how far one is */
  getMessageBatch: {
    params: {
      message_batch_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.MessageBatch;
    event: undefined;
  };
  /** Anthropic's message batches: the results as JSON Lines. Once it has ended: `{"custom_id", "result": {"type": "succeeded" | "errored" | "canceled" | "expired", …}}` in each line. */
  getMessageBatchResults: {
    params: {
      message_batch_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: Blob;
    event: undefined;
  };
  /** Measurements in Prometheus' text format. Needs `Authorization: Bearer <METRICS_TOKEN>`; answers 404 while no METRICS_TOKEN is set. */
  getMetrics: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: string;
    event: undefined;
  };
  /** Read one model. In an id with a slash, such as `acme/large`, the slash is written as `%2F`. `conversation` and `agent` are the default model. */
  getModel: {
    params: {
      /** Model id. */
      id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Model;
    event: undefined;
  };
  /** Engines and search back ends with their health */
  getModelsReport: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.ModelsReport;
    event: undefined;
  };
  /** Whether OCR works and which engines read */
  getOcrHealth: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      status: 'ok';
      ocr_enabled: boolean;
      model: string;
      message: string;
      languages: string[];
    };
    event: undefined;
  };
  /** The upright image of a page, by its signed address */
  getOcrPageImage: {
    params: {
      /** Id of the result. */
      id: string;
      page: number;
    };
    query: {
      token: string;
    };
    body: undefined;
    form: undefined;
    reply: Blob;
    event: undefined;
  };
  /** Look at a PDF that is read in the background. `text` and `pages` are there once it has ended, for seven days. At most 100 pages carry `raw_response` (boxes and words): those from `first_page` on. */
  getOcrPdf: {
    params: {
      /** Id of the run. */
      id: string;
    };
    query: {
      /** First page with `raw_response`. Default: 1. */
      first_page?: number | undefined;
      /** Pages with `raw_response`. Default: 100. */
      limit?: number | undefined;
    };
    body: undefined;
    form: undefined;
    reply: t.OcrPdfRun;
    event: undefined;
  };
  /** This description */
  getOpenApi: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: Record<string, unknown>;
    event: undefined;
  };
  /** What serves what, what happened today, and what to do */
  getOverview: {
    params: undefined;
    query: {
      /** Default: every workspace that the caller may see. */
      workspace_id?: string | undefined;
      /** Of the sentences: reasons, messages and advice. Default: "en". */
      language?: 'en' | 'de' | undefined;
    };
    body: undefined;
    form: undefined;
    reply: t.Overview;
    event: undefined;
  };
  /** Open a run of yours, or one that was shared */
  getPlaygroundRun: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.PlaygroundRun;
    event: undefined;
  };
  /** Get a prompt */
  getPrompt: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.StoredPrompt;
    event: undefined;
  };
  /** Get a version */
  getPromptVersion: {
    params: {
      id: string;
      version: number;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.PromptVersion;
    event: undefined;
  };
  /** Get a provider */
  getProvider: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.ProviderView;
    event: undefined;
  };
  /** Whether calls can be answered, and what is degraded. 503 while the database is away, the disk is full or a stop has begun; storage, counters and the queue are named in `parts` without it. */
  getReadiness: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      status: 'ready' | 'not_ready';
      parts: Record<string, {
        ok: boolean;
        message?: string | undefined;
      }>;
    };
    event: undefined;
  };
  /** Read the stored text behind a citation. The text as it was when the page was fetched: its part from `start` to `end` is the quote. */
  getResearchSource: {
    params: {
      id: string;
      n: number;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      success: true;
      /** Stands behind the mark `[n]`: the nth of the list. */
      citation: t.Citation;
      text: string;
    };
    event: undefined;
  };
  /** Read a stored response. With `stream` the events of one that was created with `background` and `stream`, from the beginning or after one of them. */
  getResponse: {
    params: {
      id: string;
    };
    query: {
      /** True for its events, past ones and those to come. */
      stream?: boolean | undefined;
      /** With `stream`: the `sequence_number` of the last event that came. */
      starting_after?: number | undefined;
    };
    body: undefined;
    form: undefined;
    reply: t.OpenAIResponse;
    event: t.OpenAIResponseEvent;
  };
  /** Get a route */
  getRoute: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.ModelRouteView;
    event: undefined;
  };
  /** How what is stored is sealed, and how far a turn-over is */
  getSealing: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.SealingReport;
    event: undefined;
  };
  /** Who is signed in, and where they may act. The error without a session says in `instance` whether the installation was claimed. */
  getSession: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.CurrentSession;
    event: undefined;
  };
  /** The settings in effect, without secrets */
  getSettings: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.SettingsReport;
    event: undefined;
  };
  /** What workspaces store, newest first. Files and collections as they are now; blobs as they were when they were counted last. */
  getStorage: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: string | undefined;
      /** Default: every workspace that the caller may see. */
      workspace_id?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: t.StorageReport;
    event: undefined;
  };
  /** Sum usage. Sums by `key`, `model`, `endpoint`, `day` (default) or `workspace`. */
  getUsage: {
    params: undefined;
    query: t.UsageQuery;
    body: undefined;
    form: undefined;
    reply: t.UsageSums;
    event: undefined;
  };
  /** Requests, errors, tokens, cost and latency over time. Default: the last 24 hours. */
  getUsageSeries: {
    params: undefined;
    query: t.SeriesQuery;
    body: undefined;
    form: undefined;
    reply: t.UsageSeries;
    event: undefined;
  };
  /** Get a vector store */
  getVectorStore: {
    params: {
      vector_store_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.VectorStore;
    event: undefined;
  };
  /** Get how far files are that were added together */
  getVectorStoreBatch: {
    params: {
      vector_store_id: string;
      batch_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.VectorStoreFileBatch;
    event: undefined;
  };
  /** Get a file of a vector store */
  getVectorStoreFile: {
    params: {
      vector_store_id: string;
      file_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.VectorStoreFile;
    event: undefined;
  };
  /** Read the text of a file of a vector store */
  getVectorStoreFileContent: {
    params: {
      vector_store_id: string;
      file_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      object: 'vector_store.file_content.page';
      data: Array<{
        type: 'text';
        text: string;
      }>;
      has_more: false;
      next_page: null;
    };
    event: undefined;
  };
  /** Look at a video in the making */
  getVideo: {
    params: {
      id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.VideoRun;
    event: undefined;
  };
  /** The chat that a page embeds by one script tag */
  getWidget: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: string;
    event: undefined;
  };
  /** Get a workspace */
  getWorkspace: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Workspace;
    event: undefined;
  };
  /** Say how good a reply was. Kept with the record of the call and shown in the list of calls (`GET /v1/admin/calls`). Given again for the same call, it replaces what was said before. */
  giveFeedback: {
    params: undefined;
    query: undefined;
    body: t.FeedbackRequest;
    form: undefined;
    reply: t.Feedback;
    event: undefined;
  };
  /** List added integrations */
  listAddedIntegrations: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      data: t.AddedIntegration[];
      has_more: boolean;
      next: string | null;
    };
    event: undefined;
  };
  /** List alerts, newest first */
  listAlerts: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: string | undefined;
      /** Default: every workspace that the caller may see. */
      workspace_id?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.Alert[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List the connections of the workspace, newest first. Of every integration. `integrations` counts all of them, whatever is asked for. */
  listAllConnections: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: string | undefined;
      user_id?: string | undefined;
      status?: 'connected' | 'expiring' | 'needs_reconnect' | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.IntegrationConnection[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
      /** By the id of the integration. */
      integrations: Record<string, t.ConnectionCount>;
    };
    event: undefined;
  };
  /** List audit events, newest first */
  listAuditEvents: {
    params: undefined;
    query: t.AuditQuery;
    body: undefined;
    form: undefined;
    reply: {
      data: t.AuditEvent[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** OpenAI's batches: list them. Newest first. */
  listBatches: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The id of a batch: what comes after it. */
      after?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      object: 'list';
      data: t.Batch[];
      first_id: string | null;
      last_id: string | null;
      has_more: boolean;
    };
    event: undefined;
  };
  /** List budgets, newest first */
  listBudgets: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: string | undefined;
      /** Default: every workspace that the caller may see. */
      workspace_id?: string | undefined;
      /** Whose calls count: those of the whole workspace, of a key, for an end user (`user`, `user_id` or `metadata.user_id` of the body), with a tag, or to a model. */
      scope?: 'workspace' | 'key' | 'user' | 'tag' | 'model' | undefined;
      /** Of budgets that each key, user, tag or model has of its own: whose figures to show. */
      subject?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.Budget[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List calls, newest first */
  listCalls: {
    params: undefined;
    query: t.CallsQuery;
    body: undefined;
    form: undefined;
    reply: {
      data: t.CallSummary[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List the files of a collection with their states, newest first */
  listCollectionFiles: {
    params: {
      collection_id: string;
    };
    query: t.PageQuery;
    body: undefined;
    form: undefined;
    reply: {
      data: t.CollectionFile[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List collections, newest first */
  listCollections: {
    params: undefined;
    query: t.PageQuery;
    body: undefined;
    form: undefined;
    reply: {
      data: t.Collection[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List the connections of an integration */
  listConnections: {
    params: {
      integration_id: string;
    };
    query: {
      user_id?: string | undefined;
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      success: true;
      data: t.IntegrationConnection[];
      has_more: boolean;
      next: string | null;
    };
    event: undefined;
  };
  /** List research runs, newest first */
  listDeepResearch: {
    params: undefined;
    query: t.PageQuery;
    body: undefined;
    form: undefined;
    reply: {
      data: t.ResearchRun[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List what was sent, newest first. The newest 500 of each webhook are kept, for 30 days. */
  listDeliveries: {
    params: t.IdParams;
    query: t.PageQuery;
    body: undefined;
    form: undefined;
    reply: {
      data: t.WebhookDelivery[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List receipts of what was deleted, newest first */
  listErasures: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: string | undefined;
      workspace_id?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.ErasureReceipt[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List the cases of a set, in their order */
  listEvaluationCases: {
    params: {
      set_id: string;
    };
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: number | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.EvaluationCase[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: number | null;
    };
    event: undefined;
  };
  /** What was said to each case, in the order of the set */
  listEvaluationResults: {
    params: {
      run_id: string;
    };
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: number | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.EvaluationResult[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: number | null;
    };
    event: undefined;
  };
  /** List runs, newest first */
  listEvaluationRuns: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: string | undefined;
      set_id?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.EvaluationRun[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List sets, newest first */
  listEvaluationSets: {
    params: undefined;
    query: t.PageQuery;
    body: undefined;
    form: undefined;
    reply: {
      data: t.EvaluationSet[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** Get several files by id. Unknown ids are left out. */
  listFileMetadata: {
    params: undefined;
    query: undefined;
    body: t.FileMetadataRequest;
    form: undefined;
    reply: t.FileInfo[];
    event: undefined;
  };
  /** List files, newest first. Filters hold together; give the same ones with `after`. */
  listFiles: {
    params: undefined;
    query: t.ListFilesQuery;
    body: undefined;
    form: undefined;
    reply: {
      success: true;
      data: t.FileInfo[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List guards, newest first */
  listGuards: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: string | undefined;
      /** Default: all that the caller may manage. */
      workspace_id?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.Guard[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List legal holds, newest first */
  listHolds: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: string | undefined;
      workspace_id?: string | undefined;
      /** True: only those that hold; false: only released ones. */
      active?: boolean | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.LegalHold[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List integrations */
  listIntegrations: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Integration[];
    event: undefined;
  };
  /** List open invitations, newest first */
  listInvitations: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: string | undefined;
      /** Default: every workspace that the caller may see. */
      workspace_id?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.Invitation[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List jobs, newest first */
  listJobs: {
    params: undefined;
    query: t.JobsQuery;
    body: undefined;
    form: undefined;
    reply: {
      data: t.JobInfo[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
      counts: t.JobCounts;
      kinds: string[];
    };
    event: undefined;
  };
  /** List keys */
  listKeys: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: string | undefined;
      workspace_id?: string | undefined;
      /** `workspace` keys use the service, `admin` keys manage it and belong to no workspace. */
      kind?: 'workspace' | 'admin' | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.Key[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** Models on Ollama servers, and their downloads. Of the configured providers that speak the API of Ollama. */
  listLocalModels: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.LocalModelsReport;
    event: undefined;
  };
  /** List the pictures and videos of the workspace, newest first. With what they were made from. They are listed for 30 days; their files are kept for one hour. */
  listMedia: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: string | undefined;
      kind?: 'image' | 'video' | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.MediaItem[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List members, newest first. Of a workspace with those of the whole installation, who are members of every workspace. */
  listMembers: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: string | undefined;
      /** Default: every workspace that the caller may see. */
      workspace_id?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.Member[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** Anthropic's message batches: list them. Newest first. */
  listMessageBatches: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The id of a batch: what comes after it. */
      after_id?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.MessageBatch[];
      first_id: string | null;
      last_id: string | null;
      has_more: boolean;
    };
    event: undefined;
  };
  /** List the models. `small-2` and `small-1` first, then the models that the operator configured. No key is needed; a wrong one is refused, and one that is limited to `models` sees these alone. */
  listModels: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.ModelList;
    event: undefined;
  };
  /** List the roles that wait for you. Given to your address, and yours once you accept them. None as long as nobody has proved that the address is yours. At most 100, newest first. */
  listOffers: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      data: t.Offer[];
    };
    event: undefined;
  };
  /** List your passkeys */
  listPasskeys: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      data: t.Passkey[];
    };
    event: undefined;
  };
  /** List your runs, newest first */
  listPlaygroundRuns: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: string | undefined;
      mode?: 'answer' | 'conversation' | 'agent' | 'chat' | 'openai' | 'search' | 'ocr' | undefined;
      /** True: those that anybody in the workspace shared. */
      shared?: boolean | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.PlaygroundRunSummary[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List the versions of a prompt, newest first, with what was said of them */
  listPromptVersions: {
    params: t.IdParams;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** Versions older than this one. */
      before?: number | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.PromptVersion[];
      has_more: boolean;
    };
    event: undefined;
  };
  /** List prompts, newest first */
  listPrompts: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: string | undefined;
      /** Default: all that the caller may manage. */
      workspace_id?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.StoredPrompt[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** Who changed a provider, and how */
  listProviderVersions: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.SettingVersions;
    event: undefined;
  };
  /** List providers of models */
  listProviders: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.ProviderList;
    event: undefined;
  };
  /** List what a stored response was asked */
  listResponseInput: {
    params: {
      id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      object: 'list';
      data: Array<Record<string, unknown>>;
      has_more: false;
      first_id: string | null;
      last_id: string | null;
    };
    event: undefined;
  };
  /** Who changed a route, and how */
  listRouteVersions: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.SettingVersions;
    event: undefined;
  };
  /** List routes. Every name of the model list and the engines behind it. */
  listRoutes: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.ModelRouteList;
    event: undefined;
  };
  /** List your sessions, newest first */
  listSessions: {
    params: undefined;
    query: t.PageQuery;
    body: undefined;
    form: undefined;
    reply: {
      data: t.SessionInfo[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List usage records, newest first */
  listUsageRecords: {
    params: undefined;
    query: t.UsageRecordsQuery;
    body: undefined;
    form: undefined;
    reply: {
      data: t.UsageRecord[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List files that were added together */
  listVectorStoreBatchFiles: {
    params: {
      vector_store_id: string;
      batch_id: string;
    };
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** By when it was made. Default: "desc". */
      order?: 'asc' | 'desc' | undefined;
      /** An id: what comes after it. */
      after?: string | undefined;
      /** An id: what comes before it. */
      before?: string | undefined;
      filter?: 'in_progress' | 'completed' | 'cancelled' | 'failed' | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      object: 'list';
      data: t.VectorStoreFile[];
      first_id: string | null;
      last_id: string | null;
      has_more: boolean;
    };
    event: undefined;
  };
  /** List the files of a vector store */
  listVectorStoreFiles: {
    params: {
      vector_store_id: string;
    };
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** By when it was made. Default: "desc". */
      order?: 'asc' | 'desc' | undefined;
      /** An id: what comes after it. */
      after?: string | undefined;
      /** An id: what comes before it. */
      before?: string | undefined;
      filter?: 'in_progress' | 'completed' | 'cancelled' | 'failed' | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      object: 'list';
      data: t.VectorStoreFile[];
      first_id: string | null;
      last_id: string | null;
      has_more: boolean;
    };
    event: undefined;
  };
  /** List vector stores */
  listVectorStores: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** By when it was made. Default: "desc". */
      order?: 'asc' | 'desc' | undefined;
      /** An id: what comes after it. */
      after?: string | undefined;
      /** An id: what comes before it. */
      before?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      object: 'list';
      data: t.VectorStore[];
      first_id: string | null;
      last_id: string | null;
      has_more: boolean;
    };
    event: undefined;
  };
  /** List webhooks, newest first */
  listWebhooks: {
    params: undefined;
    query: {
      /** Default: 20. */
      limit?: number | undefined;
      /** The `next` of the page before. */
      after?: string | undefined;
      /** Default: every workspace that the caller may see. */
      workspace_id?: string | undefined;
    };
    body: undefined;
    form: undefined;
    reply: {
      data: t.WebhookEndpoint[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** List workspaces */
  listWorkspaces: {
    params: undefined;
    query: t.PageQuery;
    body: undefined;
    form: undefined;
    reply: {
      data: t.Workspace[];
      has_more: boolean;
      /** Give it as `after` to read on. */
      next: string | null;
    };
    event: undefined;
  };
  /** Keep a workspace, an end user or a file from being deleted. Until it is released nothing of it expires, retention passes it over, and deleting it answers 409 `legal_hold`. */
  placeHold: {
    params: undefined;
    query: undefined;
    body: t.PlaceHoldRequest;
    form: undefined;
    reply: t.LegalHold;
    event: undefined;
  };
  /** See what an invitation is to */
  previewInvitation: {
    params: undefined;
    query: undefined;
    body: {
      token: string;
    };
    form: undefined;
    reply: t.InvitationPreview;
    event: undefined;
  };
  /** Upload the bytes of a file to its signed address */
  putUpload: {
    params: {
      file_id: string;
    };
    query: {
      token?: string | undefined;
    };
    body: Blob | Uint8Array<ArrayBuffer>;
    form: undefined;
    reply: {
      success: true;
      file_id: string;
      file_size: number;
    };
    event: undefined;
  };
  /** Read the text of an image. PNG, JPEG, GIF, WebP, TIFF (all its pages), BMP, AVIF, HEIC or SVG, as multipart part `file` or as base64 in `image`. An image without text answers 200 with `success` false. */
  readImage: {
    params: undefined;
    query: undefined;
    body: {
      /** Base64, with or without a data URI prefix. */
      image?: string | undefined;
    };
    form: {
      /** The image. */
      file: Blob;
    };
    reply: t.OcrResult;
    event: undefined;
  };
  /** Read the text of a PDF. As multipart part `file` (with the others as fields) or as base64 in `pdf`. One bad page does not fail the others. Long scans are best read with `background`: the answer is 202 at once, finished pages outlive a restart of the service, and the result is looked up. */
  readPdf: {
    params: undefined;
    query: undefined;
    body: {
      /** Base64, with or without a data URI prefix. */
      pdf?: string | undefined;
      max_pages?: number | undefined;
      /** Default: 200. */
      dpi?: number | undefined;
      password?: string | undefined;
      /** Answer 202 at once; poll, or be called at `webhook_url`. */
      background?: boolean | undefined;
      /** With `background`: called at the end, signed as Standard Webhooks say. */
      webhook_url?: string | undefined;
    };
    form: {
      /** The PDF. */
      file: Blob;
    };
    reply: t.OcrPdfResult | t.OcrPdfRun;
    event: undefined;
  };
  /** Send a delivery again */
  redeliver: {
    params: {
      id: string;
      delivery_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.WebhookDelivery;
    event: undefined;
  };
  /** Read an MCP server's tools again. What differs from the approved definitions is kept in `pending_manifest` until it is approved. */
  refreshAddedIntegration: {
    params: {
      id: string;
    };
    query: undefined;
    body: {
      workspace_id?: string | undefined;
      /** A connected user, when the server wants credentials. */
      user_id?: string | undefined;
    };
    form: undefined;
    reply: t.AddedIntegration;
    event: undefined;
  };
  /** Release a legal hold. What is due by then is deleted within the hour. Releasing one that was released changes nothing. */
  releaseHold: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.LegalHold;
    event: undefined;
  };
  /** Take a file out of a collection; the file itself stays */
  removeCollectionFile: {
    params: {
      collection_id: string;
      file_id: string;
    };
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      success: true;
      file_id: string;
      removed: true;
    };
    event: undefined;
  };
  /** Remove a member. Takes effect at once; keys that the person had made and invitations end in the same step. An account without any membership left is erased with its sessions and playground runs. The last owner of the installation cannot be removed. */
  removeMember: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: {
      id: string;
      deleted: true;
      /** What the person had made there and could not make any more: keys were revoked, invitations taken back, those included that an admin key of theirs had made. */
      ended: t.EndedWithRole;
    };
    event: undefined;
  };
  /** Remove a passkey. With the last second factor the recovery codes go as well. */
  removePasskey: {
    params: {
      id: string;
    };
    query: undefined;
    body: {
      /** Needed by those who have one. */
      current_password?: string | undefined;
    };
    form: undefined;
    reply: t.Deleted;
    event: undefined;
  };
  /** Rename a passkey */
  renamePasskey: {
    params: {
      id: string;
    };
    query: undefined;
    body: {
      /** Such as the device it is on. */
      name: string;
    };
    form: undefined;
    reply: t.Passkey;
    event: undefined;
  };
  /** Change a route. The whole route; what is left out is no longer set. Replies under way go on with the engine they have. */
  replaceRoute: {
    params: t.IdParams;
    query: undefined;
    body: t.ReplaceRouteRequest;
    form: undefined;
    reply: t.ModelRouteView;
    event: undefined;
  };
  /** Have a link mailed that sets the password. There where SMTP_URL is set. Whoever uses the link has proved to have the address. The answer is the same whether there is such an account or not; at most three an hour are sent to an address. */
  requestPasswordLink: {
    params: undefined;
    query: undefined;
    body: {
      /** Capitals make no difference. */
      email: string;
    };
    form: undefined;
    reply: {
      sent: true;
    };
    event: undefined;
  };
  /** Read a file that failed once more. For what is mended meanwhile: something that hears speech is connected, a budget is raised, a vendor is back. A file that is `ready` or being processed stays as it is. The answer waits up to `wait_ms`. */
  rereadFile: {
    params: {
      file_id: string;
    };
    query: undefined;
    body: {
      /** How long the answer waits for the processing. Default: 10000. */
      wait_ms?: number | undefined;
    };
    form: undefined;
    reply: t.FileAnswer;
    event: undefined;
  };
  /** Set a forgotten password. With the token of a link that an admin has made, or that was mailed. Ends every session and signs in. A second factor is asked for, unless the link takes it away. */
  resetPassword: {
    params: undefined;
    query: undefined;
    body: {
      token: string;
      /** At least 12 characters; not the e-mail address. */
      new_password: string;
      /** What the authenticator app shows, or a recovery code. Each works once. */
      code?: string | undefined;
    };
    form: undefined;
    reply: t.CurrentSession;
    event: undefined;
  };
  /** Take a stream up again after an event. Sends what came after the event that the header `Last-Event-ID` (or `after`) names, byte for byte as it was sent or would have been, and goes on live to the end. Any process serves it. For the key that began the stream. */
  resumeStream: {
    params: {
      /** As the header `x-parley-stream` said. */
      id: string;
    };
    query: {
      /** The `id` of the last event that came. Goes before `Last-Event-ID`. Default: 0, all events. */
      after?: number | undefined;
    };
    body: undefined;
    form: undefined;
    reply: string;
    event: undefined;
  };
  /** Run a waiting job now. Instead of at its `runs_at`. One that runs or has ended answers 409: what it worked on is gone with its end. */
  retryJob: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.JobInfo;
    event: undefined;
  };
  /** Take a provider one step back. To the version before, or the one that is named; a provider that was taken out comes back. It becomes a new version. */
  revertProvider: {
    params: t.IdParams;
    query: undefined;
    body: t.RevertRequest;
    form: undefined;
    reply: t.ProviderView;
    event: undefined;
  };
  /** Take a route one step back. To the version before, or the one that is named; a route that was taken out comes back. It becomes a new version. */
  revertRoute: {
    params: t.IdParams;
    query: undefined;
    body: t.RevertRequest;
    form: undefined;
    reply: t.ModelRouteView;
    event: undefined;
  };
  /** Revoke a key. Takes effect within one second on every process. The key stays in the list with `revoked_at`. */
  revokeKey: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.Key;
    event: undefined;
  };
  /** Replace a key by a successor. The successor has the same settings, the same expiry and what was spent so far. The old key stays valid for `overlap_seconds`, and is revoked at once with 0. */
  rollKey: {
    params: t.IdParams;
    query: undefined;
    body: t.RollKeyRequest;
    form: undefined;
    reply: t.CreatedKey;
    event: undefined;
  };
  /** Search the files of a collection for passages */
  searchCollection: {
    params: {
      collection_id: string;
    };
    query: undefined;
    body: t.CollectionSearchRequest;
    form: undefined;
    reply: {
      success: true;
      results: t.CollectionSearchResult[];
      /** How it was searched. */
      mode: 'hybrid' | 'lexical' | 'semantic';
      /** The model that put the best in order; null when none was asked. */
      rerank: {
        model: string;
        /** Why the order is that of the search; null when the model gave it. */
        error: string | null;
      } | null;
    };
    event: undefined;
  };
  /** Search a vector store */
  searchVectorStore: {
    params: {
      vector_store_id: string;
    };
    query: undefined;
    body: t.SearchVectorStoreRequest;
    form: undefined;
    reply: t.VectorStoreSearchPage;
    event: undefined;
  };
  /** Set what the vendor of a model asks. For models whose price is not known, or another one. In force at once for calls that begin then, on every process within five seconds; what was called before stays as it was counted. A price in parley.config.json comes first. */
  setEnginePrice: {
    params: undefined;
    query: undefined;
    body: t.SetEnginePrice;
    form: undefined;
    reply: t.SetEnginePrice;
    event: undefined;
  };
  /** Say which versions a label means. In force in every process within a second. Shares must add up to 1. */
  setPromptLabel: {
    params: {
      id: string;
      /** Such as `production` or `staging`. */
      label: string;
    };
    query: undefined;
    body: {
      versions: Array<{
        version: number;
        /** Of the calls. One user of the caller’s (`user`) always gets the same version. */
        share: number;
      }>;
    };
    form: undefined;
    reply: t.StoredPrompt;
    event: undefined;
  };
  /** The same, streamed without asking for it */
  streamChatCompletion: {
    params: undefined;
    query: undefined;
    body: t.ChatCompletionRequest;
    form: undefined;
    reply: t.ChatCompletion;
    event: t.ChatEvent;
  };
  /** A message as plain chunks. Sends `{"content":{"type":"content_chunk","content":"…"}}` lines and ends with the bare text `[DONE]`. */
  streamMessage: {
    params: undefined;
    query: undefined;
    body: t.MessagesRequest;
    form: undefined;
    reply: undefined;
    event: t.PlainMessageEvent;
  };
  /** Try a provider with one small call. At most 64 tokens of reply. What failed stands in `error`; the status is 200 all the same. */
  testProvider: {
    params: t.IdParams;
    query: undefined;
    body: {
      /** Default: the vendor's usual one. */
      model?: string | undefined;
    };
    form: undefined;
    reply: t.EngineTest;
    event: undefined;
  };
  /** Try a route with one small call. At most 64 tokens of reply, by the same way as a call of a key. */
  testRoute: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.EngineTest;
    event: undefined;
  };
  /** Send a `webhook.test` */
  testWebhook: {
    params: t.IdParams;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.WebhookDelivery;
    event: undefined;
  };
  /** See what a guard makes of a text */
  tryGuard: {
    params: t.IdParams;
    query: undefined;
    body: {
      text: string;
      /** Default: "input". */
      stage?: 'input' | 'output' | undefined;
    };
    form: undefined;
    reply: t.TryGuardResult;
    event: undefined;
  };
  /** Seal everything anew with a new key. Makes a data key, which seals from now on, and begins a job that seals with it what is stored. While one is at work, asking again answers with it. The job goes on where it was after a stop or a kill. */
  turnOverKeys: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: undefined;
    reply: t.SealingReport;
    event: undefined;
  };
  /** Change an alert */
  updateAlert: {
    params: t.IdParams;
    query: undefined;
    body: t.UpdateAlertRequest;
    form: undefined;
    reply: t.Alert;
    event: undefined;
  };
  /** Change a budget. Takes effect within one second on every process. */
  updateBudget: {
    params: t.IdParams;
    query: undefined;
    body: t.UpdateBudgetRequest;
    form: undefined;
    reply: t.Budget;
    event: undefined;
  };
  /** Change what a collection says about itself. `attributes` replace those of before. */
  updateCollection: {
    params: {
      collection_id: string;
    };
    query: undefined;
    body: t.UpdateCollectionRequest;
    form: undefined;
    reply: t.CollectionAnswer;
    event: undefined;
  };
  /** Change a case */
  updateEvaluationCase: {
    params: {
      set_id: string;
      case_id: string;
    };
    query: undefined;
    body: t.EvaluationCaseChanges;
    form: undefined;
    reply: t.EvaluationCase;
    event: undefined;
  };
  /** Change a set */
  updateEvaluationSet: {
    params: {
      set_id: string;
    };
    query: undefined;
    body: t.EvaluationSetChanges;
    form: undefined;
    reply: t.EvaluationSet;
    event: undefined;
  };
  /** Change a guard */
  updateGuard: {
    params: t.IdParams;
    query: undefined;
    body: t.UpdateGuardRequest;
    form: undefined;
    reply: t.Guard;
    event: undefined;
  };
  /** Change a key. Takes effect within one second on every process. */
  updateKey: {
    params: t.IdParams;
    query: undefined;
    body: t.UpdateKeyRequest;
    form: undefined;
    reply: t.Key;
    event: undefined;
  };
  /** Change the role of a member. Takes effect at once. Where addresses can be proved, an account whose address never was gets no stronger role. What the person had made and the new role could not make ends in the same step. The last owner of the installation stays one. */
  updateMember: {
    params: t.IdParams;
    query: undefined;
    body: {
      /** `owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` reads. Only owners give and take the role of an owner. */
      role: t.RoleName;
    };
    form: undefined;
    reply: {
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
      role: t.RoleName;
      /** Null for the whole installation. */
      workspace_id: string | null;
      /** When they joined. */
      created_at: string;
      last_seen_at: string | null;
      /** What the person had made there and could not make any more: keys were revoked, invitations taken back, those included that an admin key of theirs had made. */
      ended: t.EndedWithRole;
    };
    event: undefined;
  };
  /** Name or share a run of yours */
  updatePlaygroundRun: {
    params: t.IdParams;
    query: undefined;
    body: {
      title?: string | undefined;
      shared?: boolean | undefined;
    };
    form: undefined;
    reply: t.PlaygroundRun;
    event: undefined;
  };
  /** Change what a prompt is described by, and the set that it is evaluated with */
  updatePrompt: {
    params: t.IdParams;
    query: undefined;
    body: {
      description?: string | null | undefined;
      evaluation_set_id?: string | null | undefined;
    };
    form: undefined;
    reply: t.StoredPrompt;
    event: undefined;
  };
  /** Change a provider. `keys` is the whole list; a key without `value` keeps that of the same name. Calls under way keep what they have. */
  updateProvider: {
    params: t.IdParams;
    query: undefined;
    body: t.UpdateProviderRequest;
    form: undefined;
    reply: t.ProviderView;
    event: undefined;
  };
  /** Change what is kept of calls, and how long things are. For every process, without a restart: what is older is removed within an hour. */
  updateSettings: {
    params: undefined;
    query: undefined;
    body: {
      retention: {
        /** Records of calls, at least 3 days. Null, the default, keeps them. The log of calls reaches back as far as they; budgets and the sums of `/v1/admin/usage` and `/v1/admin/usage/series` stay, for whole days (UTC). */
        usage_days?: number | null | undefined;
        /** Audit events. Null, the default, keeps them. */
        audit_days?: number | null | undefined;
        /** Playground runs that nobody shared. Default: 90. */
        playground_days?: number | null | undefined;
        /** Contents of calls, where `contents` keeps them. Default: 7. They go with the records of their calls at the latest, and beyond 100,000 calls the oldest go first. */
        contents_days?: number | undefined;
        /** Whose calls are kept with what they ask and are answered: of nobody, of the keys in `contents_keys`, of all. Default: `all` with CALL_CONTENTS=keep, else `none`. What was kept goes within an hour once it is `none`. */
        contents?: 'none' | 'keys' | 'all' | undefined;
        /** Ids of keys, for `contents` `keys`. */
        contents_keys?: string[] | undefined;
        /** Personal data are taken out as well before anything is written, each as its kind (`[EMAIL]`), as far as they are found: names, addresses, e-mail addresses, numbers of telephones, accounts, cards and identity documents, dates of birth, network addresses. Default: false. */
        contents_masked?: boolean | undefined;
        /** Uploaded files, from their upload. Null, the default, keeps them until they are deleted or `expires_at`. */
        files_days?: number | null | undefined;
        /** Research, responses, OCR and videos in the background, from their end. Null, the default: as long as each kind is kept, 7 or 30 days; more days do not keep them longer. */
        runs_days?: number | null | undefined;
        /** Pictures and their prompts in `/v1/media`. Null, the default: 30 days; more do not keep them longer. */
        pictures_days?: number | null | undefined;
      };
    };
    form: undefined;
    reply: t.SettingsReport;
    event: undefined;
  };
  /** Change a vector store */
  updateVectorStore: {
    params: {
      vector_store_id: string;
    };
    query: undefined;
    body: t.UpdateVectorStoreRequest;
    form: undefined;
    reply: t.VectorStore;
    event: undefined;
  };
  /** Change the attributes of a file of a vector store */
  updateVectorStoreFile: {
    params: {
      vector_store_id: string;
      file_id: string;
    };
    query: undefined;
    body: {
      /** For filters. */
      attributes: Record<string, string | number | boolean>;
    };
    form: undefined;
    reply: t.VectorStoreFile;
    event: undefined;
  };
  /** Change a webhook */
  updateWebhook: {
    params: t.IdParams;
    query: undefined;
    body: {
      /** An https address that takes a POST. */
      url?: string | undefined;
      events?: Array<'file.ready' | 'file.failed' | 'run.completed' | 'run.failed' | 'run.cancelled' | 'budget.warning' | 'budget.reached' | 'connection.lost' | 'alert.fired' | 'alert.resolved' | 'webhook.test'> | undefined;
      active?: boolean | undefined;
    };
    form: undefined;
    reply: t.WebhookEndpoint;
    event: undefined;
  };
  /** Change a workspace */
  updateWorkspace: {
    params: t.IdParams;
    query: undefined;
    body: t.UpdateWorkspaceRequest;
    form: undefined;
    reply: t.Workspace;
    event: undefined;
  };
  /** Upload a file in one call */
  uploadFile: {
    params: undefined;
    query: undefined;
    body: undefined;
    form: {
      /** The file. */
      file: Blob;
      filename?: string | undefined;
      /** Seconds after which the file is deleted by itself. Default: never. */
      expires_in?: number | undefined;
      /** How long the answer waits for the processing. Default: 10000. */
      wait_ms?: number | undefined;
      /** Your own id of the end user it is of: `eraseUser` deletes it with everything else of theirs. */
      user_id?: string | undefined;
    };
    reply: t.FileAnswer;
    event: undefined;
  };
  /** Whether a receipt is genuine, and of whom */
  verifyErasure: {
    params: undefined;
    query: undefined;
    body: t.VerifyErasureRequest;
    form: undefined;
    reply: {
      /** Whether this service signed exactly this. */
      valid: boolean;
      /** Null when no `user_id` was given. */
      is_of_user: boolean | null;
    };
    event: undefined;
  };
  /** Search the web. Asks every configured back end at once and merges their results. Nothing found is an empty list; a back end that refused or timed out is named in `backends`, and is an error when no other answered. */
  webSearch: {
    params: undefined;
    query: undefined;
    body: t.WebSearchRequest;
    form: undefined;
    reply: t.WebSearchResponse;
    event: undefined;
  };
}
export type OperationId = keyof Operations;

/** Those of `@parley/sdk/management`. */
export type ManagementOperationId =
  | 'acceptInvitation'
  | 'acceptOffer'
  | 'addMember'
  | 'addPasskey'
  | 'beginPasskey'
  | 'beginPasskeySignIn'
  | 'beginSecondFactor'
  | 'cancelJob'
  | 'changePassword'
  | 'claimInstance'
  | 'confirmSecondFactor'
  | 'createAlert'
  | 'createInvitation'
  | 'createPasskeySession'
  | 'createPasswordLink'
  | 'createPlaygroundRun'
  | 'createSession'
  | 'createWebhook'
  | 'declineOffer'
  | 'deleteAlert'
  | 'deleteInvitation'
  | 'deleteLocalModel'
  | 'deletePlaygroundRun'
  | 'deleteSession'
  | 'deleteWebhook'
  | 'downloadLocalModel'
  | 'endSecondFactor'
  | 'endSession'
  | 'getCall'
  | 'getMediaItem'
  | 'getModelsReport'
  | 'getOverview'
  | 'getPlaygroundRun'
  | 'getSealing'
  | 'getSession'
  | 'getSettings'
  | 'getStorage'
  | 'getUsageSeries'
  | 'listAlerts'
  | 'listAllConnections'
  | 'listCalls'
  | 'listDeliveries'
  | 'listInvitations'
  | 'listJobs'
  | 'listLocalModels'
  | 'listMedia'
  | 'listMembers'
  | 'listOffers'
  | 'listPasskeys'
  | 'listPlaygroundRuns'
  | 'listSessions'
  | 'listWebhooks'
  | 'previewInvitation'
  | 'redeliver'
  | 'removeMember'
  | 'removePasskey'
  | 'renamePasskey'
  | 'requestPasswordLink'
  | 'resetPassword'
  | 'retryJob'
  | 'setEnginePrice'
  | 'testWebhook'
  | 'turnOverKeys'
  | 'updateAlert'
  | 'updateMember'
  | 'updatePlaygroundRun'
  | 'updateSettings'
  | 'updateWebhook';

/** Method, path and flags: `a` needs the admin key, `i` takes an idempotency key, `t` answers text, `b` bytes, `v` nothing. */
export type OperationRow = string;

/** What the main module calls. */
export const operations: Readonly<Record<Exclude<OperationId, ManagementOperationId>, OperationRow>> = {
  addCollectionFiles: 'POST /v1/collections/{collection_id}/files i',
  addEvaluationCases: 'POST /v1/evaluations/sets/{set_id}/cases i',
  addIntegration: 'POST /v1/admin/integrations a',
  addVectorStoreFile: 'POST /v1/vector_stores/{vector_store_id}/files i',
  approveAddedIntegration: 'POST /v1/admin/integrations/{id}/approve a',
  cancelBatch: 'POST /v1/batches/{batch_id}/cancel',
  cancelDeepResearch: 'POST /v1/deep-research/{id}/cancel',
  cancelEvaluationRun: 'POST /v1/evaluations/runs/{run_id}/cancel',
  cancelMessageBatch: 'POST /v1/messages/batches/{message_batch_id}/cancel',
  cancelOcrPdf: 'POST /v1/ocr/pdf/{id}/cancel',
  cancelResponse: 'POST /v1/responses/{id}/cancel',
  cancelStream: 'POST /v1/streams/{id}/cancel',
  cancelVectorStoreBatch: 'POST /v1/vector_stores/{vector_store_id}/file_batches/{batch_id}/cancel',
  cancelVideo: 'POST /v1/generate-video/{id}/cancel',
  clearKeptReplies: 'DELETE /v1/admin/cache a',
  compareEvaluationRuns: 'GET /v1/evaluations/compare',
  confirmUpload: 'POST /v1/files/confirm-upload i',
  connectIntegration: 'POST /v1/integrations/{integration_id}/connect i',
  countMessageTokens: 'POST /v1/messages/count_tokens',
  createAgentReply: 'POST /v1/agent i',
  createAnswer: 'POST /v1/answer i',
  createBatch: 'POST /v1/batches i',
  createBudget: 'POST /v1/admin/budgets ai',
  createChatCompletion: 'POST /v1/chat-completion i',
  createCollection: 'POST /v1/collections i',
  createCompletion: 'POST /v1/completions i',
  createConversationReply: 'POST /v1/conversation i',
  createDeepResearch: 'POST /v1/deep-research i',
  createEmbedding: 'POST /v1/embeddings i',
  createEvaluationRun: 'POST /v1/evaluations/runs i',
  createEvaluationSet: 'POST /v1/evaluations/sets i',
  createGuard: 'POST /v1/admin/guards ai',
  createImageEdit: 'POST /v1/images/edits',
  createImageVariation: 'POST /v1/images/variations',
  createKey: 'POST /v1/admin/keys a',
  createMessage: 'POST /v1/messages i',
  createMessageBatch: 'POST /v1/messages/batches i',
  createModeration: 'POST /v1/moderations i',
  createOpenAIChatCompletion: 'POST /v1/chat/completions i',
  createOpenAIFile: 'POST /v1/files i',
  createOpenAIImage: 'POST /v1/images/generations i',
  createPrompt: 'POST /v1/prompts ai',
  createPromptVersion: 'POST /v1/prompts/{id}/versions ai',
  createProvider: 'POST /v1/admin/providers a',
  createRerank: 'POST /v1/rerank i',
  createResponse: 'POST /v1/responses i',
  createRoute: 'POST /v1/admin/routes a',
  createSpeech: 'POST /v1/audio/speech b',
  createTranscription: 'POST /v1/audio/transcriptions',
  createTranslation: 'POST /v1/audio/translations',
  createUploadUrl: 'POST /v1/files/upload-url i',
  createVectorStore: 'POST /v1/vector_stores i',
  createVectorStoreBatch: 'POST /v1/vector_stores/{vector_store_id}/file_batches i',
  createWorkspace: 'POST /v1/admin/workspaces ai',
  deleteAddedIntegration: 'DELETE /v1/admin/integrations/{id} a',
  deleteBudget: 'DELETE /v1/admin/budgets/{id} a',
  deleteCollection: 'DELETE /v1/collections/{collection_id}',
  deleteConnection: 'DELETE /v1/integrations/{integration_id}/connections/{user_id}',
  deleteEvaluationCase: 'DELETE /v1/evaluations/sets/{set_id}/cases/{case_id}',
  deleteEvaluationRun: 'DELETE /v1/evaluations/runs/{run_id}',
  deleteEvaluationSet: 'DELETE /v1/evaluations/sets/{set_id}',
  deleteFile: 'DELETE /v1/files/{file_id}',
  deleteGuard: 'DELETE /v1/admin/guards/{id} a',
  deleteMessageBatch: 'DELETE /v1/messages/batches/{message_batch_id}',
  deletePrompt: 'DELETE /v1/prompts/{id} a',
  deletePromptLabel: 'DELETE /v1/prompts/{id}/labels/{label} a',
  deleteProvider: 'DELETE /v1/admin/providers/{id} a',
  deleteResponse: 'DELETE /v1/responses/{id}',
  deleteRoute: 'DELETE /v1/admin/routes/{id} a',
  deleteVectorStore: 'DELETE /v1/vector_stores/{vector_store_id}',
  deleteVectorStoreFile: 'DELETE /v1/vector_stores/{vector_store_id}/files/{file_id}',
  deleteWorkspace: 'DELETE /v1/admin/workspaces/{id} a',
  dryRunRoute: 'POST /v1/admin/routes/dry-run a',
  eraseUser: 'POST /v1/admin/erasures a',
  executeIntegration: 'POST /v1/integrations/{integration_id}/execute i',
  forgetUser: 'DELETE /v1/integrations/users/{user_id}',
  generateImage: 'POST /v1/generate-image i',
  generateVideo: 'POST /v1/generate-video i',
  getAddedIntegration: 'GET /v1/admin/integrations/{id} a',
  getBatch: 'GET /v1/batches/{batch_id}',
  getBudget: 'GET /v1/admin/budgets/{id} a',
  getCollection: 'GET /v1/collections/{collection_id}',
  getDeepResearch: 'GET /v1/deep-research/{id}',
  getErasure: 'GET /v1/admin/erasures/{id} a',
  getEvaluationRun: 'GET /v1/evaluations/runs/{run_id}',
  getEvaluationSet: 'GET /v1/evaluations/sets/{set_id}',
  getFile: 'GET /v1/files/{file_id}',
  getFileContent: 'GET /v1/files/{file_id}/content b',
  getFileLayout: 'GET /v1/files/{file_id}/layout',
  getFileText: 'GET /v1/files/{file_id}/text t',
  getGuard: 'GET /v1/admin/guards/{id} a',
  getHealth: 'GET /healthz',
  getHealthReport: 'GET /v1/admin/health a',
  getIntegration: 'GET /v1/integrations/{integration_id}',
  getKeptReplies: 'GET /v1/admin/cache a',
  getKey: 'GET /v1/admin/keys/{id} a',
  getMedia: 'GET /v1/media/{id}/{name} b',
  getMessageBatch: 'GET /v1/messages/batches/{message_batch_id}',
  getMessageBatchResults: 'GET /v1/messages/batches/{message_batch_id}/results b',
  getMetrics: 'GET /metrics t',
  getModel: 'GET /v1/models/{id}',
  getOcrHealth: 'GET /v1/ocr/health',
  getOcrPageImage: 'GET /v1/ocr/results/{id}/pages/{page}/image b',
  getOcrPdf: 'GET /v1/ocr/pdf/{id}',
  getOpenApi: 'GET /openapi.json',
  getPrompt: 'GET /v1/prompts/{id} a',
  getPromptVersion: 'GET /v1/prompts/{id}/versions/{version} a',
  getProvider: 'GET /v1/admin/providers/{id} a',
  getReadiness: 'GET /readyz',
  getResearchSource: 'GET /v1/deep-research/{id}/sources/{n}',
  getResponse: 'GET /v1/responses/{id}',
  getRoute: 'GET /v1/admin/routes/{id} a',
  getUsage: 'GET /v1/admin/usage a',
  getVectorStore: 'GET /v1/vector_stores/{vector_store_id}',
  getVectorStoreBatch: 'GET /v1/vector_stores/{vector_store_id}/file_batches/{batch_id}',
  getVectorStoreFile: 'GET /v1/vector_stores/{vector_store_id}/files/{file_id}',
  getVectorStoreFileContent: 'GET /v1/vector_stores/{vector_store_id}/files/{file_id}/content',
  getVideo: 'GET /v1/generate-video/{id}',
  getWidget: 'GET /widget.js t',
  getWorkspace: 'GET /v1/admin/workspaces/{id} a',
  giveFeedback: 'POST /v1/feedback i',
  listAddedIntegrations: 'GET /v1/admin/integrations a',
  listAuditEvents: 'GET /v1/admin/audit a',
  listBatches: 'GET /v1/batches',
  listBudgets: 'GET /v1/admin/budgets a',
  listCollectionFiles: 'GET /v1/collections/{collection_id}/files',
  listCollections: 'GET /v1/collections',
  listConnections: 'GET /v1/integrations/{integration_id}/connections',
  listDeepResearch: 'GET /v1/deep-research',
  listErasures: 'GET /v1/admin/erasures a',
  listEvaluationCases: 'GET /v1/evaluations/sets/{set_id}/cases',
  listEvaluationResults: 'GET /v1/evaluations/runs/{run_id}/results',
  listEvaluationRuns: 'GET /v1/evaluations/runs',
  listEvaluationSets: 'GET /v1/evaluations/sets',
  listFileMetadata: 'POST /v1/files/metadata',
  listFiles: 'GET /v1/files',
  listGuards: 'GET /v1/admin/guards a',
  listHolds: 'GET /v1/admin/holds a',
  listIntegrations: 'GET /v1/integrations',
  listKeys: 'GET /v1/admin/keys a',
  listMessageBatches: 'GET /v1/messages/batches',
  listModels: 'GET /v1/models',
  listPromptVersions: 'GET /v1/prompts/{id}/versions a',
  listPrompts: 'GET /v1/prompts a',
  listProviderVersions: 'GET /v1/admin/providers/{id}/versions a',
  listProviders: 'GET /v1/admin/providers a',
  listResponseInput: 'GET /v1/responses/{id}/input_items',
  listRouteVersions: 'GET /v1/admin/routes/{id}/versions a',
  listRoutes: 'GET /v1/admin/routes a',
  listUsageRecords: 'GET /v1/admin/usage/records a',
  listVectorStoreBatchFiles: 'GET /v1/vector_stores/{vector_store_id}/file_batches/{batch_id}/files',
  listVectorStoreFiles: 'GET /v1/vector_stores/{vector_store_id}/files',
  listVectorStores: 'GET /v1/vector_stores',
  listWorkspaces: 'GET /v1/admin/workspaces a',
  placeHold: 'POST /v1/admin/holds a',
  putUpload: 'PUT /v1/files/{file_id}/upload',
  readImage: 'POST /v1/ocr/image i',
  readPdf: 'POST /v1/ocr/pdf i',
  refreshAddedIntegration: 'POST /v1/admin/integrations/{id}/refresh a',
  releaseHold: 'POST /v1/admin/holds/{id}/release a',
  removeCollectionFile: 'DELETE /v1/collections/{collection_id}/files/{file_id}',
  replaceRoute: 'PUT /v1/admin/routes/{id} a',
  rereadFile: 'POST /v1/files/{file_id}/reread i',
  resumeStream: 'GET /v1/streams/{id} t',
  revertProvider: 'POST /v1/admin/providers/{id}/revert a',
  revertRoute: 'POST /v1/admin/routes/{id}/revert a',
  revokeKey: 'DELETE /v1/admin/keys/{id} a',
  rollKey: 'POST /v1/admin/keys/{id}/roll a',
  searchCollection: 'POST /v1/collections/{collection_id}/search',
  searchVectorStore: 'POST /v1/vector_stores/{vector_store_id}/search',
  setPromptLabel: 'PUT /v1/prompts/{id}/labels/{label} a',
  streamChatCompletion: 'POST /v1/chat-completion/stream i',
  streamMessage: 'POST /v1/messages/stream iv',
  testProvider: 'POST /v1/admin/providers/{id}/test a',
  testRoute: 'POST /v1/admin/routes/{id}/test a',
  tryGuard: 'POST /v1/admin/guards/{id}/test a',
  updateBudget: 'PATCH /v1/admin/budgets/{id} a',
  updateCollection: 'PATCH /v1/collections/{collection_id}',
  updateEvaluationCase: 'PATCH /v1/evaluations/sets/{set_id}/cases/{case_id}',
  updateEvaluationSet: 'PATCH /v1/evaluations/sets/{set_id}',
  updateGuard: 'PATCH /v1/admin/guards/{id} a',
  updateKey: 'PATCH /v1/admin/keys/{id} a',
  updatePrompt: 'PATCH /v1/prompts/{id} a',
  updateProvider: 'PATCH /v1/admin/providers/{id} a',
  updateVectorStore: 'POST /v1/vector_stores/{vector_store_id}',
  updateVectorStoreFile: 'POST /v1/vector_stores/{vector_store_id}/files/{file_id}',
  updateWorkspace: 'PATCH /v1/admin/workspaces/{id} a',
  uploadFile: 'POST /v1/files/upload i',
  verifyErasure: 'POST /v1/admin/erasures/verify a',
  webSearch: 'POST /v1/web-search i',
};
