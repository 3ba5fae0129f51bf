import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { FileLayout } from './file-layout.ts';
import { OpenAIFile, OpenAIFileDeleted, OpenAIFileList } from './openai/openai-file-shapes.ts';

// long because each address of files stands beside the shapes that it takes and gives.

/** The largest file that is accepted, in bytes; exactly that many are. */
export const maxFileBytes = 52_428_800;

export const fileKinds = ['pdf', 'image', 'spreadsheet', 'document', 'json', 'audio', 'video'] as const;
export const fileStatuses = ['pending', 'processing', 'ready', 'failed'] as const;

const Nullable = <Schema extends Type.TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const fileFields = {
  id: Type.String({ format: 'uuid', description: 'The same as `file_id`.' }),
  file_id: Type.String({ format: 'uuid', description: 'Goes into `file_ids` of text requests.' }),
  parent_file_id: Nullable(
    Type.String({ format: 'uuid' }),
    'The file that this one was taken out of: an archive, a message or a PDF. Null for what was uploaded.',
  ),
  filename: Type.String(),
  file_size: Nullable(Type.Integer(), 'Bytes; null until they were uploaded.'),
  size: Nullable(Type.Integer(), 'The same as `file_size`.'),
  kind: Nullable(Type.Enum(fileKinds), 'Found in the content; null until it was processed.'),
  file_type: Nullable(Type.Enum(fileKinds), 'The same as `kind`.'),
  purpose: Nullable(
    Type.Enum(['batch', 'batch_output']),
    'Of the lines of a batch and of its replies, which are kept as they are and never read; null for all other files.',
  ),
  public_url: Nullable(Type.String(), 'An address that works without a key, when there is one.'),
  media_type: Nullable(Type.String(), 'Found in the content; until then as it was declared.'),
  status: Type.Enum(fileStatuses, {
    description: '`pending` (not confirmed yet), then `processing`, then `ready` or `failed`.',
  }),
  pages: Nullable(Type.Integer(), 'Pages of a PDF, slides of a presentation; null where pages have no meaning.'),
  created_at: Type.String({ format: 'date-time' }),
  processed_at: Nullable(Type.String({ format: 'date-time' }), 'When it became `ready` or `failed`.'),
  expires_at: Nullable(Type.String({ format: 'date-time' }), 'When it is deleted by itself; null for never.'),
  metadata: Nullable(
    Type.Object({}, { additionalProperties: true }),
    'What was found, by kind: pages, columns, schema, outline and the like. Lists leave `extracted_text` out.',
  ),
  processing_summary: Nullable(Type.String(), 'One sentence, such as `CSV with 3 columns (a, b, c), 120 rows`.'),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() }), 'Why it `failed`.'),
  warnings: Type.Array(Type.String(), {
    description: 'What the user should know: pages left out, a size that differs.',
  }),
};

export const File = Type.Object(fileFields, { $id: 'File', description: 'An uploaded file and what was found in it.' });
export type File = Static<typeof File>;

const success = { success: Type.Literal(true) };
export const FileAnswer = Type.Object({ ...success, ...fileFields });
export type FileAnswer = Static<typeof FileAnswer>;

export const ListFilesQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  after: Type.Optional(Type.String({ description: 'The `next` of the page before.' })),
  status: Type.Optional(Type.Enum(fileStatuses)),
  kind: Type.Optional(
    Type.Enum(fileKinds, { description: 'Found in the content, so only files that were processed.' }),
  ),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Part of `filename`; the case of A to Z does not matter.',
    }),
  ),
  created_after: Type.Optional(Type.String({ format: 'date-time', description: 'From this moment on.' })),
  created_before: Type.Optional(Type.String({ format: 'date-time', description: 'Before this moment.' })),
  parent_file_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'What was taken out of this file: attachments, members of an archive.',
    }),
  ),
});
export type ListFilesQuery = Static<typeof ListFilesQuery>;

