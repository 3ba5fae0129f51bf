import type { PageReading } from '@parley/documents';
import { judgeRemote, plainText } from '@parley/documents';
import { isAppError } from '../../lib/app-error.ts';
import type { Call } from '../../ports/call.ts';
import type { MeteredPageReader } from './remote-reading.ts';

/** What the caller may not pay for is no failure of the reader. */
const refusals = new Set<string>(['budget_exceeded', 'rate_limit_exceeded']);

/** Lets a reader elsewhere read a page, and answers its reading only when the page itself bears it out. */
export class RemoteOcr {
  readonly #reader: MeteredPageReader;

  constructor({ reader }: { reader: MeteredPageReader }) {
    this.#reader = reader;
  }

  get id(): string {
    return this.#reader.id;
  }

  /**
   * The better of both readings, and what the checks found. When the remote reader fails, the local reading
   * stands; what the caller's budget does not pay for is refused.
   */
  async improve(
    image: Uint8Array,
    local: PageReading,
    call: Call,
  ): Promise<{ reading: PageReading; warnings: string[] }> {
    const jpeg = local.jpeg ?? image;
    try {
      const { markdown, isWhole } = await this.#reader.read({ bytes: jpeg, mediaType: 'image/jpeg' }, call);
      if (!isWhole) {
        return { reading: local, warnings: ['The remote reader broke off before the end of the page.'] };
      }
      const { warnings, isRejected } = judgeRemote(markdown, local.lines);
      if (isRejected || markdown.trim() === '') return { reading: local, warnings };
      const model = `${this.#reader.id}, checked by ${local.model}`;
      return { reading: { ...local, markdown, text: plainText(markdown), model }, warnings };
    } catch (error) {
      if (call.signal.aborted || !isAppError(error) || refusals.has(error.code)) throw error;
      return { reading: local, warnings: [`${this.#reader.id} could not be used: ${error.message}`] };
    }
  }
}
