import { WebhookJob, type WebhookJobParts } from '../../outbound/guard/webhook-job.ts';
import { ocrWebhookKind } from './ocr-run-end.ts';
import type { OcrRunRepository } from './ocr-run-repository.ts';
import { toRun } from './ocr-run-service.ts';

export interface OcrWebhookParts extends Omit<WebhookJobParts, 'name' | 'find'> {
  repository: OcrRunRepository;
}

/** Tells the end of a PDF in the background to the address that the request named. */
export function ocrWebhooks({ repository, ...parts }: OcrWebhookParts): WebhookJob {
  return new WebhookJob({
    ...parts,
    name: ocrWebhookKind,
    async find({ workspaceId, runId }) {
      const run = await repository.find(workspaceId, runId);
      const url = run?.request.webhookUrl ?? null;
      return run && url !== null ? { url, type: `ocr.${run.status}`, data: toRun(run) } : null;
    },
  });
}