const Filename = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });
const ExpiresIn = Type.Integer({
  minimum: 60,
  maximum: 315_360_000,
  description: 'Seconds after which the file is deleted by itself. Default: never.',
});
const UserId = Type.String({
  maxLength: 255,
  description: 'Your own id of the end user it is of: `eraseUser` deletes it with everything else of theirs.',
});
const WaitMs = Type.Integer({
  minimum: 0,
  maximum: 60_000,
  default: 10_000,
  description: 'How long the answer waits for the processing.',
});
const FileParams = Type.Object({ file_id: Type.String() });

export const UploadUrlRequest = Type.Object({
  filename: Type.Optional(Filename),
  url: Type.Optional(
    Type.String({ minLength: 1, maxLength: 4096, description: 'Fetch the file from this public address instead.' }),
  ),
  expires_in: Type.Optional(ExpiresIn),
  wait_ms: Type.Optional(WaitMs),
  user_id: Type.Optional(UserId),
});
export type UploadUrlRequest = Static<typeof UploadUrlRequest>;

export const UploadUrl = Type.Object({
  ...success,
  file_id: Type.String({ format: 'uuid' }),
  upload_url: Type.String({ description: 'PUT the bytes here, without a key. Works for ten minutes.' }),
  storage_path: Type.String(),
  expires_at: Type.String({ format: 'date-time' }),
});
export type UploadUrl = Static<typeof UploadUrl>;

export const ConfirmUploadRequest = Type.Object({
  file_id: Type.String({ minLength: 1 }),
  filename: Type.Optional(Filename),
  file_size: Type.Integer({
    minimum: 0,
    description: 'Bytes. `warnings` says when as many as these did not come.',
  }),
  wait_ms: Type.Optional(WaitMs),
  expires_in: Type.Optional(ExpiresIn),
  user_id: Type.Optional(UserId),
});
export type ConfirmUploadRequest = Static<typeof ConfirmUploadRequest>;

export const FileMetadataRequest = Type.Object({
  file_ids: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }),
  user_id: Type.Optional(Type.String()),
});

const FileUpload = Type.Object({
  file: Type.String({ format: 'binary', description: 'The file.' }),
  filename: Type.Optional(Type.String()),
  expires_in: Type.Optional(ExpiresIn),
  wait_ms: Type.Optional(WaitMs),
  user_id: Type.Optional(UserId),
});

const tag = 'Files';

