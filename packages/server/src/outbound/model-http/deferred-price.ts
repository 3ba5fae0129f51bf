import { currentDeferral } from '../../lib/deferral.ts';
import type { ModelEvent } from '../../ports/language-model.ts';

/**
 * What vendors ask for a request of a batch of theirs, of their usual price: https://platform.openai.com/docs/guides/batch and
 * https://docs.anthropic.com/en/docs/build-with-claude/batch-processing, both half.
 */
const batchShare = 0.5;

type Translate = (event: ModelEvent) => ModelEvent | null;

/** What is asked of the usual price for a reply of this engine: less where it is given one that it wrote in a batch. */
export function shareOfPrice(engine: string): number {
  const deferral = currentDeferral();
  return deferral?.does === 'give' && deferral.engine === engine ? batchShare : 1;
}

/** The events of a reply at the price of a batch, where this engine is given one that it wrote in a batch; else `translate` as it is. */
export function halved(engine: string, translate: Translate | undefined): Translate | undefined {
  const share = shareOfPrice(engine);
  if (share === 1) return translate;
  return (event) => {
    const own = translate ? translate(event) : event;
    return own?.type === 'finish' ? { ...own, priceFactor: (own.priceFactor ?? 1) * share } : own;
  };
}
