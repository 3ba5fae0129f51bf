import { MeteredModel } from '../src/features/models/metered-model.ts';
import type { ResolvedModel } from '../src/features/models/model-router.ts';
import type { Asking } from '../src/features/models/prompt-fit.ts';
import type { PromptMask } from '../src/features/models/prompt-mask.ts';
import type { Likeness, ReplyCache } from '../src/features/models/reply-cache.ts';
import type { Call } from '../src/ports/call.ts';
import type { ModelEvent, Prompt, TokenUsage } from '../src/ports/language-model.ts';
import type { Consumption } from '../src/ports/meter.ts';

export const prices = { input: 1, cachedInput: 1, cacheWrite: 1, output: 10, request: 0 };
export const asked = (tokens: number, more: Partial<Prompt> = {}): Prompt => ({
  system: '',
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'a'.repeat(4 * tokens) }] }],
  maxTokens: 5,
  ...more,
});

/** A model whose every reply uses what it is told to. */
export function meteredSetup(
  { engine = 'reader', usage, ...more }: Partial<ResolvedModel> & { engine?: string; usage?: TokenUsage } = {},
  {
    ofCall,
    ...options
  }: { ofCall?: Partial<Call>; replies?: ReplyCache | undefined; likeness?: Likeness; mask?: PromptMask } = {},
) {
  const log: string[] = [];
  const looks: unknown[] = [];
  const added: Consumption[] = [];
  const askings: (Asking | undefined)[] = [];
  const model: ResolvedModel = {
    id: 'small-2',
    embedded: false,
    charged: null,
    prices,
    contextLength: 1000,
    readsImages: true,
    async *stream(prompt, _signal, bill, asking): AsyncGenerator<ModelEvent> {
      log.push('call');
      const finish: ModelEvent = { type: 'finish', reason: 'stop', usage: usage ?? null };
      bill.open(prompt, prices).take(finish);
      bill.answeredBy(engine);
      askings.push(asking);
      yield finish;
    },
    ...more,
  };
  const meter = {
    reserve: async ({ tokens, costUsd }: { tokens: number; costUsd: number }) => {
      log.push(`hold ${tokens} for $${costUsd}`);
    },
    add: (consumption: Consumption) => void added.push(consumption),
    handOver: () => {},
    settle: async () => {},
    trace: {
      engine: null,
      attempts: 0,
      firstTokenMs: null,
      attempt: () => {},
      asks: () => {},
      answeredBy: () => {},
      looked: (...look: unknown[]) => void looks.push(look),
    },
  };
  /** Another piece of work with the same model. */
  const open = () =>
    new MeteredModel(model, { meter, workspaceId: 'ws_1', ...ofCall }, { preferred: 'openai/gpt-5', ...options });
  const metered = open();
  const call = (prompt: Prompt) => eventsOf(metered.stream(prompt, signal));
  return { metered, open, meter, call, log, looks, added, askings };
}

export const unlimited = (more: Partial<Prompt> = {}): Prompt => {
  const { maxTokens: _, ...prompt } = asked(100, more);
  return prompt;
};

export async function eventsOf(reply: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of reply) events.push(event);
  return events;
}

export const signal = new AbortController().signal;
