import type { Target } from './every-capability.ts';

/** What a caller's own files hold, and what is asked about them: words that nobody outside may see. */
const tenant = 'Quillfeather';
const question = `Is our tenant ${tenant} behind with the deposit?`;
const text = `Lease of the boathouse.\n\nThe tenant is Ottoline ${tenant}. The deposit of 2,400 euros was due on 3 May 2026 and has not been paid.\n`;
const user = { role: 'user', content: question };
const tool = {
  name: 'send_reminder',
  description: 'Reminds a tenant of what is due.',
  input_schema: { type: 'object', properties: { tenant: { type: 'string' } }, required: ['tenant'] },
};
const schema = { type: 'object', properties: { tenant: { type: 'string' }, deposit: { type: 'number' } } };
const openaiSchema = { type: 'json_schema', json_schema: { name: 'lease', schema } };

interface Given {
  target: Target;
  fileId: string;
  collectionId: string;
  storeId: string;
  /** One call; its reply's JSON. Throws unless it is answered in full. */
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

/** Every call that takes files, texts or pictures of one's own, by its name in the OpenAPI document: each with a file of one's own. */
const calls: Record<string, (given: Given) => Promise<unknown>> = {
  createAnswer: async ({ call, fileId, collectionId }) => {
    await call('POST', '/v1/answer', { query: question, file_ids: [fileId] });
    await call('POST', '/v1/answer', { query: question, context: text, stream: true });
    await call('POST', '/v1/answer', { query: 'Who is the tenant?', file_ids: [fileId], response_format: schema });
    await call('POST', '/v1/answer', { query: question, collection_ids: [collectionId] });
  },
  createConversationReply: ({ call, fileId }) =>
    call('POST', '/v1/conversation', { messages: [user], file_ids: [fileId] }),
  createAgentReply: ({ call, fileId }) =>
    call('POST', '/v1/agent', { messages: [user], tools: [tool], file_ids: [fileId] }),
  createChatCompletion: ({ call, fileId }) =>
    call('POST', '/v1/chat-completion', { model: 'small-2', messages: [user], file_ids: [fileId] }),
  streamChatCompletion: ({ call, fileId }) =>
    call('POST', '/v1/chat-completion/stream', { model: 'small-2', messages: [user], file_ids: [fileId] }),
  createMessage: ({ call }) => call('POST', '/v1/messages', messagesOf()),
  streamMessage: ({ call }) => call('POST', '/v1/messages/stream', messagesOf()),
  countMessageTokens: ({ call }) => call('POST', '/v1/messages/count_tokens', messagesOf()),
  createCompletion: ({ call }) =>
    call('POST', '/v1/completions', { model: 'small-2', prompt: `${text}\n${question}`, max_tokens: 50 }),
  createOpenAIChatCompletion: async ({ call, fileId }) => {
    const parts = [
      { type: 'text', text: question },
      { type: 'file', file: { file_id: fileId } },
    ];
    const messages = [{ role: 'user', content: parts }];
    await call('POST', '/v1/chat/completions', { model: 'small-2', messages });
    await call('POST', '/v1/chat/completions', { model: 'small-2', messages, response_format: openaiSchema });
  },
  createEmbedding: ({ call }) => call('POST', '/v1/embeddings', { model: 'small-2', input: [text, question] }),
  createRerank: ({ call }) => call('POST', '/v1/rerank', { query: question, documents: [text, 'Something else.'] }),
  createResponse: async ({ call, fileId, storeId }) => {
    const content = [
      { type: 'input_text', text: question },
      { type: 'input_file', file_id: fileId },
    ];
    const input = [{ role: 'user', content }];
    await call('POST', '/v1/responses', { model: 'small-2', input });
    const tools = [{ type: 'file_search', vector_store_ids: [storeId] }];
    await call('POST', '/v1/responses', { model: 'small-2', input: question, tools });
  },
  createUploadUrl: ({ call }) => call('POST', '/v1/files/upload-url', { filename: `${tenant}.txt` }),
  putUpload: async ({ call, target }) => {
    const { upload_url, file_id } = await call('POST', '/v1/files/upload-url', { filename: `${tenant} 2.txt` });
    const at = new URL(String(upload_url), target.base);
    const put = await fetch(at, { method: 'PUT', body: text, headers: { 'content-type': 'application/octet-stream' } });
    if (!put.ok) throw new Error(`putUpload: ${put.status} ${await put.text()}`);
    await call('POST', '/v1/files/confirm-upload', { file_id, file_size: Buffer.byteLength(text), wait_ms: 60_000 });
  },
  confirmUpload: ({ call }) => call('GET', '/v1/files'),
  rereadFile: ({ call, fileId }) => call('POST', `/v1/files/${fileId}/reread`, {}),
  uploadFile: ({ target }) => upload(target, '/v1/files/upload', `${tenant} 3.txt`),
  createOpenAIFile: ({ target }) => upload(target, '/v1/files', `${tenant} 4.txt`, { more: { purpose: 'assistants' } }),
  listFileMetadata: ({ call, fileId }) => call('POST', '/v1/files/metadata', { file_ids: [fileId] }),
  createCollection: ({ call }) => call('POST', '/v1/collections', { name: `Leases of ${tenant}` }),
  addCollectionFiles: ({ call, collectionId, fileId }) =>
    call('POST', `/v1/collections/${collectionId}/files`, { file_ids: [fileId] }),
  searchCollection: async ({ call, collectionId }) => {
    for (const mode of ['lexical', 'hybrid', 'semantic']) {
      await call('POST', `/v1/collections/${collectionId}/search`, { query: question, mode });
    }
  },
  createVectorStore: ({ call }) => call('POST', '/v1/vector_stores', { name: tenant }),
  updateVectorStore: ({ call, storeId }) => call('POST', `/v1/vector_stores/${storeId}`, { name: `${tenant} 2` }),
  searchVectorStore: ({ call, storeId }) => call('POST', `/v1/vector_stores/${storeId}/search`, { query: question }),
  addVectorStoreFile: ({ call, storeId, fileId }) =>
    call('POST', `/v1/vector_stores/${storeId}/files`, { file_id: fileId }),
  updateVectorStoreFile: ({ call, storeId, fileId }) =>
    call('POST', `/v1/vector_stores/${storeId}/files/${fileId}`, { attributes: { tenant } }),
  createVectorStoreBatch: ({ call, storeId, fileId }) =>
    call('POST', `/v1/vector_stores/${storeId}/file_batches`, { file_ids: [fileId] }),
  createDeepResearch: async ({ call, fileId, collectionId }) => {
    await call('POST', '/v1/deep-research', { query: question, depth: 'quick', file_ids: [fileId] });
    await call('POST', '/v1/deep-research', { query: question, depth: 'quick', collection_ids: [collectionId] });
    await call('POST', '/v1/deep-research', { query: question, depth: 'quick', include_files: true });
  },
  createBatch: async ({ call, target }) => {
    const body = { model: 'small-2', messages: [{ role: 'user', content: `${text}\n${question}` }] };
    const line = { custom_id: '1', method: 'POST', url: '/v1/chat/completions', body };
    const more = { purpose: 'batch' };
    const id = await upload(target, '/v1/files', 'questions.jsonl', { more, content: `${JSON.stringify(line)}\n` });
    const made = { input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '24h' };
    const batch = await call('POST', '/v1/batches', made);
    for (const until = Date.now() + 120_000; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
      const { status } = await call('GET', `/v1/batches/${batch.id}`);
      if (status === 'completed') return;
      if (Date.now() > until) throw new Error(`the batch is still ${status}`);
    }
  },
  createPlaygroundRun: ({ call }) =>
    call('POST', '/v1/playground/runs', { mode: 'answer', request: { query: question }, title: question }),
  callMcp: async ({ call, fileId, collectionId }) => {
    const message = async (method: string, params: object) => {
      const reply = await call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params });
      // An event stream of one message.
      const data = /^data: (.*)$/m.exec(String(reply.said ?? ''))?.[1];
      return Object((data === undefined ? reply : JSON.parse(data)).result);
    };
    const tools = mcpTools(fileId, collectionId);
    for (const { name } of (await message('tools/list', {})).tools) {
      const given = tools[name];
      if (given === undefined) throw new Error(`not known what the MCP tool ${name} takes`);
      if (given !== null) await message('tools/call', { name, arguments: given });
    }
  },
};

