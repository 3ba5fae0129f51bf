import { isJsonObject, type JsonObject } from '@parley/contract';
import { isAppError } from '../../../lib/app-error.ts';
import { compileGivenSchema } from '../../../lib/given-schema.ts';
import type { Call } from '../../../ports/call.ts';
import type { Prompt } from '../../../ports/language-model.ts';
import type { CallTrace, Consumption, Meter } from '../../../ports/meter.ts';
import { estimateCall } from '../../models/metered-model.ts';
import type { ModelRouter, ResolvedModel } from '../../models/model-router.ts';
import { noUsage } from '../../money/billing/cost.ts';
import type { GenerationService } from '../../text/generation/generation-service.ts';
import type { ModelQuestion, ResearchCall, ResearchModel, ResearchModels } from './research-model.ts';

const charactersPerToken = 4;
/** Share of a model's context that material may fill. */
const materialShare = 0.4;
const mostMaterial = 60_000;
const leastMaterial = 4_000;

/** The models of the model list as research uses them: every question goes the one path of every call for text. */
export function connectedModels(models: ModelRouter, generation: GenerationService): ResearchModels {
  return (name, call) => toResearchModel(models.resolve(name ?? models.defaultModel), generation, call);
}

function toResearchModel(model: ResolvedModel, generation: GenerationService, call: ResearchCall): ResearchModel {
  const characters = Math.floor(model.contextLength * charactersPerToken * materialShare);
  return {
    id: model.id,
    isEmbedded: model.embedded,
    materialCharacters: Math.min(mostMaterial, Math.max(leastMaterial, characters)),
    ask: (question, signal, onLoss) => ask(question, { model: model.id, generation, onLoss }, { ...call, signal }),
    estimateUsd: (question) => estimateCall(model, toPrompt(question)).costUsd,
  };
}

function toPrompt({ system, text, schema, maxTokens, document }: ModelQuestion): Prompt {
  return {
    system,
    messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
    maxTokens,
    isStreamed: false,
    responseFormat: { schema, mode: 'strict' },
    ...(document !== undefined && { documents: [{ fileId: null, filename: 'context', text: document }] }),
  };
}

interface Asking {
  model: string;
  generation: GenerationService;
  onLoss: ((consumption: Consumption) => Promise<void>) | undefined;
}

async function ask(
  question: ModelQuestion,
  { model, generation, onLoss }: Asking,
  call: Call,
): Promise<{ value: JsonObject | null; consumption: Consumption }> {
  const { responseFormat: _, ...prompt } = toPrompt(question);
  const meter = new QuestionMeter(model, call.meter);
  const request = { model, prompt, schema: compileGivenSchema(question.schema), fileIds: [], query: question.text };
  let value: JsonObject | null = null;
  try {
    for await (const event of generation.stream(request, { ...call, meter })) {
      if (event.type === 'result' && isJsonObject(event.reply.data)) value = event.reply.data;
    }
  } catch (error) {
    // Two answers broke the schema and cost money; research goes on without one.
    if (isAppError(error, 'schema_not_met')) return { value: null, consumption: meter.consumption };
    if (meter.consumption.usage.inputTokens > 0) await onLoss?.(meter.consumption);
    throw error;
  }
  return { value, consumption: meter.consumption };
}

/** Holds with the run's meter, and keeps what was used for the step, which is stored with it and charged at the end. */
class QuestionMeter implements Meter {
  consumption: Consumption;
  readonly #run: Meter;
  readonly #model: string;

  get trace(): CallTrace {
    return this.#run.trace;
  }

  constructor(model: string, run: Meter) {
    this.#run = run;
    this.#model = model;
    this.consumption = { model, usage: noUsage, costUsd: 0, upstreamCostUsd: 0 };
  }

  /** A run spreads its questions over an hour, so it is not held to the tokens of a minute. */
  reserve({ costUsd }: { costUsd: number }): Promise<void> {
    return this.#run.reserve({ costUsd, tokens: 0, model: this.#model });
  }

  add(consumption: Consumption): void {
    this.consumption = consumption;
  }

  handOver(): void {}

  async settle(): Promise<void> {}
}
