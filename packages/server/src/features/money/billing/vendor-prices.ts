import { modelInTable } from '../../../lib/model-in-table.ts';
import { noPrices, type TokenPrices } from './cost.ts';
import embeddings from './embedding-prices.json' with { type: 'json' };
import moderators from './moderation-prices.json' with { type: 'json' };
import rerankers from './rerank-prices.json' with { type: 'json' };
import table from './vendor-prices.json' with { type: 'json' };

/** US dollars per million tokens, as vendors and operators write them. */
export interface ListedPrice {
  /** Absent for what is not paid by tokens. */
  input?: number | undefined;
  /** Default: as `input`. */
  cached_input?: number | undefined;
  /** Default: as `input`. */
  cache_write?: number | undefined;
  output?: number | undefined;
  /** US dollars a call. Default: 0. */
  request?: number | undefined;
  /** US dollars a minute of sound that is heard. */
  minute?: number | undefined;
  /** Of a shorter sound so many seconds are paid. */
  least_seconds?: number | undefined;
  /** US dollars for a million characters that are said. */
  million_characters?: number | undefined;
}

/** What a model is for; each kind has a table of its own. */
export type PricedKind = 'language' | 'embedding' | 'rerank' | 'moderation';

const perToken = 1e-6;
type PriceTable = Record<string, Record<string, ListedPrice>>;
const tables: Record<PricedKind, PriceTable> = {
  language: table.vendors,
  embedding: embeddings.vendors,
  rerank: rerankers.vendors,
  moderation: moderators.vendors,
};

/** The day of the table, which comes from the npm package `@pydantic/genai-prices` (see NOTICE). */
export const vendorPricesAsOf: string = table.as_of;

/** From dollars per million tokens to dollars per token. */
export function toTokenPrices({
  input = 0,
  cached_input,
  cache_write,
  output = 0,
  request = 0,
}: ListedPrice): TokenPrices {
  return {
    input: input * perToken,
    cachedInput: (cached_input ?? input) * perToken,
    cacheWrite: (cache_write ?? input) * perToken,
    output: output * perToken,
    request,
  };
}

/**
 * What a vendor asks for a model by the table that comes with the product. A name that is not there costs what the dearest
 * of its nearest relatives costs, so that no budget is passed by; a vendor that is not there costs nothing.
 */
export function vendorPrices(vendor: string, model: string, kind: PricedKind = 'language'): TokenPrices {
  // Some vendors list models with whose they are: `openai/gpt-oss-120b` of Groq.
  const models = Object.entries(tables[kind][vendor] ?? {}).map(([key, price]) => [ownName(key), price] as const);
  const name = ownName(model);
  const key = modelInTable(name, Object.fromEntries(models));
  const exact = models.find(([known]) => known === key);
  if (exact) return toTokenPrices(exact[1]);
  const nearest = Math.max(0, ...models.map(([key]) => sharedParts(key, name)));
  const relatives = models.filter(([key]) => sharedParts(key, name) === nearest).map(([, price]) => price);
  const [dearest] = relatives.sort(
    (a, b) => toTokenPrices(b).output - toTokenPrices(a).output || toTokenPrices(b).input - toTokenPrices(a).input,
  );
  return dearest ? toTokenPrices(dearest) : noPrices;
}

const ownName = (model: string): string => model.slice(model.lastIndexOf('/') + 1);

/** How many parts between hyphens two names have alike from the left: `gpt-5-max` is no nearer to `gpt-5-mini` than to `gpt-5`. */
function sharedParts(left: string, right: string): number {
  const [parts, others] = [left.split('-'), right.split('-')];
  const end = parts.findIndex((part, at) => part !== others[at]);
  return end < 0 ? parts.length : end;
}
