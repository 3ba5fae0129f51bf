import { type FileLayout, LayoutPage } from '@parley/contract';
import { Value } from 'typebox/value';
import type { Call } from '../../../ports/call.ts';
import type { FileContent } from './file-content.ts';
import type { FileService } from './file-service.ts';

/** Pages of one answer at most. */
const mostPages = 50;

/** Where the words of files stand that were read by OCR, as it was kept when they were read. */
export class FileLayouts {
  readonly #files: Pick<FileService, 'get'>;
  readonly #content: Pick<FileContent, 'layout'>;

  constructor(parts: { files: Pick<FileService, 'get'>; content: Pick<FileContent, 'layout'> }) {
    this.#files = parts.files;
    this.#content = parts.content;
  }

  /** Throws `file_not_found`. */
  async of(call: Call, fileId: string, firstPage = 1): Promise<FileLayout> {
    const { file_id: id, pages: count } = await this.#files.get(call, fileId);
    const { workspaceId } = call;
    const pages = count ?? 1;
    const last = Math.min(pages, firstPage + mostPages - 1);
    const found: LayoutPage[] = [];
    for (let page = firstPage; page <= last; page++) {
      const kept = await this.#content.layout({ workspaceId, id }, page);
      const read = kept && { page_number: page, ...kept };
      if (read && Value.Check(LayoutPage, read)) found.push(read);
    }
    return { file_id: id, pages: found, next_page: last < pages ? last + 1 : null };
  }
}
