import { buffer } from 'node:stream/consumers';
import {
  cancelOcrPdf,
  getOcrHealth,
  getOcrPageImage,
  getOcrPageView,
  getOcrPdf,
  readImage,
  readPdf,
} from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { OcrHealth } from '../../../features/knowledge/ocr/ocr-health.ts';
import type { OcrRunService } from '../../../features/knowledge/ocr/ocr-run-service.ts';
import { decodeBase64, type OcrService, type PdfRequest } from '../../../features/knowledge/ocr/ocr-service.ts';
import type { PageImageStore } from '../../../features/knowledge/ocr/page-image-store.ts';
import { AppError } from '../../../lib/app-error.ts';
import { limitBytes } from '../../../lib/size-limit.ts';
import { isMultipart, receiveForm } from '../../multipart.ts';
import { RawReply, type Route, route } from '../../route.ts';
import { ocrViewPage } from './ocr-view-page.ts';

export interface OcrParts {
  ocr: OcrService;
  runs: OcrRunService;
  images: PageImageStore;
  health(): OcrHealth;
}

const imageLimit = readImage.bodyLimit;
/** Page images never change and must not be sniffed for another type. */
const imageHeaders = {
  'content-type': 'image/jpeg',
  'cache-control': 'private, max-age=86400, immutable',
  'x-content-type-options': 'nosniff',
};

export function ocrRoutes({ ocr, runs, images, health }: OcrParts): Route[] {
  return [
    route(readImage, async ({ body, raw, call }) => {
      const { bytes } = isMultipart(raw) ? await receiveFile(raw) : { bytes: decoded(body?.image, 'invalid_image') };
      if (!bytes) throw new AppError('invalid_request', missing('image'), { title: missing('image') });
      return ocr.readImage(bytes, call);
    }),
    route(readPdf, async ({ body, raw, call }) => {
      const { isBackground, ...request } = isMultipart(raw) ? await pdfOfForm(raw) : pdfOfJson(body);
      if (!isBackground) return ocr.readPdf(request, call);
      return new RawReply({ status: 202, body: await runs.start(request, call) });
    }),
    route(getOcrPdf, ({ params, query, call }) =>
      runs.get(call.workspaceId, params.id, { firstPage: query.first_page, limit: query.limit }),
    ),
    route(cancelOcrPdf, ({ params, call }) => runs.cancel(call.workspaceId, params.id)),
    route(getOcrHealth, async () => ({ status: 'ok', ocr_enabled: true, ...health() })),
    route(
      getOcrPageImage,
      async ({ params, query }) =>
        new RawReply({
          status: 200,
          headers: imageHeaders,
          body: await images.image(params.id, params.page, query.token),
        }),
    ),
    route(getOcrPageView, async ({ params, query }) => {
      const page = await images.view(params.id, params.page, query.token);
      const { html, policy } = ocrViewPage(page, `image?token=${encodeURIComponent(query.token)}`);
      return new RawReply({
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
        body: html,
      });
    }),
  ];
}

interface AskedPdf extends PdfRequest {
  isBackground: boolean;
  webhookUrl: string | undefined;
}

function pdfOfJson(body: Static<typeof readPdf.body> | undefined): AskedPdf {
  const bytes = decoded(body?.pdf, 'invalid_pdf');
  if (!bytes) throw missingPdf();
  const { max_pages: maxPages, dpi, password, background = false, webhook_url: webhookUrl } = body ?? {};
  return { bytes, maxPages, dpi, password, isBackground: background, webhookUrl };
}

async function pdfOfForm(raw: FastifyRequest): Promise<AskedPdf> {
  const { bytes, fields } = await receiveFile(raw);
  if (!bytes) throw missingPdf();
  return {
    bytes,
    maxPages: wholeNumber(fields, 'max_pages', 1, 10_000),
    dpi: wholeNumber(fields, 'dpi', 72, 400),
    password: fields.password,
    isBackground: truthValue(fields, 'background'),
    webhookUrl: fields.webhook_url || undefined,
  };
}

const missing = (field: 'image' | 'pdf') => `Missing '${field}' or 'file' field in request body`;

function missingPdf(): AppError {
  return new AppError('missing_pdf', missing('pdf'), { title: missing('pdf') });
}

function decoded(given: string | undefined, code: 'invalid_image' | 'invalid_pdf'): Buffer | null {
  return given === undefined || given.trim() === '' ? null : decodeBase64(given, code);
}

async function receiveFile(raw: FastifyRequest): Promise<{ bytes: Buffer | null; fields: Record<string, string> }> {
  const { taken, fields } = await receiveForm(raw, (part) => buffer(limitBytes(part.body, imageLimit)));
  return { bytes: taken ?? null, fields };
}

function wholeNumber(fields: Record<string, string>, name: string, min: number, max: number): number | undefined {
  const given = fields[name]?.trim();
  if (!given) return undefined;
  const value = Number(given);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new AppError('invalid_request', `/${name} must be a whole number from ${min} to ${max}`);
}

function truthValue(fields: Record<string, string>, name: string): boolean {
  const given = fields[name]?.trim().toLowerCase() ?? '';
  if (given === '' || given === 'false' || given === '0') return false;
  if (given === 'true' || given === '1') return true;
  throw new AppError('invalid_request', `/${name} must be true or false`);
}
