import {
  type DeepResearchRequest,
  researchEndpoints as endpoints,
  publicCode,
  type ResearchEvent,
  webSearch,
} from '@parley/contract';
import type { ResearchService, ResearchStreamEvent } from '../../../features/research/research-service.ts';
import type { WebSearchService } from '../../../features/research/search/web-search-service.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
import { toAppError } from '../../error-reply.ts';
import { LateReply } from '../../late-reply.ts';
import { EventStream, RawReply, type ReplyOf, type Route, route } from '../../route.ts';

export interface ResearchParts {
  search: WebSearchService;
  research: ResearchService;
}

export function researchRoutes({ search, research }: ResearchParts): Route[] {
  return [
    route(webSearch, ({ body, call }) => search.search(body, call)),
    route(endpoints.createDeepResearch, ({ body, call }) => create(research, body, call)),
    route(endpoints.listDeepResearch, ({ query, call }) => research.list(call.workspaceId, query)),
    route(endpoints.getDeepResearch, ({ params, call }) => research.get(call.workspaceId, params.id)),
    route(endpoints.cancelDeepResearch, ({ params, call }) => research.cancel(call.workspaceId, params.id)),
    route(endpoints.getResearchSource, async ({ params, call }) => ({
      success: true,
      ...(await research.source(call.workspaceId, params.id, params.n, call.signal)),
    })),
  ];
}

async function create(
  research: ResearchService,
  body: DeepResearchRequest,
  call: Call,
): Promise<ReplyOf<typeof endpoints.createDeepResearch>> {
  if (body.background && body.stream) {
    throw new AppError('invalid_request', 'Ask for `stream` or for `background`, not for both', {
      title: 'stream and background exclude each other',
    });
  }
  if (body.background) return new RawReply({ status: 202, body: await research.start(body, call) });
  if (body.stream) return eventsOf(research.stream(body, call));
  const run = await research.start(body, call);
  return new LateReply(research.wait(run.research_id, call));
}

function eventsOf(events: AsyncIterable<ResearchStreamEvent>): EventStream<ResearchEvent, ResearchStreamEvent> {
  return new EventStream<ResearchEvent, ResearchStreamEvent>({
    events,
    format: (event, encode) => encode(event),
    formatError: (error, encode) => {
      const { code, message } = toAppError(error);
      return encode({ error: message, code: publicCode(code), done: true });
    },
    isTerminal: (event) => 'done' in event && event.done === true,
  });
}
