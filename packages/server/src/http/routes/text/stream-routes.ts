import { streamEndpoints } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { type ResumableStreams, streamCallerOf } from '../../../features/runs/streams/resumable-streams.ts';
import { AppError } from '../../../lib/app-error.ts';
import { oneHeader } from '../../request-headers.ts';
import { EventBlocks, type Route, route } from '../../route.ts';
import { streamHeader } from '../../send-resumable.ts';

export function streamRoutes({ streams }: { streams: ResumableStreams }): Route[] {
  return [
    route(streamEndpoints.resumeStream, async ({ params, query, call, raw }) => {
      const stream = await streams.find(params.id, streamCallerOf(call));
      const blocks = await streams.follow(stream, query.after ?? lastEventOf(raw), call.signal);
      return new EventBlocks(blocks, { [streamHeader]: params.id });
    }),
    route(streamEndpoints.cancelStream, async ({ params, call }) => {
      const hadEnded = await streams.cancel(await streams.find(params.id, streamCallerOf(call)));
      return { id: params.id, status: hadEnded ? ('ended' as const) : ('cancelling' as const) };
    }),
  ];
}

/** The number in `Last-Event-ID`; 0 without one. */
function lastEventOf(request: FastifyRequest): number {
  const given = oneHeader(request, 'last-event-id')?.trim() ?? '';
  if (given === '') return 0;
  if (/^\d{1,12}$/.test(given)) return Number(given);
  throw new AppError('invalid_request', 'Last-Event-ID must be the id of an event of the stream, a whole number', {
    title: 'Last-Event-ID is not valid',
    param: 'last-event-id',
  });
}
