import type { RemotePage, RemotePageReader } from '@parley/documents';
import type { Call } from '../../../ports/call.ts';
import type { LanguageModel } from '../../../ports/language-model.ts';
import { MeteredModel } from '../../models/metered-model.ts';
import type { ResolvedModel } from '../../models/model-router.ts';
import { noUsage } from '../../money/billing/cost.ts';

/** Mistral's price of one page, in US dollars. */
export const mistralPageUsd = 0.001;

/** A reader elsewhere whose pages are held against budgets before they are read, and charged after. */
export interface MeteredPageReader {
  readonly id: string;
  read(image: { bytes: Uint8Array; mediaType: string }, call: Call): Promise<RemotePage>;
}

/** A model of the model list that reads pages, at the model's prices. */
export function modelPageReader(
  model: ResolvedModel,
  readerOf: (model: LanguageModel) => RemotePageReader,
): MeteredPageReader {
  return {
    id: model.id,
    async read(image, call) {
      const metered = new MeteredModel(model, call);
      try {
        return await readerOf(metered).read(image, call.signal);
      } finally {
        metered.charge();
      }
    },
  };
}

/** Whether a name is a reader that a vendor made for pages, at a fixed price, instead of a model of the model list. */
export function asksMistralOcr(reader: string): boolean {
  return reader.startsWith('mistral/') && reader.includes('ocr');
}

/** A reader that asks a fixed price for a page, in US dollars. */
export function pricedPageReader(reader: RemotePageReader, pageUsd: number): MeteredPageReader {
  return {
    id: reader.id,
    async read(image, call) {
      await call.meter.reserve({ costUsd: pageUsd, tokens: 0, model: reader.id });
      call.meter.trace.asks(reader.id, 'else');
      const page = await reader.read(image, call.signal);
      const usage = { ...noUsage, ...page.usage };
      call.meter.add({ model: reader.id, usage, costUsd: pageUsd, upstreamCostUsd: pageUsd });
      return page;
    },
  };
}
