import type { JsonObject, JsonValue, ResponseItem, WebSearchRequest, WebSearchResponse } from '@parley/contract';
import { AppError, isAppError } from '../../../../lib/app-error.ts';
import { requireWeb } from '../../../../lib/require-web.ts';
import type { Call } from '../../../../ports/call.ts';
import type { PromptTool } from '../../../../ports/language-model.ts';
import type { InlineDocument } from '../../../text/generation/inline-document.ts';
import type { RunnableTools, ToolRun } from '../../../text/generation/tool-loop.ts';
import { invalid } from '../refusals.ts';

export interface Searches {
  web(request: WebSearchRequest, call: Call): Promise<WebSearchResponse>;
  /** Passages of collections, best first; throws `collection_not_found`. */
  files(request: FileSearch, call: Call): Promise<FoundPassage[]>;
}

interface FileSearch {
  collectionIds: string[];
  query: string;
  limit: number;
  /** OpenAI's; undefined for all files. */
  filters?: unknown;
}

interface FoundPassage {
  file_id: string;
  filename: string;
  quote: string;
  score: number;
  attributes: Record<string, unknown>;
}

type SearchItem = Extract<ResponseItem, { type: 'web_search_call' | 'file_search_call' }>;

/** What the service looked up by itself. */
export interface Finding {
  item: SearchItem;
  pages: { url: string; title: string }[];
}

/** What was looked up before the model was asked, to answer from. */
export interface Gathered {
  findings: Finding[];
  documents: InlineDocument[];
  fileIds: string[];
}

/** A tool of a request that the service runs itself. */
type BuiltIn =
  | { kind: 'web_search'; domains: string[] | undefined }
  | { kind: 'file_search'; collectionIds: string[]; limit: number; filters?: unknown };

const webResults = 5;
const pageCharacters = 4_000;
const fileResults = 10;
const querySchema: JsonObject = {
  type: 'object',
  properties: { query: { type: 'string', description: 'What to look for, in a few words.' } },
  required: ['query'],
  additionalProperties: false,
};
const promptTools = {
  web_search: {
    name: 'web_search',
    description:
      'Searches the web. Returns pages with title, url and text. Name the url of each page that you rest on.',
    inputSchema: querySchema,
  },
  file_search: {
    name: 'file_search',
    description: 'Searches the files of the user. Returns the passages that fit best, with the name of their file.',
    inputSchema: querySchema,
  },
} satisfies Record<string, PromptTool>;

/** `web_search`, also under its dated and preview names, or `file_search`; null for another type. */
export function readBuiltIn(tool: { type: string } & Record<string, unknown>, field: string): BuiltIn | null {
  if (/^web_search(?:_preview)?(?:_\d{4}_\d{2}_\d{2})?$/.test(tool.type)) {
    const filters: unknown = tool.filters;
    const domains =
      typeof filters === 'object' && filters !== null ? Reflect.get(filters, 'allowed_domains') : undefined;
    return { kind: 'web_search', domains: Array.isArray(domains) ? domains.map(String) : undefined };
  }
  if (tool.type !== 'file_search') return null;
  if (!Array.isArray(tool.vector_store_ids) || tool.vector_store_ids.length === 0) {
    throw invalid(`${field}.vector_store_ids`, 'must name at least one collection');
  }
  return {
    kind: 'file_search',
    collectionIds: tool.vector_store_ids.map(String),
    ...(tool.filters !== undefined && tool.filters !== null && { filters: tool.filters }),
    limit: typeof tool.max_num_results === 'number' ? tool.max_num_results : fileResults,
  };
}

/** The built-in tools of one request, for one caller. */
export class BuiltInTools implements RunnableTools {
  readonly #tools: readonly BuiltIn[];
  readonly #searches: Searches;
  readonly #newId: (prefix: string) => string;

  constructor(tools: readonly BuiltIn[], searches: Searches, newId: (prefix: string) => string) {
    this.#tools = tools;
    this.#searches = searches;
    this.#newId = newId;
  }

