import { findPersonalData } from './find-personal-data.ts';
import type { PersonalDataKind } from './personal-data-kinds.ts';

/** The text with its personal data taken out, each as its kind: `[EMAIL]`. What finds it, and how it gives way, says `findPersonalData`. */
export async function maskPersonalData(
  text: string,
  options: { kinds?: readonly PersonalDataKind[]; onPiece?: () => Promise<void> } = {},
): Promise<string> {
  const parts: string[] = [];
  let end = 0;
  for (const { kind, start, end: next } of await findPersonalData(text, options)) {
    parts.push(text.slice(end, start), `[${kind.toUpperCase()}]`);
    end = next;
  }
  return parts.join('') + text.slice(end);
}
