import type { PageReading, RemotePageReader } from '@parley/documents';
import { judgeRemote, plainText } from '@parley/documents';
import { isAppError } from '../../lib/app-error.ts';
import type { Call } from '../../ports/call.ts';

export interface RemotePrice {
  /** US dollars by the vendor's own prices. */
  inputPerMillion: number;
  outputPerMillion: number;
  perPage: number;
}

/** Lets a reader elsewhere read a page, and answers its reading only when the page itself bears it out. */
export class RemoteOcr {
  readonly #reader: RemotePageReader;
  readonly #price: RemotePrice;

  constructor(parts: { reader: RemotePageReader; price: RemotePrice }) {
    this.#reader = parts.reader;
    this.#price = parts.price;
  }

  get id(): string {
    return this.#reader.id;
  }

  /** The better of both readings, and what the checks found. When the remote reader fails, the local reading stands. */
  async improve(
    image: Uint8Array,
    local: PageReading,
    call: Call,
  ): Promise<{ reading: PageReading; warnings: string[] }> {
    const jpeg = local.jpeg ?? image;
    try {
      const { markdown, isWhole, usage } = await this.#reader.read(
        { bytes: jpeg, mediaType: 'image/jpeg' },
        call.signal,
      );
      const { inputPerMillion, outputPerMillion, perPage } = this.#price;
      const cost = (usage.inputTokens * inputPerMillion + usage.outputTokens * outputPerMillion) / 1e6 + perPage;
      call.meter.add({
        model: this.#reader.id,
        usage: { ...usage, cachedTokens: 0 },
        costUsd: cost,
        upstreamCostUsd: cost,
      });
      if (!isWhole) {
        return { reading: local, warnings: ['The remote reader broke off before the end of the page.'] };
      }
      const { warnings, isRejected } = judgeRemote(markdown, local.lines);
      if (isRejected || markdown.trim() === '') return { reading: local, warnings };
      const model = `${this.#reader.id}, checked by ${local.model}`;
      return { reading: { ...local, markdown, text: plainText(markdown), model }, warnings };
    } catch (error) {
      if (call.signal.aborted || !isAppError(error)) throw error;
      return { reading: local, warnings: [`${this.#reader.id} could not be used: ${error.message}`] };
    }
  }
}
