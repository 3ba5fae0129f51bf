import { APIError } from '../errors.ts';
import type { ResearchEvent, ResearchProgress, ResearchResult } from '../generated/types.ts';
import type { Fold } from './event-stream.ts';
import { parseEvent } from './text-fold.ts';

/** What research streams: how far it is, then the report, then the result. */
export type ResearchStreamEvent =
  | { type: 'progress'; progress: ResearchProgress }
  | { type: 'text'; text: string }
  | { type: 'done'; result: ResearchResult };

/** Reads the events of a research run. */
export function researchFold(): Fold<ResearchStreamEvent, ResearchResult> {
  let result: ResearchResult | undefined;
  return {
    result: () => result,
    *take(event, headers) {
      const sent: ResearchEvent = parseEvent(event);
      if ('progress' in sent) yield { type: 'progress', progress: sent.progress };
      else if ('content' in sent) yield { type: 'text', text: sent.content };
      else if ('research_id' in sent) {
        const { done: _, ...rest } = sent;
        result = rest;
        yield { type: 'done', result };
      } else throw APIError.fromEvent(sent, headers);
    },
  };
}
