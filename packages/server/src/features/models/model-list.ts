import { highestPrices, type TokenPrices } from '../money/billing/cost.ts';
import type { FallbackRules } from './attempts.ts';
import { builtInModels, type ModelDescription, toModelEntry, toPrices } from './built-in-models.ts';
import type { ListedModel } from './configured-model-router.ts';
import { defaultFallbackOn, type FailureClass } from './failure-class.ts';

/** What an operator says of one name of the model list. */
export interface ModelSettings {
  id: string;
  /** Empty: the engine that serves `small-1` and `small-2`. */
  engines: { engine: string; weight: number }[];
  fallbacks?: string[] | undefined;
  name?: string | undefined;
  description?: string | undefined;
  context_length?: number | undefined;
  max_completion_tokens?: number | undefined;
  tokenizer?: string | undefined;
  hugging_face_id?: string | undefined;
  input_modalities?: string[] | undefined;
  supported_parameters?: string[] | undefined;
  pricing?: ModelDescription['pricing'];
  fallback_on?: FailureClass[] | undefined;
  first_token_timeout_ms?: number | undefined;
  hedge_after_ms?: number | undefined;
  /** Further fields of the body that goes to the vendor. */
  extra_body?: Record<string, unknown> | undefined;
  fallbacks_by?: Partial<Record<FailureClass, string[]>> | undefined;
  canary?: { engine: string; share?: number; tags?: string[] } | undefined;
  shadow?: { engine: string; share?: number } | undefined;
  aliases?: string[] | undefined;
}

export interface ModelListOptions {
  models: readonly ModelSettings[];
  /** What serves names that name no engine. */
  engine: string;
  /** The operator chose that engine; otherwise the service found it by itself. */
  isEngineChosen: boolean;
  /** The longest wait for the first word where another engine can be asked, in milliseconds; null for none. */
  firstTokenMs: number | null;
  /** What the vendor of an engine asks. */
  pricesOf: (engine: string) => TokenPrices;
  /** `listed` charges the list's prices of `small-1` and `small-2`. */
  charge: 'operator' | 'listed';
}

/** `small-2`, `small-1`, then the operator's, which may also say more about those two. */
export function listModels(options: ModelListOptions): ListedModel[] {
  const partOf = (id: string) => options.models.find((model) => model.id === id);
  return [
    ...builtInModels.map((model) => toListed(model, partOf(model.id), options)),
    ...options.models.filter(({ id }) => !isBuiltIn(id)).map((part) => toListed({ id: part.id }, part, options)),
  ];
}

export function isBuiltIn(id: string): boolean {
  return builtInModels.some((model) => model.id === id);
}

function toListed(known: ModelDescription, part: ModelSettings | undefined, options: ModelListOptions): ListedModel {
  const engines = part && part.engines.length > 0 ? part.engines : [{ engine: options.engine, weight: 1 }];
  const fallbacks = part?.fallbacks ?? [];
  const description = part === undefined ? known : withPart(known, part);
  const isListedPrice = options.charge === 'listed' && isBuiltIn(known.id);
  const charged = part?.pricing !== undefined || isListedPrice ? toPrices(description.pricing) : null;
  const asked = highestPrices(engines.map(({ engine }) => options.pricesOf(engine)));
  const readsImages = part?.input_modalities?.includes('image');
  const { canary, shadow } = part ?? {};
  return {
    entry: toModelEntry(description, charged ?? asked),
    charged,
    engines,
    fallbacks,
    fallbacksBy: part?.fallbacks_by,
    canary: canary && { engine: canary.engine, share: canary.share ?? 0, tags: canary.tags ?? [] },
    shadow: shadow && { engine: shadow.engine, share: shadow.share ?? 1 },
    aliases: part?.aliases,
    readsImages,
    rules: toRules(part, options),
    extraBody: part?.extra_body,
    // What the specification says of a name holds until its operator says what serves it, and how much that reads.
    showsLimits: !isBuiltIn(known.id) || options.isEngineChosen || (part?.engines.length ?? 0) > 0,
    hasOwnContext: part?.context_length !== undefined,
  };
}

function toRules(part: ModelSettings | undefined, { firstTokenMs }: ModelListOptions): FallbackRules {
  const own = part?.first_token_timeout_ms;
  return {
    on: new Set(part?.fallback_on ?? defaultFallbackOn),
    firstTokenMs: own === undefined ? firstTokenMs : own || null,
    hedgeAfterMs: part?.hedge_after_ms ?? null,
  };
}

function withPart(known: ModelDescription, part: ModelSettings): ModelDescription {
  return {
    id: known.id,
    name: part.name ?? known.name,
    description: part.description ?? known.description,
    contextLength: part.context_length ?? known.contextLength,
    maxCompletionTokens: part.max_completion_tokens,
    tokenizer: part.tokenizer,
    huggingFaceId: part.hugging_face_id,
    inputModalities: part.input_modalities,
    supportedParameters: part.supported_parameters ?? known.supportedParameters,
    pricing: part.pricing === undefined ? known.pricing : { ...known.pricing, ...part.pricing },
  };
}
