import { buffer } from 'node:stream/consumers';
import type {
  BlobResourceContents,
  Resource,
  ResourceTemplateType,
  TextResourceContents,
} from '@modelcontextprotocol/server';
import { readFileId } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
import type { FileService } from '../../knowledge/files/file-service.ts';

const pageSize = 50;
const maxTextLength = 2_000_000;
const maxBytes = 8 * 1024 * 1024;

/** The address of a file's text as a resource. */
export const fileUri = (fileId: string): string => `parley://files/${fileId}`;

/** How clients can name resources that they have not listed. */
export const resourceTemplates: ResourceTemplateType[] = [
  {
    name: 'file-text',
    title: 'Text of a file',
    uriTemplate: 'parley://files/{file_id}',
    description: 'What was extracted from an uploaded file, as Markdown.',
    mimeType: 'text/markdown',
  },
  {
    name: 'file-content',
    title: 'Bytes of a file',
    uriTemplate: 'parley://files/{file_id}/content',
    description: `An uploaded file as it is, up to ${maxBytes / 1024 / 1024} MB.`,
  },
];

/** The files of a workspace as resources. */
export class McpResources {
  readonly #files: Pick<FileService, 'list' | 'metadata' | 'text' | 'content'>;

  constructor(files: Pick<FileService, 'list' | 'metadata' | 'text' | 'content'>) {
    this.#files = files;
  }

  async list(call: Call, cursor: string | undefined): Promise<{ resources: Resource[]; nextCursor?: string }> {
    const query = { limit: pageSize, ...(cursor !== undefined && { after: cursor }) };
    const { data, next } = await this.#files.list(call, query);
    const resources = data.map(
      ({ file_id, filename, processing_summary, created_at }): Resource => ({
        uri: fileUri(file_id),
        name: filename,
        mimeType: 'text/markdown',
        ...(processing_summary !== null && { description: processing_summary }),
        annotations: { lastModified: created_at },
      }),
    );
    return { resources, ...(next !== null && { nextCursor: next }) };
  }

  /** Throws `file_not_found` for an address that is none of ours, and what reading a file throws. */
  async read(call: Call, uri: string): Promise<(TextResourceContents | BlobResourceContents)[]> {
    const [, named, content] = /^parley:\/\/files\/([\w-]{1,100})(\/content)?$/.exec(uri) ?? [];
    if (named === undefined) throw new AppError('file_not_found', `There is no resource ${uri.slice(0, 200)}`);
    const fileId = readFileId(named);
    if (content !== undefined) return [await this.#bytes(call, fileId, uri)];
    const text = await this.#files.text(call, fileId);
    if (text.length > maxTextLength) {
      throw new AppError(
        'payload_too_large',
        'The text is too long for a resource. Read it in parts with the tool read_file.',
      );
    }
    return [{ uri, mimeType: 'text/markdown', text }];
  }

  async #bytes(call: Call, fileId: string, uri: string): Promise<BlobResourceContents> {
    const { row, body, sizeBytes } = await this.#files.content(call, fileId);
    if (sizeBytes > maxBytes) {
      body.destroy();
      throw new AppError(
        'payload_too_large',
        `The file is too large for a resource. GET /v1/files/${fileId}/content has it.`,
      );
    }
    const blob = (await buffer(body)).toString('base64');
    return { uri, mimeType: row.media_type ?? 'application/octet-stream', blob };
  }
}
