import { currentDeferral } from '../../lib/deferral.ts';
import type { ModelEvent } from '../../ports/language-model.ts';

/**
 * What vendors ask for a request of a batch of theirs, of their usual price: https://platform.openai.com/docs/guides/batch and
 * https://docs.anthropic.com/en/docs/build-with-claude/batch-processing, both half.
 */
const batchShare = 0.5;

type Translate = (event: ModelEvent) => ModelEvent | null;

/** The events of a reply at the price of a batch, where this engine is given one that it wrote in a batch; else `translate` as it is. */
export function halved(engine: string, translate: Translate | undefined): Translate | undefined {
  const deferral = currentDeferral();
  if (deferral?.does !== 'give' || deferral.engine !== engine) return translate;
  return (event) => {
    const own = translate ? translate(event) : event;
    return own?.type === 'finish' ? { ...own, priceFactor: (own.priceFactor ?? 1) * batchShare } : own;
  };
}
