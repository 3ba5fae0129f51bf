import { meantAlike } from '../text/everyday-words.ts';
import { formFit } from './asked-form.ts';
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

/** "The oldest keeper" is one of several, also where all is about keepers. */
const superlative = /^\p{L}{2,}est$/u;

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
    const isOneOfSeveral = superlative.test(question.tokens[token - 1]?.lower ?? '');
    if (isOneOfSeveral && seen.ranked.sentence.header === undefined) return false;
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

const has = /^(?:has|have|had|hat|haben|hatte|hatten|tiene|tienen|tenía|tenían|a|ont|avait|avaient|ha|hanno|tem|têm)$/u;

/**
 * Whether a passage speaks of what somebody or something is asked to have: "Which depth has the pool?" is told by a depth, named or in the
 * form of one, and not by any sentence about the pool.
 */
export function speaksOfWhatItHas(asked: Inquiry, seen: Seen, text: string): boolean {
  const { question, evidence } = asked;
  const { focus, kind, tokens } = question;
  const term = evidence.terms.findIndex(({ token }) => token === focus);
  const isAsked = /^(?:what|which)$/u.test(kind) && tokens.slice(focus + 1).some(({ lower }) => has.test(lower));
  if (term < 0 || !isAsked || saysNothing.test(tokens[focus]?.lower ?? '')) return true;
  return (seen.places[term]?.length ?? 0) > 0 || isAbove(asked, seen, term) || formFit(asked)?.(text) === 1;
}

/** "Is the test free?" is told by what speaks of being free, or by a word of that meaning, and not by any sentence about the test. */
export function speaksOfPredicate(asked: Inquiry, seen: Seen): boolean {
  const { question, evidence, material } = asked;
  const [first] = question.tokens;
  const last = evidence.terms.at(-1);
  if (question.kind !== 'yes-no' || !last || !/^(?:is|are|was|were)$/u.test(first?.lower ?? '')) return true;
  if (!/^(?:ADJ|VERB)$/u.test(question.tags[last.token] ?? '')) return true;
  const term = evidence.terms.length - 1;
  if ((seen.places[term]?.length ?? 0) > 0 || isAbove(asked, seen, term)) return true;
  const isMeant = meantAlike(last.stem, question.language, material.language);
  return [...seen.ranked.sentence.stems].some((stem) => isMeant(stem));
}

const now =
  /\b(?:now|currently|at the moment|at present|so far|by now|derzeit|zurzeit|momentan|aktuell|jetzt|bisher|ahora|actualmente|en este momento|actuellement|en ce moment)\b/iu;
const limit =
  /\b(?:when|if|once|until|as soon as|wenn|sobald|bis|cuando|hasta|si|quand|jusqu)\b[^.;]{0,40}\d|\b(?:up to|at most|no more than|maximum|max|limited to|höchstens|maximal|bis zu|como máximo|au plus|au maximum)\b[^.;]{0,20}\d/iu;

/** "How many are on the list now?" is not told by how many there may be: "the list is closed when it reaches 50". */
export const tellsState = ({ question }: Pick<Inquiry, 'question'>, text: string): boolean =>
  question.kind !== 'how-many' || !now.test(question.text) || !limit.test(text);

const rest =
  /\bhow (?:many|much) (?:more|further|longer)\b|\b(?:many|much)\b.*\b(?:still|left|short|remain\p{L}*)\b|\bwie ?viele?\b.*\bnoch\b|\bcu[aá]nt[oa]s?\b.*\b(?:faltan?|quedan?|más)\b|\bcombien\b.*\b(?:encore|reste|manque)/iu;
const toldRest =
  /\b(?:more|further|longer|another|additional|extra|adds?|still|left|remain\p{L}*|balance|due|owing|owed|outstanding|open|short|lack\p{L}*|missing|to go|away|needs?|noch|fehl\p{L}*|rest\p{L}*|übrig|offen\p{L}*|mehr|weitere\p{L}*|faltan?|quedan?|restan\p{L}*|pendientes?|más|encore|restent?|manque\p{L}*|plus|from\b.*\bto|von\b.*\bauf|free|only|up|extra)\b/iu;

/** "How many more are needed?" and "How much is left?" are told by what is lacking or left, not by the whole. */
export const tellsRest = ({ question }: Pick<Inquiry, 'question'>, text: string): boolean =>
  question.kind !== 'how-many' || !rest.test(question.text) || toldRest.test(text);

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
