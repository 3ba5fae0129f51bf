import type { Ask } from '../attack.ts';
import { type Ground, manifest, uploadOf } from '../ground.ts';
import { both, eitherOne, type Field, posted } from './field.ts';

const question = 'When was the bridge opened, and what is the total?';

/** What is stored and read later: files of each kind, collections, research over them, and what MCP clients and integrations send. */
export function storedFields(ground: Ground): Field[] {
  const { collectionId, integrationId, fileId, researchId } = ground;
  const mcp = (name: string, tool: string, given: (text: string) => unknown, longest?: number): Field =>
    posted(
      `tools/call ${tool} ${name}`,
      '/mcp',
      (text) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: given(text) } }),
      longest === undefined ? {} : { longest },
    );
  return [
    ...['txt', 'md', 'html', 'xml', 'csv', 'tsv', 'json', 'jsonl', 'eml'].map((kind) => fileField(kind, wholeFile)),
    ...['xml', 'json'].map((kind) => fileField(kind, (text) => text, ' that is nothing else')),
    {
      name: 'POST /v1/files/upload file, in a collection that is searched',
      engines: eitherOne,
      async send(text, ask) {
        const id = await upload(text, 'txt', ask);
        if (id === undefined) return;
        await ask({ method: 'POST', path: `/v1/collections/${collectionId}/files`, json: { file_ids: [id] } });
        const search = { query: question, top_k: 5 };
        await ask({ method: 'POST', path: `/v1/collections/${collectionId}/search`, json: search });
        await ask({ method: 'DELETE', path: `/v1/files/${id}` });
      },
    },
    posted('query', `/v1/collections/${collectionId}/search`, (query) => ({ query }), {
      as: '/v1/collections/{collection_id}/search',
      engines: eitherOne,
      longest: 8000,
    }),
    posted('query', `/v1/vector_stores/${collectionId}/search`, (query) => ({ query }), {
      as: '/v1/vector_stores/{vector_store_id}/search',
      engines: eitherOne,
      longest: 8000,
    }),
    posted('query beside files', '/v1/answer', (query) => ({ query, file_ids: [fileId] })),
    posted('query beside a collection', '/v1/answer', (query) => ({ query, collection_ids: [collectionId] })),
    posted('message beside files', '/v1/conversation', (content) => ({
      messages: [{ role: 'user', content, file_ids: [fileId] }],
    })),
    posted(
      'instructions over files',
      '/v1/deep-research',
      (instructions) => ({ instructions, depth: 'quick', file_ids: [fileId], web: false }),
      { longest: 20_000 },
    ),
    posted('query', '/v1/web-search', (query) => ({ query, num_results: 3 }), { engines: eitherOne, longest: 4000 }),
    posted('input', '/v1/embeddings', (input) => ({ model: 'lexical', input }), { engines: eitherOne }),
    posted(
      'many inputs',
      '/v1/embeddings',
      (text) => ({ model: 'lexical', input: (text.match(/.{1,2500}/gsu) ?? ['a']).slice(0, 2000) }),
      { engines: eitherOne },
    ),
    posted('prompt', '/v1/generate-image', (prompt) => ({ prompt, aspect_ratio: '1:1' }), {
      engines: eitherOne,
      longest: 2000,
    }),
    mcp('query', 'answer', (query) => ({ query })),
    mcp('context', 'answer', (context) => ({ query: question, context })),
    mcp('query', 'search_collection', (query) => ({ collection_id: collectionId, query }), 8000),
    mcp('text', 'upload_file', (text) => ({ filename: 'text.md', text })),
    posted(
      'inputs',
      `/v1/integrations/${integrationId}/execute`,
      (q) => ({ user_id: 'attacker', feature_name: 'SEARCH', inputs: { q } }),
      { engines: eitherOne },
    ),
    posted('texts of a manifest', '/v1/admin/integrations', (text) => ({ manifest: manifest(text) }), {
      engines: eitherOne,
      isAdmin: true,
    }),
    posted('texts of an OpenAPI document', '/v1/admin/integrations', (text) => openapi(text), {
      engines: eitherOne,
      isAdmin: true,
    }),
    {
      name: 'POST /v1/playground/runs request and reply',
      engines: eitherOne,
      async send(text, ask) {
        const json = { mode: 'answer', title: 'Attack', request: { query: text }, reply: { answer: text } };
        await ask({ method: 'POST', path: '/v1/playground/runs', json });
      },
    },
    {
      name: 'GET /v1/deep-research/{id} of a run',
      engines: both,
      longest: 1,
      send: async (_, ask) => {
        await ask({ method: 'GET', path: `/v1/deep-research/${researchId}` });
      },
    },
  ];
}

/** A file of the text, uploaded, asked for as text and asked about. */
function fileField(extension: string, contentOf: typeof wholeFile, more = ''): Field {
  return {
    name: `POST /v1/files/upload ${extension}${more}, then asked`,
    engines: both,
    async send(text, ask) {
      const id = await upload(contentOf(text, extension), extension, ask);
      if (id === undefined) return;
      await ask({ method: 'GET', path: `/v1/files/${id}/text` });
      await ask({ method: 'POST', path: '/v1/answer', json: { query: question, file_ids: [id] } });
      await ask({ method: 'DELETE', path: `/v1/files/${id}` });
    },
  };
}

async function upload(content: string, extension: string, ask: Ask): Promise<string | undefined> {
  const { status, text: said } = await ask(uploadOf(content, extension));
  return status === 200 ? /"file_id":"([^"]+)"/.exec(said)?.[1] : undefined;
}

function openapi(text: string): unknown {
  const schema = { type: 'object', properties: { q: { type: 'string', description: text } } };
  const operation = {
    operationId: 'go',
    summary: text,
    description: text,
    requestBody: { content: { 'application/json': { schema } } },
    responses: {},
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Attack', version: '1' },
    servers: [{ url: 'https://example.invalid' }],
    paths: { '/p': { post: operation } },
  };
  return { id: 'attacked_openapi', openapi: document };
}

/** A sound file of its kind with the text in it. */
function wholeFile(text: string, extension: string): string {
  switch (extension) {
    case 'json':
      return JSON.stringify({ title: text.slice(0, 200), items: [{ text, id: 1 }] });
    case 'jsonl':
      return (text.match(/.{1,500}/gsu) ?? []).map((part, id) => `${JSON.stringify({ id, part })}\n`).join('');
    case 'xml':
      return `<doc><title>${escaped(text.slice(0, 200))}</title><p>${escaped(text)}</p></doc>`;
    case 'eml':
      return `From: a@example.invalid\r\nSubject: ${text.slice(0, 200)}\r\n\r\n${text}`;
    default:
      return text;
  }
}

function escaped(text: string): string {
  // XML has no room for control characters.
  return text.replace(/[<&\p{Cc}\p{Cs}]/gu, (letter) => (letter === '<' ? '&lt;' : letter === '&' ? '&amp;' : ' '));
}
