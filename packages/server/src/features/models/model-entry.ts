import type { Model } from '@parley/contract';

/** One entry of the model list without `created`, which is the time of the request. */
export type ModelEntry = Omit<Model, 'created'>;
