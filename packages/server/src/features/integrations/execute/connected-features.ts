import type { Integration, JsonObject } from '@parley/contract';
import type { Call } from '../../../ports/call.ts';
import type { ToolRun } from '../../text/generation/tool-loop.ts';
import type { ConnectionsRepository } from '../connections/connections-repository.ts';
import type { IntegrationCatalogue } from '../definitions/integration-catalogue.ts';
import { changesThings, describeIntegration, inputSchemaOf } from './describe-feature.ts';
import { type IntegrationTools, toToolName } from './integration-tools.ts';

/** A feature that a user can use at once. */
export interface ConnectedFeature {
  /** `<integration>__<FEATURE>`. */
  name: string;
  title: string;
  description: string;
  inputSchema: JsonObject;
  changes: boolean;
  integrationId: string;
  featureName: string;
}

export interface FeatureRun {
  integrationId: string;
  featureName: string;
  inputs: JsonObject;
  userId: string | undefined;
  confirm: string | undefined;
}

export interface ConnectedFeaturesParts {
  catalogue: IntegrationCatalogue;
  rows: Pick<ConnectionsRepository, 'page'>;
  tools: IntegrationTools;
}

const maxConnections = 200;

/** What a user's connections make possible, for those who offer it to a model. */
export class ConnectedFeatures {
  readonly #parts: ConnectedFeaturesParts;

  constructor(parts: ConnectedFeaturesParts) {
    this.#parts = parts;
  }

  /** All integrations of the workspace, and which of them the user has connected. */
  async integrations(
    call: Call,
    userId: string | undefined,
  ): Promise<{ integration: Integration; isConnected: boolean }[]> {
    const connected = await this.#connectedIds(call, userId);
    const manifests = await this.#parts.catalogue.list(call.workspaceId);
    return manifests.map((manifest) => ({
      integration: describeIntegration(manifest),
      isConnected: connected.has(manifest.id),
    }));
  }

  /** At most `limit` features of what the user has connected. */
  async of(call: Call, userId: string, limit: number): Promise<ConnectedFeature[]> {
    const connected = await this.#connectedIds(call, userId);
    const features: ConnectedFeature[] = [];
    for (const manifest of await this.#parts.catalogue.list(call.workspaceId)) {
      if (!connected.has(manifest.id)) continue;
      for (const feature of manifest.features) {
        if (features.length >= limit) return features;
        features.push({
          name: toToolName(manifest.id, feature.name),
          title: `${manifest.name}: ${feature.name}`,
          description: `${manifest.name}: ${feature.description}`,
          inputSchema: inputSchemaOf(feature),
          changes: changesThings(feature),
          integrationId: manifest.id,
          featureName: feature.name,
        });
      }
    }
    return features;
  }

  /** Runs a feature as one that a model chose. Throws as `IntegrationTools.toolsFor`. */
  async run(call: Call, { integrationId, featureName, inputs, userId, confirm }: FeatureRun): Promise<ToolRun> {
    const choice = { id: integrationId, features: [featureName] };
    const { tools, run } = await this.#parts.tools.toolsFor(call, [choice], { userId, confirm });
    return run({ name: tools[0]?.name ?? '', input: inputs }, call);
  }

  async #connectedIds({ workspaceId }: Call, userId: string | undefined): Promise<Set<string>> {
    if (userId === undefined) return new Set();
    const rows = await this.#parts.rows.page({ workspaceId, userId }, maxConnections);
    return new Set(rows.map((row) => row.integration_id));
  }
}
