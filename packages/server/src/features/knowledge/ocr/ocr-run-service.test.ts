import { describe, expect, it } from 'vitest';
import { OcrRunService } from './ocr-run-service.ts';
import type { OcrRunRecord } from './ocr-run-types.ts';

const never = (): never => {
  throw new Error('not asked for here');
};

describe('a PDF in the background that has ended', () => {
  it('counts the pages of its result, also while the record has not been told of the last ones', async () => {
    const record: OcrRunRecord = {
      id: 'ocr_1',
      workspaceId: 'w1',
      keyId: 'k',
      request: { maxPages: 9, dpi: 200, password: null, webhookUrl: null, requestId: 'req_1', origin: '' },
      status: 'completed',
      progress: { pagesProcessed: 2, totalPages: 3 },
      result: null,
      error: null,
      createdAt: 0,
      startedAt: 0,
      finishedAt: 1,
      settledAt: null,
    };
    const page = (number: number) => ({
      page_number: number,
      text: `page ${number}`,
      success: true,
      method: 'text_extraction' as const,
    });
    const parts = { runs: { get: async () => record }, store: { result: async () => [1, 2, 3].map(page) } };
    const others = { pdfs: {}, seal: never };
    const service = new OcrRunService(Object.assign(Object.create(null), { ...others, ...parts }));
    const run = await service.get('w1', 'ocr_1');
    expect(run).toMatchObject({ status: 'completed', pages_processed: 3, total_pages: 3 });
    expect(run.text).toBe('page 1\n\npage 2\n\npage 3');
  });
});
