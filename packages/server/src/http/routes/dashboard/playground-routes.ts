import { playgroundEndpoints as endpoints } from '@parley/contract';
import type { PlaygroundService } from '../../../features/people/playground/playground-service.ts';
import { type Route, route } from '../../route.ts';

export function playgroundRoutes({ playground }: { playground: PlaygroundService }): Route[] {
  return [
    route(endpoints.listPlaygroundRuns, ({ query, call }) => playground.list(query, call)),
    route(endpoints.createPlaygroundRun, ({ body, call }) => playground.create(body, call)),
    route(endpoints.getPlaygroundRun, ({ params, call }) => playground.get(params.id, call)),
    route(endpoints.updatePlaygroundRun, ({ params, body, call }) => playground.update(params.id, body, call)),
    route(endpoints.deletePlaygroundRun, async ({ params, call }) => {
      await playground.delete(params.id, call);
      return { id: params.id, deleted: true as const };
    }),
  ];
}
