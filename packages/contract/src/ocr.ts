import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { NotBlank } from './text.ts';

const tag = 'OCR';
/** Names the document-AI processing method of every OCR answer. */
export const ocrMethod = 'parley_document_ai';
/** How a PDF page with a sound text layer is read. */
export const textExtractionMethod = 'text_extraction';
const bodyLimit = 60 * 1024 * 1024;

/** A rectangle in pixels of the upright image, origin top left. */
export const BoundingBox = Type.Object({
  x: Type.Number(),
  y: Type.Number(),
  width: Type.Number(),
  height: Type.Number(),
});
export type BoundingBox = Static<typeof BoundingBox>;

export const OcrWord = Type.Object({
  text: Type.String(),
  bounding_box: BoundingBox,
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  uncertain: Type.Optional(Type.Literal(true, { description: 'Present when the reading should be checked.' })),
});
export type OcrWord = Static<typeof OcrWord>;

export const OcrBlock = Type.Object({
  type: Type.Enum(['heading', 'paragraph', 'list', 'table']),
  text: Type.String(),
  bounding_box: BoundingBox,
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  words: Type.Optional(Type.Array(OcrWord)),
});
export type OcrBlock = Static<typeof OcrBlock>;

/** One of several readings of a page that do not agree, with what speaks for it. */
export const OcrReading = Type.Object({
  engine: Type.String({ description: 'Who read so.' }),
  text: Type.String(),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  evidence: Type.String({ description: 'What speaks for this reading and against it.' }),
  unconfirmed: Type.Array(Type.String(), { description: 'Words that no other engine saw, at most 200.' }),
});
export type OcrReading = Static<typeof OcrReading>;

export const OcrPageElement = Type.Object({
  index: Type.Integer({ description: 'From 0.' }),
  markdown: Type.String(),
  text: Type.String(),
  bounding_box: BoundingBox,
  image_url: Type.String({ description: 'Signed address of the upright page image; empty when none is kept.' }),
  view_url: Type.String({
    description: 'Signed address of a page that shows the image with boxes; empty without image.',
  }),
  dimensions: Type.Object({ width: Type.Integer(), height: Type.Integer() }),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  blocks: Type.Array(OcrBlock),
  warnings: Type.Optional(Type.Array(Type.String(), { description: 'What the honesty checks found.' })),
  readings: Type.Optional(
    Type.Array(OcrReading, { description: 'Both readings, where a remote reader and the local engines disagree.' }),
  ),
});
export type OcrPageElement = Static<typeof OcrPageElement>;

export const OcrRawResponse = Type.Object({
  id: Type.String(),
  object: Type.Literal('document'),
  model: Type.String({ description: 'The engines that read the page.' }),
  pages: Type.Array(OcrPageElement),
});
export type OcrRawResponse = Static<typeof OcrRawResponse>;

export const OcrResult = Type.Object({
  success: Type.Boolean({ description: 'Whether text was found.' }),
  text: Type.String(),
  method: Type.Literal(ocrMethod),
  raw_response: OcrRawResponse,
  error: Type.Optional(Type.String({ description: 'Present when `success` is false.' })),
});
export type OcrResult = Static<typeof OcrResult>;

const PdfWarnings = Type.Optional(Type.Array(Type.String(), { description: 'Pages missing from `text`, and why.' }));

export const OcrPdfPage = Type.Object({
  page_number: Type.Integer({ description: 'From 1.' }),
  text: Type.String(),
  success: Type.Boolean(),
  method: Type.Enum([textExtractionMethod, ocrMethod]),
  error: Type.Optional(Type.String()),
  raw_response: Type.Optional(OcrRawResponse),
});
export type OcrPdfPage = Static<typeof OcrPdfPage>;

export const OcrPdfResult = Type.Object({
  success: Type.Boolean({ description: 'Whether any page has text.' }),
  text: Type.String({ description: 'The pages, joined by a blank line.' }),
  method: Type.Enum([textExtractionMethod, ocrMethod]),
  pages_processed: Type.Integer(),
  total_pages: Type.Integer(),
  pages: Type.Array(OcrPdfPage),
  warnings: PdfWarnings,
  error: Type.Optional(Type.String()),
});
export type OcrPdfResult = Static<typeof OcrPdfResult>;

