import {
  isJsonObject,
  type JsonObject,
  type OpenAIResponse,
  type OpenAIResponseEvent,
  type OpenAIResponseRequest,
} from '@parley/contract';
import { EventFlow, each, type Through, through } from '../../../../lib/event-flow.ts';
import { newId } from '../../../../lib/ids.ts';
import { Turn } from '../../../../lib/turn.ts';
import type { Call } from '../../../../ports/call.ts';
import type { RunEnding } from '../../../runs/background/run-types.ts';
import type { Runs } from '../../../runs/background/runs.ts';
import { withModel } from '../../../text/generation/name-model.ts';
import { invalid, withoutNulls } from '../refusals.ts';
import type { RunningResponse } from './response-events.ts';
import { type ResponseFeed, requireFeed } from './response-feed.ts';
import { type NamedRequest, ResponseGeneration, type ResponseGenerationParts } from './response-generation.ts';
import { type ResponseTypes, type StoredResponse, toResponse, unaskedFields } from './response-kind.ts';

export interface ResponseServiceParts extends ResponseGenerationParts {
  runs: Runs<ResponseTypes>;
  feed: ResponseFeed;
}

/** Responses that one can go on after, one after the other. */
const longestChain = 500;

/** OpenAI's responses: generated, streamed, kept for 30 days, gone on from, and made in the background. */
export class ResponseService {
  readonly #parts: ResponseServiceParts;
  readonly #generation: ResponseGeneration;

  constructor(parts: ResponseServiceParts) {
    this.#parts = parts;
    this.#generation = new ResponseGeneration(parts);
  }

