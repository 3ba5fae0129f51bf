import { Readable } from 'node:stream';
import { type File, fileKinds, fileStatuses, ListFilesQuery, page } from '@parley/contract';
import Type, { type Static } from 'typebox';
import { AppError } from '../../../../lib/app-error.ts';
import type { FetchedUpload } from '../../../knowledge/files/fetched-upload.ts';
import type { FileService } from '../../../knowledge/files/file-service.ts';
import { base64Input } from '../base64-input.ts';
import { fileUri } from '../mcp-resources.ts';
import { type McpTool, mcpTool } from '../mcp-tool.ts';

export interface FileToolParts {
  files: Pick<FileService, 'accept' | 'begin' | 'discard' | 'list' | 'metadata' | 'text'>;
  fetched: Pick<FetchedUpload, 'store'>;
}

const scope = 'files' as const;
const defaultLength = 20_000;
const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** A file without what was found in it: a list of those would fill a model's context. */
const BriefFile = Type.Object({
  file_id: Type.String({ description: 'Goes into `file_ids` of other tools.' }),
  filename: Type.String(),
  size: Nullable(Type.Integer()),
  kind: Nullable(Type.Enum(fileKinds)),
  status: Type.Enum(fileStatuses),
  pages: Nullable(Type.Integer()),
  created_at: Type.String(),
  summary: Nullable(Type.String()),
  uri: Type.String({ description: 'Of its text as a resource.' }),
});

export function fileTools({ files, fetched }: FileToolParts): McpTool[] {
  return [
    mcpTool({
      name: 'upload_file',
      title: 'Upload a file',
      description:
        'Stores a file and reads it: PDF, pictures, spreadsheets, documents, JSON. Send text, content (base64), or the url to fetch it from.',
      scope,
      endpoint: 'uploadFile',
      input: Type.Object({
        filename: Type.Optional(
          Type.String({ minLength: 1, maxLength: 500, description: 'Needed unless there is a url.' }),
        ),
        text: Type.Optional(Type.String()),
        content: Type.Optional(Type.String({ description: 'Base64.' })),
        url: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
        expires_in: Type.Optional(
          Type.Integer({
            minimum: 60,
            maximum: 315_360_000,
            description: 'Seconds until it is deleted. Default: never.',
          }),
        ),
      }),
      output: BriefFile,
      hints: { readOnlyHint: false, openWorldHint: true },
      run: async ({ filename, text, content, url, expires_in }, { call }) => {
        if ([text, content, url].filter((given) => given !== undefined).length !== 1) {
          throw new AppError('invalid_request', 'Send exactly one of text, content and url.');
        }
        const expiry = expires_in === undefined ? {} : { expires_in };
        if (url !== undefined) {
          return told(await fetched.store(call, { url, ...(filename !== undefined && { filename }), ...expiry }));
        }
        if (filename === undefined)
          throw new AppError('invalid_request', 'filename is required', { param: 'filename' });
        const bytes = content === undefined ? Buffer.from(text ?? '') : base64Input(content, 'content');
        const given = { filename, mediaType: undefined, sizeBytes: bytes.length };
        const file = await files.accept(call, Readable.from([bytes]), given);
        return told(await files.begin(call, file, expires_in === undefined ? {} : { expiresInSeconds: expires_in }));
      },
    }),
    mcpTool({
      name: 'list_files',
      title: 'List files',
      description:
        'Lists the uploaded files, newest first; by status, kind, part of the name or time where these are given.',
      scope,
      endpoint: 'listFiles',
      input: ListFilesQuery,
      output: page(BriefFile),
      hints: { readOnlyHint: true },
      run: async (query, { call }) => {
        const { data, ...rest } = await files.list(call, query);
        const brief = data.map(toBrief);
        const lines = brief.map(
          ({ file_id, filename, status, summary }) => `${file_id} ${filename} (${status}) ${summary ?? ''}`,
        );
        return { structured: { data: brief, ...rest }, text: lines.join('\n') || 'There are no files.' };
      },
    }),
    mcpTool({
      name: 'read_file',
      title: 'Read the text of a file',
      description:
        'Reads a part of what was extracted from a file as Markdown. To find something in files, ask answer or search_collection.',
      scope,
      endpoint: 'getFileText',
      input: Type.Object({
        file_id: Type.String(),
        start: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'UTF-16 position.' })),
        length: Type.Optional(Type.Integer({ minimum: 1, maximum: 200_000, default: defaultLength })),
      }),
      output: Type.Object({
        file_id: Type.String(),
        text: Type.String(),
        start: Type.Integer(),
        end: Type.Integer({ description: 'Read on from there.' }),
        total: Type.Integer({ description: 'Length of the whole text.' }),
      }),
      hints: { readOnlyHint: true },
      run: async ({ file_id, start = 0, length = defaultLength }, { call }) => {
        const whole = await files.text(call, file_id);
        const text = whole.slice(start, start + length);
        return { structured: { file_id, text, start, end: start + text.length, total: whole.length }, text };
      },
    }),
  ];
}

function told(file: File): { structured: Static<typeof BriefFile>; text: string } {
  const brief = toBrief(file);
  return { structured: brief, text: `${brief.file_id} is ${brief.status}. ${brief.summary ?? ''}`.trim() };
}

function toBrief({
  file_id,
  filename,
  size,
  kind,
  status,
  pages,
  created_at,
  processing_summary,
}: File): Static<typeof BriefFile> {
  return {
    file_id,
    filename,
    size,
    kind,
    status,
    pages,
    created_at,
    summary: processing_summary,
    uri: fileUri(file_id),
  };
}