/** What each tool of the MCP server is given; null for those that search the web, go to third parties or are made of a run. */
const mcpTools = (fileId: string, collectionId: string): Record<string, object | null> => ({
  answer: { query: question, file_ids: [fileId] },
  search_collection: { collection_id: collectionId, query: question },
  deep_research: { query: question, depth: 'quick', file_ids: [fileId] },
  upload_file: { filename: `${tenant} 5.txt`, text },
  read_file: { file_id: fileId },
  list_files: {},
  list_collections: {},
  list_integrations: {},
  web_search: null,
  ocr_image: null,
  ocr_pdf: null,
  generate_image: null,
  get_research: null,
  cancel_research: null,
  use_integration: null,
});

/** Calls that send something, and why no file of one's own goes with them here. */
const without: Record<string, string> = {
  webSearch: 'a search of the web, which is asked for; its phase has it',
  createTranscription: 'goes to the vendor that the operator connected for it; nothing hears without one',
  createTranslation: 'goes to the vendor that the operator connected for it; nothing hears without one',
  createSpeech: 'goes to the vendor that the operator connected for it; nothing speaks without one',
  createPrompt: 'words of one’s own that are kept; a call that begins with them is a call like others',
  createPromptVersion: 'the same',
  setPromptLabel: 'the number of a version',
  cancelBatch: 'an id',
  createMessageBatch: 'each request is a call of createMessage',
  cancelMessageBatch: 'an id',
  cancelStream: 'an id',
  createImageEdit: 'goes to the vendor that the operator connected for it; nothing edits pictures without one',
  createImageVariation: 'goes to the vendor that the operator connected for it; nothing varies pictures without one',
  createEvaluationSet: 'calls that are kept; played, each is a call like others',
  addEvaluationCases: 'the same',
  createEvaluationRun: 'an id; its cases are calls like others',
  cancelEvaluationRun: 'an id',
  createModeration: 'goes to the vendor that the operator connected for it; nothing judges without one',
  createOpenAIImage: 'a prompt; every capability has it',
  generateImage: 'a prompt; every capability has it',
  generateVideo: 'a prompt; every capability has it',
  readImage: 'every capability has it',
  readImage_ocr_image: 'the same under another path',
  readPdf: 'every capability has it',
  readPdf_ocr_pdf: 'the same under another path',
  giveFeedback: 'an opinion on a call; it goes nowhere',
  cancelResponse: 'an id',
  cancelVectorStoreBatch: 'an id',
  cancelOcrPdf: 'an id',
  cancelOcrPdf_ocr_pdf_id_cancel: 'an id',
  cancelDeepResearch: 'an id',
  cancelVideo: 'an id',
  confirmAuthorization: 'goes to a third party that was connected',
  leaveForThirdParty: 'goes to a third party that was connected',
  connectIntegration: 'goes to a third party that was connected',
  executeIntegration: 'goes to a third party that was connected',
  redeliverWebhook: 'goes to an address that the workspace names',
};

