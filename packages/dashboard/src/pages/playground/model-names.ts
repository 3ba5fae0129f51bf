import type { EngineState, Model } from '@parley/sdk';
import type { Mode } from './draft.ts';

export interface NamedModel {
  value: string;
  label: string;
}

/** Listed models that write text and, where the kind of request needs them, take tools; then engines by their own names, the reader last. */
export function namesFor(
  mode: Mode,
  listed: readonly Pick<Model, 'id' | 'name' | 'architecture' | 'supported_parameters'>[],
  engines: readonly Pick<EngineState, 'engine' | 'kind'>[],
): NamedModel[] {
  const named = listed
    .filter(({ architecture }) => architecture.output_modalities.includes('text'))
    // What says nothing of its parameters may take all.
    .filter(({ supported_parameters: known }) => mode !== 'agent' || known.length === 0 || known.includes('tools'))
    .map(({ id, name }) => ({ value: id, label: name === id ? id : `${id} · ${name}` }));
  const known = new Set(named.map(({ value }) => value));
  const own = engines
    .filter(({ engine, kind }) => kind === 'text' && !known.has(engine) && engine !== 'reader')
    .map(({ engine }) => ({ value: engine, label: engine }));
  return [...named, ...own, ...(known.has('reader') ? [] : [{ value: 'reader', label: 'reader' }])];
}
