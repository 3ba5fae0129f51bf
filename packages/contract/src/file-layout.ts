import Type, { type Static } from 'typebox';
import { OcrBlock } from './ocr.ts';

export const LayoutPage = Type.Object({
  page_number: Type.Integer({ description: 'From 1.' }),
  width: Type.Number({ description: 'Of the upright page, in pixels, as are the boxes.' }),
  height: Type.Number(),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  blocks: Type.Array(OcrBlock),
});
export type LayoutPage = Static<typeof LayoutPage>;
export const FileLayout = Type.Object(
  {
    file_id: Type.String(),
    pages: Type.Array(LayoutPage, { description: 'Those that were read by OCR, at most fifty.' }),
    next_page: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Where the next answer would begin; null at the end.',
    }),
  },
  { $id: 'FileLayout' },
);
export type FileLayout = Static<typeof FileLayout>;
