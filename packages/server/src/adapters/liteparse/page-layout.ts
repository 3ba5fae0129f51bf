import type { PdfPage } from '../../ports/pdf-engine.ts';
import type { RawPage } from './raw-page.ts';
import { textFaults } from './text-soundness.ts';

/** Turns what the pages draw into Markdown in reading order. */
export function layoutPages(pages: RawPage[]): PdfPage[] {
  return pages.map((page) => {
    const reasons = textFaults(page);
    const runs = [...page.runs].sort((a, b) => a.y - b.y || a.x - b.x);
    return {
      number: page.number,
      width: page.width,
      height: page.height,
      markdown: runs.map((run) => run.text.trim()).join('\n'),
      hasSoundText: reasons.length === 0,
      reasons,
      isBlank: page.isBlank,
      tables: [],
    };
  });
}
