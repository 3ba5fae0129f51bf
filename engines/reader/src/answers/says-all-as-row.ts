import type { Inquiry } from './inquiry.ts';
import type { Sentence } from './read-material.ts';
import type { SentenceView } from './sentence-view.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

/** Verbs that say nothing of a row. */
const lightVerb =
  /^(?:be|is|are|was|were|do|does|did|have|has|had|get|take|make|go|cost|leave|come|give|use|need|say|mean|show|shows|appear|appears|occur|occurs|happen|happens|see|find|call|called|belong|belongs|offer|offered)$/u;

/**
 * A row of a table says one thing of each column: one that lacks a word of the question answers another question ("the
 * child fare" is not in a row with an adult fare). Headings of the columns and above the table count with it.
 */
export function saysAllAsRow({ question, evidence, material }: Inquiry, { ranked, places }: SentenceView): boolean {
  const { sentence } = ranked;
  const textOf = ({ document, start, end }: Sentence): string =>
    material.documents[document]?.text.slice(start, end) ?? '';
  if (sentence.header === undefined) return true;
  if (question.kind === 'yes-no' && !tellsYesNo.test(textOf(sentence))) return false;
  const heading = textOf({ ...sentence, ...sentence.header }).toLowerCase();
  return evidence.terms.every(({ token }, index) => {
    const lower = question.tokens[token]?.lower ?? '';
    if (!/^(?:NOUN|PROPN|NUM|ADJ|VERB)$/.test(question.tags[token] ?? '') || lightVerb.test(lower)) return true;
    return (
      (places[index]?.length ?? 0) > 0 || heading.includes(lower.slice(0, 5)) || isInHeading(token, sentence, question)
    );
  });
}

/** A row tells whether something is so with a word for it: that a thing has a price does not say whether it can be taken back. */
const tellsYesNo =
  /(?<!\p{L})(?:yes|no|not|none|never|free|included|available|allowed|only|must|may|can|closed|open|paid|unpaid|full|sold out|waiting list|true|false|[✓✔✗✘×x-]|ja|nein|nicht|kein\p{L}*|inklusive|frei|nur|s[ií]|incluid[oa]s?|gratis|cerrad[oa]|abiert[oa]|oui|non|compris|inclus|fermé\p{L}*|ouvert\p{L}*)(?!\p{L})/iu;

function isInHeading(token: number, { headingStems }: Sentence, { tokens }: Inquiry['question']): boolean {
  const stem = tokens[token]?.stem;
  return stem !== undefined && headingStems.has(stem);
}
