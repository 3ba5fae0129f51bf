import { buffer } from 'node:stream/consumers';
import Type from 'typebox';
import { AppError } from '../../../../lib/app-error.ts';
import type { Call } from '../../../../ports/call.ts';
import type { FileService } from '../../../knowledge/files/file-service.ts';
import type { OcrService } from '../../../knowledge/ocr/ocr-service.ts';
import { base64Input } from '../base64-input.ts';
import { type McpTool, mcpTool } from '../mcp-tool.ts';

export interface OcrToolParts {
  ocr: Pick<OcrService, 'readImage' | 'readPdf'>;
  files: Pick<FileService, 'content'>;
}

const scope = 'ocr' as const;
const hints = { readOnlyHint: true } as const;
const FileId = Type.Optional(Type.String({ description: 'An uploaded file instead of bytes.' }));
const Reading = {
  success: Type.Boolean({ description: 'False where there is no text.' }),
  text: Type.String(),
  error: Type.Optional(Type.String()),
};

/** Texts without the boxes of words: models have no use for those, and the HTTP API has them. */
export function ocrTools({ ocr, files }: OcrToolParts): McpTool[] {
  const bytesOf = async (given: string | undefined, field: string, fileId: string | undefined, call: Call) => {
    if ((given === undefined) === (fileId === undefined)) {
      throw new AppError('invalid_request', `Send either ${field} or file_id.`, { param: field });
    }
    return fileId === undefined ? base64Input(given ?? '', field) : buffer((await files.content(call, fileId)).body);
  };
  return [
    mcpTool({
      name: 'ocr_image',
      title: 'Read the text of a picture',
      description: 'Reads printed and written text from a picture (PNG, JPEG, GIF, WebP), as Markdown.',
      scope,
      endpoint: 'readImage',
      input: Type.Object({
        image: Type.Optional(Type.String({ description: 'Base64, with or without a data URI in front.' })),
        file_id: FileId,
      }),
      output: Type.Object({ ...Reading, confidence: Type.Number(), warnings: Type.Array(Type.String()) }),
      hints,
      run: async ({ image, file_id }, { call }) => {
        const result = await ocr.readImage(await bytesOf(image, 'image', file_id, call), call);
        const [page] = result.raw_response.pages;
        const { success, text, error } = result;
        const structured = {
          success,
          text: page?.markdown ?? text,
          confidence: page?.confidence ?? 0,
          warnings: page?.warnings ?? [],
          ...(error !== undefined && { error }),
        };
        return { structured, text: structured.text || (error ?? '') };
      },
    }),
    mcpTool({
      name: 'ocr_pdf',
      title: 'Read the text of a PDF',
      description: 'Reads a PDF page by page: its text layer where that is sound, else by OCR.',
      scope,
      endpoint: 'readPdf',
      input: Type.Object({
        pdf: Type.Optional(Type.String({ description: 'Base64, with or without a data URI in front.' })),
        file_id: FileId,
        max_pages: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
        dpi: Type.Optional(Type.Integer({ minimum: 72, maximum: 400, default: 200 })),
        password: Type.Optional(Type.String()),
      }),
      output: Type.Object({
        ...Reading,
        method: Type.String(),
        pages_processed: Type.Integer(),
        total_pages: Type.Integer(),
        pages: Type.Array(Type.Object({ page_number: Type.Integer(), ...Reading })),
      }),
      hints,
      run: async ({ pdf, file_id, max_pages: maxPages, dpi, password }, { call }) => {
        const bytes = await bytesOf(pdf, 'pdf', file_id, call);
        const { pages, ...whole } = await ocr.readPdf({ bytes, maxPages, dpi, password }, call);
        const { success, text, error, method, pages_processed, total_pages } = whole;
        const structured = {
          success,
          text,
          method,
          pages_processed,
          total_pages,
          pages: pages.map(({ page_number, success, text, error }) => ({
            page_number,
            success,
            text,
            ...(error !== undefined && { error }),
          })),
          ...(error !== undefined && { error }),
        };
        return { structured, text: text || (error ?? '') };
      },
    }),
  ];
}
