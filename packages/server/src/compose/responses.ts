import type { ResponseGenerationParts } from '../features/compatible/openai/responses/response-generation.ts';
import { responseKind } from '../features/compatible/openai/responses/response-kind.ts';
import { ResponseService } from '../features/compatible/openai/responses/response-service.ts';
import type { Platform } from './platform.ts';
import type { RunRoom } from './runs.ts';

/** Responses, kept and in the background. */
export function composeResponses(
  { clock }: Platform,
  { runs, ...parts }: Omit<ResponseGenerationParts, 'runs' | 'clock'> & { runs: RunRoom },
): ResponseService {
  const kept = runs.open(responseKind({ make: (stored, call) => responses.make(stored, call) }));
  const responses: ResponseService = new ResponseService({ ...parts, runs: kept, clock });
  return responses;
}