  async create(asked: OpenAIResponseRequest, call: Call): Promise<OpenAIResponse> {
    const given = await withModel(asked, call, this.#parts.generation);
    if (given.background) return this.#enqueue(given, call);
    return lastOf((await this.stream({ ...given, stream: false }, call)).events);
  }

  /** Throws what is wrong with the request; what fails later comes out of `events`. */
  async stream(asked: OpenAIResponseRequest, call: Call): Promise<RunningResponse> {
    const given = await withModel(asked, call, this.#parts.generation);
    const response = this.#begin(heeded(given, call), 'in_progress');
    const running = await this.#generate(given, response, call);
    return { ...running, events: new EventFlow(this.#kept(given, running.events, call)) };
  }

  /** The events of one in the background, from its beginning; it goes on without whoever reads them. */
  async streamInBackground(given: OpenAIResponseRequest, call: Call) {
    const { id } = await this.#enqueue(await withModel(given, call, this.#parts.generation), call);
    return { id, blocks: await this.#parts.feed.follow({ id, workspaceId: call.workspaceId }, undefined, call.signal) };
  }

  /** The events of one in the background after one of them, by its `sequence_number`; without, all of them. */
  async resume(id: string, startingAfter: number | undefined, call: Call): Promise<AsyncIterable<string>> {
    const { workspaceId, signal } = call;
    const stored = await this.#parts.runs.get(workspaceId, id);
    requireFeed(toResponse(stored), stored.request.body);
    return this.#parts.feed.follow(stored, startingAfter, signal);
  }

  async get(workspaceId: string, id: string): Promise<OpenAIResponse> {
    return toResponse(await this.#parts.runs.get(workspaceId, id));
  }

  async delete(workspaceId: string, id: string): Promise<void> {
    await this.#parts.runs.delete(workspaceId, id);
  }

  /** Cancelling what has ended changes nothing, as long as it was made in the background. */
  async cancel(workspaceId: string, id: string): Promise<OpenAIResponse> {
    const { background } = await this.get(workspaceId, id);
    if (!background) throw invalid('id', 'is not that of a response in the background');
    return toResponse(await this.#parts.runs.cancel(workspaceId, id));
  }

  /** What a response was asked, its own input alone, with an id for each item. */
  async input(workspaceId: string, id: string): Promise<JsonObject[]> {
    const { request } = await this.#parts.runs.get(workspaceId, id);
    return inputItems(request.body).map((item, index) => ({ id: `in_${id.slice('resp_'.length)}_${index}`, ...item }));
  }

  /** Makes a response that was put into the background. */
  async make(stored: StoredResponse, call: Call): Promise<OpenAIResponse> {
    const body = await withModel(stored.request.body, call, this.#parts.generation);
    const { events } = await this.#generate(body, toResponse(stored), call);
    return body.stream ? whole(await this.#parts.feed.write(stored, events)) : lastOf(events);
  }

  async #enqueue(given: NamedRequest, call: Call): Promise<OpenAIResponse> {
    if (given.store === false) throw invalid('store', 'must not be false with background: the response is read later');
    const response = this.#begin(given, 'queued');
    // Whatever is wrong with the request is said now, not to whoever polls.
    await this.#generation.read(withoutNulls(given), await this.#history(given, call), call, () => '');
    const { id } = response;
    if (given.stream) await this.#parts.feed.announce(id, call);
    try {
      await this.#parts.runs.start({ id, request: requestOf(given, call), progress: null, result: response }, call);
    } catch (error) {
      await this.#parts.feed.drop(id);
      throw error;
    }
    return response;
  }

  async #generate(given: NamedRequest, response: OpenAIResponse, call: Call): Promise<RunningResponse> {
    const history = await this.#history(given, call);
    return this.#generation.run(withoutNulls(given), response, history, call);
  }

  /** Stores the response before its last event leaves. */
  async *#kept(
    given: OpenAIResponseRequest,
    events: AsyncIterable<OpenAIResponseEvent>,
    call: Call,
  ): AsyncGenerator<OpenAIResponseEvent | Through<OpenAIResponseEvent>, undefined> {
    const ended: (OpenAIResponseEvent & { response: OpenAIResponse })[] = [];
    yield through(events, (event) => {
      if (!('response' in event) || isOpen(event.response)) return [event];
      ended.push(event);
      return [];
    });
    const turn = new Turn();
    for (const event of ended) {
      if (given.store !== false && !call.keepsNothing) await this.#store(given, event.response, call);
      // A long response takes its time to be written, here and on the wire.
      await turn.next();
      yield event;
    }
  }

  #begin(given: NamedRequest, status: 'queued' | 'in_progress'): OpenAIResponse {
    const createdMs = this.#parts.clock.now();
    return {
      id: newId('resp'),
      object: 'response',
      created_at: Math.floor(createdMs / 1000),
      status,
      background: given.background ?? false,
      error: null,
      incomplete_details: null,
      instructions: given.instructions ?? null,
      max_output_tokens: given.max_output_tokens ?? null,
      model: given.model,
      output: [],
      parallel_tool_calls: given.parallel_tool_calls ?? true,
      previous_response_id: given.previous_response_id ?? null,
      reasoning: { effort: given.reasoning?.effort ?? null, summary: given.reasoning?.summary ?? null },
      store: given.store ?? true,
      temperature: given.temperature ?? 1,
      text: { format: given.text?.format ?? { type: 'text' } },
      tool_choice: given.tool_choice ?? 'auto',
      tools: given.tools ?? [],
      top_p: given.top_p ?? 1,
      ...unaskedFields,
      safety_identifier: given.safety_identifier ?? null,
      prompt_cache_key: given.prompt_cache_key ?? null,
      truncation: 'disabled',
      usage: null,
      user: given.user ?? null,
      metadata: given.metadata ?? {},
    };
  }

  async #store(given: OpenAIResponseRequest, response: OpenAIResponse, call: Call): Promise<void> {
    const { id, status } = response;
    const ending: RunEnding = status === 'failed' || status === 'cancelled' ? status : 'completed';
    const run = { id, request: requestOf(given, call), progress: null, ending, result: response };
    await this.#parts.runs.put(run, call);
  }

  /** The items of all responses before this one, oldest first, then its own input. */
  async #history(given: OpenAIResponseRequest, call: Call): Promise<{ item: JsonObject; field: string }[]> {
    const turns: JsonObject[][] = [];
    let id = given.previous_response_id ?? null;
    while (id !== null) {
      if (turns.length >= longestChain)
        throw invalid('previous_response_id', `goes back more than ${longestChain} turns`);
      const stored = await this.#parts.runs.find(call.workspaceId, id);
      if (!stored) throw invalid('previous_response_id', `names no stored response: ${id.slice(0, 80)}`);
      const response = toResponse(stored);
      if (isOpen(response)) throw invalid('previous_response_id', 'names a response that has not ended yet');
      turns.push([...inputItems(stored.request.body), ...toItems(response.output)]);
      id = response.previous_response_id;
    }
    const before = turns.reverse().flat();
    return [
      ...before.map((item) => ({ item, field: 'previous_response_id' })),
      ...inputItems(given).map((item, index) => ({ item, field: `input[${index}]` })),
    ];
  }
}

/** What the key says of keeping counts for the call as well. */
const heeded = (given: NamedRequest, { keepsNothing }: Call): NamedRequest =>
  keepsNothing ? { ...given, store: false } : given;

/** The response as it is at the end of its events. */
async function lastOf(events: AsyncIterable<OpenAIResponseEvent>): Promise<OpenAIResponse> {
  let last: OpenAIResponse | undefined;
  await each(events, (event) => {
    if ('response' in event) last = event.response;
    return undefined;
  });
  return whole(last);
}

function whole(last: OpenAIResponse | undefined): OpenAIResponse {
  if (last === undefined) throw new Error('the events ended without a response');
  return last;
}

const requestOf = (body: OpenAIResponseRequest, { requestId, origin }: Call): ResponseTypes['request'] => ({
  body,
  requestId,
  origin,
});

const isOpen = ({ status }: OpenAIResponse): boolean => status === 'queued' || status === 'in_progress';

function inputItems({ input }: OpenAIResponseRequest): JsonObject[] {
  return typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : toItems(input);
}

/** What came in as JSON, or was made of it. */
const toItems = (items: readonly unknown[]): JsonObject[] =>
  items.filter((item): item is JsonObject => isJsonObject(item));
