import type { FieldWords } from './field-words.ts';
import { type LabelWord, labelWords } from './label-words.ts';
import type { Found } from './labelled-value.ts';
import { legalForm } from './name-words.ts';
import { plainSpan } from './read-blocks.ts';
import type { SourceText } from './source-text.ts';

/** Lines that say what sort of document it is, or that greet, rather than what it is about. */
const isSort =
  /\b(?:invoice|receipt|bill|quote|quotation|offer|order|orders|agreement|contract|lease|minutes|protocol|report|results?|form|letter|note|memo|vitae|cv|résumé|resume|list|statement|meeting|application|sheet|confirmation|ticket|reminder|summary|page|details|information|rechnung|vertrag|protokoll|angebot|bericht|facture|contrat|factura|contrato|dear|hello|hi)\b/i;
const isPerson =
  /^(?:person|customer|client|patient|employee|user|student|applicant|candidate|full|first|last|contact|sender|personal)$/;
const isName = /^(?:name|title|full)$/;

const labelParts = (word: string): LabelWord[] => word.split('-').flatMap((part) => labelWords(part));

/** The name of what a document is about: its title, for a property that asks for just that. */
export function findTitle(field: FieldWords, source: SourceText, topic: readonly LabelWord[]): Found | undefined {
  const words = [...field.telling, ...field.sort].flatMap(({ word }) => labelParts(word));
  const rest = words.filter(({ word }) => !isName.test(word));
  if (rest.length === words.length || !rest.every(({ stem }) => topic.some((word) => word.stem === stem)))
    return undefined;
  const at = source.lines.findIndex(({ text }) => /\p{L}/u.test(text));
  const line = source.lines[at];
  if (!line || line.cells.length > 1) return undefined;
  const mark = /^\s*#\s+/.exec(line.text)?.[0] ?? '';
  const isFull = words.some(({ word }) => word === 'full');
  if (mark === '' && !isFull && (source.lines[at + 1]?.text ?? '').trim() !== '') return undefined;
  const title = plainSpan(line.text.slice(mark.length), line.start + mark.length);
  if (title.text.split(/\s+/).length > 8 || isSort.test(title.text) || /[:.!?|]|^\*/.test(title.text)) return undefined;
  const wantsPerson = [...words, ...topic].some(({ word }) => isPerson.test(word));
  const looksLikePerson =
    /^\p{Lu}[\p{L}'’.-]+(?:\s+\p{L}[\p{L}'’.-]*){1,3}$/u.test(title.text) && !legalForm.test(title.text);
  return wantsPerson && !looksLikePerson ? undefined : { ...title, score: 0.7 };
}
