import { toPrices } from './built-in-models.ts';
import type { NamedProvider } from './configured-model-router.ts';
import type { ModelSettings } from './model-list.ts';

/** A provider as far as the names of its models go. */
export interface NameableProvider {
  id: string;
  /** False for a local server that nobody asked for and that only may be there. */
  isChosen: boolean;
  contextLength: number | undefined;
  /** What the operator charges for its models. */
  pricing: ModelSettings['pricing'];
}

/** Callers may name the models of what the operator set up or chose, not of whatever else listens on this machine. */
export function namedProviders(
  providers: readonly NameableProvider[],
  models: readonly ModelSettings[],
  engine: string,
): Map<string, NamedProvider> {
  const engines = [
    engine,
    ...models.flatMap((model) => [...model.engines.map((one) => one.engine), ...(model.fallbacks ?? [])]),
  ];
  const inUse = new Set(engines.map((name) => name.split('/')[0]));
  const usable = providers.filter(({ id, isChosen }) => isChosen || inUse.has(id));
  return new Map(
    usable.map(({ id, contextLength, pricing }) => [
      id,
      { contextLength, charged: pricing === undefined ? null : toPrices(pricing) },
    ]),
  );
}
