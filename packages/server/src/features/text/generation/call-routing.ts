import type { CallRouting } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { Prompt } from '../../../ports/language-model.ts';

/** The router that has such fields of its own: what is wanted of it goes there as it stands. */
const openRouter = 'openrouter/';

/** Names to ask, in their order, and what is wanted of providers. */
export interface ReadRouting {
  names: [string, ...string[]];
  routing: CallRouting;
  /** The prompt, with the fields that its vendor is to read itself. */
  prompt: Prompt;
}

/** Where a call goes by its `model`, `models` and `provider`. Throws `invalid_request` for a wish that is not known here, by its name. */
export function readRouting(
  { model, routing = {}, prompt }: { model: string | undefined; routing?: CallRouting | undefined; prompt: Prompt },
  defaultModel: string,
): ReadRouting {
  const { models, provider } = routing;
  if (model?.startsWith(openRouter)) {
    const fields = { ...(models && { models }), ...(provider && { provider }) };
    if (Object.keys(fields).length === 0) return { names: [model], routing: {}, prompt };
    return { names: [model], routing: {}, prompt: { ...prompt, extraBody: { ...fields, ...prompt.extraBody } } };
  }
  const [first = defaultModel, ...others] = [...(model ? [model] : []), ...(models ?? [])];
  const further = [...new Set(others)].filter((name) => name !== first);
  if (provider) requireKnown(provider);
  const wishes = { ...(further.length > 0 && { models: further }), ...(provider && { provider }) };
  return { names: [first, ...further], routing: wishes, prompt };
}

const known = new Set([
  'order',
  'only',
  'ignore',
  'allow_fallbacks',
  'require_parameters',
  'data_collection',
  'zdr',
  'sort',
  'max_price',
  'regions',
]);
const knownPrices = new Set(['prompt', 'completion', 'request']);

/** What cannot be met is refused: a call that goes where its caller did not want it is worse than none. */
function requireKnown(provider: NonNullable<CallRouting['provider']>): void {
  for (const [name, value] of Object.entries(provider)) {
    if (value !== null && value !== undefined && !known.has(name)) throw unsupported(`provider.${name.slice(0, 60)}`);
  }
  for (const name of Object.keys(provider.max_price ?? {})) {
    if (!knownPrices.has(name)) throw unsupported(`provider.max_price.${name.slice(0, 60)}`);
  }
  const { sort } = provider;
  if (typeof sort === 'object' && sort !== null && sort.partition !== undefined)
    throw unsupported('provider.sort.partition');
}

function unsupported(field: string): AppError {
  const sentence = `${field} is not supported here; leave it out`;
  return new AppError('invalid_request', sentence, { title: sentence, param: field });
}
