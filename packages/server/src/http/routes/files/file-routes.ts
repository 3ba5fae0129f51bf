import {
  createOpenAIFile,
  type Endpoint,
  fileEndpoints as endpoints,
  type FileAnswer,
  maxFileBytes,
} from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { FetchedUpload } from '../../../features/knowledge/files/fetched-upload.ts';
import type { FileLayouts } from '../../../features/knowledge/files/file-layouts.ts';
import type { FileService } from '../../../features/knowledge/files/file-service.ts';
import type { KeptFiles } from '../../../features/knowledge/files/kept-files.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import { AppError } from '../../../lib/app-error.ts';
import { payloadTooLarge } from '../../../lib/size-limit.ts';
import type { EdgeCall } from '../../../ports/call.ts';
import { clientShape } from '../../client-shape.ts';
import { receiveForm } from '../../multipart.ts';
import { oneHeader } from '../../request-headers.ts';
import { RawReply, type Route, route, VendorReply } from '../../route.ts';
import { readOpenAIFields, toOpenAIFile, toOpenAIFiles } from './openai-files.ts';
import { readUploadFields, type UploadFields } from './upload-fields.ts';

export interface FileParts {
  layouts: Pick<FileLayouts, 'of'>;
  files: FileService;
  fetched: FetchedUpload;
  kept: KeptFiles;
  audit: Pick<AuditLog, 'record'>;
}

export function fileRoutes({ files, fetched, kept, layouts, audit }: FileParts): Route[] {
  return [
    route(endpoints.createUploadUrl, async ({ body, call }) => {
      const { url, filename } = body;
      if (url !== undefined) return fetched.store(call, { ...body, url });
      if (filename !== undefined) return files.requestUpload(call, { ...body, filename });
      throw new AppError('invalid_request', 'Send the filename of the file, or the url it is to be fetched from.', {
        title: 'filename is required',
      });
    }),
    route(endpoints.putUpload, async ({ params, query, raw, call }) => {
      const length = oneHeader(raw, 'content-length');
      const sizeBytes = length === undefined ? null : Number(length);
      if (sizeBytes !== null && sizeBytes > maxFileBytes) throw payloadTooLarge(maxFileBytes);
      const upload = { fileId: params.file_id, token: query.token, sizeBytes };
      return await files.receive(upload, raw.raw, call.signal);
    }),
    route(endpoints.confirmUpload, ({ body, call }) => files.confirm(call, body)),
    route(endpoints.uploadFile, ({ raw, call }) => receive(raw, call, { files, kept }, readUploadFields)),
    route(createOpenAIFile, async ({ raw, call }) => {
      let purpose = '';
      const file = await receive(raw, call, { files, kept }, (fields) => {
        const { purpose: given, ...options } = readOpenAIFields(fields);
        purpose = given;
        return { ...options, isKept: given === 'batch' };
      });
      return toOpenAIFile(file, purpose);
    }),
    route(endpoints.listFiles, async ({ query, call, raw }) => {
      const page = await files.list(call, query);
      return isOpenAI(endpoints.listFiles, raw) ? new VendorReply(toOpenAIFiles(page)) : { success: true, ...page };
    }),
    route(endpoints.listFileMetadata, ({ body, call }) => files.metadata(call, body.file_ids)),
    route(endpoints.getFile, async ({ params, call, raw }) => {
      const file = await files.get(call, params.file_id);
      return isOpenAI(endpoints.getFile, raw) ? new VendorReply(toOpenAIFile(file)) : file;
    }),
    route(endpoints.getFileContent, async ({ params, call }) => {
      const { row, body, sizeBytes } = await files.content(call, params.file_id);
      return new RawReply({
        status: 200,
        headers: {
          'content-type': row.media_type ?? 'application/octet-stream',
          'content-length': String(sizeBytes),
          'content-disposition': attachment(row.filename),
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        },
        body,
      });
    }),
    route(endpoints.getFileLayout, ({ params, query, call }) => layouts.of(call, params.file_id, query.first_page)),
    route(endpoints.getFileText, async ({ params, call }) => {
      const text = await files.text(call, params.file_id);
      return new RawReply({
        status: 200,
        headers: { 'content-type': 'text/markdown; charset=utf-8', 'x-content-type-options': 'nosniff' },
        body: text,
      });
    }),
    route(endpoints.rereadFile, ({ params, body, call }) => files.reread(call, params.file_id, body.wait_ms)),
    route(endpoints.deleteFile, async ({ params, call, raw }) => {
      await files.delete(call, params.file_id);
      await audit.record({
        workspaceId: call.workspaceId,
        actor: call.actor,
        action: 'file.delete',
        target: params.file_id,
        address: call.address,
      });
      const id = params.file_id;
      return isOpenAI(endpoints.deleteFile, raw)
        ? new VendorReply({ id, object: 'file', deleted: true })
        : { success: true, file_id: id, id, deleted: true };
    }),
  ];
}

/** Takes the form of an upload, and nothing of it when its plain fields cannot be used. */
async function receive(
  raw: FastifyRequest,
  call: EdgeCall,
  { files, kept }: Pick<FileParts, 'files' | 'kept'>,
  readFields: (fields: Readonly<Record<string, string>>) => UploadFields & { isKept?: boolean },
): Promise<FileAnswer> {
  // The form is longer than the file in it.
  const length = Number(raw.headers['content-length']);
  const most = Number.isSafeInteger(length) ? { mostBytes: length } : {};
  const { taken, fields } = await receiveForm(raw, ({ body, ...given }) =>
    files.accept(call, body, { ...given, ...most }),
  );
  if (!taken) {
    throw new AppError('invalid_request', 'Send the file in a part named "file".', {
      title: 'file is required',
      param: 'file',
    });
  }
  try {
    const { isKept, ...options } = readFields(fields);
    if (!isKept) return await files.begin(call, taken, options);
    await kept.keep(taken, { ...options, purpose: 'batch', signal: call.signal });
    return await files.get(call, taken.id);
  } catch (error) {
    await files.discard(taken);
    throw error;
  }
}

const isOpenAI = (endpoint: Endpoint, { headers }: FastifyRequest): boolean =>
  clientShape(endpoint, headers) === 'openai';

/** The name for a download, for old and new clients (RFC 6266). */
function attachment(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
