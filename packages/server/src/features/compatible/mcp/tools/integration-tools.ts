import type { Confirmation, JsonObject } from '@parley/contract';
import Type from 'typebox';
import { AppError } from '../../../../lib/app-error.ts';
import type { ConnectedFeature, ConnectedFeatures } from '../../../integrations/execute/connected-features.ts';
import { type McpTool, mcpTool, plainSchema, type ToolContext, type ToolOutcome } from '../mcp-tool.ts';

const scope = 'integrations' as const;
const endpoint = 'executeIntegration';
const UserId = Type.Optional(
  Type.String({
    maxLength: 255,
    description: 'Whose connections are used. Not needed where the client says it by its header.',
  }),
);
const Result = Type.Object({ result: Type.Unknown({ description: 'What the third party answered.' }) });

/** What a model may not see: the word of the user goes to the application. */
export class ConfirmationNeeded extends Error {
  readonly confirmation: Confirmation;
  readonly said: unknown;

  constructor(confirmation: Confirmation, said: unknown) {
    super('a change waits for its confirmation');
    this.confirmation = confirmation;
    this.said = said;
  }
}

/** What a third party or the tool itself said went wrong. */
export class ToolFailure extends Error {
  readonly said: unknown;

  constructor(said: unknown) {
    super('the tool failed');
    this.said = said;
  }
}

export function integrationTools(features: ConnectedFeatures): McpTool[] {
  return [
    mcpTool({
      name: 'list_integrations',
      title: 'List integrations',
      description:
        'Lists the integrations and which of them the user has connected; with integration_id one of them with the inputs of its features.',
      scope,
      endpoint: 'listIntegrations',
      input: Type.Object({ integration_id: Type.Optional(Type.String()), user_id: UserId }),
      output: Type.Object({
        integrations: Type.Array(
          Type.Object({
            id: Type.String(),
            name: Type.String(),
            description: Type.String(),
            connected: Type.Boolean(),
            features: Type.Array(
              Type.Object({
                name: Type.String(),
                description: Type.Optional(Type.String()),
                changes: Type.Boolean(),
                input_schema: Type.Optional(Type.Unknown()),
              }),
            ),
          }),
        ),
      }),
      hints: { readOnlyHint: true },
      run: async ({ integration_id, user_id }, context) => {
        const all = await features.integrations(context.call, userOf(user_id, context));
        const wanted = all.filter(
          ({ integration }) => integration_id === undefined || integration.id === integration_id,
        );
        if (wanted.length === 0 && integration_id !== undefined) {
          throw new AppError('integration_not_found', `There is no integration ${integration_id.slice(0, 100)}.`);
        }
        const integrations = wanted.map(
          ({ integration: { id = '', name, description, features = [] }, isConnected }) => ({
            id,
            name,
            description,
            connected: isConnected,
            features: features.map(({ name, description, changes = true, input_schema }) =>
              integration_id === undefined ? { name, changes } : { name, description, changes, input_schema },
            ),
          }),
        );
        return { structured: { integrations }, text: JSON.stringify(integrations) };
      },
    }),
    mcpTool({
      name: 'use_integration',
      title: 'Use a feature of an integration',
      description:
        'Runs one feature of an integration for a user. What changes something waits for the word of that user.',
      scope,
      endpoint,
      input: Type.Object({
        integration_id: Type.String(),
        feature_name: Type.String(),
        inputs: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        user_id: UserId,
      }),
      output: Result,
      hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
      run: ({ integration_id, feature_name, inputs, user_id }, context) => {
        // Arguments of a call come as JSON.
        const given = (inputs ?? {}) as JsonObject;
        const call = { integrationId: integration_id, featureName: feature_name, inputs: given, userId: user_id };
        return runFeature(features, call, context);
      },
    }),
  ];
}

/** A feature of a connected integration as a tool of its own. */
export function featureTool(features: ConnectedFeatures, feature: ConnectedFeature): McpTool {
  const { name, title, description, inputSchema, changes } = feature;
  return {
    name,
    title,
    description,
    scope,
    endpoint,
    inputSchema,
    outputSchema: plainSchema(Result),
    annotations: { readOnlyHint: !changes, destructiveHint: changes, idempotentHint: !changes, openWorldHint: true },
    reaching: [],
    run: (input, context) => runFeature(features, { ...feature, inputs: input, userId: undefined }, context),
  };
}

interface FeatureCall {
  integrationId: string;
  featureName: string;
  inputs: JsonObject;
  userId: string | undefined;
}

async function runFeature(
  features: ConnectedFeatures,
  { integrationId, featureName, inputs, userId }: FeatureCall,
  context: ToolContext,
): Promise<ToolOutcome & { structured: { result: unknown } }> {
  const user = userOf(userId, context);
  const { confirm, call } = context;
  const ran = await features.run(call, { integrationId, featureName, inputs, userId: user, confirm });
  if (ran.confirmation) throw new ConfirmationNeeded(ran.confirmation, ran.result);
  if (ran.isError) throw new ToolFailure(ran.result);
  const text = typeof ran.result === 'string' ? ran.result : JSON.stringify(ran.result);
  return { structured: { result: ran.result }, text };
}

/** A model cannot speak for another user than the one whom its client names. */
function userOf(given: string | undefined, { userId }: ToolContext): string | undefined {
  if (given === undefined || userId === undefined || given === userId) return userId ?? given;
  throw new AppError('forbidden', 'user_id is another user than the one that the client speaks for. Leave it out.');
}
