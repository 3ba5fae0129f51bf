import type { RawPage } from './raw-page.ts';

const replacement = /\uFFFD|\p{Co}|\p{Cc}/gu;
/** A stamp or a page number over a scan is not its text. */
const stampCharacters = 60;

/** Why a page needs OCR; empty when its text layer is what it shows. */
export function textFaults(page: RawPage): string[] {
  const text = page.runs
    .map((run) => run.text)
    .join('')
    .replace(/\s/g, '');
  if (text.length === 0) return page.isBlank ? [] : ['no-text'];
  const faults: string[] = [];
  const unreadable = text.match(replacement)?.length ?? 0;
  if (unreadable > text.length * 0.3) faults.push('garbled');
  if (page.hasFullPageImage && text.length < stampCharacters) faults.push('scanned');
  return faults;
}
