import {
  createAnswer,
  createCompletion,
  createEmbedding,
  createOpenAIChatCompletion,
  responseEndpoints,
} from '@parley/contract';
import type { CompletionService } from '../features/compatible/completions/completion-service.ts';
import { batchKind } from '../features/compatible/openai/batches/batch-kind.ts';
import { BatchLineRepository } from '../features/compatible/openai/batches/batch-line-repository.ts';
import { BatchService } from '../features/compatible/openai/batches/batch-service.ts';
import { BatchWork } from '../features/compatible/openai/batches/batch-work.ts';
import { LineSlots } from '../features/compatible/openai/batches/line-slots.ts';
import type { OpenAIChatService } from '../features/compatible/openai/openai-chat-service.ts';
import type { ResponseService } from '../features/compatible/openai/responses/response-service.ts';
import { createEmbeddings } from '../features/knowledge/embeddings/embedding-endpoint.ts';
import type { EmbeddingService } from '../features/knowledge/embeddings/embedding-service.ts';
import type { KeptFiles } from '../features/knowledge/files/kept-files.ts';
import type { RunMeters } from '../features/money/billing/run-meters.ts';
import type { KeyRecord } from '../features/people/keys/key-record.ts';
import type { AnswerService } from '../features/text/answers/answer-service.ts';
import { type LineCallParts, LineCalls } from '../http/line-calls.ts';
import { batchRoutes } from '../http/routes/openai/batch-routes.ts';
import type { Platform } from './platform.ts';
import type { RunRoom } from './runs.ts';

export interface BatchParts {
  runs: RunRoom;
  meters: RunMeters;
  keys: { find(id: string): Promise<KeyRecord | null> };
  kept: KeptFiles;
  answers: AnswerService;
  calls: {
    chat: OpenAIChatService;
    responses: ResponseService;
    completions: CompletionService;
    embeddings: EmbeddingService;
  };
}

/** Many calls in one file. */
export function composeBatches({ clock, config, database }: Platform, parts: BatchParts) {
  const { runs, meters, keys, kept, answers, calls } = parts;
  const { chat, responses, completions, embeddings } = calls;
  const endpoints: LineCallParts['endpoints'] = {
    '/v1/chat/completions': { endpoint: createOpenAIChatCompletion, answer: (body, call) => chat.complete(body, call) },
    '/v1/responses': {
      endpoint: responseEndpoints.createResponse,
      answer: (body, call) => responses.create(body, call),
    },
    '/v1/embeddings': { endpoint: createEmbedding, answer: (body, call) => createEmbeddings(embeddings, body, call) },
    '/v1/completions': { endpoint: createCompletion, answer: (body, call) => completions.complete(body, call) },
    '/v1/answer': { endpoint: createAnswer, answer: async (body, call) => (await answers.answer(body, call)).answer },
  };
  const lines = new BatchLineRepository({ db: database.db });
  const caller = new LineCalls({ endpoints, keys, clock, checkReplies: config.server.checkReplies });
  const work = new BatchWork({
    lines,
    caller,
    clock,
    files: kept,
    slots: new LineSlots(config.batches.concurrency),
    openMeter: (line, endpoint) => meters.open(line, endpoint),
  });
  const kind = batchKind({
    work: (batch, context) => work.work(batch, context),
    keep: (batch, signal) => work.keep(batch, signal),
    tidy: (batch) => work.tidy(batch),
    forget: (batch) => lines.forget(batch),
    told: (batch) => batches.view(batch),
  });
  const batches: BatchService = new BatchService({ runs: runs.open(kind), lines, files: kept, clock });
  return {
    routes: batchRoutes({ batches }),
    forgetWorkspace: (workspaceId: string) => lines.deleteWorkspace(workspaceId),
  };
}