export const ocrRunStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type OcrRunStatus = (typeof ocrRunStatuses)[number];

/** A PDF that is read in the background. */
export const OcrPdfRun = Type.Object(
  {
    success: Type.Boolean({ description: 'False when it failed, or ended without any text.' }),
    ocr_id: Type.String(),
    status: Type.Enum(ocrRunStatuses),
    pages_processed: Type.Integer({ description: 'Pages done so far.' }),
    total_pages: Type.Integer({ description: 'Pages of the PDF, also those beyond `max_pages`.' }),
    created_at: Type.String({ format: 'date-time' }),
    finished_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'Until then the result is kept; null while it is being read.',
    }),
    webhook_secret: Type.Optional(Type.String({ description: 'Checks the signature of the webhook (`whsec_…`).' })),
    text: Type.Optional(Type.String({ description: 'The pages, joined by a blank line, once it has ended.' })),
    method: Type.Optional(Type.Enum([textExtractionMethod, ocrMethod])),
    pages: Type.Optional(Type.Array(OcrPdfPage)),
    warnings: PdfWarnings,
    error: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
    code: Type.Optional(Type.String()),
  },
  {
    $id: 'OcrPdfRun',
    description:
      'Once it has ended with the result, also of a run that failed or was cancelled: the pages done by then.',
  },
);
export type OcrPdfRun = Static<typeof OcrPdfRun>;

/** Pages whose boxes and words one answer about a run carries at most. */
export const ocrRunDetailPages = 100;

const FilePart = (what: string) =>
  Type.Object({ file: Type.String({ format: 'binary', description: `The ${what}.` }) });

/** Reads the text of one image. */
export const readImage = endpoint({
  id: 'readImage',
  method: 'POST',
  path: '/v1/ocr/image',
  aliases: ['/ocr/image'],
  auth: 'ocr',
  tag,
  summary: 'Read the text of an image',
  description:
    'PNG, JPEG, GIF, WebP, TIFF (all its pages), BMP, AVIF, HEIC or SVG, as multipart part `file` or as base64 in `image`. An image without text answers 200 with `success` false.',
  body: Type.Object({
    image: Type.Optional(Type.String({ description: 'Base64, with or without a data URI prefix.' })),
  }),
  otherBodies: { 'multipart/form-data': FilePart('image') },
  bodyLimit,
  responses: { 200: OcrResult },
  idempotent: true,
  example: {
    image:
      'data:image/png;base64,' +
      'iVBORw0KGgoAAAANSUhEUgAAANwAAAA8AgMAAABwcDyQAAAADFBMVEX///8FBQVxcXHDw8MO34m9AAAACXBIWXMAAAsSAAALEgHS3X78AAABN0' +
      'lEQVRIx+3TMU7EQAwF0MmMUqRYuhwhDf32OQJC2LNaptiWBkWcIOIO7rehINXeYOcSucfeAGyHQIGUIQUSSPOLFCO9eGI7xuTk5PzvUD+2v+/K' +
      'YCx+cxUaS8f1botmC7jeNWhGgH61IzTwCG3SWTpN7mUf+dAhOohjl3QN7NRtAA58aO/RDaZOO3pAdSXwC7idt3L1ZbcfXuVSFMU1ofLSzidxi+' +
      'PkCoBcsW7FjV2hlZ756Zb7Ka7wplFHrQVpp7R4szw/dfzo1PWOnfPimrvk3D8dsIum2ImjQ9rhMJxmx+28YVdATDv/sS/TPeXuofTmB/Vmp31R' +
      'V4e042tdx685qKM27XhUpHOoQ6VdlKPz2yW9ZwBar0QKk7MwrWpqr71+Hw+kW+OuYP6PpiVxSZeTk5Pzl/IOugKPpWUVPVcAAAAASUVORK5CYI' +
      'I=',
  },
});

