import { isJsonObject, type JsonObject, type JsonValue, type MessagesRequest } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import { requireWeb } from '../../../lib/require-web.ts';
import type { Call } from '../../../ports/call.ts';
import type { Prompt, ReasoningEffort, VendorField } from '../../../ports/language-model.ts';
import { readResponseFormat } from '../../text/generation/generation-request.ts';
import { invalid } from './invalid-block.ts';

interface GivenVendorFields {
  request: MessagesRequest;
  /** The header `anthropic-beta`. */
  betas: string | undefined;
  /** Where blocks stand that only Anthropic can read. */
  blocks: readonly string[];
  hasMarks: boolean;
}

/** What of a request only Anthropic has: it goes there as it is, and elsewhere it is refused by its name or told as a hint. */
export function messageVendorFields({
  request,
  betas,
  blocks,
  hasMarks,
}: GivenVendorFields): Prompt['vendorFields'] & object {
  const { mcp_servers, container, inference_geo, context_management, service_tier, speed, metadata } = request;
  const { effort: _, format: __, ...config } = request.output_config ?? {};
  const clearsThoughts = isAboutThoughts(context_management);
  const needed = { mcp_servers, container, inference_geo, ...(!clearsThoughts && { context_management }) };
  const hints = { service_tier, speed, metadata, ...(clearsThoughts && { context_management }) };
  const fields: VendorField[] = [
    ...given(needed).map(([name, value]) => ({ name, value, field: name, isHint: false })),
    ...given(hints).map(([name, value]) => ({ name, value, field: name, isHint: true })),
    ...Object.keys(config).map((name) => only(`output_config.${name}`)),
    ...given({ output_config: config }).map(([name, value]) => ({ name, value, field: name, isHint: false })),
    ...(request.tools ?? []).flatMap((tool, index) => (isVendorTool(tool) ? [only(`tools.${index}.type`)] : [])),
    ...(request.tools ?? []).flatMap((tool, index) =>
      isVendorTool(tool) ? [] : Object.keys(tool).flatMap((name) => ownField(name, `tools.${index}.${name}`)),
    ),
    ...blocks.map(only),
    ...(betas === undefined ? [] : [{ name: 'anthropic-beta', value: betas, field: 'anthropic-beta', isHint: true }]),
    ...(hasMarks ? [{ name: 'cache_control', value: undefined, field: 'cache_control', isHint: true }] : []),
  ];
  return { shape: 'anthropic', fields };
}

/** Must be understood, and is passed on in another way. */
const only = (field: string): VendorField => ({ name: field, value: undefined, field, isHint: false });

/** Fields of a tool that every vendor's tools have. */
const usual = new Set(['type', 'name', 'description', 'input_schema', 'parameters', 'strict', 'cache_control']);

const ownField = (name: string, field: string): VendorField[] =>
  usual.has(name) ? [] : [{ name: field, value: undefined, field, isHint: true }];

function given(fields: Record<string, JsonValue | undefined>): [string, JsonValue][] {
  return Object.entries(fields).flatMap(([name, value]) => (isEmpty(value) ? [] : [[name, value as JsonValue]]));
}

const isEmpty = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** Other vendors are sent no thoughts, so nothing changes there when old ones are cleared. */
function isAboutThoughts(management: JsonObject | undefined): boolean {
  const edits = management?.edits;
  return (
    Array.isArray(edits) && edits.every((edit) => isJsonObject(edit) && /^clear_thinking_/.test(String(edit.type)))
  );
}

/** One of Anthropic's own tools, by a type with a date. */
export function isVendorTool({ type }: { type?: string | undefined }): boolean {
  return type !== undefined && type !== 'custom';
}

/** What the vendor looks up in the web for the caller is nothing that a key without the web may have. */
export function requireWebFor({ tools = [], mcp_servers = [] }: MessagesRequest, call: Call): void {
  if (mcp_servers.length > 0 || tools.some(({ type = '' }) => /^web_/.test(type))) requireWeb(call);
}

/** The schema of the reply, under its present name or the older one. */
export function readOutputFormat({ output_config, output_format }: MessagesRequest): CompiledSchema | undefined {
  const isOld = output_config?.format === undefined;
  const format = isOld ? output_format : output_config?.format;
  if (format === undefined || format === null) return undefined;
  const field = isOld ? 'output_format' : 'output_config.format';
  if (!isJsonObject(format)) throw invalid(field, 'must be an object');
  if (format.type !== 'json_schema') throw invalid(`${field}.type`, 'must be json_schema');
  return readResponseFormat(format, `${field}.schema`);
}

const efforts: Record<string, ReasoningEffort> = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'xhigh',
  max: 'max',
};

export function readEffort({ output_config }: MessagesRequest): Pick<Prompt, 'reasoningEffort'> {
  const { effort } = output_config ?? {};
  if (effort === undefined || effort === null) return {};
  const known = typeof effort === 'string' && Object.hasOwn(efforts, effort) ? efforts[effort] : undefined;
  if (known === undefined) throw invalid('output_config.effort', `must be one of ${Object.keys(efforts).join(', ')}`);
  return { reasoningEffort: known };
}
