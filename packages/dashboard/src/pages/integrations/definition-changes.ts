import type { AddedIntegration } from '@parley/sdk';
import { asList, asRecord, asText } from '../../lib/read-json.ts';

/** A feature as a manifest defines it. */
export interface DefinedFeature {
  name: string;
  description: string;
  /** Its whole definition, for comparison. */
  definition: string;
}

export function featuresOf(manifest: unknown): DefinedFeature[] {
  return asList(asRecord(manifest).features).map((given) => {
    const feature = asRecord(given);
    return {
      name: asText(feature.name) ?? '',
      description: asText(feature.description) ?? '',
      definition: JSON.stringify(feature, null, 2),
    };
  });
}

/** What an approval would change. */
export interface DefinitionChange {
  kind: 'added' | 'changed' | 'removed';
  name: string;
  /** Null for what is new. */
  before: DefinedFeature | null;
  /** Null for what goes. */
  after: DefinedFeature | null;
}

/** Features that differ between the approved definitions and those that wait, by name; empty when nothing waits. */
export function changesOf(added: Pick<AddedIntegration, 'manifest' | 'pending_manifest'>): DefinitionChange[] {
  if (added.pending_manifest === null) return [];
  const before = new Map(featuresOf(added.manifest).map((feature) => [feature.name, feature]));
  const after = new Map(featuresOf(added.pending_manifest).map((feature) => [feature.name, feature]));
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((name) => {
    const [old, next] = [before.get(name) ?? null, after.get(name) ?? null];
    if (old?.definition === next?.definition) return [];
    return [{ kind: old ? (next ? 'changed' : 'removed') : 'added', name, before: old, after: next } as const];
  });
}
