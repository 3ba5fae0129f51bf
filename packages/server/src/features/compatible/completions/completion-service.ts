import type { Completion, CompletionChoice, CompletionEvent, CompletionRequest } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { EventFlow, each, type Through, through } from '../../../lib/event-flow.ts';
import { newId } from '../../../lib/ids.ts';
import type { Call } from '../../../ports/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { GenerationEnd } from '../../text/generation/generation-event.ts';
import { routingIn } from '../../text/generation/generation-request.ts';
import type { GenerationService } from '../../text/generation/generation-service.ts';
import { readModelName } from '../../text/generation/role-models.ts';
import { samplingOf } from '../../text/generation/sampling.ts';

const system = 'Continue the text of the user. Write only the continuation, nothing before and nothing about it.';

/** One chunk of text; the last has the usage and no choices. */
type CompletionChunk = Extract<CompletionEvent, { choices: unknown }>;

/** OpenAI's completions: each prompt is continued `n` times, one after the other. */
export class CompletionService {
  readonly #generation: GenerationService;
  readonly #clock: Clock;

  constructor(parts: { generation: GenerationService; clock: Clock }) {
    this.#generation = parts.generation;
    this.#clock = parts.clock;
  }

  /** Ends with the one event that has `usage`. */
  stream(request: CompletionRequest, call: Call): EventFlow<CompletionChunk> {
    return new EventFlow(this.#steps(request, call));
  }

  async *#steps(
    request: CompletionRequest,
    call: Call,
  ): AsyncGenerator<CompletionChunk | Through<CompletionChunk>, undefined> {
    refuseUnsupported(request);
    const prompts = promptsOf(request.prompt);
    const count = request.n ?? 1;
    const head = {
      id: newId('cmpl'),
      object: 'text_completion' as const,
      created: Math.floor(this.#clock.now() / 1000),
      model: request.model,
    };
    const spent = { prompt_tokens: 0, completion_tokens: 0, completion_tokens_details: { reasoning_tokens: 0 } };
    for (let index = 0; index < prompts.length * count; index++) {
      const prompt = prompts[Math.floor(index / count)] ?? '';
      if (request.echo) yield { ...head, choices: [choice(prompt, index, null)] };
      yield through(this.#continue(prompt, request, call), (event) => {
        if (event.type === 'text-delta' || event.type === 'refusal')
          return [{ ...head, choices: [choice(event.text, index, null)] }];
        if (event.type !== 'result') return [];
        spent.prompt_tokens += event.tokens.inputTokens;
        spent.completion_tokens += event.tokens.outputTokens;
        spent.completion_tokens_details.reasoning_tokens += event.tokens.reasoningTokens ?? 0;
        return [{ ...head, choices: [choice('', index, finishReason(event.reason))] }];
      });
    }
    const total_tokens = spent.prompt_tokens + spent.completion_tokens;
    yield { ...head, choices: [], usage: { ...spent, total_tokens } };
  }

  async complete(request: CompletionRequest, call: Call): Promise<Completion> {
    const choices: CompletionChoice[] = [];
    let whole: Completion | undefined;
    await each(this.stream({ ...request, stream: false }, call), (event) => {
      for (const { text, index, finish_reason } of event.choices) {
        choices[index] ??= choice('', index, null);
        choices[index].text += text;
        choices[index].finish_reason = finish_reason;
      }
      if (event.usage) whole = { ...event, choices, usage: event.usage };
      return undefined;
    });
    if (whole === undefined) throw new Error('the events ended without the usage');
    return whole;
  }

  #continue(text: string, { max_tokens, ...request }: CompletionRequest, call: Call) {
    const prompt = {
      system,
      messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text }] }],
      ...samplingOf({ ...request, stream: request.stream ?? undefined, max_tokens: max_tokens ?? undefined }),
    };
    const { model } = readModelName(request.model);
    return this.#generation.stream({ model, routing: routingIn(request), prompt, fileIds: [], query: text }, call);
  }
}

const choice = (text: string, index: number, finish_reason: CompletionChoice['finish_reason']): CompletionChoice => ({
  text,
  index,
  finish_reason,
  logprobs: null,
});

/** What would change the answer and cannot be had is refused instead of left out. */
function refuseUnsupported(request: CompletionRequest): void {
  const { logprobs, best_of: bestOf, logit_bias: bias, suffix } = request;
  const field =
    typeof logprobs === 'number'
      ? 'logprobs'
      : typeof bestOf === 'number' && bestOf > (request.n ?? 1)
        ? 'best_of'
        : bias && Object.keys(bias).length > 0
          ? 'logit_bias'
          : suffix
            ? 'suffix'
            : null;
  if (field === null) return;
  throw new AppError('invalid_request', `${field} is not supported here; leave it out`, {
    title: `${field} is not supported`,
    param: field,
  });
}

function finishReason(reason: GenerationEnd): CompletionChoice['finish_reason'] {
  if (reason === 'length') return 'length';
  return reason === 'content-filter' || reason === 'refusal' ? 'content_filter' : 'stop';
}

const maxPrompts = 20;

function promptsOf(prompt: CompletionRequest['prompt']): string[] {
  const given = typeof prompt === 'string' ? [prompt] : prompt;
  const prompts = given.filter((one) => typeof one === 'string');
  if (prompts.length < given.length) {
    const sentence =
      'prompt as lists of tokens is not supported here, because engines split texts differently; send the text';
    throw new AppError('invalid_request', sentence, { title: 'prompt must be text', param: 'prompt' });
  }
  if (prompts.length <= maxPrompts) return prompts;
  const sentence = `prompt must have at most ${maxPrompts} items`;
  throw new AppError('invalid_request', sentence, { title: sentence, param: 'prompt' });
}