/** Reads all pages of a PDF, from the text layer where it is sound and by OCR elsewhere. */
export const readPdf = endpoint({
  id: 'readPdf',
  method: 'POST',
  path: '/v1/ocr/pdf',
  aliases: ['/ocr/pdf'],
  auth: 'ocr',
  tag,
  summary: 'Read the text of a PDF',
  description:
    'As multipart part `file` (with the others as fields) or as base64 in `pdf`. One bad page does not fail the others. Long scans are best read with `background`: the answer is 202 at once, finished pages outlive a restart of the service, and the result is looked up.',
  body: Type.Object({
    pdf: Type.Optional(Type.String({ description: 'Base64, with or without a data URI prefix.' })),
    max_pages: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    dpi: Type.Optional(Type.Integer({ minimum: 72, maximum: 400, default: 200 })),
    password: Type.Optional(Type.String({ maxLength: 1000 })),
    background: Type.Optional(
      Type.Boolean({ description: 'Answer 202 at once; poll, or be called at `webhook_url`.' }),
    ),
    webhook_url: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: 'With `background`: called at the end, signed as Standard Webhooks say.',
      }),
    ),
  }),
  otherBodies: { 'multipart/form-data': FilePart('PDF') },
  bodyLimit,
  responses: { 200: OcrPdfResult, 202: OcrPdfRun },
  idempotent: true,
});

const RunParams = Type.Object({ id: NotBlank('Id of the run.') });

/** How far a PDF in the background is, and its result. */
export const getOcrPdf = endpoint({
  id: 'getOcrPdf',
  method: 'GET',
  path: '/v1/ocr/pdf/{id}',
  aliases: ['/ocr/pdf/{id}'],
  auth: 'ocr',
  tag,
  summary: 'Look at a PDF that is read in the background',
  description: `\`text\` and \`pages\` are there once it has ended, for seven days. At most ${ocrRunDetailPages} pages carry \`raw_response\` (boxes and words): those from \`first_page\` on.`,
  params: RunParams,
  query: Type.Object({
    first_page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'First page with `raw_response`.' })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: ocrRunDetailPages,
        default: ocrRunDetailPages,
        description: 'Pages with `raw_response`.',
      }),
    ),
  }),
  responses: { 200: OcrPdfRun },
});

/** Ends a PDF in the background. */
export const cancelOcrPdf = endpoint({
  id: 'cancelOcrPdf',
  method: 'POST',
  path: '/v1/ocr/pdf/{id}/cancel',
  aliases: ['/ocr/pdf/{id}/cancel'],
  auth: 'ocr',
  tag,
  summary: 'Cancel a PDF that is read in the background',
  description: 'Cancelling what has ended changes nothing. Pages that were done stay readable.',
  params: RunParams,
  responses: { 200: OcrPdfRun },
});

/** Whether OCR can be used, and with what. */
export const getOcrHealth = endpoint({
  id: 'getOcrHealth',
  method: 'GET',
  path: '/v1/ocr/health',
  aliases: ['/ocr/health'],
  auth: 'none',
  tag,
  summary: 'Whether OCR works and which engines read',
  responses: {
    200: Type.Object({
      status: Type.Literal('ok'),
      ocr_enabled: Type.Boolean(),
      model: Type.String(),
      message: Type.String(),
      languages: Type.Array(Type.String()),
    }),
  },
});

const PageParams = Type.Object({ id: NotBlank('Id of the result.'), page: Type.Integer({ minimum: 0 }) });
const TokenQuery = Type.Object({ token: Type.String() });

/** The upright image of a page that was read. */
export const getOcrPageImage = endpoint({
  id: 'getOcrPageImage',
  method: 'GET',
  path: '/v1/ocr/results/{id}/pages/{page}/image',
  auth: 'none',
  tag,
  summary: 'The upright image of a page, by its signed address',
  params: PageParams,
  query: TokenQuery,
  contentType: 'image/jpeg',
  responses: { 200: Type.String({ format: 'binary' }) },
});

/** A page for people: the image with the boxes of what was read. */
export const getOcrPageView = endpoint({
  id: 'getOcrPageView',
  method: 'GET',
  path: '/v1/ocr/results/{id}/pages/{page}/view',
  auth: 'none',
  tag,
  summary: 'The page image with boxes around what was read, by its signed address',
  params: PageParams,
  query: TokenQuery,
  contentType: 'text/html',
  responses: { 200: Type.String() },
});