export const fileEndpoints = {
  createUploadUrl: endpoint({
    id: 'createUploadUrl',
    method: 'POST',
    path: '/v1/files/upload-url',
    auth: 'files',
    tag,
    summary: 'Get an address to upload a file to, or have a file fetched from a URL',
    description:
      'With `filename`: PUT the bytes to `upload_url`, then confirm. With `url`: the file is fetched and processed in this call, and the answer is the file.',
    body: UploadUrlRequest,
    responses: { 200: Type.Union([UploadUrl, FileAnswer]) },
    idempotent: true,
    problems: { '/': 'filename is required', '/filename': 'filename is required' },
    example: { filename: 'report.pdf' },
  }),
  putUpload: endpoint({
    id: 'putUpload',
    method: 'PUT',
    path: '/v1/files/{file_id}/upload',
    auth: 'none',
    tag,
    summary: 'Upload the bytes of a file to its signed address',
    params: FileParams,
    query: Type.Object({ token: Type.Optional(Type.String()) }),
    otherBodies: { 'application/octet-stream': Type.String({ format: 'binary' }) },
    bodyLimit: maxFileBytes,
    responses: { 200: Type.Object({ ...success, file_id: Type.String(), file_size: Type.Integer() }) },
  }),
  confirmUpload: endpoint({
    id: 'confirmUpload',
    method: 'POST',
    path: '/v1/files/confirm-upload',
    auth: 'files',
    tag,
    summary: 'Confirm an upload and process the file',
    description: 'Confirming twice is harmless. The answer waits up to `wait_ms` for the processing.',
    body: ConfirmUploadRequest,
    responses: { 200: FileAnswer },
    idempotent: true,
    problems: {
      '/file_id': 'file_id is required',
      '/filename': 'filename is required',
      '/file_size': 'file_size is required',
    },
    example: { file_id: '7d3f1c1e-0000-4000-8000-000000000000', filename: 'report.pdf', file_size: 48213 },
  }),
  uploadFile: endpoint({
    id: 'uploadFile',
    method: 'POST',
    path: '/v1/files/upload',
    auth: 'files',
    tag,
    summary: 'Upload a file in one call',
    otherBodies: { 'multipart/form-data': FileUpload },
    bodyLimit: maxFileBytes + 1024 * 1024,
    responses: { 200: FileAnswer },
    idempotent: true,
  }),
  listFiles: endpoint({
    id: 'listFiles',
    vendorAnswers: { openai: OpenAIFileList },
    method: 'GET',
    path: '/v1/files',
    auth: 'files',
    tag,
    summary: 'List files, newest first',
    description: 'Filters hold together; give the same ones with `after`.',
    query: ListFilesQuery,
    responses: {
      200: Type.Object({
        ...success,
        data: Type.Array(File),
        has_more: Type.Boolean(),
        next: Nullable(Type.String(), 'Give it as `after` to read on.'),
      }),
    },
  }),
  listFileMetadata: endpoint({
    id: 'listFileMetadata',
    method: 'POST',
    readsOnly: true,
    path: '/v1/files/metadata',
    auth: 'files',
    tag,
    summary: 'Get several files by id',
    description: 'Unknown ids are left out.',
    body: FileMetadataRequest,
    responses: { 200: Type.Array(File) },
    problems: {
      '/': 'file_ids array is required and must not be empty',
      '/file_ids': 'file_ids array is required and must not be empty',
    },
    example: { file_ids: ['7d3f1c1e-0000-4000-8000-000000000000'] },
  }),
  getFile: endpoint({
    id: 'getFile',
    vendorAnswers: { openai: OpenAIFile },
    method: 'GET',
    path: '/v1/files/{file_id}',
    auth: 'files',
    tag,
    summary: 'Get a file: its status and what was found in it',
    params: FileParams,
    responses: { 200: FileAnswer },
  }),
  getFileContent: endpoint({
    id: 'getFileContent',
    method: 'GET',
    path: '/v1/files/{file_id}/content',
    auth: 'files',
    tag,
    summary: 'Download the bytes of a file',
    params: FileParams,
    responses: { 200: Type.String({ format: 'binary' }) },
    contentType: 'application/octet-stream',
  }),
  getFileText: endpoint({
    id: 'getFileText',
    method: 'GET',
    path: '/v1/files/{file_id}/text',
    auth: 'files',
    tag,
    summary: 'Get the extracted text of a file as Markdown',
    params: FileParams,
    responses: { 200: Type.String() },
    contentType: 'text/markdown',
  }),
  getFileLayout: endpoint({
    id: 'getFileLayout',
    method: 'GET',
    path: '/v1/files/{file_id}/layout',
    auth: 'files',
    tag,
    summary: 'Get where the words of a file stand on its pages',
    description:
      'Of pages that were read by OCR, as they were read when the file came in: nothing is read again. Empty for text layers and for files of older versions.',
    params: FileParams,
    query: Type.Object({ first_page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })) }),
    responses: { 200: FileLayout },
  }),
  rereadFile: endpoint({
    id: 'rereadFile',
    method: 'POST',
    path: '/v1/files/{file_id}/reread',
    auth: 'files',
    tag,
    summary: 'Read a file that failed once more',
    description:
      'For what is mended meanwhile: something that hears speech is connected, a budget is raised, a vendor is back. A file that is `ready` or being processed stays as it is. The answer waits up to `wait_ms`.',
    params: FileParams,
    body: Type.Object({ wait_ms: Type.Optional(WaitMs) }),
    responses: { 200: FileAnswer },
    idempotent: true,
  }),
  deleteFile: endpoint({
    id: 'deleteFile',
    vendorAnswers: { openai: OpenAIFileDeleted },
    method: 'DELETE',
    path: '/v1/files/{file_id}',
    auth: 'files',
    tag,
    summary: 'Delete a file with its text and index',
    params: FileParams,
    responses: {
      200: Type.Object({ ...success, file_id: Type.String(), id: Type.String(), deleted: Type.Literal(true) }),
    },
  }),
};
