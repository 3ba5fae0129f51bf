import { ResponseFeed } from '../features/compatible/openai/responses/response-feed.ts';
import type { ResponseGenerationParts } from '../features/compatible/openai/responses/response-generation.ts';
import { responseKind } from '../features/compatible/openai/responses/response-kind.ts';
import { ResponseService } from '../features/compatible/openai/responses/response-service.ts';
import type { ResumableStreams } from '../features/runs/streams/resumable-streams.ts';
import type { Platform } from './platform.ts';
import type { RunRoom } from './runs.ts';

/** Responses, kept and in the background. */
export function composeResponses(
  { clock }: Platform,
  {
    runs,
    streams,
    ...parts
  }: Omit<ResponseGenerationParts, 'runs' | 'clock'> & { runs: RunRoom; streams: ResumableStreams },
): ResponseService {
  const feed = new ResponseFeed({ streams });
  const kind = responseKind({
    make: (stored, call) => responses.make(stored, call),
    finish: (stored) => feed.finish(stored),
    drop: (id) => feed.drop(id),
  });
  const responses: ResponseService = new ResponseService({ ...parts, runs: runs.open(kind), feed, clock });
  return responses;
}
