import type { OcrReading } from '@parley/contract';
import type { PageReading, RemoteVerdict } from '@parley/documents';
import { judgeRemote, plainText } from '@parley/documents';
import { isAppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
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
   * The better of both readings, what the checks found, and both of them where they disagree: what was paid for is never
   * thrown away. When the remote reader fails, the local reading stands; what the caller's budget does not pay for is
   * refused.
   */
  async improve(image: Uint8Array, local: PageReading, call: Call): Promise<ImprovedReading> {
    const jpeg = local.jpeg ?? image;
    try {
      const { markdown, isWhole } = await this.#reader.read({ bytes: jpeg, mediaType: 'image/jpeg' }, call);
      const verdict = judgeRemote(markdown, local);
      if (markdown.trim() === '') return { reading: local, warnings: verdict.warnings, readings: [] };
      const warnings = isWhole
        ? verdict.warnings
        : ['The remote reader broke off before the end of the page.', ...verdict.warnings];
      const readings = warnings.length === 0 ? [] : this.#both(markdown, local, { ...verdict, warnings });
      if (!isWhole || verdict.isRejected) return { reading: local, warnings, readings };
      const isAlone = local.lines.length === 0;
      return {
        reading: {
          ...local,
          markdown,
          text: plainText(markdown),
          confidence: isAlone ? unconfirmedConfidence : local.confidence,
          model: isAlone ? this.#reader.id : `${this.#reader.id}, checked by ${local.model}`,
        },
        warnings,
        readings,
      };
    } catch (error) {
      if (call.signal.aborted || !isAppError(error) || refusals.has(error.code)) throw error;
      return { reading: local, warnings: [`${this.#reader.id} could not be used: ${error.message}`], readings: [] };
    }
  }

  #both(markdown: string, local: PageReading, { support, unconfirmed, warnings }: RemoteVerdict): OcrReading[] {
    const share = Math.round(support * 100);
    return [
      {
        engine: this.#reader.id,
        text: plainText(markdown),
        confidence: support,
        evidence: `${share} % of its words were seen by the local engines. ${warnings.join(' ')}`,
        unconfirmed,
      },
      {
        engine: local.model,
        text: local.text,
        confidence: local.confidence,
        evidence:
          local.lines.length === 0
            ? 'The local engines found no text.'
            : `Read from the pixels with a confidence of ${Math.round(local.confidence * 100)} %.`,
        unconfirmed: [],
      },
    ];
  }
}

/** Confidence of a remote reading that nothing confirms and nothing contradicts. */
const unconfirmedConfidence = 0.3;

export interface ImprovedReading {
  reading: PageReading;
  warnings: string[];
  /** Both readings where they disagree; otherwise empty. */
  readings: OcrReading[];
}