/** Who one is, not what one has. */
const isOfPeople = (path: string) => /^\/v1\/(admin|session|account)\b/.test(path);

/**
 * Gives a file of one's own to every call that takes one. Throws at a call that fails, and when the service has a call that
 * is named neither here nor among those that take none. Returns how many calls it knows.
 */
export async function useOwnFilesEverywhere(target: Target): Promise<number> {
  const call = callerOf(target);
  const { operations, unknown } = whichTakeFiles(await call('GET', '/openapi.json'));
  if (unknown.length > 0) throw new Error(`not known whether they take files of one's own: ${unknown.join(', ')}`);
  const fileId = await upload(target, '/v1/files/upload', `${tenant}.txt`);
  const collectionId = String((await call('POST', '/v1/collections', { name: tenant })).id);
  await call('POST', `/v1/collections/${collectionId}/files`, { file_ids: [fileId] });
  const storeId = String((await call('POST', '/v1/vector_stores', { name: tenant, file_ids: [fileId] })).id);
  const until = Date.now() + 120_000;
  for (;;) {
    const { passages, embeddings } = await call('GET', `/v1/collections/${collectionId}`);
    if (Number(passages) > 0 && Number(Reflect.get(Object(embeddings), 'passages')) >= Number(passages)) break;
    if (Date.now() > until) throw new Error('the collection never had its vectors');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const given = { target, fileId, collectionId, storeId, call };
  for (const [name, use] of Object.entries(calls)) {
    if (!operations.includes(name)) throw new Error(`there is no call ${name} any more`);
    await use(given);
  }
  return Object.keys(calls).length;
}

function messagesOf() {
  const source = { type: 'text', media_type: 'text/plain', data: text };
  const content = [
    { type: 'document', source },
    { type: 'text', text: question },
  ];
  return { model: 'small-2', max_tokens: 50, messages: [{ role: 'user', content }] };
}

/** The calls of an OpenAPI document that send something, and those of which it is not said here what they take. */
export function whichTakeFiles(document: Record<string, unknown>): { operations: string[]; unknown: string[] } {
  const operations = operationsIn(document);
  return {
    operations,
    unknown: operations.filter((name) => calls[name] === undefined && without[name] === undefined),
  };
}

/** Names of the calls that send something and are not about people. */
function operationsIn({ paths }: Record<string, unknown>): string[] {
  return Object.entries(Object(paths)).flatMap(([path, methods]) =>
    ['post', 'put'].flatMap((method) => {
      const { operationId } = Object(Reflect.get(Object(methods), method));
      return operationId === undefined || isOfPeople(path) ? [] : [String(operationId)];
    }),
  );
}

function callerOf({ base, key }: Target): Given['call'] {
  return async (method, path, body) => {
    const reply = await fetch(base + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json, text/event-stream',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(300_000),
    });
    const said = await reply.text();
    if (!reply.ok || /"isError":true/.test(said)) {
      throw new Error(`${method} ${path}: ${reply.status} ${said.slice(0, 400)}`);
    }
    return said.startsWith('{') ? JSON.parse(said) : { said };
  };
}

async function upload(
  { base, key }: Target,
  path: string,
  name: string,
  { more = {}, content = text }: { more?: Record<string, string>; content?: string } = {},
) {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  for (const [field, value] of Object.entries(path.endsWith('/upload') ? { wait_ms: '60000', ...more } : more)) {
    form.append(field, value);
  }
  const reply = await fetch(base + path, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: form });
  const said = await reply.text();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${said.slice(0, 400)}`);
  return /"(?:file_id|id)":"([^"]+)"/.exec(said)?.[1] ?? '';
}