  get isEmpty(): boolean {
    return this.#tools.length === 0;
  }

  get tools(): PromptTool[] {
    return this.#tools.map(({ kind }) => promptTools[kind]);
  }

  isOurs(name: string): boolean {
    return this.#tools.some(({ kind }) => kind === name);
  }

  /** A key reaches the web only with the scope that the endpoint of searches needs. */
  requireScopes(call: Call): void {
    if (!this.isOurs('web_search')) return;
    requireWeb(call);
    if (call.scopes.includes('research')) return;
    throw new AppError('forbidden', 'The tool web_search needs a key with the scope "research".');
  }

  async run({ name, input }: { name: string; input: JsonObject }, call: Call): Promise<ToolRun> {
    try {
      return { result: await this.#look(name, String(input.query ?? ''), call), isError: false };
    } catch (error) {
      if (call.signal.aborted || !isAppError(error)) throw error;
      return { result: error.message, isError: true };
    }
  }

  /** Looks up once in everything, for an engine that calls no tools: what it finds is read like any document. */
  async gather(query: string, call: Call): Promise<Gathered> {
    const findings: Finding[] = [];
    const documents: InlineDocument[] = [];
    const fileIds: string[] = [];
    for (const { kind } of this.#tools) {
      const result = await this.#look(kind, query, call);
      const finding = this.findingOf(kind, { query }, result);
      if (finding) findings.push(finding);
      for (const { url, text, file_id } of listOf(result)) {
        if (url !== null) documents.push({ filename: url, text });
        else fileIds.push(file_id);
      }
    }
    return { findings, documents, fileIds: [...new Set(fileIds)] };
  }

  findingOf(name: string, input: object, result: unknown): Finding | null {
    const query = String(Reflect.get(input, 'query') ?? '');
    const found = listOf(result);
    if (name === 'web_search') {
      const pages = found.flatMap(({ url, title }) => (url === null ? [] : [{ url, title }]));
      const sources = pages.map(({ url }) => ({ type: 'url' as const, url }));
      const action = { type: 'search' as const, query, sources };
      return { item: { type: 'web_search_call', id: this.#newId('ws'), status: 'completed', action }, pages };
    }
    if (name !== 'file_search') return null;
    const results = found.map(({ file_id, filename, score, text }) => ({
      file_id,
      filename,
      score,
      text,
      attributes: {},
    }));
    return {
      item: { type: 'file_search_call', id: this.#newId('fs'), status: 'completed', queries: [query], results },
      pages: [],
    };
  }

  async #look(name: string, query: string, call: Call): Promise<JsonValue> {
    const tool = this.#tools.find(({ kind }) => kind === name);
    switch (tool?.kind) {
      case 'web_search': {
        const request: WebSearchRequest = {
          query,
          num_results: webResults,
          contents: { text: { max_characters: pageCharacters } },
          ...(tool.domains && { include_domains: tool.domains }),
        };
        const { results } = await this.#searches.web(request, call);
        return results.map(({ title, url, snippet, text }) => ({ title, url, text: text ?? snippet }));
      }
      case 'file_search': {
        const { collectionIds, limit, filters } = tool;
        const passages = await this.#searches.files({ collectionIds, query, limit, filters }, call);
        return passages.map(({ file_id, filename, quote, score }) => ({ file_id, filename, score, text: quote }));
      }
      case undefined:
        throw new AppError('internal_error', `There is no tool ${name}`);
    }
  }
}

/** What `#look` returned, read back from the messages to the model. */
function listOf(result: unknown) {
  if (!Array.isArray(result)) return [];
  return result.map((entry: Record<string, unknown>) => ({
    title: String(entry.title ?? ''),
    url: typeof entry.url === 'string' ? entry.url : null,
    file_id: String(entry.file_id ?? ''),
    filename: String(entry.filename ?? ''),
    score: Number(entry.score ?? 0),
    text: String(entry.text ?? ''),
  }));
}
