import { createHash } from 'node:crypto';
import { Confirmation, type JsonObject, type JsonValue } from '@parley/contract';
import { Check } from 'typebox/value';
import { AppError, isAppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
import type { PromptTool } from '../../../ports/language-model.ts';
import type { RunnableTools, ToolRun } from '../../text/generation/tool-loop.ts';
import type { IntegrationCatalogue } from '../definitions/integration-catalogue.ts';
import type { Manifest } from '../definitions/manifest.ts';
import { findFeature } from '../definitions/read-manifest.ts';
import { inputSchemaOf } from './describe-feature.ts';
import { type ExecuteService, requireUserId } from './execute-service.ts';

/** Which features a model may call. Without `features` all of them. */
export interface IntegrationChoice {
  id: string;
  features?: string[] | undefined;
}

export interface IntegrationToolsOptions {
  catalogue: IntegrationCatalogue;
  execute: ExecuteService;
}

/** Names that every model vendor accepts have at most 64 characters. */
const maxNameLength = 64;
const maxTools = 128;
/** What a model gets to read of one result. */
const maxResultCharacters = 40_000;

/** For the model, which must not have the token: nothing that it reads may agree in its user's place. */
const heldBack = 'This changes something and was not done. The user is asked first; say what you want to do.';

interface Target {
  integrationId: string;
  featureName: string;
}

/** Features of integrations as tools of a model. */
export class IntegrationTools {
  readonly #options: IntegrationToolsOptions;

  constructor(options: IntegrationToolsOptions) {
    this.#options = options;
  }

  /** Throws `forbidden`, `integration_not_found`, `feature_not_found`, or 400 without a user or with too many tools. */
  async toolsFor(
    call: Call,
    choices: readonly IntegrationChoice[],
    { userId, confirm }: { userId: string | undefined; confirm: string | undefined },
  ): Promise<RunnableTools> {
    if (!call.scopes.includes('integrations')) {
      throw new AppError('forbidden', 'This key may not use integrations: it needs the scope integrations.');
    }
    const user = requireUserId(userId ?? '');
    const found = new Map<string, Target>();
    const tools: PromptTool[] = [];
    for (const choice of choices) {
      const manifest = await this.#options.catalogue.get(call.workspaceId, choice.id);
      for (const feature of featuresOf(manifest, choice)) {
        const name = toToolName(manifest.id, feature.name);
        if (found.has(name)) continue;
        found.set(name, { integrationId: manifest.id, featureName: feature.name });
        const description = `${manifest.name}: ${feature.description}`;
        tools.push({ name, description, inputSchema: inputSchemaOf(feature) });
      }
    }
    if (tools.length > maxTools) {
      throw new AppError('invalid_request', `Choose at most ${maxTools} features; these are ${tools.length}.`, {
        title: 'Too many features',
      });
    }
    return {
      tools,
      run: (wanted, context) =>
        this.#run({ target: found.get(wanted.name), userId: user, confirm }, wanted.input, context),
    };
  }

  async #run(
    { target, ...who }: { target: Target | undefined; userId: string; confirm: string | undefined },
    inputs: JsonObject,
    call: Call,
  ): Promise<ToolRun> {
    if (!target) return { result: 'There is no such tool.', isError: true };
    try {
      const { result } = await this.#options.execute.execute(call, { ...target, ...who, inputs, chosenBy: 'model' });
      return { result: shorten(result), isError: false };
    } catch (error) {
      if (call.signal.aborted || !isAppError(error)) throw error;
      if (error.code === 'confirmation_required' && Check(Confirmation, error.fields)) {
        return { result: { error: error.code, message: heldBack }, isError: true, confirmation: error.fields };
      }
      const { code, message, details } = error;
      return { result: { error: code, message, ...(details !== undefined && { details }) }, isError: true };
    }
  }
}

/** `github__CREATE_ISSUE`; longer names end in a hash. */
export function toToolName(integrationId: string, featureName: string): string {
  const name = `${integrationId}__${featureName}`;
  if (name.length <= maxNameLength) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, maxNameLength - 9)}_${hash}`;
}

function featuresOf(manifest: Manifest, { features }: IntegrationChoice): Manifest['features'] {
  if (features === undefined) return manifest.features;
  return features.map((name) => {
    const feature = findFeature(manifest, name);
    if (feature) return feature;
    throw new AppError('feature_not_found', `${manifest.name} has no feature ${name.slice(0, 100)}.`, {
      fields: { integration_id: manifest.id, available_features: manifest.features.map((each) => each.name) },
    });
  });
}

/** Text that a third party controls stays within a result; it is never taken for instructions of the service. */
function shorten(result: JsonValue): JsonValue {
  const text = JSON.stringify(result);
  if (text.length <= maxResultCharacters) return result;
  return {
    truncated: true,
    note: `The result has ${text.length} characters; these are the first ${maxResultCharacters}.`,
    beginning: text.slice(0, maxResultCharacters),
  };
}
