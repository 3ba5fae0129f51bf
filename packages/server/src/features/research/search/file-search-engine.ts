import type { SearchEngine, SearchHit, SearchQuery } from '../../../ports/search-engine.ts';
import type { FoundFile } from '../../knowledge/collections/own-files.ts';

export interface FileSearchParts {
  /** The files of a workspace whose passages fit best, best first. */
  find(workspaceId: string, question: string, limit: number, signal: AbortSignal): Promise<FoundFile[]>;
  /** Base of the addresses of files. */
  origin: string;
}

const snippetLength = 300;

/** The workspace's own files as a search back end. */
export class FileSearchEngine implements SearchEngine {
  readonly name = 'files';
  readonly #parts: FileSearchParts;

  constructor(parts: FileSearchParts) {
    this.#parts = parts;
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]> {
    const found = await this.#parts.find(query.workspaceId, query.text, query.limit, signal);
    return found.map(({ fileId, filename, passage }) => ({
      title: filename,
      url: `${this.#parts.origin}/v1/files/${fileId}/content`,
      snippet: passage.replace(/\s+/g, ' ').trim().slice(0, snippetLength),
    }));
  }
}
