import { getModel, listModels } from '@parley/contract';
import type { ModelEntry } from '../../../features/models/model-entry.ts';
import type { ModelRouter } from '../../../features/models/model-router.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type Route, route } from '../../route.ts';

/** `others` are listed after the language models: engines for pictures and video. */
export function modelRoutes({
  models,
  others,
  clock,
}: {
  models: ModelRouter;
  others: ModelEntry[];
  clock: Clock;
}): Route[] {
  const list = () => [...models.list(), ...others];
  const seconds = () => Math.floor(clock.now() / 1_000);
  return [
    route(listModels, () => {
      const created = seconds();
      return { data: list().map((entry) => ({ ...entry, created })) };
    }),
    route(getModel, ({ params }) => {
      const entry = list().find(({ id }) => id === params.id);
      if (entry === undefined) {
        throw new AppError('not_found', 'GET /v1/models lists the models.', { title: 'Model not found' });
      }
      return { ...entry, created: seconds() };
    }),
  ];
}
