import { ParleyError } from '../errors.ts';
import type { Operations } from '../generated/operations.ts';
import type { FileInfo, UploadUrl } from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import { Pages } from '../pages.ts';
import { type UploadOptions, type UploadSource, uploadFile, waitForFile } from '../upload.ts';

/** Files: uploaded once, understood once, used by id. */
export class FilesResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /**
   * Uploads a file and waits until it is ready. Throws `FileFailedError` when it cannot be read.
   *
   * ```ts
   * const { file_id } = await parley.files.upload('report.pdf');
   * const { answer } = await parley.answer.create({ query: 'What is this about?', file_ids: [file_id] });
   * ```
   */
  upload(source: UploadSource, options?: UploadOptions): Promise<FileInfo> {
    return uploadFile(this.#client, source, options);
  }

  /** Has the service fetch a file from a public address, and waits until it is ready. */
  async uploadFromUrl(url: string, options: Omit<UploadOptions, 'type'> = {}): Promise<FileInfo> {
    const { filename, expiresInSeconds: expires_in, wait = true } = options;
    const body = { url, filename, expires_in, ...(!wait && { wait_ms: 0 }) };
    const file = await this.#client.request('createUploadUrl', { body }, options);
    if (!('status' in file)) throw new ParleyError('invalid_reply', 'The service did not fetch the file');
    return wait ? waitForFile(this.#client, file, options) : file;
  }

  /** Waits until a file is ready. Throws `FileFailedError` when it cannot be read. */
  wait(fileId: string, options?: UploadOptions): Promise<FileInfo> {
    return waitForFile(this.#client, fileId, options);
  }

  /** A signed address to put the bytes to yourself; then `confirmUpload`. */
  async createUploadUrl(filename: string, options?: RequestOptions): Promise<UploadUrl> {
    const address = await this.#client.request('createUploadUrl', { body: { filename } }, options);
    if (!('upload_url' in address)) throw new ParleyError('invalid_reply', 'The service gave no address to upload to');
    return address;
  }

  confirmUpload(request: Operations['confirmUpload']['body'], options?: RequestOptions): Promise<FileInfo> {
    return this.#client.request('confirmUpload', { body: request }, options);
  }

  get(fileId: string, options?: RequestOptions): Promise<FileInfo> {
    return this.#client.request('getFile', { params: { file_id: fileId } }, options);
  }

  /** Several files by their ids; unknown ids are left out. */
  getMany(fileIds: string[], options?: RequestOptions): Promise<FileInfo[]> {
    return this.#client.request('listFileMetadata', { body: { file_ids: fileIds } }, options);
  }

  /** Newest first. */
  list(query: Operations['listFiles']['query'] = {}, options?: RequestOptions): Pages<FileInfo> {
    return new Pages((after = query.after) =>
      this.#client.request('listFiles', { query: { ...query, after } }, options),
    );
  }

  /** The bytes as they were uploaded. */
  content(fileId: string, options?: RequestOptions): Promise<Blob> {
    return this.#client.request('getFileContent', { params: { file_id: fileId } }, options);
  }

  /** The extracted text as Markdown. */
  text(fileId: string, options?: RequestOptions): Promise<string> {
    return this.#client.request('getFileText', { params: { file_id: fileId } }, options);
  }

  /** Where words and tables stand on its pages, from `first_page` on; `next_page` says where to go on. */
  layout(fileId: string, query: Operations['getFileLayout']['query'] = {}, options?: RequestOptions) {
    return this.#client.request('getFileLayout', { params: { file_id: fileId }, query }, options);
  }

  /** Has a file that failed read once more, when what kept it from being read is mended, and waits until it is ready. */
  async reread(fileId: string, options: UploadOptions = {}): Promise<FileInfo> {
    const { wait = true } = options;
    const body = wait ? {} : { wait_ms: 0 };
    const file = await this.#client.request('rereadFile', { params: { file_id: fileId }, body }, options);
    return wait ? waitForFile(this.#client, file, options) : file;
  }

  /** Deletes the file with its text and index. */
  delete(fileId: string, options?: RequestOptions): Promise<Operations['deleteFile']['reply']> {
    return this.#client.request('deleteFile', { params: { file_id: fileId } }, options);
  }
}
