import type { Inquiry } from './inquiry.ts';
import type { SentenceView } from './sentence-view.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

type Asked = Pick<Inquiry, 'question' | 'evidence' | 'material' | 'anywhere'>;
type Seen = Pick<SentenceView, 'ranked' | 'places' | 'verbs' | 'tags'>;

/** A word in so many of the sentences names what the whole text is about, and no sentence need repeat it. */
const topicShare = 0.06;
const leastForTopic = 4;
const leastElsewhere = 0.5;
/** In a longer text nearly every word stands somewhere else too. */
const mostSentences = 400;

/** Words that say what sort of thing is asked for, hold a question together, or point at when it is asked. */
const saysNothing =
  /^(?:years?|dates?|days?|times?|months?|weeks?|numbers?|amounts?|names?|persons?|people|places?|way|reasons?|kinds?|types?|sorts?|things?|price|costs?|money|total|cost|take|takes|took|taken|make|makes|made|get|gets|got|give|gives|gave|given|go|goes|went|gone|come|comes|came|do|does|did|done|have|has|had|need|needs|want|wants|use|uses|used|happen|happens|mean|means|say|says|said|call|called|find|found|allowed|possible|able|hora|día|días|dia|dias|tag|tage|uhr|zeit|jahr|jahre|año|años|heure|jour|jours)$/u;

/**
 * Whether a passage speaks of what a question names. A word that stands elsewhere in the text, and neither in the passage nor above
 * it, is spoken of elsewhere: what is said of the oldest machine is not said of the oldest helper.
 */
export function speaksOfIt(asked: Asked, seen: Seen): boolean {
  const { question, evidence, anywhere, material } = asked;
  if (material.sentences.length > mostSentences) return true;
  return evidence.terms.every(({ token, stem }, index) => {
    const { lower = '', kind } = question.tokens[token] ?? {};
    // "How long does it keep?" asks for a length.
    if (question.kind === 'how-long' && token === question.at + 1) return true;
    if (!/^(?:NOUN|PROPN|VERB|ADJ)$/u.test(question.tags[token] ?? '') || kind === 'number' || saysNothing.test(lower))
      return true;
    if ((seen.places[index]?.length ?? 0) > 0) return true;
    if (isDoneToAnother(question, token, seen)) return false;
    if ((anywhere[index] ?? 0) < leastElsewhere) return true;
    return isAbove(asked, seen, index) || isTopic(asked, seen, stem);
  });
}

/** "Who plays the ghost?" is not told by one who plays the inspector, whatever stands above it. */
function isDoneToAnother({ tags, verb }: Inquiry['question'], token: number, { verbs, tags: here }: Seen): boolean {
  const isObject =
    verb >= 0 && token > verb && tags.slice(verb + 1, token).every((tag) => /^(?:DET|ADJ|NOUN)$/u.test(tag));
  if (!isObject || tags[verb] !== 'VERB') return false;
  return verbs.some((place) => here[place + 1] === 'DET' && /^(?:ADJ|NOUN|PROPN)$/u.test(here[place + 2] ?? ''));
}

function isAbove({ evidence }: Asked, { ranked: { sentence } }: Seen, term: number): boolean {
  const { headingStems, implied } = sentence;
  return (
    implied.has(evidence.terms[term]?.stem ?? '') ||
    [...headingStems].some((stem) => evidence.match(stem)?.term === term)
  );
}

function isTopic(
  { material: { sentences, frequencies } }: Asked,
  { ranked: { sentence } }: Seen,
  stem: string,
): boolean {
  if ((frequencies.get(stem) ?? 0) >= Math.max(leastForTopic, topicShare * sentences.length)) return true;
  const title = sentences.find(({ document }) => document === sentence.document);
  return title?.stems.has(stem) === true;
}
