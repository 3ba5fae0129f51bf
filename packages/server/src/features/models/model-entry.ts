import type { Model } from '@parley/contract';

/** Fields of a model that clients of other services look for, and fields that change with each request. */
type Shown = 'created' | 'created_at' | 'object' | 'type' | 'owned_by' | 'display_name';

/** One entry of the model list without what is the same for every model of a request. */
export type ModelEntry = Omit<Model, Shown>;

/** The entry as a reply of `createdMs` (milliseconds since 1970) shows it: in a form that each vendor's clients read, too. */
export function toModel(entry: ModelEntry, createdMs: number): Model {
  const created = Math.floor(createdMs / 1000);
  return {
    ...entry,
    created,
    object: 'model',
    type: 'model',
    owned_by: 'parley',
    display_name: entry.name,
    created_at: new Date(created * 1000).toISOString(),
  };
}
