import { isJsonObject, type JsonObject } from '@parley/contract';
import type { UsageService } from '../features/billing/usage-service.ts';
import type { StructuredOutput } from '../features/generation/structured/structured-output.ts';
import { KeyRepository } from '../features/keys/key-repository.ts';
import type { ModelRouter, ResolvedModel } from '../features/models/model-router.ts';
import type { ModelQuestion, ResearchModel, ResearchModels } from '../features/research/research-model.ts';
import { ResearchRepository } from '../features/research/research-repository.ts';
import { ResearchRunner } from '../features/research/research-runner.ts';
import { ResearchService } from '../features/research/research-service.ts';
import type { ResearchRecord } from '../features/research/research-types.ts';
import { SourceWork } from '../features/research/source-work.ts';
import { WebhookSender } from '../features/research/webhook-sender.ts';
import type { FileContext } from '../features/retrieval/file-context.ts';
import { researchRoutes } from '../http/routes/research/research-routes.ts';
import { isAppError } from '../lib/app-error.ts';
import { compileSchema } from '../lib/compile-schema.ts';
import type { Prompt, TokenUsage } from '../ports/language-model.ts';
import type { Consumption } from '../ports/meter.ts';
import type { Platform } from './platform.ts';
import type { composeSearch } from './search.ts';

export interface ResearchNeeds {
  search: ReturnType<typeof composeSearch>;
  files: FileContext;
  models: ModelRouter;
  structured: StructuredOutput;
  usage: UsageService;
}

const charactersPerToken = 4;
/** Share of a model's context that material may fill. */
const materialShare = 0.4;
const mostMaterial = 60_000;
const sweepMs = 6 * 60 * 60_000;
const pageKeepMs = 30 * 24 * 60 * 60_000;

/** Web search and research. */
export function composeResearch(platform: Platform, needs: ResearchNeeds) {
  const { clock, config, database, fetcher, jobs, logger, secrets } = platform;
  const { search, files } = needs;
  const repository = new ResearchRepository({ db: database.db });
  const work = new SourceWork({ workers: config.search.pageProcesses });
  const models = researchModels(needs.models, needs.structured);
  const keys = new KeyRepository({ db: database.db, defaultLimits: config.limits });
  const openMeter = async (run: ResearchRecord) => {
    const key = await keys.find(run.keyId);
    if (!key || key.workspaceId !== run.workspaceId) return null;
    const call = { requestId: run.request.requestId, endpoint: 'createDeepResearch', recordId: `use_${run.id}` };
    return needs.usage.open({ ...key, workspaceId: run.workspaceId }, call);
  };
  const runner = new ResearchRunner({
    repository,
    jobs,
    search: search.search,
    findFiles: (workspaceId, question, limit, signal) => search.fileSearch.find(workspaceId, question, limit, signal),
    pages: search.reader,
    pageTexts: search.pages,
    work,
    files,
    models,
    openMeter,
    clock,
  });
  const webhooks = new WebhookSender({ repository, fetcher, clock, secrets });
  jobs.register(runner.kind);
  jobs.register(webhooks.kind);
  const webhookSecret = (workspaceId: string) => webhooks.secretOf(workspaceId);
  const { pages } = search;
  const research = new ResearchService({ repository, jobs, pages, files, models, fetcher, clock, webhookSecret });
  const sweep = setInterval(() => {
    pages.sweep(clock.now() - pageKeepMs).catch((error) => logger.error({ error }, 'old pages could not be removed'));
  }, sweepMs).unref();
  return {
    research,
    routes: researchRoutes({ search: search.webSearch, research }),
    /** Puts runs back into the queue that a process was killed before queueing. */
    start: () => runner.recover(),
    async forgetWorkspace(workspaceId: string) {
      await repository.deleteWorkspace(workspaceId);
      await pages.deleteWorkspace(workspaceId);
    },
    async close() {
      clearInterval(sweep);
      await work.close();
    },
  };
}

function researchModels(router: ModelRouter, structured: StructuredOutput): ResearchModels {
  return (name) => toResearchModel(router.resolve(name ?? router.defaultModel), structured);
}

function toResearchModel(model: ResolvedModel, structured: StructuredOutput): ResearchModel {
  const { pricing } = model;
  const characters = Math.floor(model.contextLength * charactersPerToken * materialShare);
  return {
    id: model.id,
    isEmbedded: model.embedded,
    materialCharacters: Math.min(mostMaterial, Math.max(4000, characters)),
    ask: (question, signal) => ask(model, structured, question, signal),
    estimateUsd: ({ system, text, schema, maxTokens }) => {
      const input = (system.length + text.length + JSON.stringify(schema).length) / 3;
      return pricing.request + input * pricing.input + maxTokens * pricing.output;
    },
  };
}

async function ask(
  model: ResolvedModel,
  structured: StructuredOutput,
  { system, text, schema, maxTokens, document }: ModelQuestion,
  signal: AbortSignal,
): Promise<{ value: JsonObject | null; consumption: Consumption }> {
  const prompt: Prompt = {
    system,
    messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
    maxTokens,
    ...(document !== undefined && { documents: [{ fileId: null, filename: 'context', text: document }] }),
  };
  let usage: TokenUsage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
  let upstreamCostUsd = 0;
  let value: JsonObject | null = null;
  try {
    for await (const event of structured.run({ model, prompt, schema: compileSchema(schema), signal })) {
      if (event.type === 'finish') {
        usage = event.usage;
        upstreamCostUsd = event.upstreamCostUsd ?? 0;
      }
      if (event.type === 'object' && isJsonObject(event.value)) value = event.value;
    }
  } catch (error) {
    // What was asked twice in vain has been paid for; research goes on without it.
    if (!isAppError(error, 'schema_not_met')) throw error;
  }
  const { pricing } = model;
  const costUsd = pricing.request + usage.inputTokens * pricing.input + usage.outputTokens * pricing.output;
  return { value, consumption: { model: model.id, usage, costUsd, upstreamCostUsd } };
}
