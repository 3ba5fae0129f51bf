import type { SearchEngine, SearchHit, SearchQuery } from '../../ports/search-engine.ts';
import type { FileContext } from '../retrieval/file-context.ts';

export interface FileSearchParts {
  /** Ids of the workspace's newest readable files, at most so many. */
  listFiles(workspaceId: string, limit: number): Promise<string[]>;
  files: FileContext;
  /** Base of the addresses of files. */
  origin: string;
}

export interface FoundFile {
  fileId: string;
  filename: string;
  snippet: string;
}

/** Files beyond the newest so many are not searched. */
const maxFiles = 100;
const snippetLength = 300;
const rankingTokens = 2000;

/** The workspace's own files as a search back end. */
export class FileSearchEngine implements SearchEngine {
  readonly name = 'files';
  readonly #parts: FileSearchParts;

  constructor(parts: FileSearchParts) {
    this.#parts = parts;
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]> {
    const found = await this.find(query.workspaceId, query.text, query.limit, signal);
    return found.map(({ fileId, filename, snippet }) => ({
      title: filename,
      url: `${this.#parts.origin}/v1/files/${fileId}/content`,
      snippet,
    }));
  }

  /** The files whose passages fit best, best first. */
  async find(workspaceId: string, question: string, limit: number, signal: AbortSignal): Promise<FoundFile[]> {
    const fileIds = await this.#parts.listFiles(workspaceId, maxFiles);
    if (fileIds.length === 0) return [];
    const request = { workspaceId, fileIds, query: question, budgetTokens: rankingTokens, signal };
    const documents = await this.#parts.files.load(request);
    return documents
      .flatMap(({ fileId, filename, text, ranked = [] }) => {
        const best = ranked[0];
        if (fileId === null || !best) return [];
        const snippet = text.slice(best.start, best.end).replace(/\s+/g, ' ').trim().slice(0, snippetLength);
        return [{ fileId, filename, snippet, score: best.score }];
      })
      .sort((left, right) => right.score - left.score)
      .slice(0, limit);
  }
}
