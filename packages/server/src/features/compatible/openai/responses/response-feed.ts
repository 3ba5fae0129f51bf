import type { OpenAIResponse, OpenAIResponseEvent } from '@parley/contract';
import { AppError } from '../../../../lib/app-error.ts';
import { each } from '../../../../lib/event-flow.ts';
import type { Call } from '../../../../ports/call.ts';
import type { ResumableStreams } from '../../../runs/streams/resumable-streams.ts';
import { invalid } from '../refusals.ts';
import { type StoredResponse, toResponse } from './response-kind.ts';

/** One event as it goes over the wire. */
export const responseBlock = (event: OpenAIResponseEvent): string =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

export const lastEvents: ReadonlySet<string> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
]);

/** The events of responses that are made in the background: written by whoever makes one, read by anybody of its workspace. */
export class ResponseFeed {
  readonly #streams: ResumableStreams;

  constructor({ streams }: { streams: ResumableStreams }) {
    this.#streams = streams;
  }

  async announce(id: string, { workspaceId, keyId, userId = null }: Call): Promise<void> {
    await this.#streams.announce({ workspaceId, owner: keyId, userId }, { id, lostBlock: null });
  }

  /**
   * Writes the events of one but the last, which waits until it is charged. Somebody may have read those of an attempt that failed: after
   * that only the end is told.
   */
  async write(
    { id, workspaceId, keyId: owner }: StoredResponse,
    events: AsyncIterable<OpenAIResponseEvent>,
  ): Promise<OpenAIResponse | undefined> {
    const stream = await this.#streams.findOf(id, workspaceId);
    const after = stream?.lastNumber ?? 0;
    const writer = stream && this.#streams.write(id, { workspaceId, owner, after, stop: null });
    let last: OpenAIResponse | undefined;
    try {
      await each(events, (event) => {
        if ('response' in event) last = event.response;
        if (writer === null || after > 0 || lastEvents.has(event.type)) return undefined;
        writer.write(responseBlock(event));
        return writer.room();
      });
    } finally {
      await writer?.end(true);
    }
    return last;
  }

  /** Tells the end of one; safe to do again. */
  async finish(run: StoredResponse): Promise<void> {
    const stream = await this.#streams.findOf(run.id, run.workspaceId);
    if (stream) await this.#streams.finish(stream, (number) => responseBlock(endOf(toResponse(run), number - 1)));
  }

  /** Its events after one, by OpenAI's number, to the end. */
  async follow(
    { id, workspaceId }: Pick<StoredResponse, 'id' | 'workspaceId'>,
    startingAfter: number | undefined,
    signal: AbortSignal,
  ): Promise<AsyncIterable<string>> {
    const stream = await this.#streams.findOf(id, workspaceId);
    // Ours count from 1, OpenAI's from 0.
    if (stream) return this.#streams.follow(stream, startingAfter === undefined ? 0 : startingAfter + 1, signal);
    throw new AppError('stream_events_gone', 'The events of this response are no longer kept; read it without stream');
  }

  drop(id: string): Promise<void> {
    return this.#streams.drop(id);
  }
}

/** Throws for one that was not made with `background` and `stream`. */
export function requireFeed({ background }: OpenAIResponse, { stream }: { stream?: boolean | null }): void {
  if (!background || stream !== true)
    throw invalid('stream', 'is for responses that were created with background and stream');
}

function endOf(response: OpenAIResponse, sequence_number: number): OpenAIResponseEvent {
  const { status } = response;
  const type =
    status === 'completed' ? 'response.completed' : status === 'incomplete' ? 'response.incomplete' : 'response.failed';
  return { type, sequence_number, response };
}
