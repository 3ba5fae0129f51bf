import { getModel, listModels } from '@parley/contract';
import { type ModelEntry, toModel } from '../../../features/models/model-entry.ts';
import type { ModelRouter } from '../../../features/models/model-router.ts';
import { readModelName } from '../../../features/text/generation/role-models.ts';
import { AppError } from '../../../lib/app-error.ts';
import { mayUseModel } from '../../../lib/require-model.ts';
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
  const find = (id: string) => {
    const { model } = readModelName(id);
    const known = list().find((entry) => entry.id === (model ?? models.defaultModel));
    return known && { ...known, id };
  };
  return [
    route(listModels, ({ call }) => {
      const usable = list().filter(({ id }) => mayUseModel(call.models, id));
      const data = usable.map((entry) => toModel(entry, clock.now()));
      return {
        object: 'list',
        data,
        has_more: false,
        first_id: data[0]?.id ?? null,
        last_id: data.at(-1)?.id ?? null,
      };
    }),
    route(getModel, ({ params, call }) => {
      const entry = find(params.id);
      if (entry === undefined || !mayUseModel(call.models, entry.id)) {
        throw new AppError('not_found', 'GET /v1/models lists the models.', { title: 'Model not found' });
      }
      return toModel(entry, clock.now());
    }),
  ];
}
