import { WebhookJob, type WebhookJobParts } from '../../outbound/guard/webhook-job.ts';
import type { ResearchRepository } from './research-repository.ts';
import { webhookKind } from './research-runner.ts';
import { toResearchRun } from './research-service.ts';

export interface WebhookSenderParts extends Omit<WebhookJobParts, 'name' | 'find'> {
  repository: ResearchRepository;
}

/** Tells the end of a run of research to the address that the request named. */
export function researchWebhooks({ repository, ...parts }: WebhookSenderParts): WebhookJob {
  return new WebhookJob({
    ...parts,
    name: webhookKind,
    async find({ workspaceId, runId }) {
      const run = await repository.find(workspaceId, runId);
      const url = run?.request.webhookUrl ?? null;
      return run && url !== null ? { url, type: `research.${run.status}`, data: toResearchRun(run) } : null;
    },
  });
}
