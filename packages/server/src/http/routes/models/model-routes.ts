import { getModel, listModels } from '@parley/contract';
import type { ModelRouter } from '../../../features/models/model-router.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type Route, route } from '../../route.ts';

export function modelRoutes({ models, clock }: { models: ModelRouter; clock: Clock }): Route[] {
  const seconds = () => Math.floor(clock.now() / 1_000);
  return [
    route(listModels, () => {
      const created = seconds();
      return { data: models.list().map((entry) => ({ ...entry, created })) };
    }),
    route(getModel, ({ params }) => {
      const entry = models.list().find(({ id }) => id === params.id);
      if (entry === undefined) {
        throw new AppError('not_found', 'GET /v1/models lists the models.', { title: 'Model not found' });
      }
      return { ...entry, created: seconds() };
    }),
  ];
}
